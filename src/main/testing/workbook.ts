import { strToU8, zipSync } from 'fflate';

export interface SheetParts {
  readonly name?: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** The content of `sheetData`. */
  readonly data: string;
  /** What stands before and behind it in the sheet. */
  readonly before?: string;
  readonly after?: string;
}

export interface WorkbookParts {
  readonly sheets: readonly SheetParts[];
  readonly is1904?: boolean;
  /** The content of `sst`, an `si` for each text. */
  readonly strings?: string;
  /** The codes of number formats of its own, the styles 1, 2, 3 and so on; style 0 is plain. */
  readonly formats?: readonly string[];
  /** Parts that take the place of others, or are there besides; null for one that is missing. */
  readonly parts?: Readonly<Record<string, string | Uint8Array | null>>;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const links = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook as spreadsheet programs write it, from the XML of its sheets, so that a test has every sign of it in hand. */
export function workbook({ sheets, is1904, strings, formats = [], parts = {} }: WorkbookParts): Uint8Array {
  const numbers = formats.map((code, place) => ({ id: 164 + place, code: code.replaceAll('"', '&quot;') }));
  const own: Record<string, string | Uint8Array | null> = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${is1904 === true ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, place) =>
          `<sheet name="${name ?? `Sheet${place + 1}`}" sheetId="${place + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${place + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${links}">${sheets
      .map(
        (_, place) =>
          `<Relationship Id="rId${place + 1}" Type="${office}/worksheet" Target="worksheets/sheet${place + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId100" Type="${office}/styles" Target="styles.xml"/>${strings === undefined ? '' : `<Relationship Id="rId101" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/>`}</Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts>${numbers
      .map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${numbers
      .map(({ id }) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...(strings === undefined
      ? {}
      : { 'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${strings}</sst>` }),
    ...Object.fromEntries(
      sheets.map(({ data, before = '', after = '' }, place) => [
        `xl/worksheets/sheet${place + 1}.xml`,
        `${head}<worksheet xmlns="${main}">${before}<sheetData>${data}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...parts,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(own).flatMap(([path, content]) =>
        content === null ? [] : [[path, typeof content === 'string' ? strToU8(content) : content]],
      ),
    ),
  );
}

/** A row of inline texts. */
export function textRow(number: number, texts: readonly string[], attributes = ''): string {
  const cells = texts.map(
    (text, place) =>
      `<c r="${String.fromCharCode(65 + place)}${number}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`,
  );
  return `<row r="${number}"${attributes}>${cells.join('')}</row>`;
}
