import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { csvRow } from '../../shared/rules/tables/delimited.ts';
import { unescapeFormulas } from '../../shared/rules/tables/formula.ts';

it.each([
  [['a', 'b'], 'a,b\r\n'],
  [[null, 7, ''], ',7,\r\n'],
  [['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"\r\n'],
  [[' blank ', 'x'], '" blank ",x\r\n'],
  [['Café Ünïcode'], 'Café Ünïcode\r\n'],
  [['=1+1'], "'=1+1\r\n"],
  [['+31 20'], "'+31 20\r\n"],
  [['-1'], "'-1\r\n"],
  [[-1, -0.5], '-1,-0.5\r\n'],
  [['@SUM(A1)'], "'@SUM(A1)\r\n"],
  [['\t=1'], '"\t\'=1"\r\n'],
  [['\r=1'], '"\r\'=1"\r\n'],
  [['\n=1'], '"\n\'=1"\r\n'],
  [['x', 'a;=1'], 'x,"a;\'=1"\r\n'],
  [['=HYPERLINK("https://evil.example","x")'], '"\'=HYPERLINK(""https://evil.example"",""x"")"\r\n'],
  [['＝1'], "'＝1\r\n"],
  [['a=1', 'b-2'], 'a=1,b-2\r\n'],
])('security 54: writes %j as %j', (cells, expected) => {
  expect(csvRow(cells)).toBe(expected);
});

/** The cells of a text as a spreadsheet finds them that splits at `separator`; `quotes` is whether it heeds quotes. */
function cellsOf(text: string, separator: string, quotes: boolean): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    row.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (quotes && letter === '"' && (isQuoted || cell === '')) {
      if (isQuoted && text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (isQuoted || ![separator, '\r', '\n'].includes(letter)) cell += letter;
    else {
      endCell();
      if (letter !== separator) {
        rows.push(row);
        row = [];
      }
    }
  }
  return rows;
}

const cell = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from('=+-@＝＋－＠;,:|\t\n\r"\' a')),
    fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  ),
  maxLength: 20,
});

test('security 54: whatever a spreadsheet splits at, no cell begins as a formula', () => {
  const ways = [',', ';', '\t', '|', ':'].flatMap((separator) =>
    [true, false].map((quotes) => [separator, quotes] as const),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), fc.constantFrom(...ways), (cells, way) => {
      for (const found of cellsOf(csvRow(cells), ...way).flat())
        expect(found.replace(/^[\s"\p{Cc}\p{Cf}]+/u, '')).not.toMatch(/^[=+\-@＝＋－＠]/u);
    }),
    { numRuns: 5_000 },
  );
});

test('security 54: a table that is read as it was meant has every cell as it was', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
      const [read] = cellsOf(csvRow(cells), ',', true);
      expect(read?.map(unescapeFormulas)).toEqual(cells);
    }),
    { numRuns: 5_000 },
  );
});
