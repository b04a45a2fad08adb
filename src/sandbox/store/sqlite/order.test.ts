import { describe, expect, it } from 'vitest';
import { createOrder } from './order.ts';

describe('the order of a list', () => {
  it('is read once, and kept up with what comes and goes', () => {
    let reads = 0;
    const order = createOrder();
    const rows = () =>
      order.of('list', () => {
        reads += 1;
        return [3, 7, 8].map((seq) => ({ seq }));
      });
    order.appended('list', 5); // not read yet: nothing to keep up
    expect(rows()).toEqual([3, 7, 8]);
    order.appended('list', 9);
    order.removed('list', 7);
    order.removed('list', 4);
    expect([rows(), reads]).toEqual([[3, 8, 9], 1]);
    for (const row of [9, 3, 8]) order.removed('list', row);
    expect(rows()).toEqual([]);
    order.clear();
    expect([rows(), reads]).toEqual([[3, 7, 8], 2]);
  });
});
