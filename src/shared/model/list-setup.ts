import { z } from 'zod';
import { atMost } from '../settings.ts';

const name = z.string().max(60);

/** What a person has made of the columns of one grid: their order, their widths in pixels, and which of them show. */
export const ColumnChoice = z.strictObject({
  order: z.array(name).max(60).readonly().optional(),
  widths: z.record(name, z.number().min(0).max(10_000)).readonly().optional(),
  shown: z.record(name, z.boolean()).readonly().optional(),
});

/** How a person has set up a list: by filter the values that pass, as the service spells them, and the order of the rows. */
export const ListSetup = z.strictObject({
  filters: z.record(name, z.array(z.string().max(400)).max(atMost.filterValues).readonly()).readonly(),
  sort: z.strictObject({ column: name, direction: z.enum(['ascending', 'descending']) }).nullable(),
});
export type ListSetup = z.output<typeof ListSetup>;

/** The lists of which views can be saved; each is the name of its grid, too. */
const viewedLists = ['audits', 'clients'] as const;
export type ViewedList = (typeof viewedLists)[number];

/** A list as a person wants to find it again, under a name, on this computer and for one connection. */
export const SavedView = z.strictObject({
  id: z.string().min(1).max(100),
  connection: z.string().min(1).max(200),
  list: z.enum(viewedLists).default('audits'), // views of the first versions do not say
  name: z.string().trim().min(1).max(200),
  /** Views are in the order of these numbers. */
  place: z.number(),
  search: z.string().max(400),
  setup: ListSetup,
  columns: ColumnChoice,
});
export type SavedView = z.output<typeof SavedView>;
