// A table that was read from a file, without zod: the interface takes the values along, the schema is beside its operation.

/** How the letters of a text file are written. `windows-1252` is assumed where it is not UTF-8 and has no mark. */
export const tableEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'ibm850',
] as const;
export type TableEncoding = (typeof tableEncodings)[number];

export const tableSeparators = [',', ';', '\t', '|'] as const;
export type TableSeparator = (typeof tableSeparators)[number];

/**
 * What a file may hold: more is refused, and nothing is cut. `bytes` counts a text file, and all parts of a workbook while they
 * are inflated; `rows` those that are not empty; `letters` those of one cell, as in spreadsheets, and `allLetters` those of all
 * cells together: a workbook names one text as often as it likes. `mebibytes` is the memory that reading may take.
 */
export const tableLimits = {
  bytes: 64 * 1024 * 1024,
  rows: 20_000,
  columns: 200,
  cells: 500_000,
  letters: 32_767,
  allLetters: 64 * 1024 * 1024,
  mebibytes: 1_024,
  milliseconds: 10_000,
} as const;

/**
 * What a cell of a workbook is, one letter each, as `TableReading.kinds` has them: a small letter for a value that was typed, the
 * capital for one that a formula gave when the workbook was last calculated. In a text file every cell is a text.
 */
export const cellKinds = {
  text: 't',
  number: 'n',
  /** Of more than 15 digits: spreadsheets keep no more, so the last ones may not be those that were typed. */
  long: 'l',
  /** Shown with zeros before it, or with texts around it, by its number format; they are in the text. */
  padded: 'p',
  /** A day, as `YYYY-MM-DD`; 1900-02-29 is one of spreadsheets, not of the calendar. */
  day: 'd',
  /** A time, or a day with a time, as `YYYY-MM-DD HH:MM:SS` or `HH:MM:SS`. */
  moment: 'm',
  boolean: 'b',
  /** A list of texts, of JSON only: a line for each. */
  list: 'v',
  /** Such as `#N/A`. */
  error: 'e',
  /** Of a formula that was never calculated, so that the file has no value of it. */
  uncalculated: 'u',
  empty: '-',
} as const;

/** What a person has to know of a table that was read: nothing of it was changed, and nothing of it is wrong by itself. */
export const tableNotes = [
  /** Left out; the numbers of the others count them. */
  'blank-rows',
  'hidden-rows',
  'hidden-columns',
  'hidden-sheets',
  /** Ranges whose first cell alone has a value, which each of their rows has in its column. */
  'merged',
  /** Cells with a value that a merged range covers. */
  'covered',
  'formulas',
  'uncalculated',
  'errors',
  'long-numbers',
  'padded-numbers',
  /** Cells that begin or end with white space. */
  'outer-spaces',
  /** Characters that nobody sees, or spaces that do not break, within a cell. */
  'invisible',
  /** Read as windows-1252, though most of its letters are those of UTF-8: how many places are not. */
  'nearly-utf-8',
  /** Cells with letters as another encoding would have them. */
  'wrong-letters',
  /** Numbers whose style the workbook does not have: a day would be one of them. */
  'without-format',
  /** Two separators would divide the rows equally well. */
  'separator-unsure',
  /** A first line `sep=;` named the separator, and is no row. */
  'separator-line',
] as const;
export type TableNote = (typeof tableNotes)[number];

/** Why a file is not read. `row` is its first row with the fault, as a spreadsheet counts it; else null. */
export const tableFaults = [
  'unreadable',
  /** Bytes, also once a workbook is unpacked, rows, cells, or letters of all cells together. */
  'too-large',
  'too-many-columns',
  'cell-too-long',
  /** Also where the process that reads has ended, most likely for want of memory. */
  'slow',
  /** It changed while it was read. */
  'changed',
  'password',
  /** The format of before 2007, whatever the name of the file says. */
  'old-workbook',
  /** OpenDocument, XLSB, the XML of 2003, SYLK, DIF: a workbook, and none that is read. */
  'other-workbook',
  /** HTML, also as a web archive. */
  'web-page',
  /** What a program keeps beside a workbook while it is open, `~$name.xlsx`. */
  'lock-file',
  'not-a-table',
  'damaged',
  /** Bytes that no text has; a short text in UTF-16 without a mark may seem to have them, too. */
  'nul-bytes',
  /** A cell with the character of that name. */
  'nul-cell',
  'not-in-encoding',
  /** A quotation mark that is not closed, or stands where none may. */
  'quotes',
  /** JSON that cannot be read to its end. */
  'broken-json',
  /** An object of a JSON file has a key twice. */
  'repeated-key',
  'no-sheet',
  'empty',
] as const;
export type TableFault = (typeof tableFaults)[number];

/** What a person may choose otherwise than it was found. */
export interface TableChoice {
  readonly encoding?: TableEncoding | undefined;
  readonly separator?: TableSeparator | undefined;
  /** Its place among the sheets, from 0 on. */
  readonly sheet?: number | undefined;
}

/** A table as it stands in its file: texts to the letter, empty rows left out, no header known yet. */
export interface TableContent {
  readonly format: 'csv' | 'json' | 'xlsx';
  /** Null for a workbook. */
  readonly encoding: TableEncoding | null;
  readonly hasMark: boolean;
  readonly separator: TableSeparator | null;
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean }[];
  readonly sheet: number | null;
  /** Rows may be of different lengths. */
  readonly rows: readonly (readonly string[])[];
  /** The number of each row in its file, from 1 on. */
  readonly numbers: readonly number[];
  /** For each row a letter for each cell (`cellKinds`); null for a text file. */
  readonly kinds: readonly string[] | null;
  /** Rows by their numbers, columns from 0 on: as far as they have values. */
  readonly hidden: { readonly rows: readonly number[]; readonly columns: readonly number[] };
  /** As spreadsheets write ranges, `A1:C1`. */
  readonly merged: readonly string[];
  /** How often, and in which row first; null where it belongs to none. */
  readonly notes: readonly {
    readonly code: TableNote;
    readonly count: number;
    readonly row: number | null;
  }[];
}

export interface TableReading extends TableContent {
  readonly bytes: number;
  /** SHA-256 of the file, in hexadecimal digits: the same file is known again by it. */
  readonly fingerprint: string;
}

/** How a file was tried to be read, so that a person can choose otherwise; null each where there is nothing to choose. */
export type TableTried = Pick<TableContent, 'encoding' | 'separator' | 'sheets' | 'sheet'>;

/** A file that is not read. */
export interface TableRefusal {
  readonly fault: TableFault;
  readonly row: number | null;
  /** Absent where no choice would help. */
  readonly tried?: TableTried | undefined;
}
