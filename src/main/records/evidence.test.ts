import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { changeLogEntry } from '../testing/entries.ts';
import { changeLogTable, createChangeLog, hashOf } from './change-log.ts';
import { saveEvidence, verifyEvidence } from './evidence.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open() {
  const database = new DatabaseSync(':memory:');
  database.exec(changeLogTable);
  return { database, changeLog: createChangeLog(database, createRedactors()) };
}

it('writes JSON Lines, all rows of one connection in their order', async () => {
  const { changeLog } = open();
  for (let number = 0; number < 1_201; number += 1)
    changeLog.append(changeLogEntry({ step: `s${number}`, connection: number % 2 === 0 ? 'c' : 'd' }));
  const path = join(folder, 'trail.jsonl');
  await saveEvidence(changeLog, async () => path, { connection: 'c' });
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(601);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ row: 1, entry: changeLogEntry({ step: 's0' }) });
  expect(JSON.parse(lines[600] ?? '')).toMatchObject({
    row: 1_201,
    entry: changeLogEntry({ step: 's1200' }),
  });
  expect(await verifyEvidence(lines)).toEqual({ entries: 601, broken: null, isWhole: false });
});

it('writes nothing where no file is chosen', async () => {
  const { changeLog } = open();
  expect(await saveEvidence(changeLog, async () => null, {})).toEqual(
    succeed({ saved: false, intact: null }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves nothing half written where the file cannot be', async () => {
  const { changeLog } = open();
  changeLog.append(changeLogEntry());
  for (const [path, reason] of [
    [join(folder, 'nowhere', 'trail.jsonl'), 'folder-gone'],
    [folder, 'file-in-use'],
  ] as const)
    expect(await saveEvidence(changeLog, async () => path, {})).toEqual(fail('file-not-written', { reason }));
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync(join(folder, '..')).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('tells that a row is not as it was written, and exports the rest', async () => {
  const { database, changeLog } = open();
  for (const step of ['a', 'b', 'c']) changeLog.append(changeLogEntry({ step }));
  database.exec('DROP TRIGGER trail_undeleted; DELETE FROM trail WHERE id = 2');
  const path = join(folder, 'trail.jsonl');
  expect(await saveEvidence(changeLog, async () => path, {})).toEqual(
    succeed({ saved: true, intact: false }),
  );
  expect(readFileSync(path, 'utf8').match(/"step":"\w"/g)).toEqual(['"step":"a"', '"step":"c"']);
});

it.each<readonly [string, (lines: string[]) => readonly string[], string | null]>([
  ['as it was saved', (lines) => lines, null],
  ['a value that is another', (lines) => lines.with(2, lines[2]?.replace('"s2"', '"s9"') ?? ''), 'changed 3'],
  ['another number', (lines) => lines.with(1, lines[1]?.replace('"row":2', '"row":3') ?? ''), 'changed 3'],
  [
    'two lines the other way round',
    (lines) => lines.with(1, lines[2] ?? '').with(2, lines[1] ?? ''),
    'changed 3',
  ],
  ['a line twice', (lines) => lines.toSpliced(2, 0, lines[1] ?? ''), 'changed 3'],
  ['another key', (lines) => lines.with(1, lines[1]?.replace('{', '{"note":1,') ?? ''), 'changed 2'],
  [
    'an entry before its own',
    (lines) => lines.with(1, lines[1]?.replace('"entry"', '"entry":{},"entry"') ?? ''),
    'changed 2',
  ],
  ['a space more', (lines) => lines.with(1, lines[1]?.replace(':', ': ') ?? ''), 'changed 2'],
  ['one that is no JSON', (lines) => lines.with(0, '{'), 'unread 1'],
  ['one of an older version', (lines) => lines.with(0, JSON.stringify(changeLogEntry())), 'unread 1'],
  ['one of another file', (lines) => lines.with(0, '{"row":1}'), 'unread 1'],
  ['made anew from the middle on', (lines) => [...lines.slice(0, 2), ...lineAfter('')], 'changed 3'],
])('a file of evidence, %s', async (_, change, broken) => {
  const { changeLog } = open();
  for (const step of ['s0', 's1', 's2', 's3']) changeLog.append(changeLogEntry({ step }));
  const path = join(folder, 'trail.jsonl');
  await saveEvidence(changeLog, async () => path, {});
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const { broken: found } = await verifyEvidence(change(lines));
  expect(found === null ? null : `${found.why} ${found.line}`).toBe(broken);
});

/** A third line that follows its own hash, and not that of the second. */
function lineAfter(previous: string): readonly string[] {
  const entry = changeLogEntry({ step: 's2' });
  const hash = hashOf(previous, JSON.stringify(entry));
  return [JSON.stringify({ row: 3, previous, hash, entry })];
}

it('a row that is gone is seen where the others are all there', async () => {
  const { changeLog } = open();
  for (const step of ['s0', 's1', 's2']) changeLog.append(changeLogEntry({ step }));
  const path = join(folder, 'trail.jsonl');
  await saveEvidence(changeLog, async () => path, {});
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(await verifyEvidence(lines)).toEqual({ entries: 3, broken: null, isWhole: true });
  expect(await verifyEvidence(lines.toSpliced(1, 1))).toEqual({ entries: 2, broken: null, isWhole: false });
});
