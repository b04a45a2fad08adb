import { describe, expect, test } from 'vitest';
import { decode, encode } from './codec.ts';

describe('what crosses between processes', () => {
  test.each([
    ['text', 'é😀'],
    ['nothing', undefined],
    ['null', null],
    ['numbers that JSON does not know', [Number.NaN, Number.POSITIVE_INFINITY, -0]],
    ['a date', new Date(86_400_000)],
    ['members that are undefined', { a: undefined, b: [undefined] }],
    ['a member named __proto__', JSON.parse('{"__proto__":{"a":1}}')],
    ['a member named toJSON', { toJSON: 1 }],
  ])('%s', (_, value) => {
    expect(decode(encode(value))).toStrictEqual(value);
  });

  test('a cycle', () => {
    const value: { self?: unknown; n: number } = { n: 1 };
    value.self = value;
    const copy = decode(encode(value)) as typeof value; // a copy has its original's shape
    expect(copy.self).toBe(copy);
  });

  test('not a function', () => {
    expect(() => encode({ f: () => 1 })).toThrow('An object could not be cloned.');
  });
});
