import { strToU8 } from 'fflate';
import { expect, it } from 'vitest';
import type { TableChoice } from '../../shared/model/table.ts';
import { readTable } from './read-table.ts';

// Awkward text files, each with what a person would say that is in it, by hand: a table to the letter, or why it is none.

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

const cases: Readonly<Record<string, Case>> = {
  'UTF-8 without a mark': {
    bytes: 'id,name\r\n1,Łódź\r\n',
    says: {
      ...plain([
        ['id', 'name'],
        ['1', 'Łódź'],
      ]),
      encoding: 'utf-8',
      hasMark: false,
      separator: ',',
    },
  },
  'UTF-8 with a mark': {
    bytes: '\uFEFFid,name\n1,é\n',
    says: {
      ...plain([
        ['id', 'name'],
        ['1', 'é'],
      ]),
      encoding: 'utf-8',
      hasMark: true,
    },
  },
  'a mark in the middle stays': {
    bytes: 'id,name\n1,a\uFEFFb\n',
    says: {
      rows: [
        ['id', 'name'],
        ['1', 'a\uFEFFb'],
      ],
      notes: [note('invisible', 1, 2)],
    },
  },
  'UTF-16, little end first': {
    bytes: utf16('id;naam\r\n1;Zoë\r\n'),
    says: {
      ...plain([
        ['id', 'naam'],
        ['1', 'Zoë'],
      ]),
      encoding: 'utf-16le',
      hasMark: true,
      separator: ';',
    },
  },
  'UTF-16, big end first': {
    bytes: utf16('id;naam\r\n1;Zoë\r\n', true),
    says: {
      ...plain([
        ['id', 'naam'],
        ['1', 'Zoë'],
      ]),
      encoding: 'utf-16be',
    },
  },
  'windows-1252, with the euro sign': {
    bytes: Buffer.concat([latin('id;naam\r\n1;Caf\xe9 '), Buffer.from([0x80]), latin(';\r\n')]),
    says: {
      rows: [
        ['id', 'naam'],
        ['1', 'Café €'],
      ],
      encoding: 'windows-1252',
      separator: ';',
    },
  },
  'windows-1252 that a person takes for UTF-8': {
    bytes: latin('id;naam\r\n1;Caf\xe9\r\n'),
    choice: { encoding: 'utf-8' },
    says: refusal('not-in-encoding'),
  },
  'UTF-8 that a person takes for windows-1252': {
    bytes: 'id,name\n1,é\n',
    choice: { encoding: 'windows-1252' },
    says: {
      rows: [
        ['id', 'name'],
        ['1', 'Ã©'],
      ],
      notes: [note('wrong-letters', 1, 2)],
      encoding: 'windows-1252',
    },
  },
  'bytes that neither UTF-8 nor windows-1252 has': {
    bytes: Buffer.concat([latin('id;naam\r\n1;Caf\xe9 '), Buffer.from([0x81]), latin(';\r\n')]),
    says: refusal('not-in-encoding'),
  },
  'UTF-8 in which a line is windows-1252': {
    bytes: Buffer.concat([Buffer.from('id;naam\n1;Zoë Café é\n'), latin('2;Caf\xe9 x\n')]),
    says: { encoding: 'windows-1252', notes: [note('wrong-letters', 1, 2), note('nearly-utf-8', 1, 3)] },
  },
  'UTF-16 without a mark': {
    bytes: Buffer.from('id;naam\r\n1;Łódź\r\n', 'utf16le').swap16(),
    says: {
      ...plain([
        ['id', 'naam'],
        ['1', 'Łódź'],
      ]),
      encoding: 'utf-16be',
      hasMark: false,
    },
  },
  'UTF-16 without a mark, chosen': {
    bytes: Buffer.from('id;naam\r\n1;x\r\n', 'utf16le'),
    choice: { encoding: 'utf-16le' },
    says: plain([
      ['id', 'naam'],
      ['1', 'x'],
    ]),
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
    says: {
      rows: [
        ['id', 'name'],
        ['1 ', ' a'],
        ['2', 'b\u00a0'],
      ],
      notes: [note('outer-spaces', 3, 2)],
    },
  },
  'semicolons, with decimal commas': {
    bytes: 'id;bedrag\n1;1,5\n2;2,5\n',
    says: {
      ...plain([
        ['id', 'bedrag'],
        ['1', '1,5'],
        ['2', '2,5'],
      ]),
      separator: ';',
    },
  },
  'tabs, with commas and semicolons in names': {
    bytes: 'id\tname\n1\tBrand, Ilse; Utrecht\n2\tBakker, Jan; Delft\n',
    says: {
      ...plain([
        ['id', 'name'],
        ['1', 'Brand, Ilse; Utrecht'],
        ['2', 'Bakker, Jan; Delft'],
      ]),
      separator: '\t',
    },
  },
  'upright strokes': {
    bytes: 'id|name\n1|a\n',
    says: {
      ...plain([
        ['id', 'name'],
        ['1', 'a'],
      ]),
      separator: '|',
    },
  },
  'a separator that a person has chosen': {
    bytes: 'a;b,c\n1;2,3\n',
    choice: { separator: ',' },
    says: {
      ...plain([
        ['a;b', 'c'],
        ['1;2', '3'],
      ]),
      separator: ',',
    },
  },
  'two separators that divide as well': {
    bytes: 'a;b,c\n1;2,3\n',
    says: { separator: ',', notes: [note('separator-unsure', 1, null)] },
  },
  'a line that names the separator': {
    bytes: 'sep=|\r\na,b|c\r\n1,2|3\r\n',
    says: {
      rows: [
        ['a,b', 'c'],
        ['1,2', '3'],
      ],
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
  'line ends of old Macs': {
    bytes: 'id,name\r1,a\r',
    says: plain([
      ['id', 'name'],
      ['1', 'a'],
    ]),
  },
  'no end of the last line': { bytes: 'id,name\n1,', says: plain([['id', 'name'], ['1']]) },
  'a quotation mark in the middle of a word stays': {
    bytes: 'id,name\n1,12" pipe\n2,a\n',
    says: plain([
      ['id', 'name'],
      ['1', '12" pipe'],
      ['2', 'a'],
    ]),
  },
  'a quotation mark that is not closed': {
    bytes: 'id,name\n1,a\n2,"b\n3,c\n',
    says: refusal('quotes', 3),
  },
  'letters behind a closed quotation mark': {
    bytes: 'id,name\n1,"a"b\n2,c\n',
    says: refusal('quotes', 2),
  },
  'a space behind a closed quotation mark': {
    bytes: 'id,name\n"1" ,a\n',
    says: refusal('quotes', 2),
  },
  'blanks behind a closed quotation mark, within and at the end of a line whose ends are not those of others':
    {
      bytes: 'id;name\r\n"1";"a; ""b"" ;"\r"2";"c"\u00A0\n',
      says: refusal('quotes', 3),
    },
  'a blank behind a closed quotation mark at the end of all': {
    bytes: 'id\tname\n"1"\t"a" ',
    says: refusal('quotes', 2),
  },
  'tabs behind quoted cells, as separators': {
    bytes: 'id\tname\tx\n"1"\t\t"b"\n',
    says: plain([
      ['id', 'name', 'x'],
      ['1', '', 'b'],
    ]),
  },
  'quoted cells in which blanks stand between a quotation mark and a separator': {
    bytes: 'id,name\n1,"a "" ,b"\n"2","c"" "\n',
    says: {
      rows: [
        ['id', 'name'],
        ['1', 'a " ,b'],
        ['2', 'c" '],
      ],
    },
  },
  'more quotation marks than a cell has letters, and line ends of two kinds': {
    bytes: `id,name\n1,"${'""'.repeat(5_000_000)}"\r`,
    says: refusal('cell-too-long', 2),
  },
  'a mark behind the mark is a sign of the first cell': {
    bytes: '\uFEFF\uFEFFid,name\n1,a\n',
    says: {
      rows: [
        ['\uFEFFid', 'name'],
        ['1', 'a'],
      ],
      notes: [note('outer-spaces', 1, 1)],
    },
  },
  'a quotation mark that is not closed, where semicolons divide': {
    bytes: 'id;name\n"1";"a,b"\n"2";"c,d\n',
    says: refusal('quotes', 3),
  },
  'semicolons within quoted cells, as many in each': {
    bytes: 'id,name\n1,"a;b;c"\n2,"d;e;f"\n',
    says: {
      ...plain([
        ['id', 'name'],
        ['1', 'a;b;c'],
        ['2', 'd;e;f'],
      ]),
      separator: ',',
    },
  },
  'commas behind quoted cells that semicolons divide': {
    bytes: 'id;name\n"1";"a,b"\n"2";"c,d"\n',
    says: { separator: ';', notes: [] },
  },
  'empty cells at the ends of lines, of which the last has no end': {
    bytes: 'id,name,x\n1,,\n,b,\n"",c,"d"',
    says: {
      rows: [['id', 'name', 'x'], ['1'], ['', 'b'], ['', 'c', 'd']],
      numbers: [1, 2, 3, 4],
    },
  },
  'empty lines are left out and counted, their numbers stay': {
    bytes: 'id,name\n\n\n1,a\n,\n2,b\n\n',
    says: {
      rows: [
        ['id', 'name'],
        ['1', 'a'],
        ['2', 'b'],
      ],
      numbers: [1, 4, 6],
      notes: [note('blank-rows', 3, 2)],
    },
  },
  'a header twice is read twice': {
    bytes: 'id,name\n1,a\nid,name\n2,b\n',
    says: plain([
      ['id', 'name'],
      ['1', 'a'],
      ['id', 'name'],
      ['2', 'b'],
    ]),
  },
  'rows of different lengths': {
    bytes: 'id,name\n1\n2,b,c\n',
    says: plain([['id', 'name'], ['1'], ['2', 'b', 'c']]),
  },
  'formulas of a text file are texts': {
    bytes: 'id,name\n1,=1+1\n2,@x\n',
    says: plain([
      ['id', 'name'],
      ['1', '=1+1'],
      ['2', '@x'],
    ]),
  },
  'dates of a text file are texts': {
    bytes: 'start\n01/03/2025\n2025-03-01\n',
    says: plain([['start'], ['01/03/2025'], ['2025-03-01']]),
  },
  'separators of lines that are no line ends': {
    bytes: 'id,name\n1,a\u2028b\u0085c\vd\n',
    says: {
      rows: [
        ['id', 'name'],
        ['1', 'a\u2028b\u0085c\vd'],
      ],
      notes: [note('invisible', 1, 2)],
    },
  },
  'signs that nobody sees, and spaces that do not break': {
    bytes: 'id,name\nA\u200B1,a\n2,b\u00A0c\n3,d e\n',
    says: { notes: [note('invisible', 2, 2)] },
  },
  'a list of objects, as our own exports write it': {
    bytes:
      '\uFEFF[\n{"audit_id":"007","legal_entity_ids":["a","b"],"limit":12345678901234567890},\n{"audit_id":null,"used":1.50,"is_test_client":true}\n]\n',
    says: {
      format: 'json',
      rows: [
        ['audit_id', 'legal_entity_ids', 'limit', 'used', 'is_test_client'],
        ['007', 'a\nb', '12345678901234567890'],
        ['', '', '', '1.50', 'TRUE'],
      ],
      kinds: ['ttttt', 'tvl', '---nb'],
      notes: [note('long-numbers', 1, 2)],
    },
  },
  'a list of objects in objects': { bytes: '[{"a":{"b":1}}]', says: refusal('not-a-table', 2) },
  'a list without objects, as an export of no rows is': { bytes: '[]\n', says: refusal('empty') },
  'a list of objects that breaks off': {
    bytes: '[\n{"audit_id":"007"},\n{"audit_id":"0',
    says: refusal('broken-json'),
  },
  'an object in which a list is': { bytes: '{"value":[{"id":"1"}]}', says: refusal('not-a-table') },
  'a key twice, once spelled otherwise': {
    bytes: '[{"id":"1","name":"a:{"},{"id":"2","i\\u0064":"3"}]',
    says: refusal('repeated-key', 3),
  },
  'a page of the web': {
    bytes: '\n<!DOCTYPE html>\n<html><body><table><tr><td>1</td></tr></table></body></html>',
    says: refusal('web-page'),
  },
  'a workbook of 2003 as XML': {
    bytes: '<?xml version="1.0"?>\n<Workbook></Workbook>',
    says: refusal('other-workbook'),
  },
  'a title that begins as a list': {
    bytes: '[{id},name\n1,a\n',
    says: {
      ...plain([
        ['[{id}', 'name'],
        ['1', 'a'],
      ]),
      format: 'csv',
    },
  },
  'an empty file': { bytes: '', says: refusal('empty') },
  'a mark alone': { bytes: '\uFEFF', says: refusal('empty') },
  'separators alone': { bytes: ',,,\n,,,\n', says: refusal('empty') },
  '20,001 rows': { bytes: 'x\n'.repeat(20_001), says: refusal('too-large', 20_001) },
  '201 columns': { bytes: `a${',a'.repeat(200)}\n`, says: refusal('too-many-columns', 1) },
  'more cells than a table may have': {
    bytes: `a${',a'.repeat(199)}\n`.repeat(2_501),
    says: refusal('too-large', 2_501),
  },
  'a cell of 32,768 letters': {
    bytes: `id,name\n1,${'a'.repeat(32_768)}\n`,
    says: refusal('cell-too-long', 2),
  },
  'a PDF': { bytes: '%PDF-1.7\n', says: refusal('not-a-table') },
};

it.each(Object.entries(cases))('%s', (_name, { bytes, choice = {}, says }) => {
  expect(readTable(typeof bytes === 'string' ? strToU8(bytes) : bytes, choice)).toMatchObject(says);
});
