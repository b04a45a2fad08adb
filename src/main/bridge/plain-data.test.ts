import { expect, test } from 'vitest';
import { isPlainData } from './dispatch.ts';

const limit = 1_000;
const cyclic: Record<string, unknown> = {};
cyclic.self = { cyclic };
const nest = (levels: number): unknown => (levels === 0 ? 1 : { inner: nest(levels - 1) });
const shared = { text: 'x'.repeat(100) };

test.each<[string, unknown, boolean]>([
  ['an object of texts, numbers, lists and null', { a: 'x', b: [1, null, true, undefined] }, true],
  ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), true],
  ['nothing', undefined, true],
  ['the same part in two places', [shared, shared], true],
  ['a cycle', cyclic, false],
  ['NaN', { a: Number.NaN }, false],
  ['infinity', [Number.POSITIVE_INFINITY], false],
  ['a big integer', { a: 1n }, false],
  ['a date', { a: new Date(0) }, false],
  ['a map', new Map(), false],
  ['bytes', new Uint8Array(3), false],
  ['a function', { a: () => 1 }, false],
  ['an own key __proto__', JSON.parse('{"a":{"__proto__":{"x":1}}}'), false],
  ['a key constructor', { constructor: { prototype: 1 } }, false],
  ['64 levels', nest(64), true],
  ['65 levels', nest(65), false],
  ['a text over the limit', 'é'.repeat(500), false],
  ['a key over the limit', { ['k'.repeat(1_000)]: 1 }, false],
  ['many small parts over the limit', Array.from({ length: 200 }, () => ({ a: 1 })), false],
  ['parts that repeat beyond the limit', Array.from({ length: 12 }, () => shared), false],
  ['a long list with nothing in it', Array(4_000_000_000), false],
  ['a short list with nothing in it', Array(3), false],
  ['a list with a hole', Object.assign(Array(3), { 0: 1, 2: 1 }), false],
  ['a list with more than its entries', Object.assign([1], { more: 1 }), false],
  ['lists of holes in a list', Array.from({ length: 100 }, () => Array(900)), false],
])('security 9: %s', (_, value, plain) => {
  expect(isPlainData(value, limit)).toBe(plain);
});

test('security 9: a list with holes is refused at the first of them, and nothing is built of it', () => {
  let looks = 0;
  const looked = {
    get: (list: unknown[], key: string | symbol) => {
      looks += 1;
      return Reflect.get(list, key);
    },
    getOwnPropertyDescriptor: (list: unknown[], key: string | symbol) => {
      looks += 1;
      return Reflect.getOwnPropertyDescriptor(list, key);
    },
  };
  expect(isPlainData(new Proxy(Array(100_000), looked), 24 * 1024 * 1024)).toBe(false);
  expect(looks).toBeLessThan(10);
});
