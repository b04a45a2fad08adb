import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Bridge } from '../../shared/bridge.ts';
import { fail, succeed } from '../../shared/error.ts';
import { createQueryClient, unwrap } from './call.ts';
import { createRecovery, listenToEvents } from './events.ts';
import { usePlansReading } from './plans.ts';

const event = (state: 'connected' | 'unreachable', connection = 'a') =>
  ({ type: 'connection-state', connection, state, at: 0 }) as const;
const before = (state: 'connected' | 'unreachable') => ({ states: { a: { state, at: 0 } } });

async function open() {
  const client = createQueryClient();
  let now = 0;
  const recovered = createRecovery(client, () => now);
  const reads = { failed: vi.fn(() => Promise.reject(new Error())), read: vi.fn(async () => 1) };
  for (const [name, queryFn] of Object.entries(reads))
    new QueryObserver(client, { queryKey: ['a', name], queryFn }).subscribe(() => {});
  await expect.poll(() => client.getQueryState(['a', 'failed'])?.status).toBe('error');
  const counts = () => [reads.failed.mock.calls.length, reads.read.mock.calls.length];
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { recovered, counts, pass, client };
}

test('what could not be read is read again once the service answers, and nothing else', async () => {
  const { recovered, counts } = await open();
  recovered(event('unreachable'), before('connected'));
  recovered(event('connected'), before('connected'));
  recovered(event('connected', 'b'), before('unreachable'));
  expect(counts()).toEqual([1, 1]);
  recovered(event('connected'), before('unreachable'));
  expect(counts()).toEqual([2, 1]);
});

test('a service that comes and goes is not asked for everything each time', async () => {
  const { recovered, counts, pass, client } = await open();
  recovered(event('connected'), before('unreachable'));
  await expect.poll(() => client.getQueryState(['a', 'failed'])?.fetchStatus).toBe('idle');
  pass(59_999);
  recovered(event('connected'), before('unreachable'));
  expect(counts()).toEqual([2, 1]);
  pass(1);
  recovered(event('connected'), before('unreachable'));
  expect(counts()).toEqual([3, 1]);
});

test.each([
  ['keychain-answered', [2, 1, 1, 2]],
  ['journal-opened', [1, 2, 1, 1]],
] as const)('after %s what failed for that is read again, and nothing else', async (type, expected) => {
  const client = createQueryClient();
  const failing = (code: 'keychain-timeout' | 'journal-unavailable') =>
    vi.fn(() => unwrap(Promise.resolve(fail(code))));
  const reads = {
    late: failing('keychain-timeout'),
    held: failing('journal-unavailable'),
    read: vi.fn(async () => 1),
  };
  const state = vi.fn(async () => 'not-answering');
  for (const [name, queryFn] of [...Object.entries(reads), ['keychain', state] as const])
    new QueryObserver(client, { queryKey: name === 'keychain' ? [name] : ['a', name], queryFn }).subscribe(
      () => {},
    );
  const counts = () => [...Object.values(reads), state].map(({ mock }) => mock.calls.length);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(counts()).toEqual([1, 1, 1, 1]);
  let tell: (event: unknown) => void = () => {};
  const listen: Bridge['listen'] = (listener) => {
    tell = listener;
    return () => {};
  };
  vi.stubGlobal('auditDesk', { call: async () => succeed({ count: 0, cursor: null, results: [] }), listen });
  listenToEvents({ listen }, client);
  usePlansReading.setState({ areTakenOver: false });
  tell({ type });
  expect(counts()).toEqual(expected);
  expect(usePlansReading.getState().areTakenOver).toBe(type === 'journal-opened');
});
