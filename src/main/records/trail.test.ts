import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { trailEntry } from '../fakes/entries.ts';
import { createRedactor } from '../redaction.ts';
import { createTrail, trailTable } from './trail.ts';

function open() {
  const database = new DatabaseSync(':memory:');
  database.exec(trailTable);
  const redactor = createRedactor();
  const trail = createTrail(database, redactor);
  return { database, redactor, trail };
}

/** A trail of three writes, and what somebody then does to its file past the app. */
function tamperedWith(sql: string) {
  const { database, trail } = open();
  for (const step of ['a', 'b', 'c']) trail.append(trailEntry({ step }));
  database.exec('DROP TRIGGER trail_unchanged; DROP TRIGGER trail_undeleted; DROP TRIGGER trail_unreplaced;');
  database.exec(sql);
  return trail;
}

describe('the trail', () => {
  it('lists what was written, the newest first, by connection, plan, words and failure', () => {
    const { trail } = open();
    trail.append(trailEntry({ step: 'a', subject: 'Übersee' }));
    trail.append(trailEntry({ step: 'b', outcome: 'failed', code: 'no-credits', object: null }));
    trail.append(trailEntry({ step: 'c', connection: 'd', plan: 'plan-2', outcome: 'unclear' }));
    const steps = (filter: Parameters<typeof trail.list>[0]) =>
      trail
        .list(filter)
        .results.map(({ step }) => step)
        .join('');
    expect(steps({})).toBe('cba');
    expect(steps({ connection: 'c' })).toBe('ba');
    expect(steps({ plan: 'plan-2' })).toBe('c');
    expect(steps({ outcome: 'failed' })).toBe('cb');
    expect(steps({ search: 'übersee ANNA' })).toBe('a');
    expect(trail.list({ plan: 'plan-1' }).results.at(-1)).toEqual(
      trailEntry({ step: 'a', subject: 'Übersee' }),
    );
  });

  it('keeps several together, or none of them', () => {
    const { database, trail } = open();
    database.exec(
      "CREATE TRIGGER full BEFORE INSERT ON trail WHEN NEW.plan = 'last' BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    const [a, b, c] = ['a', 'b', 'c'].map((step) => trailEntry({ step }));
    if (a === undefined || b === undefined || c === undefined) throw new Error('Three entries are three.');
    expect(() => trail.append(a, trailEntry({ plan: 'last' }))).toThrow('full');
    expect(trail.list({}).count).toBe(0);
    trail.append(a, b);
    trail.append(b, c);
    trail.append();
    expect(trail.list({}).results.map(({ step }) => step)).toEqual(['c', 'b', 'a']);
    expect(trail.verify()).toBeNull();
  });

  it.each([
    'UPDATE trail SET body = body',
    "UPDATE trail SET words = 'x' WHERE id = 1",
    'DELETE FROM trail',
    'DELETE FROM trail WHERE id = 2',
    'INSERT OR REPLACE INTO trail (id, words, body, hash) VALUES (1, \'\', \'{"connection":"c","outcome":"done"}\', \'\')',
  ])('refuses %s', (sql) => {
    const { database, trail } = open();
    for (const step of ['a', 'b']) trail.append(trailEntry({ step }));
    expect(() => database.exec(sql)).toThrow(/trail/);
    expect(trail.list({}).results.map(({ step }) => step)).toEqual(['b', 'a']);
    expect(trail.verify()).toBeNull();
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
    const { trail } = open();
    const told = [
      trailEntry(),
      trailEntry({ outcome: 'failed' }),
      trailEntry({ at: '2026-01-05T09:01:00.000Z' }),
    ];
    for (const entry of [...told, ...told]) trail.append(entry);
    expect(trail.list({}).results).toEqual(told.toReversed());
  });

  it('is whole while there is nothing in it', () => {
    expect(open().trail.verify()).toBeNull();
  });

  it('holds no secret', () => {
    const { redactor, trail } = open();
    redactor.add('canary-of-a-secret');
    trail.append(trailEntry({ subject: 'canary-of-a-secret' }));
    expect(trail.list({}).results).toEqual([trailEntry({ subject: '[redacted]' })]);
    expect(trail.list({ search: 'canary' }).results).toEqual([]);
  });

  it('does not hide that it cannot be written', () => {
    const { database, trail } = open();
    database.close();
    expect(() => trail.append(trailEntry())).toThrow();
  });
});
