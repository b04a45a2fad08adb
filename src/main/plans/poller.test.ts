import { describe, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { fail } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import { createFakeClock } from '../testing/clock.ts';
import { openServices } from '../testing/services.ts';
import type { Seen } from './opening.ts';
import { createPoller, type Poller } from './poller.ts';

// Of a test organisation, so that there are credits for any number.
const free = { ...creation, client_organisation_id: 'trial', legal_entity_id: 'trial' };

/** A poller of a sandbox, and the moments (seconds from the start) of the requests that it sends. */
function open(initialisationSeconds = 3) {
  let now = (): number => 0;
  const desk = openDesk(undefined, { machineTime: () => now(), initialisationSeconds });
  const { service, clock } = openServices(desk);
  now = clock.wall;
  const start = clock.monotonic();
  const sent: (readonly [seconds: number, operation: string])[] = [];
  const seen: (readonly [string, Audit | null])[] = [];
  const poller = createPoller({
    clock,
    random: () => 0.5, // no jitter
    service: {
      call: (operation, input, options) => {
        sent.push([(clock.monotonic() - start) / 1_000, operation]);
        expect(options?.priority).toBe('polling');
        return service.call(operation, input, options);
      },
    },
    readsPerPage: () => 6,
    onSeen: (id, audit) => seen.push([id, audit]),
  });
  const abort = new AbortController();
  const opened: Seen[] = [];
  const awaitOpen = (id: string, since = clock.wall(), until: 'open' | 'gone' = 'open'): void => {
    const options = { until, since, plan: 'plan', step: 'open', signal: abort.signal };
    void poller.untilOpen(id, options).then((opening) => opened.push(opening));
  };
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds * 10; passed += 1) {
      await clock.advance(100);
      for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const create = (id: string) => desk.post('/audits/', { ...free, id });
  return { poller, clock, desk, sent, seen, opened, awaitOpen, pass, create, abort };
}

const moments = (sent: readonly (readonly [number, string])[]): readonly number[] =>
  sent.map(([seconds]) => Math.round(seconds * 100) / 100);

test('looks after 1 s and then half as late again each time, until it is open', async () => {
  const { sent, opened, seen, awaitOpen, pass, create } = open(10);
  await create('new');
  awaitOpen('new');
  await pass(30);
  expect(moments(sent)).toEqual([1, 2.5, 4.75, 8.13, 13.19]);
  expect(opened).toMatchObject([{ kind: 'open' }]);
  expect(seen.map(([id, audit]) => `${id} ${audit?.status}`)).toEqual([
    'new initializing',
    'new initializing',
    'new initializing',
    'new initializing',
    'new open',
  ]);
});

test('never later than 30 s after the last look, and never a failure for being slow', async () => {
  const { sent, opened, awaitOpen, pass, create, clock } = open(86_400);
  await create('new');
  awaitOpen('new', clock.wall() - 3_600_000); // as after a restart
  await pass(100);
  expect(moments(sent)).toEqual([30, 60, 90]);
  expect(opened).toEqual([]);
});

test.each(['archived', 'deleting'])('stops at %s', async (status) => {
  const { desk, sent, opened, awaitOpen, pass, create } = open();
  await create('new');
  await desk.control('POST', '/audits/north/new/', { status });
  awaitOpen('new');
  await pass(20);
  expect(sent).toHaveLength(1);
  expect(opened).toEqual([
    { kind: 'failed', error: { code: 'conflict', operation: 'audits.read', detail: status } },
  ]);
});

/** Has the service answer so where an audit is read, always unless so many times. */
function answers(
  { control }: Pick<ReturnType<typeof openDesk>, 'control'>,
  id: string,
  answer: { readonly status?: number; readonly body?: unknown; readonly times?: number },
): Promise<unknown> {
  const path = `/api/v1/audits/${id}/`;
  return control('POST', '/faults/', {
    kind: 'status',
    method: 'GET',
    path,
    status: 200,
    times: null,
    ...answer,
  });
}

test('a status that the app does not know ends nothing: it is looked at until it is open', async () => {
  const { desk, opened, awaitOpen, pass, create } = open();
  await create('new');
  await answers(desk, 'new', { body: { id: 'new', status: 'something new' }, times: 3 });
  awaitOpen('new');
  await pass(60);
  expect(opened).toMatchObject([{ kind: 'open', audit: { status: 'open' } }]);
});

test.each(['open', 'gone'] as const)(
  'an audit that is to be %s and has the same unknown status for two minutes is left to a person; until then it may become known',
  async (until) => {
    const { desk, clock, opened, awaitOpen, pass, create } = open();
    await create('new');
    await answers(desk, 'new', { body: { id: 'new', status: 'live' } });
    awaitOpen('new', clock.wall(), until);
    await pass(110);
    expect(opened).toEqual([]);
    await pass(60);
    expect(opened).toEqual([
      { kind: 'unread', error: { code: 'status-unread', operation: 'audits.read', detail: 'live' } },
    ]);
  },
);

test.each([
  [410, { detail: 'Gone.' }, { kind: 'gone' }],
  [
    400,
    { detail: 'Unknown id.' },
    { kind: 'unread', error: { code: 'status-unread', detail: 'Unknown id.' } },
  ],
  [204, undefined, { kind: 'unread', error: { code: 'status-unread', detail: '' } }],
  [200, { success: false }, { kind: 'unread', error: { code: 'status-unread', detail: '' } }],
])('an audit that is being deleted, answered with %i %j', async (status, body, expected) => {
  const { desk, clock, opened, awaitOpen, pass, create } = open();
  await create('new');
  await answers(desk, 'new', { status, body });
  awaitOpen('new', clock.wall(), 'gone');
  await pass(180);
  expect(opened).toMatchObject([expected]);
});

test('a list that shows no status is no reason to ask: the audit itself may show it', async () => {
  const desk = openDesk(undefined, { initialisationSeconds: 200 });
  const { service, clock } = openServices(desk, (send) => async (url, init) => {
    const came = (await send(url, init)) as Response; // the sandbox's
    const text = url.includes('/audits/?') ? (await came.text()).replaceAll('"status"', '"phase"') : null;
    return text === null ? came : new Response(text, { headers: { 'Content-Type': 'application/json' } });
  });
  for (const id of ['one', 'two']) await desk.post('/audits/', { ...free, id });
  const opened: Seen[] = [];
  const poller = createPoller({
    clock,
    random: () => 0.5,
    service,
    readsPerPage: () => 1,
    onSeen: () => {},
  });
  const options = { until: 'open', since: clock.wall(), plan: 'plan', step: 'open' } as const;
  const { signal } = new AbortController();
  for (const id of ['one', 'two'])
    void poller.untilOpen(id, { ...options, signal }).then((seen) => opened.push(seen));
  for (let second = 0; second < 200; second += 1) {
    await clock.advance(1_000);
    for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(opened).toEqual([]);
});

test('404 right after its creation is not believed, after two minutes it is', async () => {
  const { desk, seen, opened, awaitOpen, pass, create } = open(1);
  await create('late');
  await answers(desk, 'late', { status: 404, times: 5 });
  awaitOpen('late');
  awaitOpen('never');
  await pass(110);
  expect(opened).toMatchObject([{ kind: 'open' }]);
  await pass(50);
  expect(opened).toMatchObject([{ kind: 'open' }, { kind: 'failed', error: { code: 'missing' } }]);
  expect(seen.find(([id]) => id === 'never')).toEqual(['never', null]);
});

test('of one that is only shown, the third 404 is believed', async () => {
  const { poller, seen, pass } = open(0);
  poller.watch('elsewhere');
  await pass(30);
  expect(seen).toEqual([['elsewhere', null]]);
});

test('what passes is looked at again; what does not rests the plan', async () => {
  const { desk, opened, awaitOpen, pass, create } = open(0);
  await create('new');
  const fault = (fields: object) =>
    desk.control('POST', '/faults/', { method: 'GET', path: '/api/v1/audits/', kind: 'status', ...fields });
  await fault({ status: 503, times: 6 });
  awaitOpen('new');
  await pass(60);
  expect(opened).toMatchObject([{ kind: 'open' }]);
  await fault({ status: 403 });
  awaitOpen('audit');
  await pass(3);
  expect(opened[1]).toMatchObject({ kind: 'rest', reason: 'forbidden', error: { status: 403 } });
});

describe('many at once', () => {
  test('are looked at with the newest page of the list, where that is the smaller part of its minute', async () => {
    const { sent, opened, awaitOpen, pass, create } = open(3);
    const ids = Array.from({ length: 20 }, (_, index) => `audit-${index}`);
    for (const id of ids) await create(id);
    for (const id of ids) awaitOpen(id);
    await pass(10);
    expect(opened).toHaveLength(20);
    expect(new Set(sent.map(([, operation]) => operation))).toEqual(new Set(['audits.list']));
    expect(sent).toHaveLength(3); // at 1, 2.5 and 4.75 s, of which the last finds them open
  });

  test('a few are looked at one by one', async () => {
    const { sent, opened, awaitOpen, pass, create } = open(0);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await create(id);
      awaitOpen(id);
    }
    await pass(2);
    expect(opened).toHaveLength(6);
    expect(sent.map(([, operation]) => operation)).toEqual(Array.from({ length: 6 }, () => 'audits.read'));
  });

  test('what the list does not show is looked at by itself', async () => {
    const { sent, opened, awaitOpen, pass, create } = open(0);
    for (let number = 0; number < 110; number += 1) await create(`audit-${number}`);
    for (let number = 0; number < 8; number += 1) awaitOpen(`audit-${number + 100}`);
    awaitOpen('component'); // a component is in no list
    await pass(2);
    expect(opened).toHaveLength(9);
    expect(sent.map(([, operation]) => operation)).toEqual(['audits.list', 'audits.read']);
  });
});

test('one that nobody waits for any more is not looked at, one that is shown is', async () => {
  const { poller, sent, opened, seen, awaitOpen, pass, create, abort } = open(10);
  await create('new');
  await create('shown');
  awaitOpen('new');
  poller.watch('shown');
  abort.abort();
  await pass(30);
  expect(opened).toEqual([{ kind: 'given-up' }]);
  expect(new Set(seen.map(([id]) => id))).toEqual(new Set(['shown']));
  expect(sent.length).toBeGreaterThan(3);
});

test('a clock that is set back does not make it look more often', async () => {
  const { clock, sent, awaitOpen, pass, create } = open(100_000);
  await create('new');
  awaitOpen('new');
  await pass(120);
  const before = sent.length;
  clock.setWall(clock.wall() - 3_600_000);
  await pass(120);
  expect(sent.length - before).toBeLessThan(8);
});

describe('an audit that is being deleted', () => {
  test('is looked at until it is gone, which the first 404 tells', async () => {
    const { clock, desk, seen, opened, sent, awaitOpen, pass } = open(10);
    await desk.call('DELETE', '/audits/audit/');
    awaitOpen('audit', clock.wall(), 'gone');
    await pass(20);
    expect(opened).toEqual([{ kind: 'gone' }]);
    expect(seen.map(([, audit]) => audit?.status ?? null)).toEqual([
      'deleting',
      'deleting',
      'deleting',
      'deleting',
      null,
    ]);
    expect(moments(sent)).toEqual([1, 2.5, 4.75, 8.13, 13.19]);
  });

  test('is not gone where it stays as it was: three looks are believed', async () => {
    const { clock, opened, sent, awaitOpen, pass } = open();
    awaitOpen('audit', clock.wall(), 'gone');
    await pass(20);
    expect(opened).toEqual([
      { kind: 'failed', error: { code: 'conflict', operation: 'audits.read', detail: 'open' } },
    ]);
    expect(sent).toHaveLength(3);
  });

  test('is looked at for a screen until it is gone, and said to be', async () => {
    const { desk, poller, seen, pass } = open(10);
    await desk.call('DELETE', '/audits/audit/');
    poller.watch('audit');
    await pass(20);
    expect(seen.at(-1)).toEqual(['audit', null]);
    const looks = seen.length;
    await pass(20);
    expect(seen).toHaveLength(looks);
  });
});

test('one that is closed while it waits for a page sends nothing more', async () => {
  const clock = createFakeClock();
  const sent: string[] = [];
  const poller: Poller = createPoller({
    clock,
    random: () => 0.5,
    service: {
      call: async (operation) => {
        sent.push(operation);
        poller.close();
        return fail('cancelled');
      },
    },
    readsPerPage: () => 1,
    onSeen: () => {},
  });
  for (const id of ['one', 'two'])
    void poller.untilOpen(id, {
      until: 'open',
      since: clock.wall(),
      plan: 'plan',
      step: 'open',
      signal: new AbortController().signal,
    });
  await clock.advance(2_000);
  expect(sent).toEqual(['audits.list']);
});
