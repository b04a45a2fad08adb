import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { TableChoice } from '../../shared/model/table.ts';
import { textRow, type WorkbookParts, workbook } from '../testing/workbook.ts';
import { readTable } from './read-table.ts';

// Awkward workbooks, each with what a person would say that is in it, by hand: a table to the letter, or why it is none.

interface Case {
  readonly bytes: Uint8Array;
  readonly choice?: TableChoice;
  /** What the reading says; all of `notes` where they are given. */
  readonly says: Readonly<Record<string, unknown>>;
}

const note = (code: string, count: number, row: number | null) => ({ code, count, row });
const refusal = (fault: string, row: number | null = null) => ({ fault, row });

const sheet = (data: string, parts: Omit<WorkbookParts, 'sheets'> = {}): Uint8Array =>
  workbook({ ...parts, sheets: [{ data }] });
const bomb = sheet('', { parts: { 'xl/worksheets/sheet1.xml': new Uint8Array(65 * 1024 * 1024).fill(32) } });
const header = textRow(1, ['id', 'start']);
const cell = (place: string, value: string, attributes = ''): string =>
  `<c r="${place}"${attributes}><v>${value}</v></c>`;
const dates = [
  'yyyy\\-mm\\-dd',
  'dd/mm/yy hh:mm',
  '[h]:mm',
  '000',
  '[$-410]d mmmm yyyy;@',
  '0.00',
  '"d"0',
  'gg/mm/aaaa',
  '"AUD-"0000',
  '\\C00000\\-00',
  '[$NL]000" x"',
  '"AUD-"General',
  '#,##0.00 "EUR"',
  '[Red]0_);(0)',
];

const longText = 'x'.repeat(32_000);
const named = (rows: number): string =>
  Array.from({ length: rows }, (_, row) => {
    const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];
    const cells = letters.map((letter) => cell(`${letter}${row + 1}`, '0', ' t="s"'));
    return `<row r="${row + 1}">${cells.join('')}</row>`;
  }).join('');

const cases: Readonly<Record<string, Case>> = {
  'one long text that 2,110 cells name: all cells together have too many letters': {
    bytes: sheet(named(211), { strings: `<si><t>${longText}</t></si>` }),
    says: refusal('too-large', 210),
  },
  'ranges without end': {
    bytes: sheet(header, {
      parts: {
        'xl/worksheets/sheet1.xml': strToU8(
          `<worksheet><sheetData>${header}</sheetData><mergeCells>${'<mergeCell ref="A1:B1"/>'.repeat(640_000)}</mergeCells></worksheet>`,
        ),
      },
    }),
    says: refusal('too-large', 1),
  },
  'inline and shared texts, rich ones, without how they are spoken': {
    bytes: sheet(
      `${header}<row r="2">${cell('A2', '0', ' t="s"')}<c r="B2" t="inlineStr"><is><r><t>Bo</t></r><r><rPr><b/></rPr><t xml:space="preserve">ld </t></r></is></c></row>`,
      { strings: '<si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>' },
    ),
    says: {
      rows: [
        ['id', 'start'],
        ['東京', 'Bold '],
      ],
      kinds: ['tt', 'tt'],
      format: 'xlsx',
      encoding: null,
    },
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
      `<row r="1">${['7', '1E5', '1.5', '0.30000000000000004', '-2', '1.1000000000000001', '1E-7', '-1.25E-9'].map((value, place) => cell(`${'ABCDEFGH'[place]}1`, value)).join('')}</row>`,
    ),
    says: {
      rows: [['7', '100000', '1.5', '0.30000000000000004', '-2', '1.1', '0.0000001', '-0.00000000125']],
      kinds: ['nnnnnnnn'],
      notes: [],
    },
  },
  'numbers of more than 15 digits': {
    bytes: sheet(
      `<row r="1">${cell('A1', '12345678901234567890')}${cell('B1', '1.2345678901234567E+19')}${cell('C1', '123456789012345')}${cell('D1', '0.12345678901234567891')}${cell('E1', '-1.5E+22')}</row>`,
    ),
    says: {
      rows: [
        [
          '12345678901234567890',
          '12345678901234567000',
          '123456789012345',
          '0.12345678901234567891',
          '-15000000000000000000000',
        ],
      ],
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
  'numbers that a format shows with texts': {
    bytes: sheet(
      `<row r="1">${['9', '10', '11', '12', '13', '14'].map((style, place) => cell(`${'ABCDEF'[place]}1`, '7', ` s="${style}"`)).join('')}</row><row r="2">${cell('A2', '12345', ' s="9"')}${cell('B2', '12345678', ' s="10"')}${cell('C2', '-7', ' s="9"')}${cell('D2', '12345678901234567', ' s="12"')}</row>`,
      { formats: dates },
    ),
    says: {
      rows: [
        ['AUD-0007', 'C00000-07', 'NL007 x', 'AUD-7', '7', '7'],
        ['AUD-12345', 'C123456-78', '-7', 'AUD-12345678901234567'],
      ],
      kinds: ['ppppnn', 'ppnl'],
      notes: [note('padded-numbers', 6, 1), note('long-numbers', 1, 2)],
    },
  },
  'days and moments of the system of 1900': {
    bytes: sheet(
      `<row r="1">${cell('A1', '45658', ' s="1"')}${cell('B1', '45658.5', ' s="2"')}${cell('C1', '45658', ' s="5"')}${cell('D1', '0.5', ' s="2"')}${cell('E1', '45658', ' s="6"')}${cell('F1', '45658', ' s="7"')}${cell('G1', '45658', ' s="8"')}</row>`,
      { formats: dates },
    ),
    says: {
      rows: [
        ['2025-01-01', '2025-01-01 12:00:00', '2025-01-01', '12:00:00', '45658', 'd45658', '2025-01-01'],
      ],
      kinds: ['dmdmnpd'],
    },
  },
  'the days around the one that 1900 never had': {
    bytes: sheet(
      `<row r="1">${['0', '1', '59', '60', '61', '2958465', '2958466', '-1'].map((value, place) => cell(`${'ABCDEFGH'[place]}1`, value, ' s="1"')).join('')}</row>`,
      { formats: dates },
    ),
    says: {
      rows: [
        ['1900-01-00', '1900-01-01', '1900-02-28', '1900-02-29', '1900-03-01', '9999-12-31', '2958466', '-1'],
      ],
      kinds: ['ddddddnn'],
    },
  },
  'days of the system of 1904': {
    bytes: sheet(
      `<row r="1">${['0', '44196', '2957003', '2957004'].map((value, place) => cell(`${'ABCD'[place]}1`, value, ' s="1"')).join('')}</row>`,
      {
        formats: dates,
        is1904: true,
      },
    ),
    says: { rows: [['1904-01-01', '2025-01-01', '9999-12-31', '2957004']], kinds: ['dddn'] },
  },
  'a moment that rounds to midnight': {
    bytes: sheet(`<row r="1">${cell('A1', '45657.999999', ' s="1"')}</row>`, { formats: dates }),
    says: { rows: [['2025-01-01']], kinds: ['d'] },
  },
  'days as ISO 8601': {
    bytes: sheet(
      `<row r="1">${cell('A1', '2025-01-01', ' t="d"')}${cell('B1', '2025-01-01T09:30:00Z', ' t="d"')}${cell('C1', '2025-01-01T09:30:00.250', ' t="d"')}</row>`,
    ),
    says: { rows: [['2025-01-01', '2025-01-01 09:30:00', '2025-01-01 09:30:00.250']], kinds: ['dmm'] },
  },
  'booleans and errors': {
    bytes: sheet(
      `<row r="1">${cell('A1', '1', ' t="b"')}${cell('B1', '0', ' t="b"')}${cell('C1', '#N/A', ' t="e"')}${cell('D1', 'TRUE', ' t="b"')}</row>`,
    ),
    says: { rows: [['TRUE', 'FALSE', '#N/A', 'TRUE']], kinds: ['bbeb'], notes: [note('errors', 1, 1)] },
  },
  'a truth that is none': {
    bytes: sheet(`<row r="1">${cell('A1', 'maybe', ' t="b"')}</row>`),
    says: refusal('damaged'),
  },
  'a column of formulas, one never calculated': {
    bytes: sheet(
      `${header}<row r="2"><c r="A2" t="str"><f>B1&amp;"x"</f><v>ax</v></c><c r="B2" s="1"><f>A1+1</f><v>45658</v></c></row><row r="3"><c r="A3"><f>NOW()</f></c></row><row r="4"><c r="A4" t="str"><f>""</f><v></v></c></row><row r="5"><c r="B5"><f>NOW()</f><v></v></c></row>`,
      { formats: dates },
    ),
    says: {
      rows: [['id', 'start'], ['ax', '2025-01-01'], [''], ['', '']],
      kinds: ['tt', 'TD', 'U', '-U'],
      notes: [note('formulas', 2, 2), note('uncalculated', 2, 3), note('blank-rows', 1, 4)],
    },
  },
  'hidden rows, columns and sheets': {
    bytes: workbook({
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
      rows: [
        ['id', 'start'],
        ['1', 'a'],
        ['2', 'b'],
      ],
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
    bytes: workbook({ sheets: [{ data: textRow(1, ['a']) }, { data: textRow(1, ['b']) }] }),
    choice: { sheet: 1 },
    says: { rows: [['b']], sheet: 1 },
  },
  'merged cells': {
    bytes: workbook({
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
  'values that merged cells cover': {
    bytes: workbook({
      sheets: [
        {
          data: `${textRow(1, ['Clients', 'b', 'c'])}${textRow(2, ['id', 'name'])}`,
          after: '<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="D1:E1"/></mergeCells>',
        },
      ],
    }),
    says: {
      rows: [
        ['Clients', 'b', 'c'],
        ['id', 'name'],
      ],
      notes: [note('covered', 3, 1), note('merged', 1, null)],
    },
  },
  // As a person sees it: each row of the range has the value, but not each column.
  'cells that are merged over rows': {
    bytes: workbook({
      sheets: [
        {
          data: `${textRow(1, ['id', 'type', 'unit'])}<row r="2">${cell('A2', '7')}<c r="B2" t="str"><v>group</v></c><c r="C2" t="str"><f>X</f><v>EUR</v></c></row><row r="3">${cell('A3', '8')}</row><row r="5">${cell('A5', '9')}<c r="B5" s="0"/></row><row r="6">${cell('A6', '10')}</row>`,
          after:
            '<mergeCells><mergeCell ref="B2:B5"/><mergeCell ref="C2:D3"/><mergeCell ref="A6:A9"/></mergeCells>',
        },
      ],
    }),
    says: {
      rows: [['id', 'type', 'unit'], ['7', 'group', 'EUR'], ['8', 'group', 'EUR'], ['9', 'group'], ['10']],
      numbers: [1, 2, 3, 5, 6],
      kinds: ['ttt', 'ntT', 'ntT', 'nt', 'n'],
    },
  },
  'a text that is merged over as many rows as it is too long for': {
    bytes: workbook({
      sheets: [
        {
          data: `<row r="1">${cell('A1', longText, ' t="str"')}</row>${Array.from({ length: 2_110 }, (_, row) => `<row r="${row + 2}">${cell(`B${row + 2}`, '1')}</row>`).join('')}`,
          after: '<mergeCells><mergeCell ref="A1:A2111"/></mergeCells>',
        },
      ],
    }),
    says: { fault: 'too-large' },
  },
  'a hyperlink is its text': {
    bytes: workbook({
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
  'paths with backslashes, links to elsewhere, an empty cell of type text': {
    bytes: zipSync({
      '_rels\\.rels': strToU8(
        '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl\\book.xml"/></Relationships>',
      ),
      'xl\\book.xml': strToU8('<workbook><sheets><sheet name="A" r:id="b"/></sheets></workbook>'),
      'xl\\_rels\\book.xml.rels': strToU8(
        '<Relationships><Relationship Id="b" Type="x/worksheet" Target="my%20sheet.xml"/><Relationship Id="c" Type="x/hyperlink" TargetMode="External" Target="http://"/><Relationship Id="d" Type="x/image" Target="%zz"/></Relationships>',
      ),
      'xl\\my sheet.xml': strToU8(
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"/><c r="B1"><v>1</v></c></row></sheetData></worksheet>',
      ),
    }),
    says: { rows: [['', '1']], sheets: [{ name: 'A', isHidden: false }] },
  },
  'cells of shared texts that name none': {
    bytes: sheet(
      `<row r="1">${cell('A1', '', ' t="s"')}${cell('B1', ' ', ' t="s"')}${cell('C1', '0', ' t="s"')}</row>`,
      {
        strings: '<si><t>id</t></si>',
      },
    ),
    says: { rows: [['', '', 'id']] },
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
    bytes: sheet('<row s="1"/>'.repeat(1_048_576)),
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
    bytes: workbook({
      sheets: [],
      parts: {
        '_rels/.rels':
          '<Relationships><Relationship Id="a" Type="urn:x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
      },
    }),
    says: refusal('other-workbook'),
  },
  'a bomb: 65 MiB in 64 KiB': { bytes: bomb, says: refusal('too-large') },
  'a bomb that claims to be small': { bytes: withClaimedSize(bomb, 100), says: refusal('too-large') },
  'a bit that has turned over': { bytes: withTurnedBit(sheet(header)), says: refusal('damaged') },
  'a file that was cut': { bytes: sheet(header).subarray(0, -60), says: refusal('damaged') },
  'a sheet that breaks off': {
    bytes: sheet('', {
      parts: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${header}<row r="2">` },
    }),
    says: refusal('damaged'),
  },
  'a row without a whole number': {
    bytes: sheet('<row r="abc"/>'),
    says: refusal('damaged'),
  },
  'a column that begins within one': {
    bytes: workbook({
      sheets: [{ before: '<cols><col min="1.5" max="2" hidden="1"/></cols>', data: header }],
    }),
    says: refusal('damaged'),
  },
  'a NUL character, written as an escape': {
    bytes: sheet(textRow(1, ['id']) + textRow(2, ['a_x0000_b'])),
    says: refusal('nul-cell', 2),
  },
  'a name of JavaScript for an entity': {
    bytes: sheet(textRow(1, ['&constructor;'])),
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

it.each(Object.entries(cases))('%s', (_name, { bytes, choice = {}, says }) => {
  expect(readTable(bytes, choice)).toMatchObject(says);
});
