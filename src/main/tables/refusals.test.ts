import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { textRow, workbook } from '../testing/workbook.ts';
import { readTable } from './read-table.ts';

// What is no table is called what it is; of what is one, a person can choose how it is read.

const utf16 = (text: string): Uint8Array => Buffer.from(text, 'utf16le');
const compound = (name: string): Uint8Array =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), utf16(name)]);
/** As Excel writes it beside a workbook that is open. */
function lockFile(name: string, length = 165): Uint8Array {
  const bytes = Buffer.alloc(length, ' ');
  bytes.writeUInt8(name.length, 0);
  bytes.write(name, 1, 'latin1');
  bytes.writeUInt16LE(name.length, 55);
  bytes.write(name, 57, 'utf16le');
  return bytes;
}

it.each([
  ['a workbook of Excel 2', Buffer.from('090004000200100000', 'hex'), 'old-workbook'],
  ['a workbook of Excel 3', Buffer.from('0902060000001000', 'hex'), 'old-workbook'],
  ['a workbook of Excel 4', Buffer.from('0904060000001000', 'hex'), 'old-workbook'],
  ['a workbook of Excel 5', Buffer.from('0908080000050500', 'hex'), 'old-workbook'],
  ['a workbook of Excel 97', compound('Workbook'), 'old-workbook'],
  ['a document of Word 97', compound('WordDocument'), 'not-a-table'],
  ['a message of Outlook', compound('__substg1.0_0037001F'), 'not-a-table'],
  [
    'a web archive',
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n--x',
    'web-page',
  ],
  [
    'a web archive with a sender',
    'From: <Saved by x>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n',
    'web-page',
  ],
  [
    'a web page that is called XLS',
    '<html xmlns:x="urn:x"><head></head><table><tr><td>1</td></tr></table>',
    'web-page',
  ],
  ['a part of a web page', '\n<div><table border=1><tr><td>1</td></tr></table></div>', 'web-page'],
  ['a part of a web page, in other letters', '<FONT FACE="Arial"><TABLE><TR><TD>1', 'web-page'],
  [
    'OpenDocument in one part',
    '<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
    'other-workbook',
  ],
  ['a web page in UTF-16', utf16('\uFEFF<HTML><body></body></HTML>'), 'web-page'],
  [
    'a workbook of 2003',
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<ss:Workbook/>',
    'other-workbook',
  ],
  ['another document in XML', '<?xml version="1.0"?><invoice/>', 'not-a-table'],
  ['SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"id"\r\nE\r\n', 'other-workbook'],
  ['SYLK of another program', 'ID;PSCALC3\nB;Y2;X2\nC;X1;Y1;K1\nE\n', 'other-workbook'],
  ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n""\r\n', 'other-workbook'],
  [
    'OpenDocument',
    zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet') }),
    'other-workbook',
  ],
  [
    'a text of OpenDocument',
    zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.text') }),
    'not-a-table',
  ],
  ['Numbers', zipSync({ 'Index/Document.iwa': strToU8('x') }), 'other-workbook'],
  ['Numbers, in two', zipSync({ 'Index.zip': strToU8('x') }), 'other-workbook'],
  ['a lock file of Excel', lockFile('Ilse Brand'), 'lock-file'],
  ['a lock file of Excel, of a long name', lockFile('Johannes Maria van der Meulen-Brandsma'), 'lock-file'],
  [
    'a lock file of LibreOffice',
    ',ilse,desk-3,29.11.2026 10:00,file:///home/ilse/.config/libreoffice/4;',
    'lock-file',
  ],
])('%s', (_name, bytes, fault) => {
  expect(readTable(typeof bytes === 'string' ? strToU8(bytes) : bytes, {})).toEqual({ fault, row: null });
});

it('a table whose first titles read as those of another format is a table', () => {
  expect(readTable(strToU8('ID;PERIOD\nA;1\n'), {})).toMatchObject({
    rows: [
      ['ID', 'PERIOD'],
      ['A', '1'],
    ],
  });
  expect(readTable(strToU8('table\n0\n'), {})).toMatchObject({ rows: [['table'], ['0']] });
  expect(readTable(strToU8('<id>;<name>\n1;a\n'), {})).toMatchObject({
    rows: [
      ['<id>', '<name>'],
      ['1', 'a'],
    ],
  });
});

it.each([
  ['quotation marks', 'id;name\n1;"a"b\n', { encoding: 'utf-8', separator: ';' }],
  ['no values', ',,\n', { encoding: 'utf-8', separator: ',' }],
  ['bytes that no text has', 'id,name\n1,a\0b\n', { encoding: 'utf-8', separator: ',' }],
])('after %s, encoding and separator can be chosen', (_name, text, tried) => {
  expect(readTable(strToU8(text), {})).toMatchObject({ tried: { ...tried, sheets: [], sheet: null } });
});

it('letters that an encoding does not have can be read in another', () => {
  const bytes = Buffer.concat([Buffer.from('id;name\r\n1;'), Buffer.from([0x8f]), Buffer.from('\r\n')]);
  expect(readTable(bytes, {})).toMatchObject({
    fault: 'not-in-encoding',
    tried: { encoding: 'windows-1252', separator: ';' },
  });
  expect(readTable(bytes, { encoding: 'macintosh' })).toMatchObject({
    rows: [
      ['id', 'name'],
      ['1', 'è'],
    ],
  });
});

it('a workbook opens at its first sheet in sight that has values', () => {
  const cover = { name: 'Cover', data: '<row r="1"><c r="A1" s="0"/></row>' };
  const hidden = { name: 'Lists', state: 'hidden', data: textRow(1, ['x']) } as const;
  const audits = { name: 'Audits', data: textRow(1, ['id']) };
  expect(readTable(workbook({ sheets: [cover, hidden, cover, audits] }), {})).toMatchObject({
    rows: [['id']],
    sheet: 3,
  });
  const sheets = [
    { name: 'Cover', isHidden: false },
    { name: 'Lists', isHidden: true },
  ];
  const lost = readTable(workbook({ sheets: [cover, hidden] }), {});
  expect(lost).toMatchObject({
    fault: 'empty',
    tried: { sheets, sheet: 0, encoding: null, separator: null },
  });
  expect(readTable(workbook({ sheets: [cover, hidden] }), { sheet: 1 })).toMatchObject({ rows: [['x']] });
});

it('of a workbook with a sheet that cannot be read, another can be chosen', () => {
  const book = workbook({
    sheets: [{ data: '<row r="x"/>' }, { data: textRow(1, ['id']) }],
  });
  expect(readTable(book, {})).toMatchObject({ fault: 'damaged', tried: { sheet: 0 } });
  expect(readTable(book, { sheet: 1 })).toMatchObject({ rows: [['id']], sheet: 1 });
});

it('a workbook without its styles is read, and its numbers may be days', () => {
  const data = `${textRow(1, ['id'])}<row r="2"><c r="A2" s="1"><v>45000</v></c><c r="B2"><v>1</v></c></row>`;
  const book = workbook({ sheets: [{ data }], parts: { 'xl/styles.xml': null } });
  expect(readTable(book, {})).toMatchObject({
    rows: [['id'], ['45000', '1']],
    notes: [{ code: 'without-format', count: 1, row: null }],
  });
});

it('names of parts that differ in case alone are told apart by their letters, or not at all', () => {
  const parts = { 'xl/Styles.xml': '<styleSheet/>' };
  const data = textRow(1, ['id']);
  expect(readTable(workbook({ sheets: [{ data }], parts }), {})).toMatchObject({ rows: [['id']] });
  const other = { ...parts, 'xl/styles.xml': null, 'xl/STYLES.xml': '<styleSheet/>' };
  expect(readTable(workbook({ sheets: [{ data }], parts: other }), {})).toMatchObject({ fault: 'damaged' });
});
