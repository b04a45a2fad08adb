import { z } from 'zod';

/** What the operations of this app share: an object by its id, all of a connection, nothing at all, and pages. */
export const Id = z.strictObject({ id: z.string().min(1) });
export const OfConnection = z.strictObject({ connection: z.string() });
export const Nothing = z.strictObject({});
export const paging = {
  cursor: z.string().max(200).optional(),
  pageSize: z.number().int().min(1).max(100).optional(),
};

export function pageSchema<Entry extends z.ZodType>(entry: Entry) {
  return z.strictObject({
    count: z.number().int().nullable(),
    cursor: z.string().nullable(),
    results: z.array(entry).readonly(),
  });
}

export interface LocalRow {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}
