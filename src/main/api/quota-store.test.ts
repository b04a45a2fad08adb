import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../storage/database.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createFakeLog } from '../testing/log.ts';
import { createLateStore, openQuotaStore, othersTable, quotaSchema } from './quota-store.ts';
import { createQuotaTime } from './quota-time.ts';

let folder = '';
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quota-store-'));
  database = openDatabase(join(folder, 'a.db'), [quotaSchema, othersTable], {
    synchronous: 'FULL',
    log: createFakeLog(),
    now: () => 0,
  });
});
afterEach(() => {
  if (database.isOpen) database.close();
  rmSync(folder, { recursive: true });
});

const start = Date.UTC(2026, 0, 5, 9);

/** A process that begins at a moment of the wall clock: its own clock begins anew. */
function begin(wall: number, log = createFakeLog()) {
  const clock = createFakeClock(wall);
  const store = openQuotaStore(database, clock, createQuotaTime(clock), log);
  return { clock, store, slots: store.of('https://a.example', 'lifecycle') };
}

test('what was answered is as old after a restart as it is', async () => {
  const first = begin(start);
  first.slots.answered(first.slots.taken());
  await first.clock.advance(10_000);
  first.slots.answered(first.slots.taken());
  const next = begin(start + 60_000);
  expect(next.slots.read()).toEqual([-60_000, -50_000]);
});

test('a store that comes later is told what was used until then, and tells what it knows', async () => {
  const other = begin(start);
  other.slots.answered(other.slots.taken());
  const clock = createFakeClock(start + 60_000);
  const time = createQuotaTime(clock);
  const late = createLateStore(time);
  const slots = late.of('https://a.example', 'lifecycle');
  const known: number[] = [];
  known.push(...slots.read((more) => known.push(...more)));
  slots.answered(slots.taken());
  expect(known).toEqual([]);
  await clock.advance(10_000);
  late.open(openQuotaStore(database, clock, time, createFakeLog()));
  expect(known).toEqual([-60_000]);
  slots.answered(slots.taken());
  expect(begin(start + 70_000).slots.read()).toEqual([-70_000, -10_000, 0]);
});

test('what was in flight counts as answered when the next process begins', () => {
  begin(start).slots.taken();
  const next = begin(start + 5_000);
  expect(next.slots.read()).toEqual([0]);
});

test('what was never sent is gone, another tier and another service are not mixed in', () => {
  const { store, slots } = begin(start);
  slots.givenBack(slots.taken());
  store.of('https://b.example', 'lifecycle').taken();
  store.of('https://a.example', 'read').taken();
  expect(begin(start).slots.read()).toEqual([]);
});

test('a clock that was set back while nobody ran makes nothing older than now', () => {
  const { slots } = begin(start);
  slots.answered(slots.taken());
  expect(begin(start - 3_600_000).slots.read()).toEqual([0]);
});

test.each([3_600_000, -3_600_000])(
  'a clock that is set by %i ms while it runs is followed within a minute',
  async (step) => {
    const { clock, slots } = begin(start);
    slots.answered(slots.taken());
    clock.setWall(start + step);
    await clock.advance(60_000);
    expect(begin(start + step + 60_000).slots.read()).toEqual([-60_000]);
  },
);

test('what is older than a day goes', async () => {
  const { slots } = begin(start);
  slots.answered(slots.taken());
  expect(begin(start + 86_399_999).slots.read()).toHaveLength(1);
  expect(begin(start + 86_400_000).slots.read()).toEqual([]);
  expect(database.prepare('SELECT count(*) AS n FROM quota_slots').get()).toEqual({ n: 0 });
});

test('what somebody else has used is kept in a row for each moment', () => {
  const { slots } = begin(start);
  slots.add([-500, -500, -100.5]);
  expect(begin(start + 1_000).slots.read()).toEqual([-1_500, -1_500, -1_100]);
  expect(database.prepare('SELECT count(*) AS n FROM quota_slots').get()).toEqual({ n: 2 });
});

test('a request is not kept from going by a store that cannot be written', () => {
  const log = createFakeLog();
  const { slots } = begin(start, log);
  database.exec('PRAGMA query_only = ON');
  expect(slots.taken()).toBeNull();
  slots.answered(null);
  slots.givenBack(null);
  slots.add([1]);
  expect(log.events.map(({ event }) => event)).toEqual(['quota-not-kept', 'quota-not-kept']);
});

test('a request is kept without a wait for the disk, which other writes to the file still have', () => {
  const levels: unknown[] = [];
  const level = (): unknown => database.prepare('PRAGMA synchronous').get()?.synchronous;
  database.function('note_level', () => {
    levels.push(level());
    return null;
  });
  database.exec(`
    CREATE TEMP TRIGGER of_insert AFTER INSERT ON quota_slots BEGIN SELECT note_level(); END;
    CREATE TEMP TRIGGER of_update AFTER UPDATE ON quota_slots BEGIN SELECT note_level(); END;`);
  const { slots } = begin(start);
  slots.answered(slots.taken());
  expect({ levels, after: level() }).toEqual({ levels: [1, 1], after: 2 }); // NORMAL, and FULL
});
