import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSandbox } from '../../app.ts';
import { readFixture } from '../../fixture/fixture.ts';
import { clusterAddress } from '../../testing/postgres.ts';
import { call, createProcesses, type Running, tokenOf } from '../../testing/processes.ts';
import { connect, newSchema, openForTest } from '../../testing/stores.ts';
import { creation, twoFirms } from '../../testing/two-firms.ts';
import { builtIn } from '../../worlds.ts';

// Worlds of several processes on one database: each sees all of them, and nothing of one is in another.

const count = Number(process.env['WORLDS'] ?? 12);
const rounds = 5;

let folder = '';
let address = '';
const { start, launch, endAll } = createProcesses({ check: true });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worlds-'));
  address = newSchema(clusterAddress());
});
afterEach(() => {
  endAll();
  rmSync(folder, { recursive: true });
});

const replica = (...words: readonly string[]) =>
  start(['--database', address, '--control', '--initialisation-seconds', '0', ...words]);
const control = (running: Running, method: string, path: string, body?: unknown) =>
  call(running, '', method, `/__sandbox/${path}`, body);
const worldOf = (running: Running, name: string): Running => ({
  ...running,
  baseUrl: `${running.baseUrl}/worlds/${name}`,
});
const add = (running: Running, name: string, fixture: unknown = twoFirms()) =>
  control(running, 'POST', 'worlds/', { name, fixture });
const login = (running: Running) => tokenOf(running, 'north-manager', 'north manager secret');
const namesAt = async (running: Running) => {
  const { body } = await control(running, 'GET', 'worlds/');
  // As sandbox.md has it.
  return (body as { readonly results: readonly { readonly name: string }[] }).results.map(({ name }) => name);
};
const sorted = (statuses: readonly number[]) => statuses.toSorted((a, b) => a - b);

/** The schemas of worlds in the database of these tests. */
async function schemas(): Promise<readonly string[]> {
  const client = await connect(address);
  const { rows } = await client.query<{ readonly name: string }>(
    `select nspname as name from pg_namespace
     where nspname like '%\\_' || current_schema()::text::regnamespace::oid || '\\_world\\_%' order by oid`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

it('a world that one replica makes is there at the others, with its tokens, clock and quota, until one deletes it', async () => {
  const [one, other] = [await replica(), await replica()];
  expect(await add(one, 'red', { ...twoFirms(), rate_limits: { read: { burst: 3 } } })).toMatchObject({
    status: 201,
    body: { name: 'red', client_id: 'north-manager', client_secret: 'north manager secret' },
  });
  expect((await control(other, 'GET', 'worlds/')).body).toEqual({
    results: [{ name: 'red', base_url: `${other.baseUrl}/worlds/red`, client_id: 'north-manager' }],
  });
  const [here, there] = [worldOf(one, 'red'), worldOf(other, 'red')];
  const token = await login(here);
  expect((await call(there, token, 'POST', '/api/v1/audits/', creation)).status).toBe(201);
  await control(there, 'POST', 'clock/', { frozen: true, advance_seconds: 86_400 });
  const now = (await control(here, 'GET', 'clock/')).body;
  expect(now).toEqual((await control(there, 'GET', 'clock/')).body);
  expect(now).not.toEqual((await control(one, 'GET', 'clock/')).body);
  const again = await login(there);
  const statuses = [];
  for (const at of [here, there, here, there])
    statuses.push((await call(at, again, 'GET', `/api/v1/audits/${creation.id}/`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await call(one, again, 'GET', '/api/v1/audits/')).status).toBe(401);

  expect((await control(other, 'DELETE', 'worlds/red/')).status).toBe(200);
  expect(await call(here, again, 'GET', '/api/v1/audits/')).toEqual({
    status: 404,
    body: { detail: 'There is no world "red". GET /__sandbox/worlds/ lists those that there are.' },
  });
  for (const name of ['red', '%00'])
    expect((await control(one, 'DELETE', `worlds/${name}/`)).status).toBe(404);
  expect(await schemas()).toEqual([]);
  // Of the same name, and nothing else.
  expect((await add(one, 'red')).status).toBe(201);
  expect((await call(there, token, 'GET', '/api/v1/audits/')).status).toBe(401);
});

it('of replicas that make or delete the same world at once, one does', async () => {
  const replicas = [await replica(), await replica(), await replica()];
  for (let round = 0; round < rounds; round += 1) {
    const made = await Promise.all(replicas.map((running) => add(running, 'red')));
    expect(sorted(made.map(({ status }) => status))).toEqual([201, 409, 409]);
    const gone = await Promise.all(replicas.map((running) => control(running, 'DELETE', 'worlds/red/')));
    expect(sorted(gone.map(({ status }) => status))).toEqual([200, 404, 404]);
  }
  expect(await schemas()).toEqual([]);
});

it('requests to a world that another replica deletes are answered, or told that it is gone', async () => {
  const [one, other] = [await replica(), await replica()];
  for (let round = 0; round < rounds; round += 1) {
    await add(one, 'red');
    const red = worldOf(one, 'red');
    const token = await login(red);
    await control(red, 'POST', 'firms/north/', { credits: 1_000_000 });
    const asked = Array.from({ length: 30 }, (_, index) =>
      call(red, token, 'POST', '/api/v1/audits/', { ...creation, id: `a${String(index)}` }),
    );
    const deleted = control(other, 'DELETE', 'worlds/red/');
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![201, 404, 503].includes(status))).toEqual([]);
    expect((await deleted).status).toBe(200);
    expect((await call(red, token, 'GET', '/api/v1/audits/')).status).toBe(404);
  }
  expect(await schemas()).toEqual([]);
});

it('a replica that is asked for a world for the first time while another deletes it says that there is none', async () => {
  const [one, other] = [await replica(), await replica()];
  for (let round = 0; round < rounds; round += 1) {
    await add(one, 'red');
    const asked = Array.from({ length: 10 }, () => control(worldOf(other, 'red'), 'GET', 'clock/'));
    const deleted = control(one, 'DELETE', 'worlds/red/');
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 404, 503].includes(status))).toEqual([]);
    expect((await deleted).status).toBe(200);
  }
  expect(await schemas()).toEqual([]);
});

it('a replica ends the worlds that another has deleted when it opens one, and no other', async () => {
  const closed: string[] = [];
  const opened = async () => {
    const database = await openForTest(address);
    return database.keepWorlds(async (beginning, place) => {
      const sandbox = await createSandbox({ ...beginning, ...place });
      const close = async () => {
        closed.push(sandbox.account.client_id);
        await sandbox.close();
      };
      return { ...sandbox, close };
    });
  };
  const [one, other] = [await opened(), await opened()];
  const clients = ['gone', 'kept', 'new'];
  for (const name of clients.slice(0, 2)) {
    const fixture = readFixture({ ...twoFirms(), firms: [firmOf(name)] });
    if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
    await one.add(name, { fixture: fixture.value });
    expect((await other.find(name))?.name).toBe(name);
  }
  await one.remove('gone');
  await one.add('new', { fixture: builtIn() });
  expect((await other.find('new'))?.name).toBe('new');
  await expect.poll(() => closed).toEqual(['gone']);
  await Promise.all([one.close(), other.close()]);
});

/** A firm that is known by the client id of its account. */
function firmOf(name: string) {
  const [firm] = twoFirms().firms;
  const accounts = [{ client_id: name, client_secret: 'secret', roles: [] }];
  return { ...firm, service_accounts: accounts };
}

it('a world whose schema is gone is not made again by the replica that is asked for it', async () => {
  const [one, other] = [await replica(), await replica()];
  await add(one, 'red');
  const client = await connect(address);
  for (const schema of await schemas()) await client.query(`drop schema "${schema}" cascade`);
  await client.end();
  expect((await control(worldOf(other, 'red'), 'GET', 'clock/')).status).toBe(404);
  expect(await schemas()).toEqual([]);
});

it('kill -9 while a world is made: its name is free, and nothing of it stays', async () => {
  const survivor = await replica();
  const victim = await replica();
  const lost = add(victim, 'red', 'demo:10000-audits').then(
    () => 'answered',
    () => 'lost',
  );
  await expect.poll(schemas).toHaveLength(1);
  victim.child.kill('SIGKILL');
  expect(await lost).toBe('lost');
  await victim.ended;
  expect(await namesAt(survivor)).toEqual([]);
  expect((await add(survivor, 'red')).status).toBe(201);
  expect(await namesAt(survivor)).toEqual(['red']);
  expect(await schemas()).toHaveLength(1);
});

it(`${String(count)} worlds side by side: nothing of one is in another`, async () => {
  const [one, other] = [await replica(), await replica()];
  const names = Array.from({ length: count }, (_, index) => `w${String(index)}`);
  const tokens: string[] = [];
  for (const [index, name] of names.entries()) {
    expect((await add(one, name)).status).toBe(201);
    const world = worldOf(index % 2 === 0 ? one : other, name);
    const token = await login(world);
    tokens.push(token);
    await control(world, 'POST', 'firms/north/', { credits: 1_000 + index });
    expect(
      (await call(world, token, 'POST', '/api/v1/audits/', { ...creation, id: `only-${name}` })).status,
    ).toBe(201);
  }
  for (const [index, name] of names.entries()) {
    const world = worldOf(index % 2 === 0 ? other : one, name);
    const token = tokens[index] ?? '';
    expect((await call(world, token, 'GET', `/api/v1/audits/only-${name}/`)).status).toBe(200);
    expect((await call(world, tokens[(index + 1) % count] ?? '', 'GET', '/api/v1/audits/')).status).toBe(401);
    const next = names[(index + 1) % count] ?? '';
    expect((await call(world, token, 'GET', `/api/v1/audits/only-${next}/`)).status).toBe(404);
    expect((await control(world, 'POST', 'firms/north/', {})).body).toMatchObject({ credits: 990 + index });
  }
  expect(await namesAt(other)).toEqual(names);
  for (const running of [one, other]) {
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 0, err: '' });
  }
}, 600_000);

it('--export-on-exit and --restore: the state and its worlds go from one store to the other, and back', async () => {
  const file = join(folder, 'state.snapshot');
  writeFileSync(join(folder, 'f.json'), JSON.stringify(twoFirms()));
  const first = await replica('--fixture', join(folder, 'f.json'), '--export-on-exit', file);
  const token = await login(first);
  await call(first, token, 'POST', '/api/v1/audits/', creation);
  await add(first, 'red');
  await control(worldOf(first, 'red'), 'POST', 'firms/north/', { credits: 7 });
  const answers = async (running: Running) => [
    (await call(running, token, 'GET', '/api/v1/audits/?page_size=100')).body,
    (await control(worldOf(running, 'red'), 'POST', 'firms/north/', {})).body,
  ];
  const portable = (value: unknown, { baseUrl }: Running) =>
    JSON.stringify(value).replaceAll(baseUrl, 'http://sandbox');
  const before = portable(await answers(first), first);
  first.child.kill('SIGTERM');
  expect(await first.ended).toMatchObject({ status: 0, err: '' });
  expect(readdirSync(`${file}-worlds`)).toEqual(['red.snapshot']);

  const sqlite = await start(['--control', '--restore', file, '--export-on-exit', file]);
  expect(portable(await answers(sqlite), sqlite)).toBe(before);
  sqlite.child.kill('SIGTERM');
  expect(await sqlite.ended).toMatchObject({
    status: 0,
    err: 'The snapshot keeps no secrets: use the client secret that it was made with.\n',
  });

  address = newSchema(clusterAddress());
  const replicas = await Promise.all([1, 2, 3].map(() => replica('--restore', file)));
  for (const running of replicas) expect(portable(await answers(running), running)).toBe(before);
  const [late] = [await replica('--restore', file)];
  late.child.kill('SIGTERM');
  expect((await late.ended).err).toContain('The database holds a state already; the snapshot was left out.');

  address = newSchema(clusterAddress());
  const words = ['--database', address, '--restore', join(folder, 'f.json')];
  expect(await launch(words).ended).toMatchObject({
    status: 2,
    err: '--restore: it is not a snapshot of this service\n',
  });
});
