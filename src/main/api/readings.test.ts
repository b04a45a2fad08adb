import { expect, test } from 'vitest';
import { createReadings } from './services.ts';

test('gives up on what a connection is reading now, and on nothing that comes later or belongs to another', () => {
  const { signal, stop } = createReadings();
  const [first, second, other] = [signal('a'), signal('a'), signal('b')];
  stop('a');
  stop('nobody');
  const later = signal('a');
  expect([first, second, other, later].map(({ aborted }) => aborted)).toEqual([true, true, false, false]);
});
