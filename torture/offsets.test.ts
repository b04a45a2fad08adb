import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unlimited } from '../e2e/fixtures/fixture-file.ts';
import { type Clock, systemClock } from '../src/main/clock.ts';
import { openNetwork } from '../src/main/desktop/network.ts';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import { type Listener, listen } from '../src/sandbox/http/listen.ts';
import { asNetwork } from '../tools/electron-standin/network.ts';
import { connection, startEngine } from './engine.ts';
import { firm } from './firm.ts';
import { askBeside, stateOf } from './service-state.ts';
import { openWireProxy, type WireProxy } from './wire-proxy.ts';

// Real bytes over real sockets: the answer to a creation is cut at every byte, by a reset and by an end (F4, F5, F6, F11, F25).

const fixture = readFixture(firm({ limits: unlimited }));
if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
const sandbox = await createSandbox({ fixture: fixture.value, control: true });
const folder = mkdtempSync(join(tmpdir(), 'audit-desk-offsets-'));
let listener: Listener;
let proxy: WireProxy;
beforeAll(async () => {
  listener = await listen(sandbox, 0);
  proxy = await openWireProxy(listener.baseUrl);
});
afterAll(async () => {
  await proxy.close();
  await listener.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const clock: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() * 10,
  schedule: (milliseconds, callback) => systemClock.schedule(milliseconds / 10, callback),
};

test('cut at every byte, a creation is there once and is known to be', async () => {
  const engine = startEngine({
    clock,
    fetch: openNetwork(asNetwork),
    baseUrl: proxy.baseUrl,
    path: join(folder, 'journal.db'),
    random: Math.random,
  });
  const create = async (id: string): Promise<unknown> => {
    const step = {
      key: 's',
      after: [],
      subject: id,
      task: { kind: 'createClient', creation: { id, name: id, country: 'NL' } },
    } as const;
    engine.plans.submit({ id, connection, title: id, steps: [step] });
    const ended = await engine.plans.wait(id);
    return ended.ok ? ended.value.counts.done : ended.error.code;
  };
  await create('whole');
  const size = proxy.answerSizes.at(-1) ?? 0;
  expect(size).toBeGreaterThan(150);
  for (let bytes = 0; bytes <= size; bytes += 1) {
    const isFirst = { post: true };
    proxy.treat(({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/client-organisations/') || !isFirst.post) return {};
      isFirst.post = false;
      return { bytes, end: bytes % 2 === 0 ? 'reset' : 'finish' };
    });
    expect([bytes, await create(`cut ${String(bytes)}`)]).toEqual([bytes, 1]);
  }
  await engine.close();
  const state = await stateOf(await askBeside(sandbox));
  expect(state).toHaveLength(size + 2);
});
