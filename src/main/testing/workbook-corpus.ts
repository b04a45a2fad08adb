import { type Zipping, zipped } from './zipped.ts';

// Workbooks as many programs write them, all of one table, made here: no byte is from anywhere else.

/** What is in each of them, by hand. */
export const tableOfBooks = {
  rows: [
    ['Audit ID', 'Name', 'Start', 'Sent', 'Number'],
    ['0007', 'Café “Città” & Zn.', '2027-03-16', '2027-03-16 12:00:00', '0042'],
    ['1E5', ' two\nlines', '2024-02-29', '12:00:00', '1234'],
  ],
  kinds: ['ttttt', 'ttdmp', 'ttdmn'],
} as const;

interface Written {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const strictOffice = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const links = 'http://schemas.openxmlformats.org/package/2006/relationships';
const alternatives = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

interface Ways {
  readonly texts: keyof typeof waysOfTexts;
  readonly names: keyof typeof waysOfNames;
  readonly is1904: boolean;
  /** What stands in the workbook behind its sheets, in the sheet behind its rows, and in the styles behind those of cells. */
  readonly extensions: { readonly book?: string; readonly sheet?: string; readonly styles?: string };
  /** What becomes of the sheet, and of the names of parts. */
  readonly sheet: (xml: string) => string;
  readonly encode: (xml: string) => Uint8Array;
  readonly paths: (path: string) => string;
  readonly zipping: Zipping;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('\n', '&#10;').replaceAll('<', '&lt;');
const kept = (text: string): string => `<t xml:space="preserve">${escaped(text)}</t>`;

/** How a text stands in its cell, and what it adds to the texts that cells name by their place. */
const waysOfTexts = {
  inline: (place: string, text: string) => `<c r="${place}" t="inlineStr"><is>${kept(text)}</is></c>`,
  'inline and rich': (place: string, text: string) =>
    `<c r="${place}" t="inlineStr"><is><r><rPr><b/></rPr>${kept(text.slice(0, 2))}</r><r>${kept(text.slice(2))}</r></is></c>`,
  'inline, spoken': (place: string, text: string) =>
    `<c r="${place}" t="inlineStr"><is>${kept(text)}<rPh sb="0" eb="1"><t>ka</t></rPh></is></c>`,
  'inline in a cell of no kind': (place: string, text: string) =>
    `<c r="${place}"><is>${kept(text)}</is></c>`,
  'inline in a cell of numbers': (place: string, text: string) =>
    `<c r="${place}" t="n" s="1"><is>${kept(text)}</is></c>`,
  'inline in a cell of shared texts': (place: string, text: string) =>
    `<c r="${place}" t="s"><is>${kept(text)}</is></c>`,
  'inline by its kind, as a value': (place: string, text: string) =>
    `<c r="${place}" t="inlineStr"><v>${escaped(text)}</v></c>`,
  'as the value of a cell': (place: string, text: string) =>
    `<c r="${place}" t="str"><v>${escaped(text)}</v></c>`,
  shared: (place: string, text: string, strings: string[]) =>
    `<c r="${place}" t="s"><v>${strings.push(`<si>${kept(text)}</si>`) - 1}</v></c>`,
  'shared and rich': (place: string, text: string, strings: string[]) =>
    `<c r="${place}" t="s"><v>${strings.push(`<si><r>${kept(text.slice(0, 1))}</r><r>${kept(text.slice(1))}</r><phoneticPr fontId="1"/></si>`) - 1}</v></c>`,
} as const;

/** How elements are named: each turns a part in plain names into another that says the same. */
const waysOfNames = {
  plain: (xml: string) => xml,
  prefixed: (xml: string) =>
    xml
      .replace(/<(\/?)(?=\w)(?!\w+:)/g, '<$1x:')
      .replace(/ xmlns="([^"]+)"/, ' xmlns:x="$1" xmlns="urn:other"'),
  strict: (xml: string) => xml.replaceAll(main, strict).replaceAll(office, strictOffice),
  'declared again': (xml: string) => xml.replaceAll('<row ', `<row xmlns="${main}" `),
  'without a namespace': (xml: string) => xml.replace(` xmlns="${main}"`, ''),
} as const;

const ordinary: Ways = {
  texts: 'inline',
  names: 'plain',
  is1904: false,
  extensions: {},
  sheet: (xml) => xml,
  encode: (xml) => Buffer.from(xml),
  paths: (path) => path,
  zipping: {},
};

const dayOf1904 = 1_462;

function partsOf({ texts, is1904, extensions, sheet }: Ways): Readonly<Record<string, string>> {
  const strings: string[] = [];
  const shift = is1904 ? dayOf1904 : 0;
  const [head, first, second] = tableOfBooks.rows;
  const text = (row: number, place: number, value: string) =>
    waysOfTexts[texts](`${'ABCDE'[place] ?? ''}${row}`, value, strings);
  const number = (place: string, style: number, value: number) =>
    `<c r="${place}" s="${style}"><v>${value}</v></c>`;
  const rows = [
    head.map((title, place) => text(1, place, title)),
    [
      ...first.slice(0, 2).map((value, place) => text(2, place, value)),
      number('C2', 1, 46_462 - shift),
      number('D2', 2, 46_462.5 - shift),
      number('E2', 3, 42),
    ],
    [
      ...second.slice(0, 2).map((value, place) => text(3, place, value)),
      number('C3', 1, 45_351 - shift),
      number('D3', 2, 0.5),
      number('E3', 3, 1_234),
    ],
  ];
  const data = rows.map((cells, place) => `<row r="${place + 1}">${cells.join('')}</row>`).join('');
  const epoch = is1904 ? '<workbookPr date1904="1"/>' : '';
  const link = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`;
  const shared = `<sst xmlns="${main}">${strings.join('')}</sst>`;
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${links}">${link(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">${epoch}<sheets><sheet name="Audits" sheetId="1" r:id="rId1"/></sheets>${extensions.book ?? ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${links}">${link(1, 'worksheet', 'worksheets/sheet1.xml')}${link(2, 'styles', 'styles.xml')}${strings.length > 0 ? link(3, 'sharedStrings', 'sharedStrings.xml') : ''}</Relationships>`,
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="0000"/><numFmt numFmtId="165" formatCode="d/m/yyyy h:mm"/></numFmts><cellStyleXfs count="1"><xf numFmtId="10"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="164"/></cellXfs>${extensions.styles ?? ''}</styleSheet>`,
    'xl/worksheets/sheet1.xml': sheet(
      `${declaration}<worksheet xmlns="${main}"><sheetData>${data}</sheetData>${extensions.sheet ?? ''}</worksheet>`,
    ),
    ...(strings.length > 0 ? { 'xl/sharedStrings.xml': `${declaration}${shared}` } : {}),
  };
}

function book(name: string, ways: Partial<Ways>): Written {
  const all = { ...ordinary, ...ways };
  const parts = Object.entries(partsOf(all)).map(([path, xml]) => {
    const isOfSheets = path.startsWith('xl/') && !path.endsWith('.rels');
    return [all.paths(path), all.encode(isOfSheets ? waysOfNames[all.names](xml) : xml)] as const;
  });
  return { name, bytes: zipped(Object.fromEntries(parts), all.zipping) };
}

const utf16 = (xml: string, mark: string): Buffer =>
  Buffer.from(mark + xml.replace('encoding="UTF-8"', 'encoding="UTF-16"'), 'utf16le');
const single = (label: string) => (xml: string) =>
  // The quotation marks are no letters of ISO 8859-1, so they are entities there.
  Buffer.from(xml.replace('UTF-8', label).replaceAll('“', '&#8220;').replaceAll('”', '&#8221;'), 'latin1');
const waysOfEncoding: Readonly<Record<string, Ways['encode']>> = {
  'UTF-8 with a mark': (xml) => Buffer.from(`\uFEFF${xml}`),
  'UTF-8 that says nothing': (xml) => Buffer.from(xml.replace(declaration, '')),
  'UTF-16, little end first': (xml) => utf16(xml, '\uFEFF'),
  'UTF-16, big end first': (xml) => utf16(xml, '\uFEFF').swap16(),
  'UTF-16, little end first, without a mark': (xml) => utf16(xml, ''),
  'UTF-16, big end first, without a mark': (xml) => utf16(xml, '').swap16(),
  'ISO 8859-1': single('ISO-8859-1'),
  'windows-1252': single('windows-1252'),
  'US-ASCII': (xml) =>
    Buffer.from(
      xml
        .replace('UTF-8', 'us-ascii')
        .replace(/\P{ASCII}/gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
    ),
};

const x14 = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';
const inExtension = (xml: string) => `<extLst><ext uri="{0}" xmlns:x14="${x14}">${xml}</ext></extLst>`;
/** Elements that are called as others, elsewhere. */
const waysOfExtending: Readonly<Record<string, Ways['extensions']>> = {
  'an extension for the workbook': { book: inExtension('<x14:workbookPr defaultImageDpi="32767"/>') },
  'an extension for the workbook, of the same namespace': { book: inExtension('<workbookPr date1904="0"/>') },
  'sheets in an extension': {
    book: inExtension('<x14:sheets><x14:sheet name="Other" id="rId1"/></x14:sheets>'),
  },
  'formats of conditions': {
    styles:
      '<dxfs><dxf><numFmt numFmtId="14" formatCode="0.00%"/></dxf><dxf><numFmt numFmtId="164" formatCode="0.0"/></dxf><dxf><numFmt numFmtId="165" formatCode="General"/></dxf></dxfs>',
  },
  'styles of cells in an extension': {
    styles: inExtension(
      '<x14:cellXfs><x14:xf numFmtId="14"/></x14:cellXfs><cellXfs><xf numFmtId="9"/></cellXfs>',
    ),
  },
  'rows and cells in an extension': {
    sheet: inExtension(
      '<x14:row r="1"/><x14:c r="A1"><x14:v>7</x14:v></x14:c><row r="2"><c r="A2"><v>1</v></c></row>',
    ),
  },
  'columns and merged ranges in an extension': {
    sheet: inExtension(
      '<x14:cols><x14:col min="1" max="1" hidden="1"/></x14:cols><mergeCells><mergeCell ref="A1:E3"/></mergeCells>',
    ),
  },
  'formulas of sparklines': {
    sheet: inExtension(
      '<x14:sparkline><f xmlns="urn:xm">Audits!A1:B2</f><v xmlns="urn:xm">3</v></x14:sparkline>',
    ),
  },
};

const waysOfSheets: Readonly<Record<string, Ways['sheet']>> = {
  'an extension in each cell': (xml) =>
    xml.replaceAll('</c>', '<extLst><ext uri="{1}"><v>9</v><f>1</f><is><t>no</t></is></ext></extLst></c>'),
  'another namespace in each cell': (xml) =>
    xml.replaceAll('</c>', '<o:v xmlns:o="urn:other">9</o:v><v xmlns="urn:other">9</v></c>'),
  alternatives: (xml) =>
    xml
      .replace(
        '<sheetData>',
        `<mc:AlternateContent xmlns:mc="${alternatives}"><mc:Choice Requires="o"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></mc:Choice><mc:Fallback><sheetData>`,
      )
      .replace('</sheetData></worksheet>', '</sheetData></mc:Fallback></mc:AlternateContent></worksheet>'),
  'comments and instructions': (xml) =>
    xml.replaceAll('<row ', '<!-- <row r="9"> --><?x <c?><row ').replaceAll('</row>', '</row>\n  '),
  'attributes in other quotation marks': (xml) => xml.replaceAll(/"/g, "'"),
  'no places of cells and rows': (xml) => xml.replace(/<(c|row) r="\w+"/g, '<$1'),
  'attributes of other namespaces': (xml) =>
    xml.replaceAll('<c ', '<c o:s="0" o:t="b" xmlns:o="urn:other" o:r="Z9" '),
};

const waysOfPaths: Readonly<Record<string, Ways['paths']>> = {
  'in capitals': (path) => path.toUpperCase(),
  'in small letters': (path) => path.toLowerCase(),
  'in other case than is said': (path) =>
    path.replace(/(workbook|styles|sheet\d|sharedStrings)\.xml$/, (name) =>
      name.replace(/^./, (letter) => letter.toUpperCase()),
    ),
  'with backslashes': (path) => path.replaceAll('/', '\\'),
  'from the root': (path) => `/${path}`,
};

const waysOfZipping: Readonly<Record<string, Zipping>> = {
  stored: { isStored: true },
  'with a wide end': { wide: 'end' },
  'with wide entries': { wide: 'entries' },
  'stored, with wide entries': { wide: 'entries', isStored: true },
  'with a comment': { comment: 'Made by a program' },
};

function each<Way>(ways: Readonly<Record<string, Way>>, of: (way: Way) => Partial<Ways>): readonly Written[] {
  return Object.entries(ways).map(([name, way]) => book(name, of(way)));
}

export function booksOfCorpus(): readonly Written[] {
  const texts = Object.keys(waysOfTexts) as (keyof typeof waysOfTexts)[]; // its own keys
  const names = Object.keys(waysOfNames) as (keyof typeof waysOfNames)[]; // its own keys
  return [
    ...texts.flatMap((ofTexts) =>
      names.map((ofNames) => book(`texts ${ofTexts}, names ${ofNames}`, { texts: ofTexts, names: ofNames })),
    ),
    ...each(waysOfExtending, (extensions) => ({ extensions })),
    ...each(waysOfExtending, (extensions) => ({ extensions, is1904: true, texts: 'shared' })).map(
      ({ name, bytes }) => ({ name: `${name}, from 1904 on`, bytes }),
    ),
    ...each(waysOfEncoding, (encode) => ({ encode })),
    ...each(waysOfEncoding, (encode) => ({ encode, texts: 'shared' })).map(({ name, bytes }) => ({
      name: `${name}, shared texts`,
      bytes,
    })),
    ...each(waysOfSheets, (sheet) => ({ sheet })),
    ...each(waysOfPaths, (paths) => ({ paths, texts: 'shared' })),
    ...each(waysOfZipping, (zipping) => ({ zipping })),
  ];
}
