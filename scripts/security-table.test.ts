import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

// The table of docs/security.md: all checks, each with tests that there are, that name it and that are in the state it says.

const root = dirname(import.meta.dirname);
const count = 57;

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

/** Tests of our own code against a double of Electron's part: its window, its dialogs, its channel, its network stack. */
const doubles: readonly string[] = [
  'src/main/desktop/window.test.ts',
  'src/main/bridge/ipc.test.ts',
  'src/main/bridge/sender.test.ts',
  'src/main/desktop/menu.test.ts',
  'src/preload/index.test.ts',
  'src/main/api/exchange.test.ts',
  'src/main/connections/probe.test.ts',
  'e2e/screens/plans.spec.ts',
];

function stateOf(cited: readonly Pick<Cited, 'file' | 'needsElectron'>[]): string {
  if (cited.some(({ needsElectron }) => needsElectron)) return 'needs real Electron';
  const isOfTheApp = (file: string): boolean => file.startsWith('e2e/') && !file.startsWith('e2e/screens/');
  const needsDouble = cited.some(({ file }) => isOfTheApp(file) || doubles.includes(file));
  return needsDouble ? 'stand-in only' : 'shown here';
}

const rows = rowsOf(readFileSync(join(root, 'docs', 'security.md'), 'utf8'));

test('every check has its row, once and in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

test('security 56: a row says where it was shown', () => {
  const onNode = { file: 'src/main/bridge/dispatch.test.ts', needsElectron: false };
  const onStandIn = { file: 'e2e/security.spec.ts', needsElectron: false };
  const onDouble = { file: 'src/main/desktop/window.test.ts', needsElectron: false };
  const onScreen = { file: 'e2e/screens/unread-lists.spec.ts', needsElectron: false };
  const onElectron = { file: 'e2e/packaged.spec.ts', needsElectron: true };
  expect(stateOf([onNode])).toBe('shown here');
  expect(stateOf([onNode, onScreen])).toBe('shown here');
  expect(stateOf([onNode, onStandIn])).toBe('stand-in only');
  expect(stateOf([onDouble])).toBe('stand-in only');
  expect(stateOf([onStandIn, onElectron])).toBe('needs real Electron');
  expect(new Set(rows.map(({ state }) => state)).size).toBe(3);
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
