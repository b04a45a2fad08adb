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
  /** How many parts its rows were kept in; none where they stand in the content, as versions before kept them. */
  parts: z.number().int().min(0).max(20_000).default(0),
  /** Of all that is kept of it, in characters. */
  size: z.number().int().min(0).default(0),
});
export type SentImportHead = z.output<typeof SentImportHead>;

/** The same with its header, as JSON that only the interface reads: to check each cell would hold the main process up. */
export const SentImport = z.strictObject({ ...SentImportHead.shape, content: z.string() });
export type SentImport = z.output<typeof SentImport>;
