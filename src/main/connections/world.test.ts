import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox } from '../../sandbox/app.ts';
import { readFixture } from '../../sandbox/fixture/fixture.ts';
import { answered, requestOf } from '../../sandbox/http/exchange.ts';
import { creation, twoFirms } from '../../sandbox/testing/two-firms.ts';
import { keepWorlds, openWorlds } from '../../sandbox/worlds.ts';
import type { Reply } from '../../shared/error.ts';
import { draft, openApp, planOf } from '../testing/app.ts';
import { address } from '../testing/services.ts';

let folder = '';
let close = async (): Promise<void> => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-world-'));
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

test('sandbox.md, worlds: the app works with a world by its base URL, and nothing of that is in another', async () => {
  const fixture = readFixture(twoFirms());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const first = await createSandbox({ fixture: fixture.value, control: true });
  const worlds = await openWorlds(first, {
    keeper: await keepWorlds(async (beginning) =>
      createSandbox({ ...beginning, control: true, initialisationSeconds: 0 }),
    ),
    failed: (error) => {
      throw error;
    },
  });
  const fetch = async (request: Request) => answered(await worlds.answer(await requestOf(request)));
  const body = JSON.stringify({ name: 'red', fixture: twoFirms() });
  expect((await fetch(new Request(`${address}/__sandbox/worlds/`, { method: 'POST', body }))).status).toBe(
    201,
  );
  const control = async () => {
    throw new Error('This test asks the control plane itself.');
  };
  const { call, close: closeApp } = openApp(folder, { sandbox: { fetch }, control });
  close = async () => {
    await closeApp();
    await worlds.close();
    await first.close();
  };
  const connect = async (name: string, baseUrl: string): Promise<string> => {
    const saved = (await call('connections.save', { ...draft, name, baseUrl })) as Reply<{
      readonly id: string;
    }>;
    if (!saved.ok) throw new Error(saved.error.code);
    return saved.value.id;
  };
  const [red, other] = [await connect('Red', `${address}/worlds/red`), await connect('First', address)];
  await call('plans.submit', planOf(red, creation));
  expect(await call('plans.wait', { id: 'plan-1' })).toMatchObject({
    value: { state: 'ended', counts: { done: 1 } },
  });
  const path = { audit_id: creation.id };
  expect(await call('audits.read', { connection: red, path })).toMatchObject({ value: { id: creation.id } });
  expect(await call('audits.read', { connection: other, path })).toMatchObject({
    error: { code: 'missing' },
  });
});
