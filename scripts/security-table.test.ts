import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

// The table of docs/security.md: all checks, each with tests that there are, that name it and that are in the state it says.

const root = dirname(import.meta.dirname);
const count = 57;

interface Shown {
  readonly file: string;
  readonly needsElectron: boolean;
}
interface Row {
  readonly number: number;
  readonly files: readonly string[];
  readonly state: string;
}

function rowsOf(text: string): readonly Row[] {
  return [...text.matchAll(/^\| +(\d+) +\| [^|]+ \| ([^|]*) \| ([^|]+) \|$/gm)].map(
    ([, number, cell = '', state = '']) => ({
      number: Number(number),
      state: state.trim(),
      files: [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    }),
  );
}

/** The tests of a file that have a check's number in their titles. */
function testsOf(file: string, number: number): readonly Shown[] {
  const path = join(root, file);
  const titles = /(['"`])security (\d+(?:, \d+)*)[^\n]*?\1(,\s*\{\s*tag: '@electron')?/g;
  return [...(existsSync(path) ? readFileSync(path, 'utf8') : '').matchAll(titles)]
    .filter(([, , numbers = '']) => numbers.split(', ').map(Number).includes(number))
    .map(([, , , tag]) => ({ file, needsElectron: tag !== undefined }));
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

function stateOf(shown: readonly Shown[]): string {
  if (shown.some(({ needsElectron }) => needsElectron)) return 'needs real Electron';
  const isOfTheApp = (file: string): boolean => file.startsWith('e2e/') && !file.startsWith('e2e/screens/');
  const needsDouble = shown.some(({ file }) => isOfTheApp(file) || doubles.includes(file));
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

describe.each(rows.map((row) => [row.number, row] as const))('check %i', (number, { files, state }) => {
  test('names files that have tests of its number', () => {
    expect(files).not.toEqual([]);
    expect(files.filter((file) => testsOf(file, number).length === 0)).toEqual([]);
  });
  test('says of itself what they show', () => {
    expect(state).toBe(stateOf(files.flatMap((file) => testsOf(file, number))));
  });
});

test.each([
  ['scripts/no.test.ts', 1, []],
  ['scripts/forbidden.test.ts', 7, [{ file: 'scripts/forbidden.test.ts', needsElectron: false }]],
  ['scripts/forbidden.test.ts', 70, []],
  ['e2e/security.spec.ts', 24, [{ file: 'e2e/security.spec.ts', needsElectron: true }]],
])('the tests of %s for check %i are found', (file, number, shown) => {
  expect(testsOf(file, number)).toEqual(shown);
});
