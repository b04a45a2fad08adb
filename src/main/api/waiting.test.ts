import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/clock.ts';
import { createWaiting } from './waiting.ts';

function start() {
  const clock = createFakeClock(1_000_000);
  const told: (readonly [string, number])[] = [];
  return { clock, told, waiting: createWaiting(clock, (tier, until) => told.push([tier, until])) };
}

test('a free tier lets everything through', async () => {
  const { waiting, told } = start();
  expect(await waiting.pass('read')).toBe(true);
  expect(told).toEqual([]);
});

test('a held tier lets nothing through until its time, visibly, and others are not held', async () => {
  const { clock, waiting, told } = start();
  waiting.hold('read', 60);
  let passed: boolean | null = null;
  const pass = waiting.pass('read').then((result) => (passed = result));
  expect(await waiting.pass('lifecycle')).toBe(true);
  expect(told).toEqual([['read', 1_060_000]]);
  await clock.advance(59_999);
  expect(passed).toBeNull();
  await clock.advance(1);
  await pass;
  expect(passed).toBe(true);
  expect(told.at(-1)).toEqual(['read', 0]);
  expect(await waiting.pass('read')).toBe(true);
});

test('of two holds the later end counts', async () => {
  const { clock, waiting, told } = start();
  waiting.hold('read', 60);
  const pass = waiting.pass('read');
  waiting.hold('read', 10);
  waiting.hold('read', 90);
  await clock.advance(89_999);
  expect(told).toEqual([
    ['read', 1_060_000],
    ['read', 1_090_000],
  ]);
  await clock.advance(1);
  expect(await pass).toBe(true);
});

test('a wait can be given up; the tier stays held', async () => {
  const { clock, waiting, told } = start();
  waiting.hold('write', 60);
  const passes = [waiting.pass('write'), waiting.pass('write')];
  waiting.cancel('write');
  expect(await Promise.all(passes)).toEqual([false, false]);
  expect(told.at(-1)).toEqual(['write', 0]);
  const later = waiting.pass('write');
  expect(told.at(-1)).toEqual(['write', 1_060_000]);
  await clock.advance(60_000);
  expect(await later).toBe(true);
});

test('a hold of no time at all is one second, so that no loop runs hot', async () => {
  const { clock, waiting } = start();
  waiting.hold('read', 0);
  let passed = false;
  void waiting.pass('read').then((result) => (passed = result));
  await clock.advance(999);
  expect(passed).toBe(false);
  await clock.advance(1);
  expect(passed).toBe(true);
});
