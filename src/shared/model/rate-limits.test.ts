import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileLimits } from '../testing/hostile-shapes.ts';
import { RateLimits } from './rate-limits.ts';
import { tiers, windowNames } from './tiers.ts';

const read = (json: string) => RateLimits.parse(JSON.parse(json));
const all = { burst: 5, sustained: 60, daily: 300 };
const none = { burst: null, sustained: null, daily: null };

/** The windows of the tier `lifecycle`, in the envelope of decisions.md §5.7. */
const windows = (value: unknown) =>
  JSON.stringify({ tiers: [{ tier: 'lifecycle', scope: 'organisation', windows: value }] });

describe('decisions §5.7', () => {
  test('limits are read by tier, a missing window is unlimited, an unknown tier is left out', () => {
    expect(
      RateLimits.parse({
        tiers: [
          { tier: 'read', scope: 'organisation', windows: { burst: { limit: 180, period_seconds: 60 } } },
          { tier: 'reference', windows: { burst: 0 } },
          { tier: 'moon', windows: {} },
          { tier: 'lifecycle', windows: {} },
        ],
      }),
    ).toEqual({
      tiers: { read: { ...none, burst: 180 }, reference: { ...none, burst: 0 }, lifecycle: none },
      unread: null,
    });
  });
});

// Each says the same in another way.
test.each([
  ['texts with a period', windows({ burst: '5/min', sustained: '60/hr', daily: '300/day' })],
  ['spelled out', windows({ burst: '5 requests per minute', sustained: '60 per hour', daily: '300 / d' })],
  ['numbers alone', windows(all)],
  ['digits', windows({ burst: '5', sustained: '60', daily: '300' })],
  [
    'seconds',
    windows({
      burst: { limit: 5, period: 60 },
      sustained: { max: 60, seconds: 3_600 },
      daily: { requests: 300, window: 86_400 },
    }),
  ],
  [
    'words',
    windows({
      burst: { limit: '5', period: 'minute' },
      sustained: { rate: 60, per: 'hour' },
      daily: { quota: 300, interval: '1 day' },
    }),
  ],
  [
    'as ISO 8601 and as Django have it',
    windows({
      burst: { limit: 5, period: 'PT1M' },
      sustained: { limit: 60, duration: '01:00:00' },
      daily: { limit: 300, period: 'P1D' },
    }),
  ],
  [
    'a list of windows',
    windows([
      { window: 'burst', limit: 5 },
      { name: 'hour', limit: 60 },
      { limit: 300, period_seconds: 86_400 },
    ]),
  ],
  ['a list of texts', windows(['5/min', '60/hour', '300/d'])],
  ['names of periods', windows({ minute: 5, per_hour: 60, requestsPerDay: 300 })],
  [
    'tiers by name',
    '{"tiers": {"lifecycle": {"windows": {"burst": 5, "sustained": 60, "daily": "300/day"}}}}',
  ],
  ['tiers by name alone', '{"lifecycle": {"burst": 5, "sustained": 60, "daily": 300}}'],
  [
    'tiers in an envelope',
    '{"count": 1, "results": [{"name": "Lifecycle", "limits": ["5/m", "60/h", "300/d"]}]}',
  ],
  ['a bare list of tiers', '[{"id": "lifecycle", "burst": 5, "sustained": 60, "daily": 300}]'],
  [
    'a row for each window',
    `[{"tier": "lifecycle", "window": "burst", "limit": 5}, {"tier": "lifecycle", "window": "sustained", "limit": 60},
      {"tier": "lifecycle", "window": "daily", "limit": 300}]`,
  ],
  ['one text for all', '{"lifecycle": "5/min, 60/hr, 300/day"}'],
])('other shapes: %s', (_, json) => {
  expect(read(json)).toEqual({ tiers: { lifecycle: all }, unread: null });
});

test.each([
  ['thousands', windows({ burst: '1,000/min' }), { ...none, burst: 1_000 }],
  ['as many as one likes', windows({ burst: 1e9 }), { ...none, burst: 1e9 }],
  ['the word', windows({ burst: 5, daily: 'unlimited' }), { ...none, burst: 5 }],
  [
    'two names for one, and the smaller holds',
    windows({ burst: { limit: 9, max: 5 } }),
    { ...none, burst: 5 },
  ],
  ['two windows alike', windows(['9/min', '5/min']), { ...none, burst: 5 }],
])('read: %s', (_, json, lifecycle) => {
  expect(read(json)).toEqual({ tiers: { lifecycle }, unread: null });
});

test.each([
  ['one window of three', windows({ burst: 5, sustained: 'some', daily: null }), { burst: 5 }],
  ['a window nobody knows beside', windows({ burst: 5, fortnight: 9 }), { burst: 5 }],
  ['a name and a period that differ: the period is meant', windows({ burst: '60/hr' }), { sustained: 60 }],
  [
    'a limit beside one that is none',
    windows({ burst: { limit: 5, max: 'more' }, daily: 300 }),
    { daily: 300 },
  ],
])('what is not understood is left to the table, and shown as it came: %s', (_, json, lifecycle) => {
  const { tiers: told, unread } = read(json);
  expect(told).toEqual({ lifecycle });
  expect(JSON.parse(unread ?? '')).toEqual(JSON.parse(json));
});

test.each(hostileLimits)('nothing is told by $name', ({ json }) => {
  const { tiers: told, unread } = read(json);
  expect(told.lifecycle ?? {}).toEqual({});
  expect(unread).not.toBeNull();
});

test('an answer that is not understood is shown in part where it is long', () => {
  const { unread } = RateLimits.parse({ tiers: Array.from({ length: 100_000 }, () => 'x'.repeat(100)) });
  expect(unread?.length).toBeLessThanOrEqual(2_001);
  expect(unread).toMatch(/^\{"tiers": \["x+.*…$/);
});

test('whatever stands where a limit should, no window is unlimited for it', () => {
  const noise = fc.oneof(
    fc.constantFrom(null, true, false, '', 'many', 'no limit', -1, 0.5, 1e300, [], {}, 'PT1M', '/min', '5/'),
    fc.string({ maxLength: 8 }).filter((text) => !/^\s*(\d|unlimited)/i.test(text)),
    fc.dictionary(fc.string({ maxLength: 6 }), fc.constantFrom(null, 'x', -1), { minKeys: 1, maxKeys: 3 }),
  );
  const Windows = fc.record({ burst: noise, sustained: noise, daily: noise }, { requiredKeys: ['burst'] });
  const Body = fc
    .tuple(fc.constantFrom(...tiers), Windows)
    .chain(([tier, value]) =>
      fc.constantFrom<unknown>(
        { tiers: [{ tier, windows: value }] },
        { tiers: { [tier]: value } },
        { [tier]: { windows: Object.values(value) } },
        [{ tier, ...value }],
      ),
    );
  fc.assert(
    fc.property(Body, (body) => {
      const { tiers: told, unread } = RateLimits.parse(body);
      expect(unread).not.toBeNull();
      for (const tier of tiers)
        for (const window of windowNames) expect(told[tier]?.[window]).toBeUndefined();
    }),
  );
});

test('no answer whatever makes the reader throw', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(() => RateLimits.parse({ tiers: value })).not.toThrow();
      expect(() => RateLimits.parse({ lifecycle: value })).not.toThrow();
    }),
  );
});
