import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, createProcesses, tokenOf } from './testing/processes.ts';
import { twoFirms } from './testing/two-firms.ts';

let [folder, fixture, file] = ['', '', ''];
const { launch, start, endAll } = createProcesses({ check: true });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
  [fixture, file] = [join(folder, 'f.json'), join(folder, 'state.snapshot')];
  writeFileSync(fixture, JSON.stringify(twoFirms()));
});
afterEach(() => {
  endAll();
  rmSync(folder, { recursive: true });
});

const client = { id: 'c', name: 'C', country: 'NL' };
const entities = '/api/v1/client-organisations/c/legal-entities/';

async function exported(words: readonly string[] = []): Promise<string> {
  const running = await start(['--fixture', fixture, '--export-on-exit', file, ...words]);
  const token = await tokenOf(running, 'north-manager', 'north manager secret');
  expect((await call(running, token, 'POST', '/api/v1/client-organisations/', client)).status).toBe(201);
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ status: 0, err: '' });
  return token;
}

describe('sandbox.md, --export-on-exit and --restore', () => {
  it('the state at the end is the state of the next start, with its tokens', async () => {
    const token = await exported();
    expect(readdirSync(folder).toSorted()).toEqual(['f.json', 'state.snapshot']);
    expect(readFileSync(file).toString('latin1')).not.toContain('north manager secret');
    const running = await start(['--restore', file, '--export-on-exit', file]);
    expect(running.ready).toMatchObject({ client_id: 'north-manager', client_secret: '' });
    expect((await call(running, token, 'GET', entities)).status).toBe(200);
    running.child.kill('SIGINT');
    expect((await running.ended).status).toBe(0);
  });
  it('the worlds go to a folder beside it, one file each, and come back from there', async () => {
    const control = (
      running: Awaited<ReturnType<typeof start>>,
      method: string,
      path: string,
      body?: unknown,
    ) => call(running, '', method, `/${path}`, body);
    const words = ['--control', '--export-on-exit', file];
    const first = await start(['--fixture', fixture, ...words]);
    for (const name of ['red', 'blue']) {
      await control(first, 'POST', '__sandbox/worlds/', { name, fixture: twoFirms() });
      await control(first, 'POST', `worlds/${name}/__sandbox/firms/north/`, { credits: name.length });
    }
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ status: 0, err: '' });
    expect(readdirSync(`${file}-worlds`).toSorted()).toEqual(['blue.snapshot', 'red.snapshot']);
    const data = ['--data', join(folder, 'data.db')];
    for (const kept of [[], data, data]) {
      const running = await start(['--restore', file, ...words.slice(0, 1), ...kept]);
      const told = await control(running, 'GET', '__sandbox/worlds/');
      expect(told.body).toMatchObject({ results: [{ name: 'blue' }, { name: 'red' }] });
      for (const name of ['red', 'blue'])
        expect(
          (await control(running, 'POST', `worlds/${name}/__sandbox/firms/north/`, {})).body,
        ).toMatchObject({
          credits: name.length,
        });
      running.child.kill('SIGKILL');
      await running.ended;
    }
    const last = await start(['--restore', file, ...words]);
    await control(last, 'DELETE', '__sandbox/worlds/red/');
    last.child.kill('SIGTERM');
    expect(await last.ended).toMatchObject({ status: 0 });
    expect(readdirSync(`${file}-worlds`)).toEqual(['blue.snapshot']);
  });
  it('a data file that has a state keeps it', async () => {
    const token = await exported();
    const data = ['--data', join(folder, 'data.db'), '--restore', file];
    const first = await start(data);
    expect((await call(first, token, 'GET', entities)).status).toBe(200);
    await call(first, token, 'POST', '/api/v1/client-organisations/', { ...client, id: 'd' });
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await start(data);
    expect((await call(second, token, 'GET', entities.replace('/c/', '/d/'))).status).toBe(200);
    second.child.kill('SIGTERM');
    expect((await second.ended).err).toContain('the snapshot was left out');
  });
  it.each([
    ['a snapshot that is not there', () => ['--restore', join(folder, 'none')], /^--restore: .*\n$/],
    [
      'half a snapshot',
      () => {
        truncateSync(file, 20_000);
        return ['--restore', file];
      },
      /^--restore: .*\n$/,
    ],
    [
      'a fixture as a snapshot',
      () => ['--restore', fixture],
      /^--restore: it is not a snapshot of this service\n$/,
    ],
    [
      'an export where there is no folder',
      () => ['--export-on-exit', join(folder, 'none', 'x')],
      /^--export-on-exit: .*\n$/,
    ],
    ['an export to a folder', () => ['--export-on-exit', folder], /^--export-on-exit: it is not a file\n$/],
  ])('%s ends with status 2 and one line', async (_, words, line) => {
    await exported();
    const { status, out, err } = await launch(words()).ended;
    expect({ status, out, err }).toEqual({ status: 2, out: '', err: expect.stringMatching(line) });
  });
  it('kill -9 in the middle of a restore leaves the one state or the other', async () => {
    const data = ['--data', join(folder, 'data.db'), '--control', '--fixture', fixture];
    let running = await start(data);
    const control = (method: string, path: string, body?: unknown) =>
      call(running, '', method, `/__sandbox/${path}`, body);
    for (const [name, credits] of [
      ['one', 11],
      ['two', 22],
    ] as const) {
      await control('POST', 'firms/north/', { credits });
      await control('POST', 'snapshots/', { name });
    }
    for (let round = 0; round < 5; round += 1) {
      const busy = Array.from({ length: 20 }, (_, index) =>
        control('POST', `snapshots/${index % 2 === 0 ? 'one' : 'two'}/restore/`).catch(() => null),
      );
      await Promise.race(busy.slice(round * 3));
      running.child.kill('SIGKILL');
      await Promise.all([...busy, running.ended]);
      running = await start(data);
      const { status, body } = await control('POST', 'firms/north/', {});
      expect(status).toBe(200);
      expect([11, 22]).toContain((body as { readonly credits: number }).credits);
      expect((await control('GET', 'snapshots/')).body).toMatchObject({
        results: [{ name: 'one' }, { name: 'two' }],
      });
    }
  });
});
