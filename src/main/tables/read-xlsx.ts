import { cellKinds, type TableChoice, type TableContent, tableLimits } from '../../shared/model/table.ts';
import { collectRows } from './collect-rows.ts';
import { type Archive, openArchive } from './inflate.ts';
import { datedText, type Format, formatOf, numberText } from './number-format.ts';
import { Refused } from './refused.ts';
import { walkXml, withoutEscapes } from './xml.ts';

/** Reads one sheet of a workbook: its first one in sight that has values unless another is chosen. */
export function readXlsx(bytes: Uint8Array, choice: TableChoice): TableContent {
  const archive = openArchive(bytes);
  const book = workbookOf(archive);
  const read = sheetReader(archive, book);
  const sheets = book.sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  const inSight = [...sheets.keys()].filter((place) => sheets[place]?.isHidden === false);
  const places = choice.sheet === undefined ? inSight : [choice.sheet];
  let refused = new Refused('no-sheet');
  for (const place of places.length === 0 ? [0] : places)
    try {
      return { ...read(place), sheets, sheet: place };
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      refused = new Refused(fault.fault, fault.row, {
        encoding: null,
        separator: null,
        sheets,
        sheet: place,
      });
      if (fault.fault !== 'empty') break;
    }
  throw refused;
}

type SheetContent = Omit<TableContent, 'sheets' | 'sheet'>;

function sheetReader(archive: Archive, book: Book): (place: number) => SheetContent {
  const hiddenSheets = book.sheets.filter(({ isHidden }) => isHidden).length;
  let context: CellContext | null = null;
  return (place) => {
    const sheet = book.sheets[place];
    if (sheet === undefined) throw new Refused('no-sheet');
    context ??= {
      texts: textsOf(archive, book.sharedStrings),
      formats: formatsOf(archive, book.styles),
      is1904: book.is1904,
    };
    return contentOf(cellsOf(partOf(archive, sheet.path), context), hiddenSheets);
  };
}

function contentOf(found: ReturnType<typeof cellsOf>, hiddenSheets: number): SheetContent {
  const collected = collectRows();
  mergeDown(collected, found);
  for (const number of [...found.rows.keys()].toSorted((left, right) => left - right)) {
    const cells = found.rows.get(number) ?? [];
    const texts: string[] = [];
    let kinds = '';
    for (const cell of cells) {
      texts.push(cell?.text ?? '');
      kinds += cell?.kind ?? cellKinds.empty;
    }
    collected.add(number, texts, kinds);
  }
  const content = collected.content();
  const width = Math.max(...content.rows.map(({ length }) => length));
  const hiddenRows = content.numbers.filter((number) => found.hiddenRows.has(number));
  const hiddenColumns = [...found.hiddenColumns].filter((column) => column < width);
  if (hiddenRows.length > 0) collected.note('hidden-rows', hiddenRows[0] ?? null, hiddenRows.length);
  if (hiddenColumns.length > 0) collected.note('hidden-columns', null, hiddenColumns.length);
  if (hiddenSheets > 0) collected.note('hidden-sheets', null, hiddenSheets);
  if (found.unformatted > 0) collected.note('without-format', null, found.unformatted);
  return {
    ...collected.content(),
    format: 'xlsx',
    encoding: null,
    hasMark: false,
    separator: null,
    hidden: { rows: hiddenRows, columns: hiddenColumns },
    merged: found.merged,
  };
}

/**
 * Gives each row of a range the value that the range shows, in its first column; notes the ranges, and how many values of others they cover.
 */
function mergeDown(
  { note }: Pick<ReturnType<typeof collectRows>, 'note'>,
  { merged, rows, count }: Pick<ReturnType<typeof cellsOf>, 'merged' | 'rows' | 'count'>,
): void {
  const last = Math.max(...rows.keys());
  for (const range of merged) {
    const [from = '', to = from] = range.split(':');
    const [[left, top], [right, bottom]] = [placeOf(from), placeOf(to)];
    const covered: number[] = [];
    const shown = rows.get(top)?.[left];
    for (let row = top; row <= Math.min(bottom, last); row += 1) {
      const cells = rows.get(row) ?? [];
      const others = cells.slice(row === top ? left + 1 : left, right + 1);
      covered.push(...others.flatMap((cell) => (cell === undefined ? [] : row)));
      if (row === top || shown === undefined || cells.length === 0) continue;
      count(shown.text.length);
      cells[left] ??= shown;
    }
    if (covered[0] === undefined) note('merged', null);
    else note('covered', covered[0], covered.length);
  }
}

function partOf(archive: Archive, path: string): string {
  const bytes = archive.part(path);
  if (bytes === null) throw new Refused('damaged');
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('damaged');
  }
}

/** How the letters of a part are written: by its mark or its first sign, else as it says itself. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const beginning = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const said = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(beginning)?.[1] ?? 'utf-8';
  return /^utf-?16/i.test(said) ? 'utf-8' : said; // a part of single bytes is no UTF-16, whatever it says
}

interface Book {
  readonly is1904: boolean;
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean; readonly path: string }[];
  readonly sharedStrings: string | null;
  readonly styles: string | null;
}

const mostSheets = 10_000;

function workbookOf(archive: Archive): Book {
  const main = relationsOf(archive, '_rels/.rels', '').find(({ type }) => type === 'officeDocument');
  if (main === undefined) throw new Refused(isOtherWorkbook(archive) ? 'other-workbook' : 'not-a-table');
  if (/\bworkbook\.bin$/i.test(main.path)) throw new Refused('other-workbook');
  if (!/\.xml$/i.test(main.path)) throw new Refused('not-a-table');
  const slash = main.path.lastIndexOf('/') + 1;
  const [folder, file] = [main.path.slice(0, slash), main.path.slice(slash)];
  const relations = relationsOf(archive, `${folder}_rels/${file}.rels`, folder);
  const sheetPaths = new Map(
    relations.filter(({ type }) => type === 'worksheet').map(({ id, path }) => [id, path]),
  );
  let is1904 = false;
  let isBook = false;
  const sheets: { readonly name: string; readonly isHidden: boolean; readonly path: string }[] = [];
  walkXml(partOf(archive, main.path), {
    workbook: {
      open: () => {
        isBook = true;
      },
    },
    'workbook/workbookPr': {
      open: ({ date1904 }) => {
        is1904 = isTrue(date1904);
      },
    },
    'workbook/sheets/sheet': {
      open: (attributes) => {
        const id = Object.entries(attributes).find(([name]) =>
          /^id@(?:r|.*\/relationships)$/.test(name),
        )?.[1];
        const path = sheetPaths.get(id ?? ''); // a sheet with a chart alone has none
        if (path === undefined) return;
        const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
        if (sheets.length === mostSheets) throw new Refused('too-large');
        sheets.push({ name: attributes.name ?? '', isHidden, path });
      },
    },
  });
  if (!isBook) throw new Refused('not-a-table');
  if (sheets.length === 0) throw new Refused('no-sheet');
  const partFor = (wanted: string) => relations.find(({ type }) => type === wanted)?.path ?? null;
  return { is1904, sheets, sharedStrings: partFor('sharedStrings'), styles: partFor('styles') };
}

/** A spreadsheet of OpenDocument or of Numbers. */
function isOtherWorkbook(archive: Archive): boolean {
  const type = archive.has('mimetype') ? Buffer.from(archive.part('mimetype') ?? []).toString() : '';
  return (
    type.startsWith('application/vnd.oasis.opendocument.spreadsheet') ||
    ['Index/Document.iwa', 'Index.zip'].some(archive.has)
  );
}

/** Which part leads to which others; the last word of the type says what they are, in every edition of the standard. */
function relationsOf(archive: Archive, path: string, folder: string) {
  const relations: { readonly id: string; readonly type: string; readonly path: string }[] = [];
  if (!archive.has(path)) return relations;
  walkXml(partOf(archive, path), {
    'Relationships/Relationship': {
      open: ({ Id: id = '', Type: type = '', Target: target = '', TargetMode: mode = '' }) => {
        if (mode === 'External') return;
        relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path: pathOf(target, folder) });
      },
    },
  });
  return relations;
}

/** Where a target leads to within the file; the empty text where it is no path. */
function pathOf(target: string, folder: string): string {
  try {
    return decodeURIComponent(new URL(target, `file:///${folder}`).pathname.slice(1));
  } catch {
    return '';
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/** The texts that cells name by their place, of whatever pieces they are made; how they are pronounced is left out. */
function textsOf(archive: Archive, path: string | null): readonly string[] {
  if (path === null || !archive.has(path)) return [];
  const texts: string[] = [];
  let text = '';
  const add = (piece: string): void => {
    text += piece;
  };
  walkXml(partOf(archive, path), {
    'sst/si': {
      open: () => {
        text = '';
      },
      close: () => texts.push(withoutEscapes(text)),
    },
    'sst/si/t': { text: add },
    'sst/si/r/t': { text: add },
  });
  return texts;
}

/** How the numbers of each style are shown. */
function formatsOf(archive: Archive, path: string | null): readonly Format[] {
  if (path === null || !archive.has(path)) return [];
  const custom = new Map<number, string>();
  const ids: number[] = [];
  walkXml(partOf(archive, path), {
    'styleSheet/numFmts/numFmt': {
      open: ({ numFmtId, formatCode = '' }) => custom.set(Number(numFmtId), formatCode),
    },
    'styleSheet/cellXfs/xf': { open: ({ numFmtId = '0' }) => ids.push(Number(numFmtId)) },
  });
  const known = new Map<number, Format>(); // many styles have one format
  return ids.map((id) => {
    const format = known.get(id) ?? formatOf(id, custom.get(id));
    known.set(id, format);
    return format;
  });
}

interface Cell {
  readonly text: string;
  readonly kind: string;
}

interface CellContext {
  readonly texts: readonly string[];
  readonly formats: readonly Format[];
  readonly is1904: boolean;
}

const perRange = 100; // letters: each takes more memory than they

/** Keeps the cells of a sheet by their places, within its limits. */
function createCells(context: CellContext) {
  const rows = new Map<number, (Cell | undefined)[]>();
  let [row, column] = [0, -1];
  let of: { readonly row: number; readonly cells: (Cell | undefined)[] } = { row: -1, cells: [] };
  let letters = 0;
  let unformatted = 0;

  const count = (length: number): void => {
    letters += length;
    if (letters > tableLimits.allLetters) throw new Refused('too-large', row);
  };
  const ofRow = (): (Cell | undefined)[] => {
    if (of.row === row) return of.cells;
    of = { row, cells: rows.get(row) ?? [] };
    rows.set(row, of.cells);
    if (rows.size > tableLimits.rows) throw new Refused('too-large', row);
    return of.cells;
  };
  return {
    rows,
    count,
    unformatted: () => unformatted,
    /** Which row it is, from 1 on; the next one where it does not say so. */
    beginRow: (number: string | undefined): number => {
      row = wholeNumber(number ?? String(row + 1));
      column = -1;
      return row;
    },
    beginCell: (reference: string | undefined): void => {
      [column, row] = reference === undefined ? [column + 1, row] : placeOf(reference);
    },
    keep: (attributes: Readonly<Record<string, string>>, written: Written, isFormula: boolean): void => {
      const read = cellOf(attributes, written, context);
      const isCalculated =
        read.kind !== cellKinds.empty || (attributes.t === 'str' && written.value !== null); // a formula may give the empty text
      const kind = isFormula ? (isCalculated ? read.kind : cellKinds.uncalculated).toUpperCase() : read.kind;
      if (kind === cellKinds.empty) return;
      if (column >= tableLimits.columns) throw new Refused('too-many-columns', row);
      count(read.text.length);
      const cells = ofRow();
      if (cells[column] !== undefined) throw new Refused('damaged', row); // two values for one cell
      cells[column] = { text: read.text, kind };
      const style = attributes.s;
      const isNumber = read.kind === cellKinds.number && style !== undefined;
      if (isNumber && context.formats[Number(style)] === undefined) unformatted += 1;
    },
  };
}

function cellsOf(xml: string, context: CellContext) {
  const { rows, count, unformatted, beginRow, beginCell, keep } = createCells(context);
  const hiddenRows = new Set<number>();
  const hiddenColumns = new Set<number>();
  const merged: string[] = [];
  let attributes: Readonly<Record<string, string>> = {};
  let value: string | null = null;
  let inline: string | null = null;
  let isFormula = false;

  const ofRow = 'worksheet/sheetData/row';
  const addInline = (piece: string): void => {
    inline += piece;
  };
  walkXml(xml, {
    [ofRow]: {
      open: ({ r, hidden, ht = '1' }) => {
        const row = beginRow(r);
        if (isTrue(hidden) || Number(ht) === 0) hiddenRows.add(row);
      },
    },
    [`${ofRow}/c`]: {
      open: (found) => {
        beginCell(found.r);
        attributes = found;
        [value, inline, isFormula] = [null, null, false];
      },
      close: () => keep(attributes, { value, inline }, isFormula),
    },
    [`${ofRow}/c/v`]: {
      open: () => {
        value = '';
      },
      text: (piece) => {
        value += piece;
      },
    },
    [`${ofRow}/c/f`]: {
      open: () => {
        isFormula = true;
      },
    },
    [`${ofRow}/c/is`]: {
      open: () => {
        inline = '';
      },
    },
    [`${ofRow}/c/is/t`]: { text: addInline },
    [`${ofRow}/c/is/r/t`]: { text: addInline },
    'worksheet/mergeCells/mergeCell': {
      open: ({ ref = '' }) => {
        count(ref.length + perRange);
        merged.push(ref);
      },
    },
    'worksheet/cols/col': {
      open: (found) => {
        if (!isTrue(found.hidden) && Number(found.width ?? 1) !== 0) return;
        for (const each of columnsFrom(found)) hiddenColumns.add(each);
      },
    },
  });
  return { rows, hiddenRows, hiddenColumns, merged, count, unformatted: unformatted() };
}

/** `BC12` as its column, from 0 on, and its row, from 1 on. */
function placeOf(reference: string): [number, number] {
  let [column, row, at] = [0, 0, 0];
  const code = (): number => reference.charCodeAt(at);
  if (code() === dollar) at += 1;
  const firstLetter = at;
  for (; code() >= 65 && code() <= 122; at += 1) column = column * 26 + (code() & 31); // of any case
  const letters = at - firstLetter;
  if (code() === dollar) at += 1;
  const firstDigit = at;
  for (; code() >= 48 && code() <= 57; at += 1) row = row * 10 + code() - 48;
  const digits = at - firstDigit;
  const isPlace = letters > 0 && letters <= 3 && digits > 0 && digits <= 7 && at === reference.length;
  if (!isPlace || /[[-`]/.test(reference)) throw new Refused('damaged');
  return [column - 1, row];
}

const dollar = 36;

function wholeNumber(text: string | undefined): number {
  if (text === undefined || !/^\d{1,7}$/.test(text)) throw new Refused('damaged');
  return Number(text);
}

/** The columns that a `col` is about, from 0 on, as far as a table may have them. */
function columnsFrom({ min, max }: Readonly<Record<string, string>>): readonly number[] {
  const first = Math.max(wholeNumber(min), 1);
  const length = Math.max(Math.min(wholeNumber(max), tableLimits.columns) - first + 1, 0);
  return Array.from({ length }, (_, place) => first - 1 + place);
}

interface Written {
  /** What stands in `v`, and in `is`; null where there is none. */
  readonly value: string | null;
  readonly inline: string | null;
}

function cellOf(
  cell: Readonly<Record<string, string>>,
  written: Written,
  { texts, formats, is1904 }: CellContext,
): Cell {
  const text = (content: string): Cell => ({
    text: content,
    kind: content === '' ? cellKinds.empty : cellKinds.text,
  });
  const isInline = written.inline !== null && (written.value === null || cell.t === 'inlineStr');
  if (isInline) return text(withoutEscapes(written.inline ?? '')); // whatever kind the cell says that it has
  const value = written.value ?? '';
  switch (cell.t ?? 'n') {
    case 's': {
      const shared = texts[Number(value)];
      if (value.trim() === '') return text(''); // as some programs write an empty cell
      if (shared === undefined) throw new Refused('damaged');
      return text(shared);
    }
    case 'inlineStr':
    case 'str':
      return text(withoutEscapes(value));
    case 'b':
      return booleanOf(value.trim());
    case 'e':
      return { text: value, kind: cellKinds.error };
    case 'd':
      return datedText(value);
    default: {
      if (value.trim() === '') return text('');
      return numberText(value.trim(), formats[Number(cell.s ?? 0)] ?? plain, is1904);
    }
  }
}

const plain: Format = () => 'plain';

function booleanOf(value: string): Cell {
  if (value === '') return { text: '', kind: cellKinds.empty };
  if (!/^([01]|true|false)$/i.test(value)) throw new Refused('damaged');
  return { text: /^(1|true)$/i.test(value) ? 'TRUE' : 'FALSE', kind: cellKinds.boolean };
}
