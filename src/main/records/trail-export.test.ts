import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import { trailEntry } from '../fakes/entries.ts';
import { createRedactor } from '../redaction.ts';
import { createTrail, trailTable } from './trail.ts';
import { exportTrail } from './trail-export.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open() {
  const database = new DatabaseSync(':memory:');
  database.exec(trailTable);
  return { database, trail: createTrail(database, createRedactor()) };
}

it('writes CSV that a spreadsheet reads and does not carry out', async () => {
  const { trail } = open();
  trail.append(trailEntry({ subject: '=1+1', connectionName: 'North, South' }));
  trail.append(trailEntry({ outcome: 'failed', code: 'no-credits', object: null }));
  const path = join(folder, 'trail.csv');
  expect(await exportTrail(trail, async () => path, { format: 'csv' })).toEqual(
    succeed({ saved: true, intact: true }),
  );
  expect(readFileSync(path, 'utf8')).toBe(
    '\uFEFFat,person,connection,connectionName,plan,step,task,subject,object,outcome,code\r\n' +
      '2026-01-05T09:00:00.000Z,anna,c,"North, South",plan-1,audit,createAudit,\'=1+1,audit-1,done,\r\n' +
      '2026-01-05T09:00:00.000Z,anna,c,North,plan-1,audit,createAudit,Audit 2026,,failed,no-credits\r\n',
  );
});

it('writes JSON Lines, all rows of one connection in their order', async () => {
  const { trail } = open();
  for (let number = 0; number < 1_201; number += 1)
    trail.append(trailEntry({ step: `s${number}`, connection: number % 2 === 0 ? 'c' : 'd' }));
  const path = join(folder, 'trail.jsonl');
  await exportTrail(trail, async () => path, { format: 'jsonl', connection: 'c' });
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(601);
  expect(JSON.parse(lines[0] ?? '')).toEqual(trailEntry({ step: 's0' }));
  expect(JSON.parse(lines[600] ?? '')).toEqual(trailEntry({ step: 's1200' }));
});

it('writes nothing where no file is chosen', async () => {
  const { trail } = open();
  expect(await exportTrail(trail, async () => null, { format: 'csv' })).toEqual(
    succeed({ saved: false, intact: null }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves nothing half written where the file cannot be', async () => {
  const { trail } = open();
  trail.append(trailEntry());
  for (const path of [join(folder, 'nowhere', 'trail.csv'), folder])
    expect(await exportTrail(trail, async () => path, { format: 'csv' })).toEqual(fail('file-not-written'));
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync(join(folder, '..')).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('tells that a row is not as it was written, and exports the rest', async () => {
  const { database, trail } = open();
  for (const step of ['a', 'b', 'c']) trail.append(trailEntry({ step }));
  database.exec('DROP TRIGGER trail_undeleted; DELETE FROM trail WHERE id = 2');
  const path = join(folder, 'trail.jsonl');
  expect(await exportTrail(trail, async () => path, { format: 'jsonl' })).toEqual(
    succeed({ saved: true, intact: false }),
  );
  expect(readFileSync(path, 'utf8').match(/"step":"\w"/g)).toEqual(['"step":"a"', '"step":"c"']);
});
