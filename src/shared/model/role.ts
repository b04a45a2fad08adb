import { z } from 'zod';
import { code, isRecord, noun, text } from './tolerant.ts';

const anyCode = code([]);

const RoleObject = noun(
  ['role'],
  {
    name: { read: anyCode, otherwise: '' },
    associated_model: { read: text, names: ['model'], otherwise: '', isExtra: true },
    description: { read: text, names: ['label', 'title', 'display_name'], otherwise: '', isExtra: true },
  },
  'name',
);

/** A role that a user can have (decisions.md §5.6); a text alone is its name, and of several names the one that is a code. */
export const Role = z
  .unknown()
  .transform((value) => {
    const name = anyCode(value, () => {}, undefined);
    return name === undefined ? value : { ...(isRecord(value) ? value : {}), name };
  })
  .pipe(RoleObject);
export type Role = z.output<typeof Role>;
