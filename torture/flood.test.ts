import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connect, openApp } from '../src/main/testing/app.ts';
import { createFakeClock } from '../src/main/testing/clock.ts';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import { openDesk } from '../src/sandbox/testing/desk.ts';
import { connection } from './engine.ts';
import { firm } from './firm.ts';
import { startMortal } from './mortal-engine.ts';
import { seeded } from './random.ts';
import { createSimulatedTime } from './simulated-time.ts';
import { createTraffic, refusals } from './traffic.ts';
import { createWire } from './wire.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-desk-flood-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('10,000 calls at once, most of them given up at some moment: each is answered, one token, no refusal (F39)', async () => {
  const time = createSimulatedTime();
  const began = time.clock.wall();
  const fixture = readFixture(firm());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value, machineTime: () => began + time.now() });
  const random = seeded(39);
  const traffic = createTraffic();
  const wire = createWire({
    time,
    answer: sandbox.answer,
    traffic,
    latency: () => 10 + random() * 200,
    faultOf: () => ({ kind: 'none' }),
  });
  const engine = startMortal(time, wire, { random, path: join(folder, 'journal.db') });
  const service = engine.services.of(connection);
  const calls = Array.from({ length: 10_000 }, async (_, index) => {
    const abort = new AbortController();
    if (index % 25 > 0) time.clock.schedule(random() * 120_000, () => abort.abort());
    const reply = await service.call('roles.list', {}, { signal: abort.signal });
    return reply.ok ? 'ok' : reply.error.code;
  });
  const ends = await time.until(Promise.all(calls));
  expect(new Set(ends)).toEqual(new Set(['ok', 'cancelled']));
  expect(ends.filter((end) => end === 'ok').length).toBeGreaterThanOrEqual(400);
  expect(traffic.entries.filter(({ tier }) => tier === 'token')).toHaveLength(1);
  expect(refusals(traffic.entries)).toBe(0);
  engine.kill();
  await sandbox.close();
});

test('10,000 calls of the interface at once are each answered, and leave nothing under way (F39)', async () => {
  const clock = createFakeClock();
  const desk = openDesk((fixture) => ({ ...fixture, rate_limits: {} }), { machineTime: clock.wall });
  const { call, close } = openApp(folder, desk, clock);
  const own = await connect(call);
  const operations = ['plans.list', 'quota.read', 'changeLog.list', 'rateLimits.read'] as const;
  const calls = Array.from({ length: 10_000 }, (_, index) =>
    call(operations[index % operations.length] ?? 'plans.list', { connection: own }),
  );
  // What waits for its turn is given up by the person, or would be there for hours.
  const answered = Promise.all(calls);
  for (let minute = 0; minute < 3; minute += 1) await clock.advance(60_000);
  await call('waits.act', { act: 'cancel', connection: own, tier: 'reference' });
  const ends = (await answered).map((reply) => (reply.ok ? 'ok' : reply.error.code));
  expect(new Set(ends)).toEqual(new Set(['ok', 'cancelled']));
  expect(ends.filter((end) => end === 'ok').length).toBeGreaterThan(7_500);
  expect(await call('plans.list', { connection: own })).toMatchObject({ ok: true });
  await close();
});
