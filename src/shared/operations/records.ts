import { z } from 'zod';
import {
  ChangeLogCheck,
  ChangeLogEntry,
  EntryFilter,
  FileAside,
  OrphanedSecret,
  RequestEntry,
  RequestFilter,
  StoreCopy,
} from '../record.ts';
import { type LocalRow, Nothing, pageSchema } from './shapes.ts';

export const recordOperations = {
  /** The newest first, as the next one. */
  'requests.list': { input: RequestFilter, output: pageSchema(RequestEntry) },
  'changeLog.list': { input: EntryFilter, output: pageSchema(ChangeLogEntry) },
  /** Files that were damaged and are still beside those that took their place, the latest first. */
  'files.aside': { input: Nothing, output: z.array(FileAside).readonly() },
  /** The copies of connections, settings and drafts, the newest first. */
  'files.copies': { input: Nothing, output: z.array(StoreCopy).readonly() },
  /** Asks whether to put a copy back where there are no connections, and starts the app anew with it. */
  'files.putBack': { input: z.strictObject({ name: z.string().max(200) }), output: z.null() },
  /** Secrets of this app in the keychain that nothing in its data folder stands for. */
  'secrets.orphaned': { input: Nothing, output: z.array(OrphanedSecret).readonly() },
  /** Looks whether every row of the change log is as it was written. */
  'changeLog.verify': { input: Nothing, output: ChangeLogCheck },
  /** Asks for a file and writes the change log to it as it is; `intact` is whether every row is as it was written, null if nothing was saved. */
  'changeLog.saveEvidence': {
    input: z.strictObject({ connection: z.string().optional() }),
    output: z.strictObject({ saved: z.boolean(), intact: z.boolean().nullable() }),
  },
  /** Prints the page that asks, as it says that it looks on paper: to a tagged PDF whose file a person chooses, or by the system's dialog. */
  'page.print': {
    input: z.strictObject({ name: z.string().max(400), to: z.enum(['pdf', 'printer']) }),
    /** False where a person has chosen no file or no printer. */
    output: z.strictObject({ printed: z.boolean() }),
  },
} as const satisfies Record<string, LocalRow>;
