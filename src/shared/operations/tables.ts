import { z } from 'zod';
import { fileColumnKinds, fileFormats, fileKeys } from '../model/file-table.ts';
import { tableSeparators } from '../model/table.ts';
import type { LocalRow } from './shapes.ts';

const id = z.string().max(100);

const FileCell = z.union([
  z.string().max(100_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(10_000)).max(10_000).readonly(),
  z.null(),
]);

const mostColumns = 210; // those of a file that was read, and what became of its rows

const FileColumnHead = z.strictObject({
  key: z.enum(fileKeys).nullable(),
  kind: z.enum(fileColumnKinds).optional(),
  title: z.string().max(32_767),
  choices: z
    .array(z.strictObject({ value: z.string().max(32_767), name: z.string().max(32_767) }))
    .max(10_000)
    .readonly()
    .optional(),
  hint: z.string().max(255).optional(),
});

/** A table is saved in parts, so that one of any length neither fills the bridge nor holds main up. */
export const tableOperations = {
  /** Asks for a file and begins to write a table to it; `id` is null where a person chooses none. */
  'table.open': {
    input: z.strictObject({
      name: z.string().max(400),
      format: z.enum(fileFormats),
      columns: z.array(FileColumnHead).min(1).max(mostColumns).readonly(),
      separator: z.enum(tableSeparators).optional(),
    }),
    output: z.strictObject({ id: id.nullable() }),
  },
  /** Adds rows, with a cell for each column. Answers when there is room for more. */
  'table.add': {
    input: z.strictObject({
      id,
      rows: z.array(z.array(FileCell).max(mostColumns).readonly()).max(10_000).readonly(),
    }),
    output: z.null(),
  },
  /**
   * Ends the file. It takes the chosen name only if it is to be kept, else nothing is left of it. `cut` is how many texts were
   * longer than a cell of the format can be, and lost their end.
   */
  'table.close': {
    input: z.strictObject({ id, isKept: z.boolean() }),
    output: z.strictObject({ cut: z.number() }),
  },
} as const satisfies Record<string, LocalRow>;
