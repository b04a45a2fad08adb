import { cellKinds, type TableChoice, type TableContent, tableLimits } from '../../shared/model/table.ts';
import { collectRows } from './collect-rows.ts';
import { type Archive, openArchive } from './inflate.ts';
import { datedText, numberText, type Shown, shownAs } from './number-format.ts';
import { Refused } from './refused.ts';
import { walkXml, withoutEscapes } from './xml.ts';

/** Reads one sheet of a workbook: its first one in sight unless another is chosen. */
export function readXlsx(bytes: Uint8Array, choice: TableChoice): TableContent {
  const archive = openArchive(bytes);
  const book = workbookOf(archive);
  const firstInSight = book.sheets.findIndex(({ isHidden }) => !isHidden);
  const place = choice.sheet ?? Math.max(firstInSight, 0);
  const sheet = book.sheets[place];
  if (sheet === undefined) throw new Refused('no-sheet');
  const collected = collectRows();
  const found = cellsOf(partOf(archive, sheet.path), {
    texts: textsOf(archive, book.sharedStrings),
    formats: formatsOf(archive, book.styles),
    is1904: book.is1904,
  });
  for (const number of [...found.rows.keys()].toSorted((left, right) => left - right)) {
    const cells = found.rows.get(number) ?? [];
    const texts = Array.from(cells, (cell) => cell?.text ?? '');
    collected.add(number, texts, Array.from(cells, (cell) => cell?.kind ?? cellKinds.empty).join(''));
  }
  const content = collected.content();
  const width = Math.max(...content.rows.map(({ length }) => length));
  const hiddenRows = content.numbers.filter((number) => found.hiddenRows.has(number));
  const hiddenColumns = [...found.hiddenColumns].filter((column) => column < width);
  const hiddenSheets = book.sheets.filter(({ isHidden }) => isHidden).length;
  if (hiddenRows.length > 0) collected.note('hidden-rows', hiddenRows[0] ?? null, hiddenRows.length);
  if (hiddenColumns.length > 0) collected.note('hidden-columns', null, hiddenColumns.length);
  if (hiddenSheets > 0) collected.note('hidden-sheets', null, hiddenSheets);
  noteMerged(collected, found);
  return {
    ...collected.content(),
    format: 'xlsx',
    encoding: null,
    hasMark: false,
    separator: null,
    sheets: book.sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    sheet: place,
    hidden: { rows: hiddenRows, columns: hiddenColumns },
    merged: found.merged,
  };
}

/** Which ranges show their first cell alone, and how many values of others they cover. */
function noteMerged(
  { note }: Pick<ReturnType<typeof collectRows>, 'note'>,
  { merged, rows }: Pick<ReturnType<typeof cellsOf>, 'merged' | 'rows'>,
): void {
  const last = Math.max(...rows.keys());
  for (const range of merged) {
    const [from = '', to = from] = range.split(':');
    const [[left, top], [right, bottom]] = [placeOf(from), placeOf(to)];
    const covered: number[] = [];
    for (let row = top; row <= Math.min(bottom, last); row += 1)
      for (
        let column = row === top ? left + 1 : left;
        column <= Math.min(right, tableLimits.columns);
        column += 1
      )
        if (rows.get(row)?.[column] !== undefined) covered.push(row);
    if (covered[0] === undefined) note('merged', null);
    else note('covered', covered[0], covered.length);
  }
}

function partOf(archive: Archive, path: string): string {
  const bytes = archive.part(path);
  if (bytes === null) throw new Refused('damaged');
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('damaged');
  }
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
  if (main === undefined || !/\.xml$/i.test(main.path)) throw new Refused('not-a-table');
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
    open: (tag, attributes) => {
      if (tag === 'workbook') isBook = true;
      if (tag === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (tag !== 'sheet') return;
      const id = Object.entries(attributes).find(([name]) => /(^|:)id$/.test(name))?.[1] ?? '';
      const path = sheetPaths.get(id); // a sheet with a chart alone has none
      if (path === undefined) return;
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
      if (sheets.length === mostSheets) throw new Refused('too-large');
      sheets.push({ name: attributes.name ?? '', isHidden, path });
    },
  });
  if (!isBook) throw new Refused('not-a-table');
  if (sheets.length === 0) throw new Refused('no-sheet');
  const partFor = (wanted: string) => relations.find(({ type }) => type === wanted)?.path ?? null;
  return { is1904, sheets, sharedStrings: partFor('sharedStrings'), styles: partFor('styles') };
}

/** Which part leads to which others; the last word of the type says what they are, in every edition of the standard. */
function relationsOf(archive: Archive, path: string, folder: string) {
  const relations: { readonly id: string; readonly type: string; readonly path: string }[] = [];
  if (!archive.names.includes(path)) return relations;
  walkXml(partOf(archive, path), {
    open: (tag, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode = '' }) => {
      if (tag !== 'Relationship' || mode === 'External') return;
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path: pathOf(target, folder) });
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
  if (path === null) return [];
  const texts: string[] = [];
  const reader = textReader();
  walkXml(partOf(archive, path), {
    open: (tag) => {
      if (tag === 'si') reader.begin();
      reader.open(tag);
    },
    close: (tag) => {
      if (tag === 'si') texts.push(reader.text());
      reader.close(tag);
    },
    text: reader.add,
  });
  return texts;
}

/** Puts the pieces of one text together. */
function textReader() {
  let text = '';
  let isText = false;
  let isSpoken = false;
  return {
    begin: () => {
      text = '';
    },
    open: (tag: string) => {
      if (tag === 't') isText = true;
      if (tag === 'rPh') isSpoken = true;
    },
    close: (tag: string) => {
      if (tag === 't') isText = false;
      if (tag === 'rPh') isSpoken = false;
    },
    add: (piece: string) => {
      if (isText && !isSpoken) text += piece;
    },
    text: () => withoutEscapes(text),
  };
}

/** How the numbers of each style are shown. */
function formatsOf(archive: Archive, path: string | null): readonly Shown[] {
  if (path === null) return [];
  const custom = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  walkXml(partOf(archive, path), {
    open: (tag, attributes) => {
      if (tag === 'cellXfs') isOfCells = true;
      if (tag === 'numFmt') custom.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (tag === 'xf' && isOfCells) ids.push(Number(attributes.numFmtId ?? 0));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isOfCells = false;
    },
  });
  return ids.map((id) => shownAs(id, custom.get(id)));
}

interface Cell {
  readonly text: string;
  readonly kind: string;
}

interface CellContext {
  readonly texts: readonly string[];
  readonly formats: readonly Shown[];
  readonly is1904: boolean;
}

const perRange = 100; // letters: each takes more memory than they

function cellsOf(xml: string, context: CellContext) {
  const rows = new Map<number, (Cell | undefined)[]>();
  const hiddenRows = new Set<number>();
  const hiddenColumns = new Set<number>();
  const merged: string[] = [];
  const inline = textReader();
  let [row, column] = [0, -1];
  let cell: Readonly<Record<string, string>> | null = null;
  let value = '';
  let isValue = false;
  let hasValue = false;
  let isFormula = false;
  let letters = 0;

  const count = (length: number): void => {
    letters += length;
    if (letters > tableLimits.allLetters) throw new Refused('too-large', row);
  };

  const keep = (): void => {
    if (cell === null) return;
    const read = cellOf(cell, cell.t === 'inlineStr' ? inline.text() : value, context);
    const isCalculated = read.kind !== cellKinds.empty || (cell.t === 'str' && hasValue); // a formula may give the empty text
    const kind = isFormula ? (isCalculated ? read.kind : cellKinds.uncalculated).toUpperCase() : read.kind;
    cell = null;
    if (kind === cellKinds.empty) return;
    if (column >= tableLimits.columns) throw new Refused('too-many-columns', row);
    count(read.text.length);
    const cells = rows.get(row) ?? [];
    if (cells[column] !== undefined) throw new Refused('damaged', row); // two values for one cell
    cells[column] = { text: read.text, kind };
    rows.set(row, cells);
    if (rows.size > tableLimits.rows) throw new Refused('too-large', row);
  };

  walkXml(xml, {
    open: (tag, attributes) => {
      if (tag === 'row') {
        row = wholeNumber(attributes.r ?? String(row + 1));
        column = -1;
        if (isTrue(attributes.hidden) || Number(attributes.ht ?? 1) === 0) hiddenRows.add(row);
      } else if (tag === 'c') {
        [column, row] = attributes.r === undefined ? [column + 1, row] : placeOf(attributes.r);
        cell = attributes;
        value = '';
        hasValue = false;
        isFormula = false;
        inline.begin();
      } else if (tag === 'v') [isValue, hasValue] = [true, true];
      else if (tag === 'f') isFormula = cell !== null;
      else if (tag === 'mergeCell') {
        count((attributes.ref ?? '').length + perRange);
        merged.push(attributes.ref ?? '');
      } else if (tag === 'col' && (isTrue(attributes.hidden) || Number(attributes.width ?? 1) === 0))
        for (const each of columnsFrom(attributes)) hiddenColumns.add(each);
      else inline.open(tag);
    },
    close: (tag) => {
      if (tag === 'c') keep();
      else if (tag === 'v') isValue = false;
      else inline.close(tag);
    },
    text: (piece) => {
      if (isValue) value += piece;
      else if (cell !== null) inline.add(piece);
    },
  });
  return { rows, hiddenRows, hiddenColumns, merged };
}

/** `BC12` as its column, from 0 on, and its row, from 1 on. */
function placeOf(reference: string): [number, number] {
  const [, letters = '', digits = ''] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? [];
  if (digits === '') throw new Refused('damaged');
  const column = Array.from(letters.toUpperCase()).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return [column - 1, Number(digits)];
}

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

function cellOf(
  cell: Readonly<Record<string, string>>,
  value: string,
  { texts, formats, is1904 }: CellContext,
): Cell {
  const text = (content: string): Cell => ({
    text: content,
    kind: content === '' ? cellKinds.empty : cellKinds.text,
  });
  switch (cell.t ?? 'n') {
    case 's': {
      const shared = texts[Number(value)];
      if (value === '') return text(''); // as some programs write an empty cell
      if (shared === undefined) throw new Refused('damaged');
      return text(shared);
    }
    case 'inlineStr':
      return text(value);
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
      return numberText(value.trim(), formats[Number(cell.s ?? 0)] ?? 'plain', is1904);
    }
  }
}

function booleanOf(value: string): Cell {
  if (value === '') return { text: '', kind: cellKinds.empty };
  if (!/^([01]|true|false)$/i.test(value)) throw new Refused('damaged');
  return { text: /^(1|true)$/i.test(value) ? 'TRUE' : 'FALSE', kind: cellKinds.boolean };
}
