import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/clock.ts';
import { watchMachine } from './wake.ts';

function open() {
  const clock = createFakeClock();
  const power = new EventEmitter();
  const told: string[] = [];
  const network = { isUp: true };
  const stop = watchMachine(power, () => network.isUp, clock, {
    resumed: (milliseconds) => told.push(`slept ${milliseconds}`),
    online: () => told.push('online'),
  });
  return { clock, power, told, network, stop };
}

test('tells how long the machine slept while its monotonic clock stood still, once', async () => {
  const { clock, power, told } = open();
  power.emit('suspend');
  await clock.advance(3_000); // until it really sleeps
  clock.sleep(7_200_000);
  power.emit('resume');
  await clock.advance(10_000);
  expect(told).toEqual(['slept 7200000']);
});

test('a sleep of which no event came is told as well, and an event that comes late adds nothing', async () => {
  const { clock, power, told } = open();
  await clock.advance(3_000);
  clock.sleep(7_200_000);
  await clock.advance(5_000);
  expect(told).toEqual(['slept 7200000']);
  power.emit('resume');
  await clock.advance(10_000);
  expect(told).toEqual(['slept 7200000', 'slept 0']);
});

test.each([3_600_000, -3_600_000])('a clock that a person sets by %i ms is no sleep', async (by) => {
  const { clock, power, told } = open();
  clock.setWall(clock.wall() + by);
  await clock.advance(10_000);
  expect(told).toEqual([]);
  power.emit('resume');
  expect(told).toEqual(['slept 0']);
});

test('clocks that are read a little apart are no sleep', async () => {
  const { clock, told } = open();
  for (let look = 0; look < 10; look += 1) {
    clock.sleep(1_000); // a clock that counts whole seconds
    await clock.advance(5_000);
  }
  expect(told).toEqual([]);
});

test('a wall clock that was set back in its sleep takes nothing away, and a resume alone is one without sleep', () => {
  const { clock, power, told } = open();
  clock.sleep(7_200_000);
  clock.setWall(clock.wall() - 7_260_000);
  power.emit('resume');
  power.emit('resume');
  expect(told).toEqual(['slept 7200000', 'slept 0']);
});

test('tells of a network that has come back, once', async () => {
  const { clock, told, network, stop } = open();
  await clock.advance(10_000);
  network.isUp = false;
  await clock.advance(10_000);
  network.isUp = true;
  await clock.advance(20_000);
  expect(told).toEqual(['online']);
  stop();
  network.isUp = false;
  await clock.advance(10_000);
  network.isUp = true;
  await clock.advance(10_000);
  expect(told).toEqual(['online']);
});
