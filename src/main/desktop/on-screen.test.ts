import { expect, test } from 'vitest';
import { type Bounds, pulledBack } from './on-screen.ts';

const at = (x: number, y: number, width = 1_360, height = 880): Bounds => ({ x, y, width, height });
const laptop = at(0, 25, 1_440, 875);
const beside = at(1_440, 0, 2_560, 1_440);

test.each([
  ['on a screen', at(40, 40), [laptop], at(40, 40)],
  ['half over the edge, its title bar in reach', at(1_000, 300), [laptop], at(1_000, 300)],
  ['on the second screen', at(2_000, 200), [laptop, beside], at(2_000, 200)],
  ['on a second screen that is gone', at(2_000, 200), [laptop], at(80, 25, 1_360, 875)],
  ['with a sliver of its title bar in reach', at(1_400, 300), [laptop], at(80, 25, 1_360, 875)],
  ['above the screen, its title bar out of reach', at(100, -300), [laptop], at(80, 25, 1_360, 875)],
  [
    'far off, as some systems put what is minimised',
    at(-32_000, -32_000),
    [laptop, beside],
    at(0, 25, 1_360, 875),
  ],
  ['larger than the screen that is left', at(3_000, 0, 2_560, 1_440), [laptop], at(0, 25, 1_440, 875)],
  ['nearest to the second of two', at(5_000, 100), [laptop, beside], at(2_640, 100)],
  ['without any screen', at(5_000, 100), [], at(5_000, 100)],
])('a window %s', (_, window, areas, expected) => {
  expect(pulledBack(window, areas)).toEqual(expected);
});
