import { z } from 'zod';
import { EntryFilter, FileAside, RequestEntry, RequestFilter, TrailCheck, TrailEntry } from '../record.ts';
import { type LocalRow, Nothing, pageSchema } from './shapes.ts';

/** What was done, and the files that a person asks for. */
export const recordOperations = {
  /** The newest first, as the next one. */
  'requests.list': { input: RequestFilter, output: pageSchema(RequestEntry) },
  'trail.list': { input: EntryFilter, output: pageSchema(TrailEntry) },
  /** Files that were damaged and are still beside those that took their place, the latest first. */
  'files.aside': { input: Nothing, output: z.array(FileAside).readonly() },
  /** Looks whether every row of the trail is as it was written. */
  'trail.verify': { input: Nothing, output: TrailCheck },
  /** Asks for a file and writes the trail to it; `intact` is whether every row is as it was written, null if nothing was saved. */
  'trail.export': {
    input: z.strictObject({ format: z.enum(['csv', 'jsonl']), connection: z.string().optional() }),
    output: z.strictObject({ saved: z.boolean(), intact: z.boolean().nullable() }),
  },
  /** Asks for a file and writes a table to it, as CSV; the first row has the titles. */
  'table.export': {
    input: z.strictObject({
      name: z.string().max(400),
      rows: z
        .array(z.array(z.string().max(20_000)).max(50).readonly())
        .min(1)
        .max(20_000)
        .readonly(),
    }),
    output: z.strictObject({ saved: z.boolean() }),
  },
  /** Prints the page that asks, as it says that it looks on paper: to a tagged PDF whose file a person chooses, or by the system's dialog. */
  'page.print': {
    input: z.strictObject({ name: z.string().max(400), to: z.enum(['pdf', 'printer']) }),
    /** False where a person has chosen no file or no printer. */
    output: z.strictObject({ printed: z.boolean() }),
  },
} as const satisfies Record<string, LocalRow>;
