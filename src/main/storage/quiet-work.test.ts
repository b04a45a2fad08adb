import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/clock.ts';
import { createQuietWork } from './quiet-work.ts';

function start() {
  const clock = createFakeClock();
  const state = { isBusy: false, done: 0 };
  const quiet = createQuietWork({
    clock,
    isBusy: () => state.isBusy,
    work: () => {
      state.done += 1;
    },
  });
  return { clock, state, quiet };
}

test('what is put off is done once, when nothing has happened for a while', async () => {
  const { clock, state, quiet } = start();
  for (let time = 0; time < 5; time += 1) {
    quiet.happened();
    await clock.advance(9_999);
  }
  expect(state.done).toBe(0);
  await clock.advance(3_600_000);
  expect(state.done).toBe(1);
});

test('while something goes on nothing is done, and after its end it is', async () => {
  const { clock, state, quiet } = start();
  state.isBusy = true;
  quiet.happened();
  await clock.advance(3_600_000);
  expect(state.done).toBe(0);
  state.isBusy = false;
  quiet.happened();
  await clock.advance(10_000);
  expect(state.done).toBe(1);
});

test('after the end nothing is done', async () => {
  const { clock, state, quiet } = start();
  quiet.happened();
  quiet.close();
  await clock.advance(3_600_000);
  expect(state.done).toBe(0);
});
