import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Limits, type WindowName, windowNames, windowSeconds } from '../../shared/model/tiers.ts';
import { openDesk } from '../testing/desk.ts';
import { createLimiter, type LimiterOptions } from './limits.ts';

// The laws of counting, for any limits and any trace, against a judge that keeps every request for ever and counts
// anew each time.

const start = 1_800_000_000_000;
const variants: readonly LimiterOptions[] = (['sliding', 'fixed'] as const).flatMap((windows) =>
  [false, true].map((rejectedRequestsCount) => ({ windows, rejectedRequestsCount })),
);
const titled = variants.map(
  (one) => [`${one.windows}${one.rejectedRequestsCount ? ', rejected ones count' : ''}`, one] as const,
);

const LimitsOf = fc.record(
  {
    burst: fc.integer({ min: 0, max: 4 }),
    sustained: fc.integer({ min: 1, max: 8 }),
    daily: fc.integer({ min: 1, max: 12 }),
  },
  { requiredKeys: [] },
);
/** Milliseconds between requests: many at once, near the edges of all windows, and anything between. */
const Gap = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 0, 0, 1, 999, 1_000, 1_001) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(59_000, 59_999, 60_000, 60_001, 3_599_999, 3_600_000, 86_399_999, 86_400_000),
  },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40_000_000 }) },
);
const Trace = fc.array(Gap, { maxLength: 80, size: 'max' });

/** Counts from the first request on, each time. */
class Judge {
  private readonly counted: Readonly<Record<WindowName, number[]>> = { burst: [], sustained: [], daily: [] };
  private readonly options: LimiterOptions;
  constructor(options: LimiterOptions) {
    this.options = options;
  }
  private held(name: WindowName, at: number): readonly number[] {
    const period = windowSeconds[name] * 1_000;
    return this.counted[name].filter((one) =>
      this.options.windows === 'sliding'
        ? one > at - period
        : Math.floor(one / period) === Math.floor(at / period),
    );
  }
  private fits(name: WindowName, limits: Limits, at: number): boolean {
    return this.held(name, at).length < (limits[name] ?? Number.POSITIVE_INFINITY);
  }
  /** Whether it is admitted, and if not, the least whole number of seconds after which it would be. */
  admit(limits: Limits, at: number): number | null {
    const full = windowNames.filter((name) => !this.fits(name, limits, at));
    // Also in a window without a limit, so that one given later finds what came before it.
    for (const name of windowNames) {
      if (full.length === 0 || (this.options.rejectedRequestsCount && !full.includes(name)))
        this.counted[name].push(at);
    }
    return full.length === 0 ? null : Math.max(...full.map((name) => this.wait(name, limits, at)));
  }
  private wait(name: WindowName, limits: Limits, at: number): number {
    const period = windowSeconds[name] * 1_000;
    // Only when something leaves a window can there be room; with no room for anything, a whole period is told.
    const moments =
      this.options.windows === 'sliding'
        ? this.held(name, at).map((one) => one + period)
        : [(Math.floor(at / period) + 1) * period];
    const free =
      moments.find((moment) => this.fits(name, limits, moment)) ??
      (moments[0] !== undefined && this.options.windows === 'fixed' ? moments[0] : at + period);
    return Math.max(1, Math.ceil((free - at) / 1_000));
  }
}

describe.each(titled)('decisions §12.1, windows %s', (_, options) => {
  it('every request is judged as by one who counts anew', () => {
    fc.assert(
      fc.property(LimitsOf, Trace, (limits, gaps) => {
        const [limiter, judge] = [createLimiter(options), new Judge(options)];
        let now = start;
        for (const gap of gaps) {
          now += gap;
          expect(limiter.admit('key', limits, now)).toBe(judge.admit(limits, now));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('no window ever holds more accepted requests than its limit', () => {
    fc.assert(
      fc.property(LimitsOf, Trace, (limits, gaps) => {
        const limiter = createLimiter(options);
        let now = start;
        const accepted = gaps.flatMap((gap) =>
          ((now += gap), limiter.admit('key', limits, now)) === null ? [now] : [],
        );
        for (const name of windowNames) {
          const [limit, period] = [limits[name] ?? Number.POSITIVE_INFINITY, windowSeconds[name] * 1_000];
          for (const from of accepted) {
            const first = options.windows === 'sliding' ? from : Math.floor(from / period) * period;
            const within = accepted.filter((at) => at >= first && at < first + period);
            expect(within.length).toBeLessThanOrEqual(limit);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('Retry-After: a request after that wait passes, one second earlier it does not', () => {
    fc.assert(
      fc.property(LimitsOf, fc.array(Gap, { minLength: 3, maxLength: 40, size: 'max' }), (limits, gaps) => {
        fc.pre(limits.burst !== 0);
        const run = () => {
          const limiter = createLimiter(options);
          let [now, wait]: [number, number | null] = [start, null];
          for (const gap of gaps) wait = limiter.admit('key', limits, (now += gap));
          return { limiter, now, wait };
        };
        const { now, wait } = run();
        fc.pre(wait !== null);
        const waited = wait ?? 0;
        const after = (seconds: number) => run().limiter.admit('key', limits, now + seconds * 1_000);
        if (waited > 1) expect(after(waited - 1)).toBeGreaterThanOrEqual(1);
        // Where refused ones count, this very refusal may have filled another window, of which it does not tell.
        if (options.rejectedRequestsCount) return;
        expect(after(waited)).toBeNull();
        if (waited > 1) expect(after(waited - 1)).toBe(1);
      }),
      { numRuns: 200 },
    );
  });

  it('limits that change, come and go while windows are partly full count what is in them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(Gap, LimitsOf), { maxLength: 60, size: 'max' }), (steps) => {
        const [limiter, judge] = [createLimiter(options), new Judge(options)];
        let now = start;
        for (const [gap, limits] of steps) {
          now += gap;
          expect(limiter.admit('key', limits, now)).toBe(judge.admit(limits, now));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('keys know nothing of each other, however many there are', () => {
    fc.assert(
      fc.property(
        LimitsOf,
        fc.array(fc.tuple(Gap, fc.constantFrom('a', 'b', 'c')), { maxLength: 60, size: 'max' }),
        fc.boolean(),
        (limits, steps, crowded) => {
          const limiter = createLimiter(options);
          const alone = { a: createLimiter(options), b: createLimiter(options), c: createLimiter(options) };
          let now = start;
          for (const [index, [gap, key]] of steps.entries()) {
            now += gap;
            // So many others that what counts nothing any more is swept away.
            if (crowded && index === 20)
              for (let other = 0; other < 1_100; other += 1)
                limiter.admit(`other ${String(other)}`, limits, now);
            expect(limiter.admit(key, limits, now)).toBe(alone[key].admit(key, limits, now));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('decisions §12.1 over the service', () => {
  const accounts = ['north-manager', 'north-assistant', 'north-single', 'south-manager'] as const;
  const places = { read: '/audits/audit/', read_heavy: '/audits/', reference: '/roles/' } as const;
  type Place = keyof typeof places;

  it.each(titled)(
    'counted per firm and tier, whoever asks: windows %s',
    async (_, { windows, rejectedRequestsCount }) => {
      const Step = fc.record({
        seconds: fc.constantFrom(0, 0, 0, 1, 30, 60, 3_600),
        as: fc.constantFrom(...accounts),
        tier: fc.constantFrom<Place>('read', 'read', 'read_heavy', 'reference'),
        reset: fc.option(LimitsOf, { freq: 12 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(Step, { maxLength: 40, size: 'max' }), async (steps) => {
          const first = { burst: 2, sustained: 5, daily: 9 };
          const desk = openDesk((fixture) => ({
            ...fixture,
            rate_limits: { ...fixture.rate_limits, read: first, read_heavy: first, reference: first },
            variants: { windows, rejected_requests_count: rejectedRequestsCount },
          }));
          const judges = new Map<string, Judge>();
          const limits = new Map<string, Limits>();
          let now = Date.UTC(2027, 0, 15, 9);
          for (const { seconds, as, tier, reset } of steps) {
            if (seconds > 0) await desk.advance(seconds);
            now += seconds * 1_000;
            const firm = as.replace(/-.*/, '');
            if (reset !== null) {
              const changed = { ...first, ...reset };
              expect(
                (await desk.control('POST', `/firms/${firm}/`, { rate_limits: { [tier]: changed } })).status,
              ).toBe(200);
              limits.set(`${firm} ${tier}`, changed);
            }
            const judge = judges.get(`${firm} ${tier}`) ?? new Judge({ windows, rejectedRequestsCount });
            judges.set(`${firm} ${tier}`, judge);
            const wait = judge.admit(limits.get(`${firm} ${tier}`) ?? first, now);
            const token = `Bearer ${await desk.token(as)}`; // a new one each time: tokens have no quota here
            const received = await desk.call('GET', places[tier], {
              as: null,
              headers: { Authorization: token },
            });
            expect([received.status, received.headers.get('retry-after')]).toEqual(
              wait === null ? [200, null] : [429, String(wait)],
            );
            if (wait !== null)
              expect(received.body).toEqual({
                detail: `Request was throttled. Expected available in ${String(wait)} seconds.`,
              });
          }
        }),
        { numRuns: 15 },
      );
    },
  );

  it('tokens per client id: right, wrong and unknown alike, each with its own', async () => {
    const desk = openDesk((fixture) => ({
      ...fixture,
      rate_limits: { ...fixture.rate_limits, token: { burst: 2 } },
    }));
    const ask = async (id: string, secret: string) => {
      const { status, headers } = await desk.requestToken({
        grant_type: 'client_credentials',
        client_id: id,
        client_secret: secret,
      });
      return [status, headers.get('retry-after')];
    };
    expect(await ask('north-manager', 'wrong')).toEqual([401, null]);
    await desk.advance(10);
    expect(await ask('north-manager', 'north manager secret')).toEqual([200, null]);
    expect(await ask('north-manager', 'north manager secret')).toEqual([429, '50']);
    expect(await ask('north-assistant', 'north assistant secret')).toEqual([200, null]); // of the same firm
    for (const status of [401, 401, 429]) expect((await ask('nobody', 'x'))[0]).toBe(status);
    await desk.advance(49);
    expect(await ask('north-manager', 'north manager secret')).toEqual([429, '1']);
    await desk.advance(1);
    expect(await ask('north-manager', 'north manager secret')).toEqual([200, null]);
    expect(await ask('north-manager', 'north manager secret')).toEqual([429, '10']);
    await desk.control('POST', '/firms/north/', { rate_limits: { token: { burst: 3 } } });
    expect(await ask('north-manager', 'north manager secret')).toEqual([200, null]);
  });
});
