import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox, failing, type Sandbox } from '../../app.ts';
import { readFixture } from '../../fixture/fixture.ts';
import { answered as answeredAs, notFound, requestOf, whole } from '../../http/exchange.ts';
import { type Cluster, startCluster } from '../../testing/cluster.ts';
import { createProcesses } from '../../testing/processes.ts';
import { connect, openForTest } from '../../testing/stores.ts';
import { creation, twoFirms } from '../../testing/two-firms.ts';
import { openWorlds } from '../../worlds.ts';
import { openPostgres } from './postgres.ts';

// What a service says while its database fails, and that it goes on afterwards. The server is these tests' own.

let cluster: Cluster | null = null;
beforeAll(async () => {
  cluster = await startCluster({ fsync: true });
});
afterAll(async () => {
  await cluster?.end();
});

interface Asked {
  readonly status: number;
  readonly text: string;
}

class Service {
  readonly said: string[] = [];
  readonly bugs: unknown[] = [];
  private token = '';
  private sandbox: Sandbox | null = null;
  readonly address: string;
  constructor(name: string, more = '', at = cluster?.address ?? '') {
    this.address = `${at}&schema=${name}${more}`;
  }
  async open(): Promise<this> {
    const fixture = readFixture(twoFirms());
    if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
    this.sandbox = await createSandbox({
      fixture: fixture.value,
      database: await openForTest(this.address, (line) => this.said.push(line)),
      control: true,
      initialisationSeconds: 0,
      report: (error) => this.bugs.push(error),
    });
    const form = {
      grant_type: 'client_credentials',
      client_id: 'north-manager',
      client_secret: 'north manager secret',
    };
    const { text } = await this.send('POST', '/api/v1/oauth/token/', new URLSearchParams(form));
    this.token = (JSON.parse(text) as { readonly access_token: string }).access_token; // the tokens' tests prove it
    return this;
  }
  private async send(method: string, path: string, body?: URLSearchParams | string): Promise<Asked> {
    const headers = {
      Authorization: `Bearer ${this.token}`,
      ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const response = await this.sandbox?.fetch(new Request(`http://localhost${path}`, init));
    return { status: response?.status ?? 0, text: (await response?.text()) ?? '' };
  }
  get(path: string): Promise<Asked> {
    return this.send('GET', `/api/v1${path}`);
  }
  create(id: string, note = ''): Promise<Asked> {
    const free = { client_organisation_id: 'trial', legal_entity_id: 'trial' };
    return this.send(
      'POST',
      '/api/v1/audits/',
      JSON.stringify({ ...creation, ...free, id, settings: { note } }),
    );
  }
  control(path: string): Promise<Asked> {
    return this.send('GET', `/__sandbox${path}`);
  }
}

/** A way to the server that can be closed: then it takes connections, and nothing comes back. */
async function openGate(address: string) {
  const folder = new URL(address).searchParams.get('host') ?? '';
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    if (!isOpen) return;
    const inner = createConnection(join(folder, '.s.PGSQL.5432')).on('error', () => {});
    socket.pipe(inner).pipe(socket);
    socket.on('close', () => inner.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const switchTo = (wanted: boolean) => {
    isOpen = wanted;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    switchTo(false);
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    address: `postgres://tests@127.0.0.1:${String(port)}/postgres?application_name=gate`,
    close: () => {
      switchTo(false);
    },
    open: () => {
      switchTo(true);
    },
  };
}

const without = (reason: string) => `{"detail":"The service cannot use its database: ${reason}."}`;

describe('a database that fails while the service runs', () => {
  it('goes away: 503 with the reason; comes back: all that was answered is there', async () => {
    const service = await new Service('away').open();
    expect((await service.create('kept')).status).toBe(201);
    await cluster?.kill();
    for (const ask of [
      () => service.get('/audits/kept/'),
      () => service.create('lost'),
      () => service.control('/clock/'),
    ]) {
      const { status, text } = await ask();
      expect([status, text]).toEqual([503, expect.stringContaining('it cannot be reached')]);
    }
    await cluster?.start();
    expect((await service.get('/audits/kept/')).status).toBe(200);
    expect((await service.create('lost')).status).toBe(201);
    expect(service.said).toEqual([
      expect.stringMatching(/^The database cannot be used now: it (is stopping|cannot be reached)/),
      'The database can be used again.',
    ]);
    expect(service.bugs).toEqual([]);
  });
  it('goes silent: who asks is told at once, and one tries for all whether it is back', async () => {
    const gate = await openGate(new Service('silent').address);
    const service = await new Service('silent', '', gate.address).open();
    gate.close();
    await expect.poll(() => service.said).toHaveLength(1);
    const before = performance.now();
    const asked = await Promise.all(['a', 'b', 'c'].map((id) => service.get(`/audits/${id}/`)));
    asked.push(await service.create('lost'), await service.control('/clock/'));
    expect(performance.now() - before).toBeLessThan(5_000); // a connection is waited for twice as long
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]));
    gate.open();
    await expect.poll(async () => (await service.get('/audits/audit/')).status).toBe(200);
    expect(service.said).toEqual([
      expect.stringMatching(/^The database cannot be used now: it cannot be reached/),
      'The database can be used again.',
    ]);
    expect(service.bugs).toEqual([]);
  });
  it('goes away under a world: 503 with the reason, and the world is there when it is back', async () => {
    const database = await openPostgres({ address: new Service('worlds').address, say: () => {} });
    onTestFinished(async () => database.close());
    const keeper = await database.keepWorlds((beginning, place) =>
      createSandbox({ ...beginning, ...place, initialisationSeconds: 0 }),
    );
    const bugs: unknown[] = [];
    const failed = failing({ outageOf: database.outageOf, report: (error) => bugs.push(error) });
    const worlds = await openWorlds({ answer: () => whole(notFound) }, { keeper, failed });
    const ask = async (path: string, init: RequestInit = {}) => {
      const request = await requestOf(new Request(`http://localhost${path}`, init));
      const response = await answeredAs(await worlds.answer(request));
      return [response.status, await response.text()];
    };
    const add = { method: 'POST', body: JSON.stringify({ name: 'red', fixture: twoFirms() }) };
    expect(await ask('/__sandbox/worlds/', add)).toEqual([201, expect.any(String)]);
    const login = {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'north-manager',
        client_secret: 'north manager secret',
      }),
    };
    const token = '/worlds/red/api/v1/oauth/token/';
    expect(await ask(token, login)).toEqual([200, expect.any(String)]);
    await cluster?.kill();
    for (const [path, init] of [
      [token, login],
      ['/__sandbox/worlds/', {}],
      ['/__sandbox/worlds/', add],
    ] as const)
      expect(await ask(path, init)).toEqual([503, expect.stringContaining('it cannot be reached')]);
    await cluster?.start();
    expect(await ask(token, login)).toEqual([200, expect.any(String)]);
    expect(await ask('/__sandbox/worlds/', add)).toEqual([409, expect.any(String)]);
    await keeper.close();
    expect(bugs).toEqual([]);
  });
  it('lets its user make no more schemas: a world is refused with the reason', async () => {
    const owner = await connect(new Service('worlds').address);
    await owner.query('create role limited login; create schema limited authorization limited');
    await owner.end();
    const { address } = new Service('limited');
    const database = await openPostgres({ address: address.replace('tests@', 'limited@'), say: () => {} });
    onTestFinished(async () => database.close());
    const keeper = await database.keepWorlds((beginning, place) => createSandbox({ ...beginning, ...place }));
    const bugs: unknown[] = [];
    const failed = failing({ outageOf: database.outageOf, report: (error) => bugs.push(error) });
    const worlds = await openWorlds({ answer: () => whole(notFound) }, { keeper, failed });
    const request = new Request('http://localhost/__sandbox/worlds/', {
      method: 'POST',
      body: '{"name": "red"}',
    });
    const response = await answeredAs(await worlds.answer(await requestOf(request)));
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining('the user may not do this there: permission denied for database'),
    ]);
    expect(await keeper.all()).toEqual([]);
    expect(bugs).toEqual([]);
  });
  it('answers slowly: 503, and later as before', async () => {
    const service = await new Service('slow', '&statement_timeout=300').open();
    const client = await connect(`${cluster?.address ?? ''}&schema=slow`);
    await client.query('begin; lock table audit in access exclusive mode');
    expect(await service.get('/audits/audit/')).toEqual({
      status: 503,
      text: without('it answers too slowly'),
    });
    await client.query('rollback');
    await client.end();
    expect((await service.get('/audits/audit/')).status).toBe(200);
    expect(service.bugs).toEqual([]);
  });
  it('does not answer at all: 503, and later as before', async () => {
    const service = await new Service('hanging', '&query_timeout=3000').open();
    const first = String(cluster?.pid() ?? 0);
    const children = spawnSync('pgrep', ['-P', first], { encoding: 'utf8' }).stdout.split('\n');
    const server = [first, ...children].filter((pid) => pid !== '').map(Number);
    for (const pid of server) process.kill(pid, 'SIGSTOP');
    const asked = await service.get('/audits/audit/');
    for (const pid of server) process.kill(pid, 'SIGCONT');
    expect(asked).toEqual({ status: 503, text: without('it answers too slowly') });
    await expect.poll(async () => (await service.get('/audits/audit/')).status).toBe(200);
    expect(service.bugs).toEqual([]);
  });
  it('gets another state while a change waits: the change is not carried out there', async () => {
    const service = await new Service('replaced').open();
    const client = await connect(`${cluster?.address ?? ''}&schema=replaced`);
    await client.query("begin; select pg_advisory_xact_lock(hashtext('replaced'), 0)");
    const changed = service.create('late');
    const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
    await expect.poll(async () => (await client.query(waiting)).rows.length).toBe(1);
    await client.query('delete from token; commit'); // as a reset does
    expect((await changed).status).toBe(401);
    expect((await client.query("select from audit where id = 'late'")).rows).toEqual([]);
    await client.end();
    expect(service.bugs).toEqual([]);
  });
  it('lets many changes wait for a lock: reads do not wait with them', async () => {
    const service = await new Service('waiting').open();
    const client = await connect(`${cluster?.address ?? ''}&schema=waiting`);
    await client.query("begin; select pg_advisory_xact_lock(hashtext('waiting'), 0)");
    const changes = Array.from({ length: 12 }, (_, index) => service.create(`a${String(index)}`));
    const isWaiting = async () => {
      const { rows } = await client.query("select from pg_locks where locktype = 'advisory' and not granted");
      return rows.length;
    };
    await expect.poll(isWaiting).toBe(4);
    expect((await service.get('/audits/audit/')).status).toBe(200);
    await client.query('rollback');
    await client.end();
    expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([201]));
    expect(service.bugs).toEqual([]);
  });
  it('becomes read-only: 503, and later as before', async () => {
    const service = await new Service('reading').open();
    const client = await connect(`${cluster?.address ?? ''}&schema=reading`);
    const change = async (value: 'on' | 'off') => {
      await client.query(`alter database postgres set default_transaction_read_only = ${value}`);
      await client.query(
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'audit-sandbox'",
      );
    };
    await change('on');
    await service.get('/audits/audit/'); // may meet a connection that has just ended
    expect(await service.create('new')).toEqual({ status: 503, text: without('it is read-only') });
    await client.query('set default_transaction_read_only = off');
    await change('off');
    await service.get('/audits/audit/');
    expect((await service.create('new')).status).toBe(201);
    await client.end();
    expect(service.bugs).toEqual([]);
  });
});

it('who is answered 503 is told when to ask again', () => {
  const failed = failing({ outageOf: () => 'it is away', report: () => {} });
  expect(failed(new Error('away')).answer).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
});

it('a database whose disk is full: 503, nothing by half, and it goes on when there is room', async ({
  skip,
}) => {
  const disk = mkdtempSync(join(tmpdir(), 'audit-desk-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m,mode=777', 'tmpfs', disk]).status === 0;
  onTestFinished(async () => {
    await cluster?.end(); // it holds the disk
    cluster = null;
    if (mounted) spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  skip(!mounted, 'A small disk cannot be mounted here: that takes the rights of root.');
  mkdirSync(join(disk, 'small'));
  if (cluster?.owner != null) chownSync(join(disk, 'small'), cluster.owner.id, cluster.owner.group);
  const admin = await connect(cluster?.address ?? '');
  await admin.query(`create tablespace small location '${join(disk, 'small')}'`);
  await admin.end();
  const service = await new Service('full', '&options=-c%20default_tablespace%3Dsmall').open();
  writeFileSync(join(disk, 'filling'), Buffer.alloc(2 ** 20));
  const { count: before } = JSON.parse((await service.get('/audits/')).text) as { readonly count: number }; // the page tests prove it
  let answered = 0;
  const note = randomBytes(100_000).toString('base64'); // so long that nothing but new room takes it
  for (; (await service.create(`n${String(answered)}`, note)).status === 201; answered += 1);
  expect(await service.create('more', note)).toEqual({ status: 503, text: without('its disk is full') });
  expect(answered).toBeGreaterThan(2);
  rmSync(join(disk, 'filling'));
  expect((await service.create('more', note)).status).toBe(201);
  const { text } = await service.get('/audits/?page_size=1');
  expect(JSON.parse(text)).toMatchObject({ count: before + answered + 1 });
  expect(service.said).toEqual([
    'The database cannot be used now: its disk is full.',
    'The database can be used again.',
  ]);
  expect(service.bugs).toEqual([]);
});

describe('at start and at the end a person is told, and nothing else happens', () => {
  const processes = createProcesses({ check: false });
  afterAll(() => {
    processes.endAll();
  });
  it.each([
    [
      'down',
      ['--database', 'postgres://127.0.0.1:1/a'],
      /^--database: it cannot be reached \(.*ECONNREFUSED.*\)\n$/,
    ],
    ['no address', ['--database', 'mysql://a/b'], /^--database takes an address such as postgres:.*\n$/],
    [
      'a parameter that there is not',
      ['--database', 'postgres://a/b?sslmod=require'],
      /^--database: its address has the parameter sslmod, which there is not; there are schema, sslmode, .*\n$/,
    ],
    [
      'a schema of no name',
      ['--database', 'postgres://a/b?schema=A-B'],
      /^--database: it is no address of.*\n$/,
    ],
    ['with a file', ['--database', 'postgres://a/b', '--data', 'a.db'], /^--data is for SQLite.*\n$/],
  ])('%s', async (_, words, sentence) => {
    const ended = await processes.launch(words).ended;
    expect(ended).toEqual({ status: 2, out: '', err: expect.stringMatching(sentence) });
  });
  it('a database that fails while its state is loaded', async () => {
    const own = await startedForTest();
    const address = `${own.address}&schema=reading`;
    await openForTest(address);
    const owner = await connect(address);
    await owner.query('create role reader login; grant usage on schema reading to reader');
    await owner.query('grant select on all tables in schema reading to reader');
    await owner.end();
    const ended = await processes.launch(['--database', address.replace('tests@', 'reader@')]).ended;
    expect(ended).toMatchObject({ status: 2, out: '' });
    expect(ended.err.split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(/^The database cannot be used now: /),
      '--database: the user may not do this there: permission denied for table kept_audit',
    ]);
  });
  it.each([
    ['without worlds', [], ['nothing was exported to']],
    ['with worlds', ['--control'], ['nothing was exported to', 'not all worlds were exported']],
  ])('a database that is away at the end, when all is to be exported: %s', async (_, words, told) => {
    const own = await startedForTest();
    const folder = mkdtempSync(join(tmpdir(), 'audit-desk-export-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, 'state');
    const running = await processes.start([
      '--database',
      `${own.address}&schema=ending`,
      '--export-on-exit',
      file,
      ...words,
    ]);
    await own.kill();
    running.child.kill('SIGTERM');
    const { status, err } = await running.ended;
    expect(status).toBe(1);
    const lines = err.split('\n').filter((line) => line.startsWith('--export-on-exit: '));
    expect(lines).toEqual(
      told.map((beginning): unknown =>
        expect.stringMatching(
          `^--export-on-exit: ${beginning}.*: the database cannot be used: it cannot be reached`,
        ),
      ),
    );
    expect(err).not.toContain(' at ');
  });
});

async function startedForTest(): Promise<Cluster> {
  const own = await startCluster();
  if (own === null) throw new Error('PostgreSQL is not installed here.');
  onTestFinished(own.end);
  return own;
}
