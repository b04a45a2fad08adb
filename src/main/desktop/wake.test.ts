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

test('tells how long the machine slept while its monotonic clock stood still', async () => {
  const { clock, power, told } = open();
  power.emit('suspend');
  await clock.advance(3_000); // until it really sleeps
  clock.setWall(clock.wall() + 7_200_000);
  power.emit('resume');
  expect(told).toEqual(['slept 7200000']);
});

test('a wall clock that was set back in its sleep takes nothing away, and a resume alone is one without sleep', () => {
  const { clock, power, told } = open();
  power.emit('suspend');
  clock.setWall(clock.wall() - 60_000);
  power.emit('resume');
  power.emit('resume');
  expect(told).toEqual(['slept 0', 'slept 0']);
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
