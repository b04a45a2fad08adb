import { z } from 'zod';

/** A table that was sent as a plan, by what its list says of it. */
export const SentImportHead = z.strictObject({
  /** The id of its plan. */
  id: z.string().min(1).max(100),
  connection: z.string().min(1).max(100),
  /** What its file is called. */
  name: z.string().max(400),
  rows: z.number().int().min(0),
  /** ISO 8601, UTC. */
  sentAt: z.string(),
});
export type SentImportHead = z.output<typeof SentImportHead>;

/** The same with its rows, as JSON that only the interface reads: to check each cell would hold the main process up. */
export const SentImport = z.strictObject({ ...SentImportHead.shape, content: z.string() });
export type SentImport = z.output<typeof SentImport>;
