import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createRedactors } from '../diagnostics/redaction.ts';
import { changeLogEntry } from '../testing/entries.ts';
import { changeLogTable, createChangeLog } from './change-log.ts';

function open() {
  const database = new DatabaseSync(':memory:');
  database.exec(changeLogTable);
  const redactors = createRedactors();
  const changeLog = createChangeLog(database, redactors);
  return { database, redactors, changeLog };
}

/** A change log of three writes, and what somebody then does to its file past the app. */
function tamperedWith(sql: string) {
  const { database, changeLog } = open();
  for (const step of ['a', 'b', 'c']) changeLog.append(changeLogEntry({ step }));
  database.exec('DROP TRIGGER trail_unchanged; DROP TRIGGER trail_undeleted; DROP TRIGGER trail_unreplaced;');
  database.exec(sql);
  return changeLog;
}

describe('the change log', () => {
  it('lists what was written, the newest first, by connection, plan, audit, words and failure', () => {
    const { changeLog } = open();
    changeLog.append(changeLogEntry({ step: 'a', subject: 'Übersee' }));
    changeLog.append(changeLogEntry({ step: 'b', outcome: 'failed', code: 'no-credits', object: null }));
    changeLog.append(
      changeLogEntry({ step: 'c', connection: 'd', plan: 'plan-2', outcome: 'unclear', audit: 'G' }),
    );
    const steps = (filter: Parameters<typeof changeLog.list>[0]) =>
      changeLog
        .list(filter)
        .results.map(({ step }) => step)
        .join('');
    expect(steps({})).toBe('cba');
    expect(steps({ connection: 'c' })).toBe('ba');
    expect(steps({ plan: 'plan-2' })).toBe('c');
    expect(steps({ audit: 'G' })).toBe('c');
    expect(steps({ audit: 'audit-1' })).toBe('ca'); // by its own id, where a former version has named no audit
    expect(steps({ outcome: ['failed'] })).toBe('cb');
    expect(steps({ search: 'übersee ANNA' })).toBe('a');
    expect(changeLog.list({ plan: 'plan-1' }).results.at(-1)).toEqual(
      changeLogEntry({ step: 'a', subject: 'Übersee' }),
    );
  });

  it('keeps several together, or none of them', () => {
    const { database, changeLog } = open();
    database.exec(
      "CREATE TRIGGER full BEFORE INSERT ON trail WHEN NEW.plan = 'last' BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    const [a, b, c] = ['a', 'b', 'c'].map((step) => changeLogEntry({ step }));
    if (a === undefined || b === undefined || c === undefined) throw new Error('Three entries are three.');
    expect(() => changeLog.append(a, changeLogEntry({ plan: 'last' }))).toThrow('full');
    expect(changeLog.list({}).count).toBe(0);
    changeLog.append(a, b);
    changeLog.append(b, c);
    changeLog.append();
    expect(changeLog.list({}).results.map(({ step }) => step)).toEqual(['c', 'b', 'a']);
    expect(changeLog.verify()).toBeNull();
  });

  it.each([
    'UPDATE trail SET body = body',
    "UPDATE trail SET words = 'x' WHERE id = 1",
    'DELETE FROM trail',
    'DELETE FROM trail WHERE id = 2',
    'INSERT OR REPLACE INTO trail (id, words, body, hash) VALUES (1, \'\', \'{"connection":"c","outcome":"done"}\', \'\')',
  ])('refuses %s', (sql) => {
    const { database, changeLog } = open();
    for (const step of ['a', 'b']) changeLog.append(changeLogEntry({ step }));
    expect(() => database.exec(sql)).toThrow(/trail/);
    expect(changeLog.list({}).results.map(({ step }) => step)).toEqual(['b', 'a']);
    expect(changeLog.verify()).toBeNull();
  });

  it.each([
    ['SELECT 1', null],
    ["UPDATE trail SET body = replace(body, 'anna', 'otto') WHERE id = 1", 1],
    ["UPDATE trail SET body = replace(body, 'anna', 'otto') WHERE id = 3", 3],
    ['DELETE FROM trail WHERE id = 1', 1],
    ['DELETE FROM trail WHERE id = 2', 2],
    ['DELETE FROM trail WHERE id = 3', 3],
    ['DELETE FROM trail', 1],
    ['UPDATE trail SET id = 4 WHERE id = 3', 3],
  ])('shows where %s was done to its file: %s', (sql, expected) => {
    expect(tamperedWith(sql).verify()).toBe(expected);
  });

  it('holds an entry once that is told again', () => {
    const { changeLog } = open();
    const told = [
      changeLogEntry(),
      changeLogEntry({ outcome: 'failed' }),
      changeLogEntry({ at: '2026-01-05T09:01:00.000Z' }),
    ];
    for (const entry of [...told, ...told]) changeLog.append(entry);
    expect(changeLog.list({}).results).toEqual(told.toReversed());
  });

  it('is whole while there is nothing in it', () => {
    expect(open().changeLog.verify()).toBeNull();
  });

  it('holds no secret', () => {
    const { redactors, changeLog } = open();
    redactors.of('c').add('canary-of-a-secret');
    changeLog.append(changeLogEntry({ connection: 'c', subject: 'canary-of-a-secret' }));
    expect(changeLog.list({}).results).toEqual([changeLogEntry({ connection: 'c', subject: '[redacted]' })]);
    expect(changeLog.list({ search: 'canary' }).results).toEqual([]);
  });

  it('is rewritten by no credential: neither what it decides by, nor anything of another connection', () => {
    const { redactors, changeLog } = open();
    const entry = changeLogEntry({
      connection: 'c',
      plan: 'plan-of-this-year',
      object: 'audit-of-this-year',
    });
    for (const credential of [entry.plan, entry.object ?? '', entry.task, entry.person])
      redactors.of('c').add(credential);
    redactors.of('d').add(entry.subject);
    changeLog.append(entry);
    expect(changeLog.list({}).results).toEqual([entry]);
  });

  it('does not hide that it cannot be written', () => {
    const { database, changeLog } = open();
    database.close();
    expect(() => changeLog.append(changeLogEntry())).toThrow();
  });
});
