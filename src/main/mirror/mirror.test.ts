import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Reply } from '../../shared/error.ts';
import type { RowChanges } from '../../shared/operations/mirror.ts';
import { nameOfList } from '../../shared/rules/service/list-reading.ts';
import { connect, openApp, planOf } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';

// The lists of a service, from the pages that it answers to the rows that a window has of them.

let folder = '';
const open: { readonly close: () => Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mirror-'));
});
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
  rmSync(folder, { recursive: true });
});

const clients = { operation: 'clients.list' } as const;
const audits = { operation: 'audits.list' } as const;

interface Mirrored extends Pick<ReturnType<typeof openApp>, 'keytar'> {
  readonly connection: string;
}

/** Pages of clients, by their ids: what the service has now. A number is a status that it answers in place of a page. */
type Pages = readonly (string | number)[];

/** The keychain of an app that was there before. */
const keychainOf = (before: Pick<Mirrored, 'keytar'> | null) =>
  before === null ? {} : { keychain: { load: async () => before.keytar, service: 'Audit Desk' } };

/** The app in front of a service whose list of clients is what a test says. */
async function openMirror(first: Pages, before: Pick<Mirrored, 'connection' | 'keytar'> | null = null) {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  let pages = first;
  let hold: Promise<void> | null = null;
  const asked: number[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (!url.pathname.endsWith('/client-organisations/') || request.method !== 'GET')
      return desk.sandbox.fetch(request);
    const at = Number(url.searchParams.get('page') ?? 0);
    asked.push(at);
    if (at > 0) await hold;
    const page = pages[at];
    if (typeof page !== 'string') return Response.json({ detail: 'Not now.' }, { status: page ?? 404 });
    const results = Array.from(page, (id) =>
      id === '-' ? null : { id, name: id.toUpperCase(), country: 'NL' },
    );
    const count = pages.reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : 2), 0);
    const next = at + 1 < pages.length ? `${url.origin}${url.pathname}?page=${at + 1}` : null;
    return Response.json({ count, next, previous: null, results });
  };
  const app = openApp(
    folder,
    { ...desk, sandbox: { ...desk.sandbox, fetch } },
    clock,
    null,
    keychainOf(before),
  );
  open.push(app);
  const at = before?.connection ?? (await connect(app.call));
  const of = { connection: at, list: clients };
  /** A window's rows. */
  const openRows = () => {
    let known: Pick<RowChanges, 'epoch' | 'version'> | null = null;
    const rows = new Map<number, string>();
    return async () => {
      for (let isMore = true; isMore; ) {
        const { epoch = null, version: since = 0 } = known ?? {};
        const reply = (await app.call('mirror.rows', { ...of, epoch, since })) as Reply<RowChanges>;
        if (!reply.ok) throw new Error(reply.error.code);
        const { value } = reply;
        if (value.epoch !== epoch) rows.clear();
        for (const [rank, row] of value.rows) rows.set(rank, (row as { readonly id: string }).id);
        for (const rank of value.gone) rows.delete(rank);
        known = value;
        ({ isMore } = value);
        if (!isMore) {
          const ids = [...rows].toSorted(([a], [b]) => a - b).map(([, id]) => id);
          return { ids: ids.join(''), sent: value.rows.length, ...value.state };
        }
      }
      throw new Error('There is no end.');
    };
  };
  return {
    ...app,
    connection: at,
    control: desk.control,
    asked,
    openRows,
    says: (next: Pages) => {
      pages = next;
    },
    /** No page but the first comes before what is answered is called. */
    holdPages: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      return resolve;
    },
    read: (freshFor = 0, waits = true) => app.call('mirror.read', { ...of, freshFor, waits }),
    news: () =>
      app.events.filter((event) => event.type === 'mirror-changed' && event.list === nameOfList(clients))
        .length,
    pass: (milliseconds: number) => clock.advance(milliseconds),
  };
}

test('a list is read once for all who want it, and not again while it is fresh', async () => {
  const { read, asked, openRows, pass, news } = await openMirror(['ab', 'cd', 'e']);
  const rows = openRows();
  expect(await Promise.all([read(), read(), read(60_000)])).toMatchObject([
    { ok: true },
    { ok: true },
    { ok: true },
  ]);
  expect(asked).toEqual([0, 1, 2]);
  expect(await rows()).toMatchObject({ ids: 'abcde', isAtEnd: true, total: 5, fresh: 5, isReading: false });
  expect(news()).toBeGreaterThan(0);
  await pass(59_000);
  expect(await read(60_000)).toMatchObject({ ok: true });
  expect(asked).toHaveLength(3);
  await pass(1_000);
  await read(60_000);
  expect(asked).toHaveLength(6);
});

test('rows come page by page, and only what has changed comes again', async () => {
  const { read, says, openRows, holdPages } = await openMirror(['ab', 'cd']);
  const rows = openRows();
  const release = holdPages();
  const reading = read();
  await expect.poll(async () => (await rows()).ids).toBe('ab');
  expect(await rows()).toMatchObject({ isAtEnd: false, isReading: true, total: 4, pagesLeft: 1, sent: 0 });
  release();
  await reading;
  expect(await rows()).toMatchObject({ ids: 'abcd', sent: 2 });
  says(['ab', 'de']);
  await read();
  expect(await rows()).toMatchObject({ ids: 'abde', sent: 1 });
  await read();
  expect(await rows()).toMatchObject({ ids: 'abde', sent: 0 });
});

test.each<[what: string, after: Pages, ids: string]>([
  ['another order', ['dc', 'ba'], 'dcba'],
  ['one in between', ['ax', 'bcd'], 'axbcd'],
  ['nothing any more', [''], ''],
  ['the same ids after all were gone', ['ab', 'cd'], 'abcd'],
])('a window that comes after %s has the rows in the order of the service', async (_, after, ids) => {
  const { read, says, openRows } = await openMirror(['ab', 'cd']);
  const rows = openRows();
  await read();
  await rows();
  says(['']);
  if (ids === 'abcd') await read();
  says(after);
  await read();
  expect(await rows()).toMatchObject({ ids, total: ids.length });
  expect(await openRows()()).toMatchObject({ ids });
});

test('a page that fails leaves what was read, and is read on from there; what is concluded from begins anew', async () => {
  const { read, says, asked, openRows } = await openMirror(['ab', 403, 'e']);
  expect(await read()).toMatchObject({ error: { code: 'forbidden' } });
  const rows = openRows();
  expect(await rows()).toMatchObject({ ids: 'ab', isAtEnd: false, error: { code: 'forbidden' }, readAt: 0 });
  says(['ab', 'cd', 'e']);
  expect(await read(0, false)).toMatchObject({ ok: true });
  expect(asked).toEqual([0, 1, 1, 2]);
  expect(await rows()).toMatchObject({ ids: 'abcde', isAtEnd: true, error: null });

  says(['xy', 403]);
  expect(await read()).toMatchObject({ error: { code: 'forbidden' } });
  expect(await rows()).toMatchObject({ isAtEnd: true, error: { code: 'forbidden' } });
  says(['xy', 'z']);
  await read(0, true);
  expect(asked.slice(4)).toEqual([0, 1, 0, 1]);
  expect(await rows()).toMatchObject({ ids: 'xyz' });
});

test('an entry that cannot be read is counted, and shown as it came', async () => {
  const { read, openRows } = await openMirror(['a-', 'b']);
  expect(await read()).toMatchObject({ ok: true });
  expect(await openRows()()).toMatchObject({
    ids: 'ab',
    isAtEnd: true,
    unread: { count: 1, asItCame: ['null'] },
  });
});

test('the last known rows are there before the first request, also where the service is not reached', async () => {
  const before = await openMirror(['ab', 'cd']);
  await before.read();
  await before.close();
  open.splice(0);
  const { openRows, asked, read, says } = await openMirror([503], before);
  const rows = openRows();
  await expect.poll(async () => (await rows()).ids).toBe('abcd');
  expect(await rows()).toMatchObject({
    total: 4,
    isAtEnd: false,
    fresh: 0,
    keptAt: Date.UTC(2026, 0, 5, 9),
  });
  expect(asked).toEqual([]);
  says([403]);
  await read();
  expect(await rows()).toMatchObject({ ids: 'abcd', error: { code: 'forbidden' } });
  says(['ac']);
  await read();
  expect(await rows()).toMatchObject({ ids: 'ac', fresh: 2, keptAt: null, isAtEnd: true });
});

test('everybody in the users of audits is known, each once, also after a restart, and nothing is asked for it', async () => {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const asked: string[] = [];
  const users: Readonly<Record<string, readonly string[]>> = {
    one: ['Ada@kantoor.example', 'bo@kantoor.example'],
    two: ['ada@kantoor.example'],
  };
  const fetch = async (request: Request): Promise<Response> => {
    const [, audit = ''] = /audits\/(\w+)\/users\/$/.exec(new URL(request.url).pathname) ?? [];
    if (users[audit] === undefined) return desk.sandbox.fetch(request);
    asked.push(audit);
    return Response.json(users[audit].map((id) => ({ id, name: id[0], role: 'auditor' })));
  };
  const start = (before: Pick<Mirrored, 'keytar'> | null) => {
    const sandbox = { ...desk.sandbox, fetch };
    const app = openApp(folder, { ...desk, sandbox }, clock, null, keychainOf(before));
    open.push(app);
    const of = { list: { operation: 'users.list' }, epoch: null, since: 0 } as const;
    return { ...app, people: (connection: string) => app.call('mirror.rows', { ...of, connection }) };
  };
  const first = start(null);
  const connection = await connect(first.call);
  expect(await first.people(connection)).toMatchObject({ value: { rows: [] } });
  for (const audit_id of ['one', 'two']) {
    const list = { operation: 'users.list', path: { audit_id } } as const;
    await first.call('mirror.read', { connection, list, freshFor: 0, waits: true });
  }
  const rows = [
    [1, { id: 'ada@kantoor.example', name: 'a', audits: 2 }],
    [2, { id: 'bo@kantoor.example', name: 'b', audits: 1 }],
  ];
  expect(await first.people(connection)).toMatchObject({ value: { rows, isMore: false } });
  await first.close();
  open.splice(0);
  const again = start(first);
  expect(await again.people(connection)).toMatchObject({ value: { rows } });
  expect(await again.people(connection)).toMatchObject({ value: { rows } });
  expect(asked).toEqual(['one', 'two']);
  expect(await again.people('other')).toMatchObject({ error: { code: 'not-found-here' } });
});

test('nothing of a connection that is removed is left, nor does what is under way come back', async () => {
  const { read, holdPages, call, connection, openRows } = await openMirror(['ab', 'cd']);
  const release = holdPages();
  const reading = read();
  await expect.poll(async () => (await openRows()()).ids).toBe('ab');
  expect(await call('connections.remove', { id: connection })).toMatchObject({ ok: true });
  release();
  expect(await reading).toMatchObject({ error: { code: 'cancelled' } });
  expect(await read()).toMatchObject({ error: { code: 'not-found-here' } });
  await expect(openRows()()).rejects.toThrow('not-found-here');
});

test('a list that nobody has wanted for half an hour leaves memory, and comes back from the offline copy', async () => {
  const { call, connection, read, asked, openRows, pass } = await openMirror(['ab', 'cd']);
  await call('mirror.show', { lists: [{ connection, list: clients }] });
  await read();
  const want = (operation: 'audits.list' | 'workPackages.list') =>
    call('mirror.rows', { connection, list: { operation }, epoch: null, since: 0 });
  await pass(1_800_000);
  await want('audits.list');
  expect(await openRows()()).toMatchObject({ ids: 'abcd', fresh: 4 }); // it is shown
  await call('mirror.show', { lists: [] });
  await pass(1_800_000);
  await want('workPackages.list');
  const rows = openRows();
  await expect.poll(async () => (await rows()).ids).toBe('abcd');
  expect(await rows()).toMatchObject({ fresh: 0, isAtEnd: false, total: 4 });
  expect(asked).toEqual([0, 1]);
});

test('pages that nobody waits for take a third of a window at most, until a window shows the list', async () => {
  const long = Array.from('abcdefghijklmnopqrstuvwxyz'.repeat(2), (id, at) =>
    at < 26 ? id : id.toUpperCase(),
  );
  const { call, connection, asked, control, pass, read } = await openMirror(long);
  await control('POST', '/firms/north/', { rate_limits: { read: { burst: 30 } } });
  await call('rateLimits.read', { connection });
  void read(0, false);
  await expect.poll(() => asked.length).toBe(10);
  await pass(1_000);
  expect(asked).toHaveLength(10);
  await call('mirror.show', { lists: [{ connection, list: clients }] });
  await expect.poll(() => asked.length).toBe(30);
  await pass(60_000);
  await expect.poll(() => asked.length).toBe(52);
});

test('how an audit is, or that it is gone, is known to the list at once', async () => {
  const { call, connection, control, events } = await openMirror(['a']);
  const of = { connection, list: audits };
  expect(await call('mirror.read', { ...of, freshFor: 0, waits: true })).toMatchObject({ ok: true });
  const rows = async () => {
    const reply = (await call('mirror.rows', { ...of, epoch: null, since: 0 })) as Reply<RowChanges>;
    return reply.ok
      ? reply.value.rows.map(([, row]) => row as { readonly id: string; readonly status: string })
      : [];
  };
  const statusOf = async (id: string) => (await rows()).find((one) => one.id === id)?.status;
  expect(await statusOf('audit')).toBe('open');
  await control('POST', '/audits/north/audit/', { status: 'archived' });
  await call('audits.read', { connection, path: { audit_id: 'audit' } });
  expect(await statusOf('audit')).toBe('archived');
  const told = () => events.filter(({ type }) => type === 'mirror-changed').length;
  const before = told();
  await call('audits.read', { connection, path: { audit_id: 'audit' } });
  expect(told()).toBe(before);
  for (const [status, left] of [
    ['initializing', 1], // the service may not know it yet
    ['open', 0],
  ] as const) {
    await control('POST', '/audits/north/audit/', { status });
    await call('mirror.read', { ...of, freshFor: 0, waits: true });
    await control('POST', '/faults/', { path: '/api/v1/audits/audit/', kind: 'status', status: 404 });
    await call('audits.read', { connection, path: { audit_id: 'audit' } });
    expect((await rows()).filter(({ id }) => id === 'audit')).toHaveLength(left);
  }
});

test('an audit that a plan has created stands last in the list of all, a component audit does not', async () => {
  const { call, connection, pass } = await openMirror(['a']);
  const of = { connection, list: audits };
  await call('mirror.read', { ...of, freshFor: 0, waits: true });
  const known = async () => {
    const reply = (await call('mirror.rows', { ...of, epoch: null, since: 0 })) as Reply<RowChanges>;
    if (!reply.ok) throw new Error(reply.error.code);
    const { rows, state } = reply.value;
    return { ids: rows.map(([, row]) => (row as { readonly id: string }).id), total: state.total };
  };
  const before = await known();
  await call('audits.read', { connection, path: { audit_id: 'component' } });
  expect(await known()).toEqual(before);
  await call('plans.submit', planOf(connection, creation));
  await pass(60_000);
  await call('audits.read', { connection, path: { audit_id: 'new' } });
  expect(await known()).toEqual({ ids: [...before.ids, 'new'], total: (before.total ?? 0) + 1 });
});

test('what a plan reads of a list is known to the windows, which send nothing for it', async () => {
  const { call, connection, pass } = await openMirror(['a']);
  const of = {
    connection,
    list: { operation: 'components.list', path: { audit_id: 'consolidated' } },
  } as const;
  await call('mirror.read', { ...of, freshFor: 0, waits: true });
  const entities = { legal_entity_ids: ['group'], auditor_relation: 'self' } as const;
  const task = { kind: 'createComponent', group: 'consolidated', creation: entities } as const;
  await call('plans.submit', {
    id: 'components',
    connection,
    title: 'Group audit',
    steps: [{ key: 'component', after: [], subject: 'Group', task }],
  });
  await pass(60_000);
  const reply = (await call('mirror.rows', { ...of, epoch: null, since: 0 })) as Reply<RowChanges>;
  const known = reply.ok
    ? reply.value.rows.map(([, row]) => row as { readonly legal_entity_ids: unknown })
    : [];
  expect(known.map(({ legal_entity_ids: ids }) => ids)).toEqual([['sub'], ['leaf', 'sub'], ['group']]);
});

test('of a long list only the end is read again where nobody waits for it, since its count proves the rest', async () => {
  const clock = createFakeClock();
  const { legal_entity_id: entity, ...engaged } = creation;
  const many = Array.from({ length: 2_100 }, (_, place) => ({
    ...engaged,
    id: `many-${String(place)}`,
    audit_type: 'single',
    legal_entity_ids: [entity],
  }));
  const desk = openDesk(
    ({ firms, ...fixture }) => ({
      ...fixture,
      rate_limits: {},
      firms: firms.map((firm) => ({ ...firm, audits: firm.id === 'north' ? many : firm.audits })),
    }),
    { machineTime: clock.wall },
  );
  const app = openApp(folder, desk, clock);
  open.push(app);
  const connection = await connect(app.call);
  const read = (freshFor: number, waits: boolean) =>
    app.call('mirror.read', { connection, list: audits, freshFor, waits });
  const pages = async (): Promise<number> => {
    const { results } = (await desk.control('GET', '/requests/')).body as {
      readonly results: readonly { readonly method: string; readonly path: string }[];
    };
    return results.filter(({ method, path }) => method === 'GET' && path === '/api/v1/audits/').length;
  };
  let known: Pick<RowChanges, 'epoch' | 'version'> | null = null;
  const news = async () => {
    const ids: string[] = [];
    for (let isMore = true; isMore; ) {
      const of = { connection, list: audits, epoch: known?.epoch ?? null, since: known?.version ?? 0 };
      const reply = (await app.call('mirror.rows', of)) as Reply<RowChanges>;
      if (!reply.ok) throw new Error(reply.error.code);
      ids.push(...reply.value.rows.map(([, row]) => (row as { readonly id: string }).id));
      known = reply.value;
      ({ isMore } = reply.value);
    }
    return ids;
  };
  await read(0, true);
  expect(await pages()).toBe(21);
  expect(await news()).toHaveLength(2_100);
  for (const id of ['later-1', 'later-2', 'later-3'])
    expect((await desk.post('/audits/', { ...creation, id })).status).toBe(201);
  await clock.advance(180_000);
  await read(120_000, false);
  expect(await pages()).toBe(21 + 2); // its last page was full
  expect(await news()).toEqual(['later-1', 'later-2', 'later-3']);
  await read(120_000, false); // fresh
  expect(await pages()).toBe(23);
  await read(120_000, true); // whoever concludes from it has it as it is now
  expect(await pages()).toBe(23 + 22);
  await clock.advance(180_000);
  expect((await desk.call('DELETE', '/audits/later-2/')).status).toBe(204);
  await clock.advance(180_000);
  const anew = read(120_000, false); // the count is another: all is read, ten pages a minute
  await expect.poll(pages).toBeGreaterThan(45 + 5);
  await read(120_000, true); // a person waits for it now: the rest at once
  await anew;
  expect(await pages()).toBe(45 + 1 + 22);
});

test('an audit that was answered by itself since the offline copy of the list is shown as it was answered last', async () => {
  const before = await openMirror(['a']);
  const { call, connection } = before;
  const of = { connection, list: audits };
  expect(await call('mirror.read', { ...of, freshFor: 0, waits: true })).toMatchObject({ ok: true });
  await before.close();
  open.splice(0);
  const after = await openMirror(['a'], before);
  const kept = () => after.call('mirror.audit', { connection, id: 'audit' }) as Promise<unknown>;
  await after.control('POST', '/audits/north/audit/', { status: 'archived' });
  await after.pass(60_000);
  await after.call('audits.read', { connection, path: { audit_id: 'audit' } });
  expect(await kept()).toMatchObject({ value: { value: { status: 'archived' } } });
});
