import { z } from 'zod';
import { AuditTemplate } from '../model/template.ts';
import { mostOfKind } from '../settings.ts';
import { Id, type LocalRow } from './shapes.ts';

const OfConnection = z.strictObject({ connection: z.string().min(1).max(100) });

export const templateOperations = {
  'templates.list': { input: OfConnection, output: z.array(AuditTemplate).readonly() },
  /** Keeps templates, each in place of what was kept under its id. */
  'templates.save': {
    input: z.array(AuditTemplate).min(1).max(mostOfKind.template).readonly(),
    output: z.null(),
  },
  'templates.remove': { input: Id, output: z.null() },
} as const satisfies Record<string, LocalRow>;
