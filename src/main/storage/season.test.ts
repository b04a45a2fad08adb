import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import type { SeasonChange, SeasonEntry } from '../../shared/model/season.ts';
import { connect, openApp } from '../testing/app.ts';

let folder = '';
let app: ReturnType<typeof openApp>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-season-'));
  app = openApp(folder, openDesk());
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const entryOf = (connection: string, id: string, more: Partial<SeasonEntry> = {}): SeasonEntry => ({
  id,
  connection,
  name: `Group ${id}`,
  client: 'noord',
  predecessor: `${id}-2025`,
  successor: null,
  deadline: { day: '2027-03-31', from: 'rule' },
  priority: 0,
  components: 3,
  coupled: 0,
  ...more,
});
const typed = { day: '2027-05-31', from: 'typed' } as const;

test('of what two windows change of the same groups, each keeps its part, and both hear of it', async () => {
  const { call, events } = app;
  const connection = await connect(call);
  const change = (...changes: readonly SeasonChange[]) => call('season.change', { connection, changes });
  const [a, b] = [entryOf(connection, 'a'), entryOf(connection, 'b')];
  await call('items.save', { season: [a, b] });
  // Both windows have read the groups as they were: one types a deadline, the other moves the groups.
  expect(await change({ id: 'a', deadline: typed })).toMatchObject({ ok: true });
  expect(await change({ id: 'a', priority: 1 }, { id: 'b', priority: 2 })).toMatchObject({ ok: true });
  const both = [
    {
      ...a,
      deadline: typed,
      priority: 1,
      changed: { on: expect.any(String) as string, before: '2027-03-31' },
    },
    { ...b, priority: 2 },
  ];
  expect(await call('items.list', { of: 'season', connection })).toEqual({
    ok: true,
    value: { season: both },
  });
  expect(events.filter(({ type }) => type === 'items-changed')).toEqual(
    Array.from({ length: 3 }, () => ({ type: 'items-changed', of: 'season', connection })),
  );

  // A third remembers what follows a group, or expects it again, by what it read at first.
  await call('items.save', { season: [{ ...a, successor: 'a-2026', components: 4 }, b] });
  await call('items.save', { season: [{ ...a, components: 5 }] });
  expect(await call('items.list', { of: 'season', connection })).toEqual({
    ok: true,
    value: { season: [{ ...both[0], successor: 'a-2026', components: 5 }, both[1]] },
  });
  await change({ id: 'a', deadline: null });
  expect(await call('items.list', { of: 'season', connection })).toMatchObject({
    value: { season: [{ deadline: null }, {}] },
  });
});

test('a group that one window expects no longer does not come back by a change of another', async () => {
  const { call, events } = app;
  const connection = await connect(call);
  const change = (...changes: readonly SeasonChange[]) => call('season.change', { connection, changes });
  await call('items.save', { season: [entryOf(connection, 'a')] });
  await call('items.remove', { of: 'season', id: 'a' });
  expect(await change({ id: 'a', deadline: typed })).toMatchObject({ ok: true });
  expect(await call('items.list', { of: 'season', connection })).toEqual({ ok: true, value: { season: [] } });
  expect(events.filter(({ type }) => type === 'items-changed')).toHaveLength(2);
});
