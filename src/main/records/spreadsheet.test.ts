import { expect, it } from 'vitest';
import { csvRow } from './spreadsheet.ts';

it.each([
  [['a', 'b'], 'a,b\r\n'],
  [[null, 7, ''], ',7,\r\n'],
  [['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"\r\n'],
  [[' blank ', 'x'], '" blank ",x\r\n'],
  [['Café Ünïcode'], 'Café Ünïcode\r\n'],
  [['=1+1'], "'=1+1\r\n"],
  [['+31 20'], "'+31 20\r\n"],
  [['-1'], "'-1\r\n"],
  [['@SUM(A1)'], "'@SUM(A1)\r\n"],
  [['\t=1'], "'\t=1\r\n"],
  [['\r=1'], '"\'\r=1"\r\n'],
  [['=HYPERLINK("https://evil.example","x")'], '"\'=HYPERLINK(""https://evil.example"",""x"")"\r\n'],
  [['a=1', 'b-2'], 'a=1,b-2\r\n'],
])('security 28: writes %j as %j', (cells, expected) => {
  expect(csvRow(cells)).toBe(expected);
});
