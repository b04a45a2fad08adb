import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { TableChoice } from '../../shared/model/table.ts';
import { textRow, type WorkbookParts, workbook } from '../testing/workbook.ts';
import { readTable } from './read-table.ts';

// Awkward files, each with what a person would say that is in it, by hand: a table to the letter, or why it is none.

interface Case {
  readonly bytes: Uint8Array | string;
  readonly choice?: TableChoice;
  /** What the reading says; all of `notes` where they are given. */
  readonly says: Readonly<Record<string, unknown>>;
}

const utf16 = (text: string, isBig = false): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const plain = (rows: readonly (readonly string[])[]) => ({ rows, notes: [] });
const note = (code: string, count: number, row: number | null) => ({ code, count, row });
const refusal = (fault: string, row: number | null = null) => ({ fault, row });

const texts: Readonly<Record<string, Case>> = {
  'UTF-8 without a mark': {
    bytes: 'id,name\r\n1,Łódź\r\n',
    says: { ...plain([['id', 'name'], ['1', 'Łódź']]), encoding: 'utf-8', hasMark: false, separator: ',' },
  },
  'UTF-8 with a mark': {
    bytes: '\uFEFFid,name\n1,é\n',
    says: { ...plain([['id', 'name'], ['1', 'é']]), encoding: 'utf-8', hasMark: true },
  },
  'a mark in the middle stays': {
    bytes: 'id,name\n1,a\uFEFFb\n',
    says: plain([['id', 'name'], ['1', 'a\uFEFFb']]),
  },
  'UTF-16, little end first': {
    bytes: utf16('id;naam\r\n1;Zoë\r\n'),
    says: { ...plain([['id', 'naam'], ['1', 'Zoë']]), encoding: 'utf-16le', hasMark: true, separator: ';' },
  },
  'UTF-16, big end first': {
    bytes: utf16('id;naam\r\n1;Zoë\r\n', true),
    says: { ...plain([['id', 'naam'], ['1', 'Zoë']]), encoding: 'utf-16be' },
  },
  'windows-1252, with the euro sign': {
    bytes: Buffer.concat([latin('id;naam\r\n1;Caf\xe9 '), Buffer.from([0x80]), latin(';\r\n')]),
    says: { rows: [['id', 'naam'], ['1', 'Café €']], encoding: 'windows-1252', separator: ';' },
  },
  'windows-1252 that a person takes for UTF-8': {
    bytes: latin('id;naam\r\n1;Caf\xe9\r\n'),
    choice: { encoding: 'utf-8' },
    says: refusal('not-in-encoding'),
  },
  'UTF-8 that a person takes for windows-1252': {
    bytes: 'id,name\n1,é\n',
    choice: { encoding: 'windows-1252' },
    says: { ...plain([['id', 'name'], ['1', 'Ã©']]), encoding: 'windows-1252' },
  },
  'UTF-16 without a mark': {
    bytes: Buffer.from('id;naam\r\n', 'utf16le'),
    says: refusal('nul-bytes', 1),
  },
  'UTF-16 without a mark, chosen': {
    bytes: Buffer.from('id;naam\r\n1;x\r\n', 'utf16le'),
    choice: { encoding: 'utf-16le' },
    says: plain([['id', 'naam'], ['1', 'x']]),
  },
  'a NUL byte in the third line': {
    bytes: 'id,name\n1,a\n2,b\0c\n',
    says: refusal('nul-bytes', 3),
  },
  'names in four scripts, right to left, with combining marks': {
    bytes: 'id,name\n1,Ωμέγα Холдинг\n2,שלום בע״מ\n3,会社\n4,Cafe\u0301\n',
    says: plain([
      ['id', 'name'],
      ['1', 'Ωμέγα Холдинг'],
      ['2', 'שלום בע״מ'],
      ['3', '会社'],
      ['4', 'Cafe\u0301'],
    ]),
  },
  'ids stay texts': {
    bytes: 'id,name\n007,a\n1E5,b\n12345678901234567890,c\n+31,d\n1.0,e\nTRUE,f\n',
    says: plain([
      ['id', 'name'],
      ['007', 'a'],
      ['1E5', 'b'],
      ['12345678901234567890', 'c'],
      ['+31', 'd'],
      ['1.0', 'e'],
      ['TRUE', 'f'],
    ]),
  },
  'white space at the ends stays and is counted': {
    bytes: 'id,name\n1 , a\n2,b\u00a0\n',
    says: { rows: [['id', 'name'], ['1 ', ' a'], ['2', 'b\u00a0']], notes: [note('outer-spaces', 3, 2)] },
  },
  'semicolons, with decimal commas': {
    bytes: 'id;bedrag\n1;1,5\n2;2,5\n',
    says: { ...plain([['id', 'bedrag'], ['1', '1,5'], ['2', '2,5']]), separator: ';' },
  },
  'tabs, with commas and semicolons in names': {
    bytes: 'id\tname\n1\tBrand, Ilse; Utrecht\n2\tBakker, Jan; Delft\n',
    says: {
      ...plain([['id', 'name'], ['1', 'Brand, Ilse; Utrecht'], ['2', 'Bakker, Jan; Delft']]),
      separator: '\t',
    },
  },
  'upright strokes': {
    bytes: 'id|name\n1|a\n',
    says: { ...plain([['id', 'name'], ['1', 'a']]), separator: '|' },
  },
  'a separator that a person has chosen': {
    bytes: 'a;b,c\n1;2,3\n',
    choice: { separator: ',' },
    says: { ...plain([['a;b', 'c'], ['1;2', '3']]), separator: ',' },
  },
  'two separators that divide as well': {
    bytes: 'a;b,c\n1;2,3\n',
    says: { separator: ',', notes: [note('separator-unsure', 1, null)] },
  },
  'a line that names the separator': {
    bytes: 'sep=|\r\na,b|c\r\n1,2|3\r\n',
    says: {
      rows: [['a,b', 'c'], ['1,2', '3']],
      numbers: [2, 3],
      separator: '|',
      notes: [note('separator-line', 1, 1)],
    },
  },
  'one column': {
    bytes: 'address\nilse@firm.example\n',
    says: { ...plain([['address'], ['ilse@firm.example']]), separator: ',' },
  },
  'quoted separators, quotation marks and line ends': {
    bytes: 'id,name\r\n1,"a,b"\r\n2,"he said ""yes"""\r\n3,"two\r\nlines"\r\n4,c\r\n',
    says: {
      ...plain([
        ['id', 'name'],
        ['1', 'a,b'],
        ['2', 'he said "yes"'],
        ['3', 'two\r\nlines'],
        ['4', 'c'],
      ]),
      numbers: [1, 2, 3, 4, 5],
    },
  },
  'line ends of three kinds, quoted ones untouched': {
    bytes: 'id,name\r\n1,"x\ny"\n2,"x\r\ny"\r3,b\r\n',
    says: plain([
      ['id', 'name'],
      ['1', 'x\ny'],
      ['2', 'x\r\ny'],
      ['3', 'b'],
    ]),
  },
  'line ends of old Macs': { bytes: 'id,name\r1,a\r', says: plain([['id', 'name'], ['1', 'a']]) },
  'no end of the last line': { bytes: 'id,name\n1,', says: plain([['id', 'name'], ['1']]) },
  'a quotation mark in the middle of a word stays': {
    bytes: 'id,name\n1,12" pipe\n2,a\n',
    says: plain([['id', 'name'], ['1', '12" pipe'], ['2', 'a']]),
  },
  'a quotation mark that is not closed': {
    bytes: 'id,name\n1,a\n2,"b\n3,c\n',
    says: refusal('quotes', 3),
  },
  'letters behind a closed quotation mark': {
    bytes: 'id,name\n1,"a"b\n2,c\n',
    says: refusal('quotes', 2),
  },
  'empty lines are left out and counted, their numbers stay': {
    bytes: 'id,name\n\n\n1,a\n,\n2,b\n\n',
    says: {
      rows: [['id', 'name'], ['1', 'a'], ['2', 'b']],
      numbers: [1, 4, 6],
      notes: [note('blank-rows', 3, 2)],
    },
  },
  'a header twice is read twice': {
    bytes: 'id,name\n1,a\nid,name\n2,b\n',
    says: plain([['id', 'name'], ['1', 'a'], ['id', 'name'], ['2', 'b']]),
  },
  'rows of different lengths': {
    bytes: 'id,name\n1\n2,b,c\n',
    says: plain([['id', 'name'], ['1'], ['2', 'b', 'c']]),
  },
  'formulas of a text file are texts': {
    bytes: 'id,name\n1,=1+1\n2,@x\n',
    says: plain([['id', 'name'], ['1', '=1+1'], ['2', '@x']]),
  },
  'dates of a text file are texts': {
    bytes: 'start\n01/03/2025\n2025-03-01\n',
    says: plain([['start'], ['01/03/2025'], ['2025-03-01']]),
  },
  'separators of lines that are no line ends': {
    bytes: 'id,name\n1,a\u2028b\u0085c\vd\n',
    says: plain([['id', 'name'], ['1', 'a\u2028b\u0085c\vd']]),
  },
  'an empty file': { bytes: '', says: refusal('empty') },
  'a mark alone': { bytes: '\uFEFF', says: refusal('empty') },
  'separators alone': { bytes: ',,,\n,,,\n', says: refusal('empty') },
  '20,001 rows': { bytes: 'x\n'.repeat(20_001), says: refusal('too-many-rows', 20_001) },
  '201 columns': { bytes: `a${',a'.repeat(200)}\n`, says: refusal('too-many-columns', 1) },
  'more cells than a table may have': {
    bytes: `a${',a'.repeat(199)}\n`.repeat(2_501),
    says: refusal('too-many-cells', 2_501),
  },
  'a cell of 32,768 letters': {
    bytes: `id,name\n1,${'a'.repeat(32_768)}\n`,
    says: refusal('cell-too-long', 2),
  },
  'a PDF': { bytes: '%PDF-1.7\n', says: refusal('not-a-table') },
};

const book = (parts: WorkbookParts): Uint8Array => workbook(parts);
const sheet = (data: string, parts: Omit<WorkbookParts, 'sheets'> = {}): Uint8Array =>
  workbook({ ...parts, sheets: [{ data }] });
const header = textRow(1, ['id', 'start']);
const cell = (place: string, value: string, attributes = ''): string =>
  `<c r="${place}"${attributes}><v>${value}</v></c>`;
const dates = ['yyyy\\-mm\\-dd', 'dd/mm/yy hh:mm', '[h]:mm', '000', '[$-410]d mmmm yyyy;@', '0.00', '"d"0', 'gg/mm/aaaa'];

const workbooks: Readonly<Record<string, Case>> = {
  'inline and shared texts, rich ones, without how they are spoken': {
    bytes: sheet(
      `${header}<row r="2">${cell('A2', '0', ' t="s"')}<c r="B2" t="inlineStr"><is><r><t>Bo</t></r><r><rPr><b/></rPr><t xml:space="preserve">ld </t></r></is></c></row>`,
      { strings: '<si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>' },
    ),
    says: { rows: [['id', 'start'], ['東京', 'Bold ']], kinds: ['tt', 'tt'], format: 'xlsx', encoding: null },
  },
  'escaped letters, entities and line ends': {
    bytes: sheet(textRow(1, ['a&amp;b&#x20AC;', 'x_x000A_y_x005F_x0041_', 'two&#10;lines'])),
    says: { rows: [['a&b€', 'x\ny_x0041_', 'two\nlines']] },
  },
  'ids as texts': {
    bytes: sheet(textRow(1, ['007', '1E5', '12345678901234567890'])),
    says: { rows: [['007', '1E5', '12345678901234567890']], kinds: ['ttt'], notes: [] },
  },
  'numbers, none of them with an exponent': {
    bytes: sheet(
      `<row r="1">${['7', '1E5', '1.5', '0.30000000000000004', '-2', '1.1000000000000001'].map((value, place) => cell(`${'ABCDEF'[place]}1`, value)).join('')}</row>`,
    ),
    says: { rows: [['7', '100000', '1.5', '0.30000000000000004', '-2', '1.1']], kinds: ['nnnnnn'], notes: [] },
  },
  'numbers of more than 15 digits': {
    bytes: sheet(
      `<row r="1">${cell('A1', '12345678901234567890')}${cell('B1', '1.2345678901234567E+19')}${cell('C1', '123456789012345')}${cell('D1', '0.12345678901234567891')}${cell('E1', '-1.5E+22')}</row>`,
    ),
    says: {
      rows: [['12345678901234567890', '12345678901234567000', '123456789012345', '0.12345678901234567891', '-15000000000000000000000']],
      kinds: ['llnll'],
      notes: [note('long-numbers', 4, 1)],
    },
  },
  'numbers that a format shows with zeros': {
    bytes: sheet(`<row r="1">${cell('A1', '7', ' s="4"')}${cell('B1', '1234', ' s="4"')}</row>`, {
      formats: dates,
    }),
    says: { rows: [['007', '1234']], kinds: ['pn'], notes: [note('padded-numbers', 1, 1)] },
  },
  'days and moments of the system of 1900': {
    bytes: sheet(
      `<row r="1">${cell('A1', '45658', ' s="1"')}${cell('B1', '45658.5', ' s="2"')}${cell('C1', '45658', ' s="5"')}${cell('D1', '0.5', ' s="2"')}${cell('E1', '45658', ' s="6"')}${cell('F1', '45658', ' s="7"')}${cell('G1', '45658', ' s="8"')}</row>`,
      { formats: dates },
    ),
    says: {
      rows: [['2025-01-01', '2025-01-01 12:00:00', '2025-01-01', '12:00:00', '45658', '45658', '2025-01-01']],
      kinds: ['dmdmnnd'],
    },
  },
  'the days around the one that 1900 never had': {
    bytes: sheet(
      `<row r="1">${['0', '1', '59', '60', '61', '2958465', '2958466', '-1'].map((value, place) => cell(`${'ABCDEFGH'[place]}1`, value, ' s="1"')).join('')}</row>`,
      { formats: dates },
    ),
    says: {
      rows: [
        [
          '1900-01-00',
          '1900-01-01',
          '1900-02-28',
          '1900-02-29',
          '1900-03-01',
          '9999-12-31',
          '2958466',
          '-1',
        ],
      ],
      kinds: ['ddddddnn'],
    },
  },
  'days of the system of 1904': {
    bytes: sheet(`<row r="1">${cell('A1', '0', ' s="1"')}${cell('B1', '44196', ' s="1"')}</row>`, {
      formats: dates,
      is1904: true,
    }),
    says: { rows: [['1904-01-01', '2025-01-01']], kinds: ['dd'] },
  },
  'a moment that rounds to midnight': {
    bytes: sheet(`<row r="1">${cell('A1', '45657.999999', ' s="1"')}</row>`, { formats: dates }),
    says: { rows: [['2025-01-01']], kinds: ['d'] },
  },
  'days as ISO 8601': {
    bytes: sheet(
      `<row r="1">${cell('A1', '2025-01-01', ' t="d"')}${cell('B1', '2025-01-01T09:30:00Z', ' t="d"')}</row>`,
    ),
    says: { rows: [['2025-01-01', '2025-01-01 09:30:00']], kinds: ['dm'] },
  },
  'booleans and errors': {
    bytes: sheet(
      `<row r="1">${cell('A1', '1', ' t="b"')}${cell('B1', '0', ' t="b"')}${cell('C1', '#N/A', ' t="e"')}</row>`,
    ),
    says: { rows: [['TRUE', 'FALSE', '#N/A']], kinds: ['bbe'], notes: [note('errors', 1, 1)] },
  },
  'a column of formulas, one never calculated': {
    bytes: sheet(
      `${header}<row r="2"><c r="A2" t="str"><f>B1&amp;"x"</f><v>ax</v></c><c r="B2" s="1"><f>A1+1</f><v>45658</v></c></row><row r="3"><c r="A3"><f>NOW()</f></c></row>`,
      { formats: dates },
    ),
    says: {
      rows: [['id', 'start'], ['ax', '2025-01-01'], ['']],
      kinds: ['tt', 'TD', 'T'],
      notes: [note('formulas', 2, 2)],
    },
  },
  'hidden rows, columns and sheets': {
    bytes: book({
      sheets: [
        { name: 'Secret', state: 'veryHidden', data: textRow(1, ['x']) },
        {
          name: 'Audits',
          before: '<cols><col min="2" max="16384" hidden="1"/></cols>',
          data: `${header}${textRow(2, ['1', 'a'], ' hidden="1"')}${textRow(3, ['2', 'b'])}`,
        },
      ],
    }),
    says: {
      rows: [['id', 'start'], ['1', 'a'], ['2', 'b']],
      sheets: [
        { name: 'Secret', isHidden: true },
        { name: 'Audits', isHidden: false },
      ],
      sheet: 1,
      hidden: { rows: [2], columns: [1] },
      notes: [note('hidden-rows', 1, 2), note('hidden-columns', 1, null), note('hidden-sheets', 1, null)],
    },
  },
  'a sheet that a person has chosen': {
    bytes: book({ sheets: [{ data: textRow(1, ['a']) }, { data: textRow(1, ['b']) }] }),
    choice: { sheet: 1 },
    says: { rows: [['b']], sheet: 1 },
  },
  'merged cells': {
    bytes: book({
      sheets: [
        {
          data: `${textRow(1, ['Clients 2025'])}${textRow(2, ['id', 'name'])}`,
          after: '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells>',
        },
      ],
    }),
    says: {
      rows: [['Clients 2025'], ['id', 'name']],
      merged: ['A1:C1'],
      notes: [note('merged', 1, null)],
    },
  },
  'a hyperlink is its text': {
    bytes: book({
      sheets: [
        {
          data: textRow(1, ['ilse@firm.example']),
          after: '<hyperlinks><hyperlink ref="A1" display="other"/></hyperlinks>',
        },
      ],
    }),
    says: { rows: [['ilse@firm.example']] },
  },
  'cells without references, rows without numbers, tags with prefixes': {
    bytes: sheet('', {
      parts: {
        'xl/worksheets/sheet1.xml':
          '<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row><x:c t="str"><x:v>a</x:v></x:c><x:c/><x:c><x:v>2</x:v></x:c></x:row><x:row><x:c t="inlineStr"><x:is><x:t><![CDATA[<b>]]></x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
      },
    }),
    says: { rows: [['a', '', '2'], ['<b>']], kinds: ['t-n', 't'], numbers: [1, 2] },
  },
  'one cell in the last row of the sheet': {
    bytes: sheet(`${header}<row r="1048576">${cell('A1048576', '1')}</row>`),
    says: {
      rows: [['id', 'start'], ['1']],
      numbers: [1, 1_048_576],
      notes: [note('blank-rows', 1_048_574, 2)],
    },
  },
  'a cell in the last column of the sheet': {
    bytes: sheet(`<row r="1">${cell('XFD1', '1')}</row>`),
    says: refusal('too-many-columns', 1),
  },
  '1,048,576 empty rows, formatted': {
    bytes: sheet('<row r="1" s="1" customFormat="1"/>'.repeat(1_048_576)),
    says: refusal('empty'),
  },
  'an empty sheet': { bytes: sheet(''), says: refusal('empty') },
  'a sheet that is not there': {
    bytes: sheet(header),
    choice: { sheet: 5 },
    says: refusal('no-sheet'),
  },
  'a password': {
    bytes: Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
    says: refusal('password'),
  },
  'an XLS that is called XLSX': {
    bytes: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    says: refusal('old-workbook'),
  },
  'another packed file': {
    bytes: zipSync({ 'content.xml': strToU8('<x/>'), mimetype: strToU8('application/vnd.oasis') }),
    says: refusal('not-a-table'),
  },
  'a binary workbook': {
    bytes: book({
      sheets: [],
      parts: {
        '_rels/.rels':
          '<Relationships><Relationship Id="a" Type="urn:x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
      },
    }),
    says: refusal('not-a-table'),
  },
  'a bomb: 65 MiB in 64 KiB': {
    bytes: sheet('', { parts: { 'xl/worksheets/sheet1.xml': new Uint8Array(65 * 1024 * 1024).fill(32) } }),
    says: refusal('inflates'),
  },
  'a bomb that claims to be small': {
    bytes: withClaimedSize(
      sheet('', { parts: { 'xl/worksheets/sheet1.xml': new Uint8Array(65 * 1024 * 1024).fill(32) } }),
      100,
    ),
    says: refusal('inflates'),
  },
  'a bit that has turned over': { bytes: withTurnedBit(sheet(header)), says: refusal('damaged') },
  'a file that was cut': { bytes: sheet(header).subarray(0, -60), says: refusal('damaged') },
  'a sheet that breaks off': {
    bytes: sheet('', {
      parts: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${header}<row r="2">` },
    }),
    says: refusal('damaged'),
  },
  'a text that is not among the shared ones': {
    bytes: sheet(`<row r="1">${cell('A1', '3', ' t="s"')}</row>`, { strings: '<si><t>a</t></si>' }),
    says: refusal('damaged'),
  },
  'two values for one cell': {
    bytes: sheet(`<row r="1">${cell('A1', '1')}${cell('A1', '2')}</row>`),
    says: refusal('damaged', 1),
  },
  'entities that would grow': {
    bytes: sheet('', {
      parts: {
        'xl/worksheets/sheet1.xml':
          '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData/></worksheet>',
      },
    }),
    says: refusal('damaged'),
  },
};

/** The file with other inflated sizes in its directory. */
function withClaimedSize(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf('PK\u0001\u0002'); at >= 0; at = copy.indexOf('PK\u0001\u0002', at + 1))
    copy.writeUInt32LE(size, at + 24);
  return copy;
}

/** The file with one bit of its sheet the other way round. */
function withTurnedBit(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf('xl/worksheets/sheet1.xml') + 24 + 60;
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

describe.each([
  ['text files', texts],
  ['workbooks', workbooks],
])('awkward %s', (_, cases) => {
  it.each(Object.entries(cases))('%s', (_name, { bytes, choice = {}, says }) => {
    const read = readTable(typeof bytes === 'string' ? strToU8(bytes) : bytes, choice);
    expect(read).toMatchObject(says);
  });
});

it('there are at least 40 of them', () => {
  expect(Object.keys({ ...texts, ...workbooks }).length).toBeGreaterThanOrEqual(40);
});
