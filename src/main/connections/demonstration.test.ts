import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createDemonstration } from './demonstration.ts';

const ready = { base_url: 'http://127.0.0.1:4711', client_id: 'demo', client_secret: 'demo secret' };
const credentials = succeed({ baseUrl: 'http://127.0.0.1:4711', clientId: 'demo', secret: 'demo secret' });

function open(setAside: () => boolean = () => true) {
  const clock = createFakeClock();
  const processes: (EventEmitter & { killed: boolean })[] = [];
  let ends = 0;
  const demonstration = createDemonstration({
    fork: () => {
      const process = Object.assign(new EventEmitter(), { killed: false });
      processes.push(process);
      return {
        onMessage: (listener) => process.on('message', listener),
        onExit: (listener) => process.on('exit', listener),
        kill: () => {
          process.killed = true;
        },
      };
    },
    setAside,
    clock,
    onEnd: () => {
      ends += 1;
    },
  });
  return { clock, processes, demonstration, ends: () => ends };
}

test('however often it is started, it runs once', async () => {
  const { demonstration, processes } = open();
  const starts = [demonstration.start(), demonstration.start()];
  processes[0]?.emit('message', ready);
  expect(await Promise.all([...starts, demonstration.start()])).toEqual([
    credentials,
    credentials,
    credentials,
  ]);
  expect(processes).toHaveLength(1);
});

test.each([
  ['another host', { ...ready, base_url: 'http://evil.example:80' }],
  ['no secret', { ...ready, client_secret: '' }],
  ['a word', 'ready'],
])('%s is no readiness', async (_, message) => {
  const { demonstration, processes, clock } = open();
  const start = demonstration.start();
  processes[0]?.emit('message', message);
  await clock.advance(20_000);
  expect(await start).toEqual(fail('timeout'));
  expect(processes[0]?.killed).toBe(true);
});

test('a process that ends before it is ready is a failure, and the next start another try', async () => {
  const { demonstration, processes, ends } = open();
  const start = demonstration.start();
  processes[0]?.emit('exit');
  expect(await start).toEqual(fail('unreachable'));
  const again = demonstration.start();
  processes[1]?.emit('message', ready);
  expect(await again).toEqual(credentials);
  expect(ends()).toBe(0);
});

test('an end that nobody asked for is told, and the next start begins anew', async () => {
  const { demonstration, processes, ends } = open();
  const start = demonstration.start();
  processes[0]?.emit('message', ready);
  await start;
  processes[0]?.emit('exit');
  expect(ends()).toBe(1);
  void demonstration.start();
  expect(processes).toHaveLength(2);
});

test('an end that was asked for is not told', async () => {
  const { demonstration, processes, ends } = open();
  void demonstration.start();
  processes[0]?.emit('message', ready);
  demonstration.stop();
  processes[0]?.emit('exit');
  expect([processes[0]?.killed, ends()]).toEqual([true, 0]);
});

test('a data file that the service refuses is set aside, and the service started once more', async () => {
  let asides = 0;
  const setAside = () => {
    asides += 1;
    return true;
  };
  const { demonstration, processes, ends } = open(setAside);
  const start = demonstration.start();
  processes[0]?.emit('exit', 3);
  processes[1]?.emit('message', ready);
  expect([await start, await demonstration.start()]).toEqual([credentials, credentials]);
  expect([processes.length, asides, ends()]).toEqual([2, 1, 0]);
});

test.each([
  ['a file that stays where it is', () => false, 1, [3]],
  ['a second refusal', () => true, 2, [3, 3]],
  ['another status', () => true, 1, [2]],
])('%s is a failure', async (_, setAside, count, statuses) => {
  const { demonstration, processes } = open(setAside);
  const start = demonstration.start();
  for (const [index, status] of statuses.entries()) processes[index]?.emit('exit', status);
  expect(await start).toEqual(fail('unreachable'));
  expect(processes).toHaveLength(count);
});

test('a service that was told to stop is not started again for its data file', async () => {
  const { demonstration, processes } = open();
  const start = demonstration.start();
  demonstration.stop();
  processes[0]?.emit('exit', 3);
  expect(await start).toEqual(fail('unreachable'));
  expect(processes).toHaveLength(1);
});
