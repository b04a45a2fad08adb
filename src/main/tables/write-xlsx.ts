import { constants, deflateRawSync } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';

export type SheetCell = string | number | boolean | Date | null;

export interface SheetColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** Of all its cells, also of those that are empty and those below the last row. */
  readonly format: keyof typeof styles;
  readonly choices?: SheetChoices | undefined;
}

export interface SheetChoices {
  /** What stands in the list, and beside it what it is called; the empty text where the value says it. */
  readonly entries: readonly { readonly value: string; readonly name: string }[];
  /** Shown beside a cell that is selected. */
  readonly hint: string | undefined;
}

interface Sheet {
  readonly columns: readonly SheetColumn[];
  readonly batches: AsyncIterable<readonly (readonly SheetCell[])[]>;
  /** The last row whose cells offer their choices. */
  readonly lastOffered: number;
  /** With the titles; as many as a sheet can have unless given. */
  readonly mostRows?: number;
}

const styles = { general: 0, text: 1, day: 2 } as const;

/**
 * A workbook, piece by piece as its rows come, with another sheet where one is full. A text is a cell of type text. What its cells may have
 * stands in a sheet of its own to which their rules refer, since a rule holds 255 characters itself.
 */
export async function* writeXlsx({
  columns,
  batches,
  lastOffered,
  mostRows = 1_048_576,
}: Sheet): AsyncGenerator<Uint8Array> {
  const { begin, push, end, written } = archive();
  const titles = columns.map(({ title }) => title);
  const head = rowXml(1, titles, columns);
  let [sheets, number] = [0, mostRows];
  const endSheet = () => push(`</sheetData>${rulesOf(columns, lastOffered)}</worksheet>`);
  const beginSheet = () => {
    if (sheets > 0) endSheet();
    sheets += 1;
    begin(`xl/worksheets/sheet${sheets}.xml`);
    push(`${declaration}<worksheet xmlns="${main}">${viewOf(columns)}<sheetData>${head}`);
    number = 1;
  };
  beginSheet();
  for await (const rows of batches) {
    let xml = '';
    for (const cells of rows) {
      if (number === mostRows) {
        push(xml);
        xml = '';
        beginSheet();
      }
      number += 1;
      xml += rowXml(number, cells, columns);
    }
    push(xml);
    yield* written();
  }
  endSheet();
  const names = Array.from({ length: sheets }, (_, place) => (place === 0 ? 'Table' : `Table_${place + 1}`));
  const lists = columns.flatMap(({ title, choices }) =>
    choices === undefined ? [] : { title, entries: choices.entries },
  );
  if (lists.length > 0) {
    begin(`xl/worksheets/sheet${sheets + 1}.xml`);
    push(choicesXml(lists));
  }
  const isHidden = lists.every(({ entries }) => entries.every(({ name }) => name === ''));
  for (const [path, content] of bookParts(names, lists.length > 0 ? { isHidden } : null)) {
    begin(path);
    push(content);
  }
  end();
  yield* written();
}

/** A packed file whose parts are deflated one after the other. */
function archive() {
  let chunks: Uint8Array[] = [];
  let part: Part | null = null;
  const zip = new Zip((fault, chunk) => {
    if (fault !== null) throw fault;
    chunks.push(chunk);
  });
  const endPart = () => part?.push(new Uint8Array(), true);
  return {
    begin: (path: string) => {
      endPart();
      part = new Part(path);
      zip.add(part);
    },
    push: (text: string) => part?.push(Buffer.from(text)),
    end: () => {
      endPart();
      zip.end();
    },
    /** What came since it was asked for last. */
    written: () => {
      const ready = chunks;
      chunks = [];
      return ready;
    },
  };
}

/** A part of a packed file, deflated by Node, which is several times as fast as fflate. Each piece ends where a byte does. */
class Part extends ZipPassThrough {
  constructor(path: string) {
    super(path);
    this.compression = 8;
  }

  protected override process(chunk: Uint8Array, isLast: boolean): void {
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, deflateRawSync(chunk, { finishFlush }), isLast);
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const links = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The first row stays in sight. A column's own style is that of each cell that is not there yet. */
function viewOf(columns: readonly SheetColumn[]): string {
  const cols = columns.map(
    ({ width, format }, place) =>
      `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1" style="${styles[format]}"/>`,
  );
  return `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols>`;
}

function rowXml(number: number, cells: readonly SheetCell[], columns: readonly SheetColumn[]): string {
  const written = cells.map((cell, place) =>
    cellXml(`${letterOf(place)}${number}`, cell, columns[place]?.format ?? 'general'),
  );
  return `<row r="${number}">${written.join('')}</row>`;
}

function cellXml(place: string, cell: SheetCell, format: keyof typeof styles): string {
  const style = styles[format] === 0 ? '' : ` s="${styles[format]}"`;
  if (cell === null) return style === '' ? '' : `<c r="${place}"${style}/>`;
  if (typeof cell === 'string')
    return `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"${style}><v>${cell ? 1 : 0}</v></c>`;
  const number = typeof cell === 'number' ? cell : cell.getTime() / dayMilliseconds + days1970;
  return `<c r="${place}"${style}><v>${number}</v></c>`;
}

const dayMilliseconds = 86_400_000;
const days1970 = 25_569; // 1970-01-01 in the system of 1900

/** `AB` for the place 27. */
function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}

/** What is not among the choices can be typed after a warning. */
function rulesOf(columns: readonly SheetColumn[], lastRow: number): string {
  const offering = columns.flatMap(({ choices }, place) => (choices === undefined ? [] : { choices, place }));
  if (offering.length === 0) return '';
  const rules = offering.map(({ choices: { entries, hint }, place }, list) => {
    const [cell, listed] = [letterOf(place), letterOf(2 * list)];
    const prompt =
      hint === undefined ? '' : ` showInputMessage="1" prompt="${xmlText(hint.slice(0, longestHint))}"`;
    return `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1"${prompt} sqref="${cell}2:${cell}${lastRow}"><formula1>Choices!$${listed}$2:$${listed}$${entries.length + 1}</formula1></dataValidation>`;
  });
  return `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
}

const longestHint = 255; // characters, as spreadsheets hold

interface ChoiceList {
  readonly title: string;
  readonly entries: SheetChoices['entries'];
}

/** Two columns for each list: the values, and what they are called. */
function choicesXml(lists: readonly ChoiceList[]): string {
  const columns = lists.flatMap(() =>
    [24, 40].map((width): SheetColumn => ({ title: '', width, format: 'text' })),
  );
  const longest = Math.max(...lists.map(({ entries }) => entries.length));
  const rows = Array.from({ length: longest + 1 }, (_, row) =>
    lists.flatMap(({ title, entries }) => {
      if (row === 0) return [title, null];
      const entry = entries[row - 1];
      return [entry?.value ?? null, entry?.name || null];
    }),
  );
  const data = rows.map((cells, place) => rowXml(place + 1, cells, columns)).join('');
  return `${declaration}<worksheet xmlns="${main}">${viewOf(columns)}<sheetData>${data}</sheetData></worksheet>`;
}

/** The parts beside the sheets. */
function bookParts(
  names: readonly string[],
  choices: { readonly isHidden: boolean } | null,
): readonly (readonly [path: string, content: string])[] {
  const sheets = [
    ...names.map((name) => ({ name, state: '' })),
    ...(choices === null ? [] : [{ name: 'Choices', state: choices.isHidden ? ' state="hidden"' : '' }]),
  ];
  const each = (write: (number: number, sheet: (typeof sheets)[number]) => string): string =>
    sheets.map((sheet, place) => write(place + 1, sheet)).join('');
  const override = (path: string, kind: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${types}.${kind}+xml"/>`;
  return [
    [
      'xl/styles.xml',
      `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">${[0, 49, 164].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"${id === 0 ? '' : ' applyNumberFormat="1"'}/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((number, { name, state }) => `<sheet name="${name}" sheetId="${number}"${state} r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${links}">${each((number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${each((number) => override(`worksheets/sheet${number}`, 'worksheet'))}</Types>`,
    ],
  ];
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * A text as XML has it, in which nothing reads as one of the escapes that workbooks have for characters; those that XML forbids, and the carriage
 * return that it takes for a line end, are written as such escapes.
 */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(unwritable, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

const unwritable = /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/gu;
