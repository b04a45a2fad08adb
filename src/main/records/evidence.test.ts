import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { changeLogEntry } from '../testing/entries.ts';
import { changeLogTable, createChangeLog } from './change-log.ts';
import { saveEvidence } from './evidence.ts';

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
  expect(JSON.parse(lines[0] ?? '')).toEqual(changeLogEntry({ step: 's0' }));
  expect(JSON.parse(lines[600] ?? '')).toEqual(changeLogEntry({ step: 's1200' }));
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
