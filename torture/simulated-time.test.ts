import { expect, test } from 'vitest';
import { createSimulatedTime } from './simulated-time.ts';

test('timers come in the order of their moments, those of one moment in the order in which they were set', async () => {
  const time = createSimulatedTime();
  const called: string[] = [];
  for (const [name, at] of [
    ['c', 30],
    ['a', 10],
    ['b', 20],
    ['b too', 20],
  ] as const)
    time.clock.schedule(at, () => called.push(`${name} ${String(time.now())}`));
  const cancel = time.clock.schedule(15, () => called.push('never'));
  cancel();
  await time.pass(25);
  expect(called).toEqual(['a 10', 'b 20', 'b too 20']);
  await time.pass(5);
  expect(called.at(-1)).toBe('c 30');
});

test('a day passes at once, and ends when the work does', async () => {
  const time = createSimulatedTime();
  const work = async (): Promise<number> => {
    for (let hour = 0; hour < 24; hour += 1) await time.pause(3_600_000);
    return time.now();
  };
  expect(await time.until(work())).toBe(86_400_000);
});

test('work that nothing can end is an error', async () => {
  const time = createSimulatedTime();
  await expect(time.until(new Promise(() => {}))).rejects.toThrow('Nothing is left');
});

test('sleep moves the wall clock alone, real work moves none', async () => {
  const time = createSimulatedTime();
  const before = time.clock.wall();
  time.sleep(7_200_000);
  expect([time.clock.wall() - before, time.clock.monotonic(), time.now()]).toEqual([7_200_000, 0, 7_200_000]);
  time.clock.schedule(1, () => {});
  await time.during(new Promise((resolve) => setTimeout(resolve, 20)));
  expect(time.clock.monotonic()).toBe(0);
});

test('what was killed is never called back', async () => {
  const time = createSimulatedTime();
  const called: string[] = [];
  const { clock, kill } = time.mortal();
  clock.schedule(10, () => called.push('before'));
  clock.schedule(30, () => called.push('after'));
  await time.pass(20);
  kill();
  await time.pass(20);
  expect(called).toEqual(['before']);
});
