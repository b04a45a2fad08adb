import { expect, it } from 'vitest';
import type { ExchangeHead, ExchangePage } from '../../../shared/workbench.ts';
import { createSandbox, type Sandbox } from '../../app.ts';
import { readFixture } from '../../fixture/fixture.ts';
import { json, requestOf, whole } from '../../http/exchange.ts';
import type { Observed } from '../../http/recorder.ts';
import { clusterAddress } from '../../testing/postgres.ts';
import { connect, newSchema, openForTest } from '../../testing/stores.ts';
import { creation, twoFirms } from '../../testing/two-firms.ts';

// Several services on one schema, as behind a balancer: they are one service.

type Values = Readonly<Record<string, unknown>>;

class Replicas {
  readonly services: readonly Sandbox[];
  token = '';
  private asked = 0;
  constructor(services: readonly Sandbox[]) {
    this.services = services;
  }
  static async open(change: Values = {}, count = 3): Promise<Replicas> {
    const fixture = readFixture({ ...twoFirms(), ...change });
    if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
    const address = newSchema(clusterAddress());
    const start = async () =>
      createSandbox({
        fixture: fixture.value,
        database: await openForTest(address),
        control: true,
        initialisationSeconds: 0,
      });
    const replicas = new Replicas(await Promise.all(Array.from({ length: count }, start)));
    await replicas.logIn();
    return replicas;
  }
  async logIn(): Promise<void> {
    this.token = '';
    const form = {
      grant_type: 'client_credentials',
      client_id: 'north-manager',
      client_secret: 'north manager secret',
    };
    const { body } = await this.send('POST', '/api/v1/oauth/token/', new URLSearchParams(form));
    this.token = String(body['access_token']);
  }
  /** Sends a request to the next one in turn, or to one by its number. */
  async send(method: string, path: string, body?: unknown, at = (this.asked += 1)) {
    const service = this.services[at % this.services.length];
    if (service === undefined) throw new Error('There is no service.');
    const isForm = body instanceof URLSearchParams;
    const response = await service.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          ...(isForm ? {} : { 'Content-Type': 'application/json' }),
          ...(this.token === '' ? {} : { Authorization: `Bearer ${this.token}` }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const known: Values = text.startsWith('{') ? (JSON.parse(text) as Values) : {};
    return { status: response.status, body: known };
  }
  /** The same of every one. */
  everywhere(method: string, path: string) {
    return Promise.all(this.services.map((_, at) => this.send(method, path, undefined, at)));
  }
}

function sorted(answers: readonly { readonly status: number }[]): readonly number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

it('a token, the clock, limits and the state are those of all', async () => {
  const replicas = await Replicas.open();
  await replicas.send('POST', '/__sandbox/clock/', { frozen: true });
  await replicas.send('POST', '/__sandbox/clock/', { advance_seconds: 100 });
  const [clock, ...clocks] = await replicas.everywhere('GET', '/__sandbox/clock/');
  expect(clock?.body['frozen']).toBe(true);
  for (const other of clocks) expect(other).toEqual(clock);
  expect((await replicas.send('POST', '/api/v1/audits/', { ...creation, id: 'mine' })).status).toBe(201);
  for (const { status } of await replicas.everywhere('GET', '/api/v1/audits/mine/')) expect(status).toBe(200);
  await replicas.send('POST', '/__sandbox/firms/north/', { rate_limits: { read: { burst: 0 } } });
  for (const { status } of await replicas.everywhere('GET', '/api/v1/audits/mine/')) expect(status).toBe(429);
  await replicas.send('POST', '/__sandbox/clock/', { advance_seconds: 3_600 });
  for (const { status } of await replicas.everywhere('GET', '/api/v1/roles/')) expect(status).toBe(401);
  await replicas.send('POST', '/__sandbox/reset/', {});
  for (const { body } of await replicas.everywhere('GET', '/__sandbox/state/north/audits/0/'))
    expect(body['count']).toBe(2);
});

it('a fixture that one loads is that of all: its variants, too', async () => {
  const replicas = await Replicas.open();
  const fixture = { ...twoFirms(), variants: { extra_fields: true } };
  expect((await replicas.send('POST', '/__sandbox/fixture/', { fixture })).status).toBe(200);
  await replicas.logIn();
  for (const { body } of await replicas.everywhere('GET', '/api/v1/audits/audit/'))
    expect(body).toHaveProperty('unspecified_field');
});

it('a fault acts as often as it says, at whichever one', async () => {
  const replicas = await Replicas.open();
  await replicas.send('POST', '/__sandbox/faults/', { kind: 'status', status: 418, times: 5, skip: 2 });
  const answers = await Promise.all(Array.from({ length: 30 }, () => replicas.send('GET', '/api/v1/roles/')));
  expect(answers.filter(({ status }) => status === 418)).toHaveLength(5);
  for (const { body } of await replicas.everywhere('GET', '/__sandbox/faults/waiting/'))
    expect(body['results']).toEqual([]);
});

it('quota is counted once: of many requests at once as many are admitted as fit', async () => {
  const replicas = await Replicas.open({
    rate_limits: { read: { burst: 40, sustained: 1_000 }, write: {}, lifecycle: {}, token: {} },
  });
  await replicas.send('POST', '/__sandbox/clock/', { frozen: true });
  const answers = await Promise.all(
    Array.from({ length: 120 }, () => replicas.send('GET', '/api/v1/audits/audit/')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(80);
});

it.each(['sliding', 'fixed'])('resets among requests that are counted: windows %s', async (windows) => {
  const replicas = await Replicas.open({ variants: { windows } });
  const credentials = {
    grant_type: 'client_credentials',
    client_id: 'north-manager',
    client_secret: 'north manager secret',
  };
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, nth) =>
      nth % 25 === 24
        ? replicas.send('POST', '/__sandbox/reset/', {})
        : replicas.send('POST', '/api/v1/oauth/token/', new URLSearchParams(credentials)),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

it('decisions §9.9: of three requests for one component exactly one wins, and no credit is lost', async () => {
  const races = Number(process.env['RACES'] ?? 15);
  const firms = twoFirms().firms.map((firm) => ({ ...firm, credits: races * 10 }));
  const replicas = await Replicas.open({ firms });
  const results: (readonly number[])[] = [];
  for (let race = 0; race < races; race += 1) {
    const made = await replicas.send('POST', '/api/v1/audits/consolidated/component-audits/', {
      legal_entity_ids: ['sub'],
      auditor_relation: 'self',
    });
    const coupling = {
      ...creation,
      scoping_package_id: 'Large',
      legal_entity_id: 'sub',
      coupled_component_audit_ids: [made.body['id']],
    };
    const answers = await Promise.all(
      replicas.services.map((_, at) =>
        replicas.send(
          'POST',
          '/api/v1/audits/',
          { ...coupling, id: `race-${String(race)}-${String(at)}` },
          at,
        ),
      ),
    );
    results.push(sorted(answers));
  }
  expect(results).toEqual(results.map(() => [201, 400, 400]));
  const { body } = await replicas.send('POST', '/__sandbox/firms/north/', {});
  expect(body['credits']).toBe(races * 10 - races * 3);
});

it('an id is taken once, and a deletion is carried out once', async () => {
  const replicas = await Replicas.open();
  for (const round of [1, 2, 3]) {
    const made = await Promise.all(
      replicas.services.map((_, at) =>
        replicas.send('POST', '/api/v1/audits/', { ...creation, id: 'one' }, at),
      ),
    );
    expect([round, sorted(made)]).toEqual([round, [201, 409, 409]]);
    const gone = await Promise.all(
      replicas.services.map((_, at) => replicas.send('DELETE', '/api/v1/audits/one/', undefined, at)),
    );
    expect([round, sorted(gone)]).toEqual([round, [204, 404, 404]]);
  }
});

it('a snapshot that one replica keeps is restored by another, for all of them', async () => {
  const replicas = await Replicas.open();
  const everywhere = async (path: string) =>
    Promise.all(replicas.services.map((_, at) => replicas.send('GET', path, undefined, at)));
  const keep = replicas.services.map((_, at) =>
    replicas.send('POST', '/__sandbox/snapshots/', { name: 'start' }, at),
  );
  const statuses = (await Promise.all(keep)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  await replicas.send('POST', '/api/v1/audits/', creation);
  await replicas.send('POST', '/__sandbox/fixture/', { fixture: 'demo:firm' });
  for (const { status } of await everywhere('/api/v1/audits/')) expect(status).toBe(401);

  expect((await replicas.send('POST', '/__sandbox/snapshots/start/restore/', {}, 1)).status).toBe(200);
  for (const { status } of await everywhere('/api/v1/audits/audit/')) expect(status).toBe(200);
  for (const { status } of await everywhere(`/api/v1/audits/${creation.id}/`)) expect(status).toBe(404);
  // Rows get new numbers, and none that a row of the snapshot has.
  expect((await replicas.send('POST', '/api/v1/audits/', creation)).status).toBe(201);
  for (const { status } of await everywhere(`/api/v1/audits/${creation.id}/`)) expect(status).toBe(200);
  const { body } = await replicas.send('GET', '/__sandbox/snapshots/');
  expect(body).toMatchObject({ results: [{ name: 'start' }] });
});

/** What is recorded behind requests is there: each replica writes its own before it answers this. */
const settle = (replicas: Replicas) => replicas.everywhere('GET', '/__sandbox/requests/');

/** A page of the workbench, which reads on at one replica after another and never looks back. */
function openPage(replicas: Replicas) {
  const seen: ExchangeHead[] = [];
  let last = 0;
  const readOn = async (): Promise<readonly ExchangeHead[]> => {
    for (;;) {
      const path = `/__sandbox/exchanges/after/${String(last)}/`;
      const page = (await replicas.send('GET', path)).body as unknown as ExchangePage;
      seen.push(...page.results);
      last = page.results.at(-1)?.id ?? page.newest;
      if (last === page.newest) return seen;
    }
  };
  return { readOn };
}

it('the workbench of each shows the requests to all, by numbers of which none is left out while they come', async () => {
  const replicas = await Replicas.open();
  const sent = Array.from({ length: 120 }, (_, nth) =>
    replicas.send('GET', `/api/v1/nothing/${String(nth)}/`),
  );
  const answered: unknown[] = [];
  for (const one of sent) void one.then((answer) => answered.push(answer));
  const pages = Array.from({ length: 3 }, () => openPage(replicas));
  const readAll = () => Promise.all(pages.map(({ readOn }) => readOn()));
  while (answered.length < sent.length) await readAll();
  await settle(replicas);
  for (const seen of await readAll()) {
    expect(seen.map(({ id }) => id)).toEqual(Array.from({ length: 121 }, (_, nth) => nth + 1)); // with the login
    expect(new Set(seen.map(({ path }) => path)).size).toBe(121);
  }
  const runs = (await replicas.everywhere('GET', '/__sandbox/exchanges/after/0/')).map(
    ({ body }) => body['run'],
  );
  expect(new Set(runs).size).toBe(1);
});

it('a request that one replica answered is sent again by another, looked up in a third, and forgotten by all', async () => {
  const replicas = await Replicas.open();
  await settle(replicas); // the login is the first one then
  await replicas.send('POST', '/api/v1/audits/', creation, 0);
  await settle(replicas);
  const [, made] = await openPage(replicas).readOn();
  const again = await replicas.send('POST', `/__sandbox/exchanges/${String(made?.id)}/replay/`, {}, 1);
  expect(again.status).toBe(200);
  const told = await replicas.send('GET', `/__sandbox/exchanges/${String(again.body['id'])}/`, undefined, 2);
  expect(told.body).toMatchObject({ method: 'POST', status: 409, rules: ['id-taken'] });
  await settle(replicas);
  const logged = (await settle(replicas)).map(({ body }) => body['results']);
  expect(logged).toEqual(Array(3).fill(logged[0]));
  expect(logged[0]).toMatchObject([{ status: 200 }, { status: 201 }, { status: 409 }]);
  await replicas.send('POST', '/__sandbox/reset/', {}, 0);
  for (const { body } of await replicas.everywhere('GET', '/__sandbox/exchanges/after/0/'))
    expect(body).toMatchObject({ results: [], oldest: 4, newest: 3 });
});

async function observedRequest(): Promise<Observed> {
  const answer = json(200, {});
  return {
    at: 0,
    duration: 0,
    request: await requestOf(new Request('http://localhost/api/v1/roles/')),
    handled: { answer, tier: null, clientId: null },
    outcome: whole(answer),
    fault: null,
  };
}

it('who reads while another replica writes hears of no number of which nothing can be read', async () => {
  const address = newSchema(clusterAddress());
  const [writer, reader] = [await openForTest(address), await openForTest(address)].map(({ controls }) =>
    controls.recorder({}),
  );
  const client = await connect(address);
  await client.query('begin');
  await client.query('lock table exchange in share mode'); // which may be read, and not written
  const added = writer?.add(await observedRequest());
  const waiting = "select from pg_locks where relation = 'exchange'::regclass and not granted";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  expect(await reader?.after(0)).toMatchObject({ results: [], newest: 0 });
  await client.query('commit');
  await client.end();
  expect(await added).toBe(1);
  expect(await reader?.after(0)).toMatchObject({ results: [{ id: 1 }], newest: 1 });
});

it('what cannot be recorded keeps no request waiting, and what comes after it is recorded', async () => {
  const address = newSchema(clusterAddress());
  const { controls } = await openForTest(address);
  const recorder = controls.recorder({});
  const observed = await observedRequest();
  const client = await connect(address);
  expect(await recorder.add(observed)).toBe(1);
  await client.query('alter table exchange rename to away');
  expect(await Promise.all([recorder.add(observed), recorder.add(observed)])).toEqual([null, null]);
  await client.query('alter table away rename to exchange');
  expect(await recorder.add(observed)).toBe(2);
  await client.query('truncate exchange'); // as by the end of PostgreSQL, which loses what is not logged
  expect(await recorder.after(0)).toMatchObject({ results: [], oldest: 3, newest: 2 });
  await client.end();
});

it('requests are counted by the time at which they hold the count', async () => {
  const address = newSchema(clusterAddress());
  const database = await openForTest(address);
  const limiter = database.controls.limiter({ windows: 'sliding', rejectedRequestsCount: false });
  await Promise.all(Array.from({ length: 200 }, async () => limiter.admit('read 1', {}, 0)));
  const client = await connect(address);
  const { rows } = await client.query<{ sorted: boolean; count: string }>(
    'select count(*) as count, bool_and(at >= before) as sorted from (select at, lag(at, 1, at) over (order by n) as before from arrival) as times',
  );
  await client.end();
  expect(rows[0]).toEqual({ count: '200', sorted: true });
});
