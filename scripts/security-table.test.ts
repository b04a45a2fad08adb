import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

// The table of docs/security.md: all checks, each with tests that there are, that name it and that are in the state it says.

const root = dirname(import.meta.dirname);
const count = 44;

interface Cited {
  readonly file: string;
  readonly title: string;
  readonly needsElectron: boolean;
}
interface Row {
  readonly number: number;
  readonly cited: readonly Cited[];
  readonly state: string;
}

function rowsOf(text: string): readonly Row[] {
  return [...text.matchAll(/^\| +(\d+) +\| [^|]+ \| ([^|]*) \| ([^|]+) \|$/gm)].map(
    ([, number, cell = '', state = '']) => ({
      number: Number(number),
      state: state.trim(),
      cited: cell.split('<br>').flatMap((part) => {
        const file = /^`([^`]+)`: /.exec(part)?.[1] ?? '';
        return [...part.matchAll(/“([^”]+)”( @electron)?/g)].map(([, title = '', tag]) => ({
          file,
          title,
          needsElectron: tag !== undefined,
        }));
      }),
    }),
  );
}

/** What is wrong with a citation; null where it is right. */
function faultOf({ file, title, needsElectron }: Cited, number: number): string | null {
  const path = join(root, file);
  if (!existsSync(path)) return `${file} is not there`;
  const text = readFileSync(path, 'utf8');
  const at = ["'", '"', '`']
    .map((quote) => text.indexOf(`${quote}${title}${quote}`))
    .find((each) => each >= 0);
  if (at === undefined) return `${file} has no test “${title}”`;
  const numbers = /^security (\d+(?:, \d+)*)/.exec(title)?.[1]?.split(', ').map(Number) ?? [];
  if (!numbers.includes(number)) return `“${title}” does not name ${String(number)}`;
  const isTagged = /^,\s*\{\s*tag: '@electron'/.test(text.slice(at + title.length + 2));
  return isTagged === needsElectron ? null : `“${title}” needs Electron: ${String(isTagged)}`;
}

function stateOf(cited: readonly Cited[]): string {
  if (cited.every(({ needsElectron }) => !needsElectron)) return 'holds';
  return cited.some(({ needsElectron }) => !needsElectron) ? 'holds; more on Electron' : 'waits for Electron';
}

const rows = rowsOf(readFileSync(join(root, 'docs', 'security.md'), 'utf8'));

test('every check has its row, once and in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

describe.each(rows.map((row) => [row.number, row] as const))('check %i', (number, { cited, state }) => {
  test('names tests that there are, of its number', () => {
    expect(cited).not.toEqual([]);
    expect(cited.map((each) => faultOf(each, number)).filter((fault) => fault !== null)).toEqual([]);
  });
  test('says of itself what they show', () => {
    expect(state).toBe(stateOf(cited));
  });
});

test.each([
  [
    { file: 'scripts/no.test.ts', title: 'security 1', needsElectron: false },
    1,
    'scripts/no.test.ts is not there',
  ],
  [{ file: 'scripts/forbidden.test.ts', title: 'security 1: no', needsElectron: false }, 1, 'has no test'],
  [{ file: 'scripts/forbidden.test.ts', title: 'security 7', needsElectron: false }, 8, 'does not name 8'],
  [
    { file: 'scripts/forbidden.test.ts', title: 'security 7', needsElectron: true },
    7,
    'needs Electron: false',
  ],
])('a citation that is wrong is found: %j', (cited, number, fault) => {
  expect(faultOf(cited, number)).toContain(fault);
});
