import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { fail } from '../../shared/error.ts';
import { connect, openApp, planOf } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';

test('of two apps on one folder the second carries nothing out (F38)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-two-'));
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const [first, second] = [openApp(folder, desk, clock), openApp(folder, desk, clock)];
  const connection = await connect(first.call);
  const plan = planOf(connection, creation);
  expect(await second.call('plans.submit', plan)).toEqual(
    fail('journal-unavailable', { reason: 'journal-in-use' }),
  );
  expect(await second.call('plans.list', { connection })).toEqual(
    fail('journal-unavailable', { reason: 'journal-in-use' }),
  );
  expect(await second.call('connections.list', {})).toMatchObject({ value: [{ id: connection }] });
  expect(await first.call('plans.submit', plan)).toMatchObject({ ok: true });
  expect(await first.call('plans.wait', { id: plan.id })).toMatchObject({ value: { counts: { done: 1 } } });
  await first.close();
  await second.clock.advance(5_000);
  expect(second.events).toContainEqual({ type: 'journal-opened' });
  expect(await second.call('plans.list', { connection })).toMatchObject({ value: { count: 1 } });
  await second.close();
  const next = openApp(folder, desk, clock);
  expect(await next.call('plans.list', { connection })).toMatchObject({ value: { count: 1 } });
  await next.close();
  rmSync(folder, { recursive: true });
});
