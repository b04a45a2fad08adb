import { z } from 'zod';
import { AppError } from '../error.ts';
import { SentImport, SentImportHead } from '../model/sent-import.ts';
import {
  type TableReading as Reading,
  type TableRefusal as Refusal,
  tableEncodings,
  tableFaults,
  tableNotes,
  tableSeparators,
} from '../model/table.ts';
import { PlanProgress } from '../plan.ts';
import { Id, type LocalRow, OfConnection } from './shapes.ts';

const tried = {
  encoding: z.enum(tableEncodings).nullable(),
  separator: z.enum(tableSeparators).nullable(),
  sheets: z.array(z.strictObject({ name: z.string(), isHidden: z.boolean() })).readonly(),
  sheet: z.number().int().nullable(),
};

const TableReading = z.strictObject({
  ...tried,
  format: z.enum(['csv', 'json', 'xlsx']),
  hasMark: z.boolean(),
  rows: z.array(z.array(z.string()).readonly()).readonly(),
  numbers: z.array(z.number().int()).readonly(),
  kinds: z.array(z.string()).readonly().nullable(),
  hidden: z.strictObject({
    rows: z.array(z.number().int()).readonly(),
    columns: z.array(z.number().int()).readonly(),
  }),
  merged: z.array(z.string()).readonly(),
  notes: z
    .array(
      z.strictObject({
        code: z.enum(tableNotes),
        count: z.number().int(),
        row: z.number().int().nullable(),
      }),
    )
    .readonly(),
  bytes: z.number().int(),
  fingerprint: z.string(),
}) satisfies z.ZodType<Reading>;

const TableRefusal = z.strictObject({
  fault: z.enum(tableFaults),
  row: z.number().int().nullable(),
  tried: z.strictObject(tried).optional(),
}) satisfies z.ZodType<Refusal>;

export const TableAnswer = z.union([TableRefusal, TableReading]);
export type TableAnswer = z.output<typeof TableAnswer>;

/**
 * A file that a person chose: its table with the rows among which its header is, or why it is not read. The other rows stay in the process that has
 * read them. `id` names it until the next one is opened.
 */
export const OpenedTable = z.strictObject({
  id: z.string(),
  name: z.string(),
  table: TableReading.nullable(),
  fault: TableRefusal.nullable(),
});
export type OpenedTable = z.output<typeof OpenedTable>;

const DroppedPart = z.strictObject({
  connection: z.string(),
  /** What its file is called. */
  name: z.string().max(400),
  /** Of the whole file, in bytes. */
  size: z.number().int().min(0),
  /** Where the part begins, in bytes. */
  at: z.number().int().min(0),
  part: z.base64().max(16_000_000),
});
export type DroppedPart = z.output<typeof DroppedPart>;

const SentPart = z.strictObject({ ...Id.shape, part: z.number().int().min(1) });

/** In JSON, for the process that checks, or from there: main passes it on. */
const Text = z.string().max(16_000_000);

export const importOperations = {
  /** Asks for a file and reads the table in it; null where a person chooses none, or another one meanwhile. */
  'import.open': {
    input: OfConnection,
    output: OpenedTable.nullable(),
  },
  /**
   * Takes a file that was dropped on the page, part by part, and reads it when it is whole: null until then. The page gives what is in it and never
   * where it is.
   */
  'import.drop': {
    input: DroppedPart,
    output: OpenedTable.nullable(),
  },
  /**
   * Reads the file that was opened last again, with what a person chooses otherwise than it was found; null where it is read
   * otherwise once more, or another file, meanwhile.
   */
  'import.read': {
    input: z.strictObject({
      ...Id.shape,
      encoding: z.enum(tableEncodings).optional(),
      separator: z.enum(tableSeparators).optional(),
      sheet: z.number().int().min(0).optional(),
    }),
    output: OpenedTable.nullable(),
  },
  /** The tables that were sent to a connection, the last one first. */
  'import.sent': {
    input: OfConnection,
    output: z.array(SentImportHead).readonly(),
  },
  /** One of them; null where it is not kept. */
  'import.readSent': { input: Id, output: SentImport.nullable() },
  /** A part of its rows, from 1 on; null where it is not kept. */
  'import.readSentRows': { input: SentPart, output: z.string().nullable() },
  /** What the columns of an open table have (`TableFacts`), with the rows that are taken (`TakenRows`); `not-found-here` once its process has ended. */
  'import.facts': { input: z.strictObject({ ...Id.shape, rows: Text }), output: z.string() },
  /** Checks an open table (`CheckSetup`). What it is checked against is read meanwhile: `import-known` says when it is worth checking anew. */
  'import.check': {
    input: z.strictObject({ ...Id.shape, setup: Text }),
    output: z.strictObject({
      /** What came of it (`CheckedSummary`). */
      summary: z.string(),
      /** Whether all was read that it is checked against. */
      isWhole: z.boolean(),
      /** What ended the reading; what was read stays. */
      error: AppError.nullable(),
    }),
  },
  /** The numbers of the rows that were checked last and that a filter (`RowFilter`) shows, in their order. */
  'import.numbers': {
    input: z.strictObject({ ...Id.shape, filter: Text }),
    output: z.array(z.number().int()).readonly(),
  },
  /** The rows of a view (`RowView`) as they were checked last (`ShownRows`). */
  'import.shown': { input: z.strictObject({ ...Id.shape, view: Text }), output: z.string() },
  /** Reads on after an error what a table is checked against; or reads nothing for it until it is checked again, since no screen shows it. */
  'import.reading': { input: z.strictObject({ ...Id.shape, isWanted: z.boolean() }), output: z.null() },
  /**
   * Keeps the table as it is sent, makes a plan of its rows as they were checked last, and begins it; `invalid-input` while not all is read that they are
   * checked against.
   */
  'import.send': {
    input: z.strictObject({
      ...Id.shape,
      plan: z.string().min(1).max(100),
      title: z.string().max(400),
      ...SentImportHead.pick({ name: true }).shape,
      format: TableReading.shape.format,
      separator: TableReading.shape.separator,
      /** The column that names the rows, from 0 on. */
      namePlace: z.number().int().min(0),
      /** The name of the template that filled empty cells. */
      template: z.string().optional(),
      /** Its header, and how the columns are called that only its template has (`SentHeader`). */
      sent: Text,
    }),
    output: PlanProgress,
  },
} as const satisfies Record<string, LocalRow>;
