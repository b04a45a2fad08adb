import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestEntry } from '../../shared/record.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { requestEntry } from '../testing/entries.ts';
import { createFakeLog } from '../testing/log.ts';
import { openRecords } from './records.ts';
import { createRequestLog, requestTable } from './request-log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-requests-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(mostKept?: number) {
  const database = new DatabaseSync(':memory:');
  database.exec(requestTable);
  const log = createFakeLog();
  const requests = createRequestLog(database, createRedactors(), log, mostKept);
  return { database, log, requests };
}

const entries: readonly RequestEntry[] = [
  requestEntry({ operation: 'tokens.issue', tier: 'token', requestId: 'r1' }),
  requestEntry({ operation: 'audits.create', tier: 'lifecycle', plan: 'p', step: 'audit', requestId: 'r2' }),
  requestEntry({
    operation: 'audits.create',
    tier: 'lifecycle',
    status: 429,
    outcome: 'throttled',
    requestId: 'r3',
  }),
  requestEntry({ connection: 'd', status: null, outcome: 'unreachable', requestId: 'r4' }),
];

describe('the log of requests', () => {
  it.each([
    [{}, ['r4', 'r3', 'r2', 'r1']],
    [{ connection: 'c' }, ['r3', 'r2', 'r1']],
    [{ plan: 'p' }, ['r2']],
    [{ outcome: ['failed'] }, ['r4', 'r3']],
    [{ outcome: ['failed'], connection: 'd' }, ['r4']],
    [{ operation: ['tokens.issue'] }, ['r1']],
    [{ outcome: ['throttled', 'unreachable'], tier: [] }, ['r4', 'r3']],
    [{ outcome: ['failed', 'ok'] }, ['r4', 'r3', 'r2', 'r1']],
    [{ operation: ['tokens.issue', 'audits.create'], outcome: ['ok'] }, ['r2', 'r1']],
    [{ operation: ['audits.create'], tier: ['lifecycle'], outcome: ['ok'] }, ['r2']],
    [{ tier: ['read_heavy'] }, ['r4']],
    [{ outcome: ['throttled'] }, ['r3']],
    [{ from: '2026-01-05T09:00:00.000Z' }, ['r4', 'r3', 'r2', 'r1']],
    [{ from: '2026-01-05T09:00:00.001Z' }, []],
    [{ search: '/api/v1/audits/?page' }, ['r4', 'r3', 'r2', 'r1']],
    [{ search: 'Audits.Create' }, ['r3', 'r2']],
    [{ search: ' create  429 ' }, ['r3']],
    [{ search: 'unreachable' }, ['r4']],
    [{ search: 'r2' }, ['r2']],
    [{ search: '%' }, []],
    [{ search: "' OR 1=1 --" }, []],
  ] as const)('lists by %o, the newest first', (filter, expected) => {
    const { requests } = open();
    for (const entry of entries) requests.record(entry);
    const page = requests.list(filter);
    expect(page.results.map(({ requestId }) => requestId)).toEqual(expected);
    expect(page).toMatchObject({ count: expected.length, cursor: null });
  });

  it('pages through without a gap while new ones come', () => {
    const { requests } = open();
    for (let number = 1; number <= 5; number += 1) requests.record(requestEntry({ requestId: `r${number}` }));
    const first = requests.list({ pageSize: 2 });
    requests.record(requestEntry({ requestId: 'r6' }));
    const second = requests.list({ pageSize: 2, cursor: first.cursor ?? '' });
    const third = requests.list({ pageSize: 2, cursor: second.cursor ?? '' });
    const shown = [first, second, third].flatMap(({ results }) => results.map(({ requestId }) => requestId));
    expect(shown).toEqual(['r5', 'r4', 'r3', 'r2', 'r1']);
    expect([first.count, second.count, third.cursor]).toEqual([5, 6, null]);
  });

  it('keeps the newest only', () => {
    const { requests } = open(3);
    for (let number = 1; number <= 5; number += 1) requests.record(requestEntry({ requestId: `r${number}` }));
    expect(requests.list({}).results.map(({ requestId }) => requestId)).toEqual(['r5', 'r4', 'r3']);
  });

  it('outlives the process, and holds no secret in any file', () => {
    const redactors = createRedactors();
    redactors.of('c').add('canary-of-a-secret');
    const path = join(folder, 'records.db');
    const deps = { log: createFakeLog(), now: () => 0, rows: { read: () => null, put: () => {} } };
    const first = openRecords(path, redactors, deps);
    first.requests.record(requestEntry({ connection: 'c', path: '/before/canary-of-a-secret/' }));
    for (const suffix of ['', '-wal'])
      expect(readFileSync(path + suffix).includes('canary-of-a-secret')).toBe(false);
    first.close();
    const second = openRecords(path, redactors, deps);
    expect(second.requests.list({}).results).toMatchObject([{ path: '/before/[redacted]/' }]);
    second.close();
  });

  it('says once that it cannot write, and fails no request', () => {
    const { database, log, requests } = open();
    database.exec("CREATE TRIGGER full BEFORE INSERT ON requests BEGIN SELECT RAISE(ABORT, 'full'); END");
    for (const entry of entries) requests.record(entry);
    expect(log.events.map(({ event }) => event)).toEqual(['request-not-recorded']);
  });

  it('leaves out what a newer version wrote', () => {
    const { database, requests } = open();
    database.exec(
      `INSERT INTO requests (words, body) VALUES ('', '{"connection":"c","outcome":"unheard-of"}')`,
    );
    requests.record(requestEntry());
    expect(requests.list({}).results).toEqual([requestEntry()]);
  });
});
