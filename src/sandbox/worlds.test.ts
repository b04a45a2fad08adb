import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, createProcesses, type Running, tokenOf } from './testing/processes.ts';
import { creation, twoFirms } from './testing/two-firms.ts';
import { openWorld } from './worlds.ts';

let folder = '';
const { start, endAll } = createProcesses({ check: false });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worlds-'));
});
afterEach(() => {
  endAll();
  rmSync(folder, { recursive: true });
});

const control = (running: Running, method: string, path: string, body?: unknown) =>
  call(running, '', method, `/__sandbox/${path}`, body);
const worldOf = (running: Running, name: string): Running => ({
  ...running,
  baseUrl: `${running.baseUrl}/worlds/${name}`,
});
async function make(running: Running, name: string, fixture: unknown = twoFirms()): Promise<Running> {
  expect(await control(running, 'POST', 'worlds/', { name, fixture })).toMatchObject({ status: 201 });
  return worldOf(running, name);
}
const residentMemory = (pid: number | undefined): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1_024;

describe('a world that ends', () => {
  it.each([
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
  ])('waits for the requests in progress, and not for one whose answer %s', async (_, answer) => {
    let isClosed = false;
    const world = openWorld('red', {
      account: { client_id: 'a' },
      snapshot: () => Promise.resolve(new Uint8Array()),
      answer,
      close: () => {
        isClosed = true;
      },
    });
    const request = {
      method: 'GET',
      path: '/',
      query: '',
      origin: '',
      header: () => undefined,
      body: new Uint8Array(),
    };
    await expect((async () => world.answer(request))()).rejects.toThrow('no');
    await world.end();
    expect(isClosed).toBe(true);
  });
});

describe('sandbox.md, worlds', () => {
  it('a world has its own address, and links name it', async () => {
    const running = await start(['--control']);
    const made = await control(running, 'POST', 'worlds/', { name: 'red', fixture: twoFirms() });
    expect(made).toEqual({
      status: 201,
      body: {
        name: 'red',
        base_url: `${running.baseUrl}/worlds/red`,
        client_id: 'north-manager',
        client_secret: 'north manager secret',
      },
    });
    const red = worldOf(running, 'red');
    const token = await tokenOf(red, 'north-manager', 'north manager secret');
    expect(await call(red, token, 'GET', '/api/v1/audits/?page_size=1')).toMatchObject({
      status: 200,
      body: { next: `${red.baseUrl}/api/v1/audits/?page=2&page_size=1` },
    });
    const told = { name: 'red', base_url: red.baseUrl, client_id: 'north-manager' };
    expect((await control(running, 'GET', 'worlds/')).body).toEqual({ results: [told] });
    expect((await control(running, 'GET', 'worlds/red/')).body).toEqual(told);
    expect((await control(red, 'GET', 'worlds/')).status).toBe(404);
    expect((await control(running, 'DELETE', 'worlds/red/')).status).toBe(200);
    expect(await call(red, token, 'GET', '/api/v1/audits/')).toMatchObject({
      status: 404,
      body: { detail: 'There is no world "red". GET /__sandbox/worlds/ lists those that there are.' },
    });
  });

  it.each([
    [{}, 400, { name: ['This field is required.'] }],
    [{ name: 'Red' }, 400, { name: [expect.stringContaining('small letters')] }],
    [{ name: '../red' }, 400, { name: [expect.stringContaining('small letters')] }],
    [{ name: 'a', fixture: 'demo:nothing' }, 400, { fixture: [expect.stringContaining('demo:no-credits')] }],
    [{ name: 'a', fixture: 'red.json' }, 400, { fixture: [expect.stringContaining('demo:')] }],
    [
      { name: 'a', fixtures: 'demo:no-credits' },
      400,
      { fixtures: [expect.stringContaining('name, fixture')] },
    ],
    [
      { name: 'a', fixture: { ...twoFirms(), roles: 5 } },
      400,
      { fixture: [expect.stringMatching(/^\$\.roles: /)] },
    ],
    [{ name: 'blue' }, 409, { detail: expect.stringContaining('"blue" already') }],
  ])('%j is refused', async (body, status, expected) => {
    const running = await start(['--control']);
    await make(running, 'blue', 'demo:no-credits');
    expect(await control(running, 'POST', 'worlds/', body)).toEqual({ status, body: expected });
    expect((await control(running, 'GET', 'worlds/')).body).toMatchObject({ results: [{ name: 'blue' }] });
  });

  it('what is refused at the entry of a world is noted there', async () => {
    const running = await start(['--control']);
    await make(running, 'red', 'demo:no-credits');
    const red = worldOf(running, 'red');
    const headers = { Origin: 'https://evil.example' };
    expect((await fetch(`${red.baseUrl}/api/v1/roles/`, { headers })).status).toBe(403);
    expect((await control(red, 'GET', 'exchanges/after/0/')).body).toMatchObject({
      results: [{ path: '/api/v1/roles/', rules: ['web-page'] }],
    });
    expect((await control(running, 'GET', 'exchanges/after/0/')).body).toMatchObject({ results: [] });
  });

  it('without --control there is none', async () => {
    const running = await start([]);
    expect((await control(running, 'POST', 'worlds/', { name: 'red' })).status).toBe(404);
    expect((await call(running, '', 'GET', '/worlds/red/api/v1/audits/')).status).toBe(404);
  });

  it('100 worlds side by side: nothing of one is in another, and their memory is bounded', async () => {
    const running = await start(['--control', '--initialisation-seconds', '0']);
    const names = Array.from({ length: 100 }, (_, index) => `w${String(index)}`);
    const limited = { ...twoFirms(), rate_limits: { read: { burst: 3 }, lifecycle: {} } };
    for (const name of names) await make(running, name, limited);
    const tokens = new Map<string, string>();
    for (const [index, name] of names.entries()) {
      const world = worldOf(running, name);
      const token = await tokenOf(world, 'north-manager', 'north manager secret');
      tokens.set(name, token);
      await control(world, 'POST', 'clock/', { advance_seconds: index });
      await control(world, 'POST', 'firms/north/', { credits: 1_000 + index });
      const made = await call(world, token, 'POST', '/api/v1/audits/', { ...creation, id: `only-${name}` });
      expect(made.status).toBe(201);
    }
    // The first one has used its quota, waits with a fault, and is a day ahead.
    const first = worldOf(running, 'w0');
    const own = tokens.get('w0') ?? '';
    for (const expected of [200, 200, 200, 429])
      expect((await call(first, own, 'GET', '/api/v1/audits/only-w0/')).status).toBe(expected);
    await control(first, 'POST', 'faults/', { kind: 'status', status: 503, times: null });
    await control(first, 'POST', 'clock/', { advance_seconds: 86_400 });
    for (const [index, name] of names.entries()) {
      if (name === 'w0') continue;
      const world = worldOf(running, name);
      const token = tokens.get(name) ?? '';
      expect((await call(world, own, 'GET', '/api/v1/audits/')).status).toBe(401);
      expect((await call(world, token, 'GET', `/api/v1/audits/only-${name}/`)).status).toBe(200);
      expect((await call(world, token, 'GET', '/api/v1/audits/only-w0/')).status).toBe(404);
      expect((await control(world, 'POST', 'firms/north/', {})).body).toMatchObject({
        credits: 990 + index,
      });
      const { body } = await control(world, 'GET', 'clock/');
      expect(Date.parse((body as { now: string }).now) - Date.now()).toBeLessThan(3_600_000);
      const log = (await control(world, 'GET', 'requests/')).body as { readonly results: readonly unknown[] };
      expect(log.results).toHaveLength(5);
    }
    expect((await call(running, own, 'GET', '/api/v1/audits/')).status).toBe(401);
    if (process.platform === 'linux') expect(residentMemory(running.child.pid)).toBeLessThan(600);
  }, 120_000);

  it('with --data worlds outlive kill -9, and a deleted one is gone', async () => {
    const words = ['--control', '--data', join(folder, 'data.db')];
    const first = await start(words);
    const red = await make(first, 'red');
    await make(first, 'blue');
    const token = await tokenOf(red, 'north-manager', 'north manager secret');
    const body = { id: 'c', name: 'C', country: 'NL' };
    expect((await call(red, token, 'POST', '/api/v1/client-organisations/', body)).status).toBe(201);
    expect((await control(first, 'DELETE', 'worlds/blue/')).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await start(words);
    expect((await control(second, 'GET', 'worlds/')).body).toMatchObject({ results: [{ name: 'red' }] });
    const path = '/api/v1/client-organisations/c/legal-entities/';
    expect((await call(worldOf(second, 'red'), token, 'GET', path)).status).toBe(200);
    expect((await call(second, token, 'GET', path)).status).toBe(401);
  });
});
