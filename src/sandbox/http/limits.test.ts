import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Limits } from '../../shared/model/tiers.ts';
import { openDesk } from '../testing/desk.ts';
import { createLimiter } from './limits.ts';

const second = 1_000;
const start = 1_800_000_000_000;
const sliding = { windows: 'sliding', rejectedRequestsCount: false } as const;

/** The waits at given seconds from the start; null where the request is admitted. */
function waits(
  limits: Limits,
  seconds: readonly number[],
  options: Parameters<typeof createLimiter>[0] = sliding,
) {
  const limiter = createLimiter(options);
  return seconds.map((at) => limiter.admit('key', limits, start + at * second));
}

describe('decisions §12.1 sliding windows', () => {
  it('a request counts for exactly one period from its arrival', () => {
    expect(waits({ burst: 2 }, [0, 30, 31, 59, 60, 61, 89, 90])).toEqual([
      null,
      null,
      29,
      1,
      null,
      29,
      1,
      null,
    ]);
  });
  it('waits are whole seconds rounded up, at least 1', () => {
    expect(waits({ burst: 1 }, [0, 0, 0.001, 59, 59.001, 59.999, 60])).toEqual([null, 60, 60, 1, 1, 1, null]);
  });
  it('the longest wait of all exhausted windows', () => {
    expect(waits({ burst: 2, sustained: 3 }, [0, 1, 2, 61, 62, 3599, 3600])).toEqual([
      null,
      null,
      58,
      null,
      3538,
      1,
      null,
    ]);
    expect(waits({ burst: 1, sustained: 1, daily: 1 }, [0, 10, 86_399, 86_400])).toEqual([
      null,
      86_390,
      1,
      null,
    ]);
  });
  it('a missing window is unlimited, a limit of 0 admits nothing', () => {
    expect(waits({}, Array<number>(500).fill(0))).toEqual(Array<null>(500).fill(null));
    expect(waits({ burst: 0 }, [0, 1_000])).toEqual([60, 60]);
  });
  it.each(['sliding', 'fixed'] as const)(
    'the stand of a window without room is what a request waits: %s',
    (windows) => {
      const limiter = createLimiter({ windows, rejectedRequestsCount: false });
      const [limits, now] = [{ burst: 0 }, start + 7 * second];
      const [stand] = limiter.windows('key', limits, now);
      expect(limiter.admit('key', limits, now)).toBe((stand?.wait ?? 0) / second);
    },
  );
  it('what is refused counts nothing', () => {
    expect(waits({ burst: 1 }, [0, 20, 40, 59, 60])).toEqual([null, 40, 20, 1, null]);
  });
  it('keys are counted apart', () => {
    const limiter = createLimiter(sliding);
    expect(limiter.admit('a', { burst: 1 }, start)).toBeNull();
    expect(limiter.admit('b', { burst: 1 }, start)).toBeNull();
    expect(limiter.admit('a', { burst: 1 }, start)).toBe(60);
  });
  it('a limit that is lowered counts what was admitted before', () => {
    const limiter = createLimiter(sliding);
    for (const at of [0, 10, 20, 30]) limiter.admit('key', { burst: 9 }, start + at * second);
    expect(limiter.admit('key', { burst: 2 }, start + 30 * second)).toBe(50); // the one of second 20 leaves at 80
  });
  it('a limit given later finds what came before it, in every window of the tier', () => {
    const limiter = createLimiter(sliding);
    for (const at of [0, 10, 20]) limiter.admit('key', {}, start + at * second);
    expect(limiter.admit('key', { burst: 3 }, start + 30 * second)).toBe(30);
    expect(limiter.admit('key', { sustained: 3 }, start + 30 * second)).toBe(3_570);
    expect(limiter.admit('key', { daily: 3 }, start + 30 * second)).toBe(86_370);
    expect(limiter.admit('key', { daily: 4 }, start + 30 * second)).toBeNull();
  });
  it.each([
    [undefined, 10_000], // and of those the newest
    [10_050, 10_050],
  ])('with the limit %j a window keeps %i requests', (burst, kept) => {
    const limiter = createLimiter(sliding);
    const limits = burst === undefined ? {} : { burst };
    for (let at = 0; at < 10_050; at += 1) limiter.admit('key', limits, start + at);
    expect(limiter.admit('key', { burst: kept }, start + 10_050)).toBe(50);
    expect(limiter.admit('key', { burst: kept + 1 }, start + 10_050)).toBeNull();
  });
  it('in any trace no window of its length ever holds more than its limit', () => {
    const limits = { burst: 4, sustained: 9 };
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 200 }), (gaps) => {
        let now = start;
        const limiter = createLimiter(sliding);
        const admitted = gaps.flatMap((gap) => {
          now += gap;
          return limiter.admit('key', limits, now) === null ? [now] : [];
        });
        for (const [index, at] of admitted.entries()) {
          expect(
            admitted.slice(index).filter((other) => other < at + 60 * second).length,
          ).toBeLessThanOrEqual(4);
          expect(
            admitted.slice(index).filter((other) => other < at + 3_600 * second).length,
          ).toBeLessThanOrEqual(9);
        }
      }),
    );
  });
  it('a request that waited as told is admitted, one second earlier it is not', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 60 }), (gaps) => {
        const limits = { burst: 3, sustained: 5 };
        const trace = () => {
          let now = start;
          const limiter = createLimiter(sliding);
          let wait: number | null = null;
          for (const gap of gaps) {
            now += gap * second;
            wait = limiter.admit('key', limits, now);
          }
          return { limiter, now, wait };
        };
        const { limiter, now, wait } = trace();
        fc.pre(wait !== null);
        expect(limiter.admit('key', limits, now + ((wait ?? 0) - 1) * second)).toBe(1);
        expect(trace().limiter.admit('key', limits, now + (wait ?? 0) * second)).toBeNull();
      }),
    );
  });
});

describe('sandbox.md variants', () => {
  it('rejected_requests_count: what one window refuses counts in the others', () => {
    const counting = { windows: 'sliding', rejectedRequestsCount: true } as const;
    // The burst refuses seconds 1 and 2; both fill the hour, so that second 60 finds it exhausted.
    expect(waits({ burst: 1, sustained: 3 }, [0, 1, 2, 60], counting)).toEqual([null, 59, 58, 3540]);
    expect(waits({ burst: 1, sustained: 3 }, [0, 1, 2, 60])).toEqual([null, 59, 58, null]);
  });
  it('rejected_requests_count: a window that refuses does not count it itself', () => {
    const counting = { windows: 'sliding', rejectedRequestsCount: true } as const;
    expect(waits({ burst: 1 }, [0, 30, 59, 60], counting)).toEqual([null, 30, 1, null]);
  });
  it('windows fixed: they begin at whole multiples of their length', () => {
    const fixed = { windows: 'fixed', rejectedRequestsCount: false } as const;
    expect(start % (60 * second)).toBe(0);
    expect(waits({ burst: 2 }, [10, 50, 59, 60, 61, 62, 119, 120], fixed)).toEqual([
      null,
      null,
      1,
      null,
      null,
      58,
      1,
      null,
    ]);
  });
  it('windows fixed: with two exhausted, the longest wait', () => {
    const fixed = { windows: 'fixed', rejectedRequestsCount: false } as const;
    const hour = start - (start % (3_600 * second));
    const limiter = createLimiter(fixed);
    expect(limiter.admit('key', { burst: 1, sustained: 1 }, hour)).toBeNull();
    expect(limiter.admit('key', { burst: 1, sustained: 1 }, hour + 59 * second)).toBe(3_541);
  });
});

describe('decisions §12 over the service', () => {
  const limited = (limits: Readonly<Record<string, Limits>>, variants = {}) =>
    openDesk((fixture) => ({ ...fixture, rate_limits: { ...fixture.rate_limits, ...limits }, variants }));

  it('decisions §12.1 counted per firm: all its accounts share one quota, another firm has its own', async () => {
    const desk = limited({ read: { burst: 2 } });
    expect((await desk.get('/audits/audit/')).status).toBe(200);
    expect((await desk.get('/audits/audit/', 'north-assistant')).status).toBe(200);
    expect((await desk.get('/audits/audit/')).status).toBe(429);
    expect((await desk.get('/audits/audit/', 'north-assistant')).status).toBe(429);
    expect((await desk.get('/audits/audit/', 'south-manager')).status).toBe(200);
  });
  it('decisions §2 the answer of a refusal, and it holds to the second', async () => {
    const desk = limited({ read: { burst: 1 } });
    await desk.get('/audits/audit/');
    await desk.advance(13);
    const refused = await desk.get('/audits/audit/');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('47');
    expect(refused.body).toEqual({ detail: 'Request was throttled. Expected available in 47 seconds.' });
    await desk.advance(46);
    expect((await desk.get('/audits/audit/')).headers.get('retry-after')).toBe('1');
    await desk.advance(1);
    expect((await desk.get('/audits/audit/')).status).toBe(200);
  });
  it.each([
    ['reference', ['GET /work-packages/', 'GET /work-packages/wp/', 'GET /roles/', 'GET /rate-limits/']],
    [
      'read',
      [
        'GET /audits/audit/',
        'GET /client-organisations/',
        'GET /client-organisations/group/legal-entities/',
        'GET /audits/consolidated/component-audits/',
        'GET /audits/audit/users/',
      ],
    ],
    ['read_heavy', ['GET /audits/']],
    [
      'write',
      [
        'POST /client-organisations/',
        'POST /audits/audit/users/',
        'PATCH /audits/audit/users/x/',
        'DELETE /audits/audit/users/x/',
        'PATCH /audits/consolidated/component-audits/component/',
      ],
    ],
    [
      'lifecycle',
      [
        'POST /audits/',
        'DELETE /audits/audit/',
        'POST /audits/consolidated/component-audits/',
        'DELETE /audits/consolidated/component-audits/component/',
      ],
    ],
  ])('decisions §12.2 tier %s', async (tier, requests) => {
    const desk = limited({ [tier]: { burst: 0 } });
    for (const request of requests) {
      const [method = '', path = ''] = request.split(' ');
      const received = await desk.call(method, path, method === 'GET' ? {} : { body: {} });
      expect([request, received.status]).toEqual([request, 429]);
    }
  });
  it('decisions §5.7 the limits in force are told', async () => {
    const desk = openDesk((fixture) => ({
      ...fixture,
      rate_limits: { lifecycle: { burst: 7, daily: 70 }, write_heavy: {} },
    }));
    const { body } = await desk.get('/rate-limits/');
    expect(body).toEqual({
      tiers: [
        {
          tier: 'reference',
          scope: 'organisation',
          windows: {
            burst: { limit: 120, period_seconds: 60 },
            sustained: { limit: 3000, period_seconds: 3600 },
          },
        },
        {
          tier: 'read',
          scope: 'organisation',
          windows: {
            burst: { limit: 180, period_seconds: 60 },
            sustained: { limit: 6000, period_seconds: 3600 },
            daily: { limit: 60000, period_seconds: 86400 },
          },
        },
        {
          tier: 'read_heavy',
          scope: 'organisation',
          windows: {
            burst: { limit: 30, period_seconds: 60 },
            sustained: { limit: 900, period_seconds: 3600 },
            daily: { limit: 8000, period_seconds: 86400 },
          },
        },
        {
          tier: 'write',
          scope: 'organisation',
          windows: {
            burst: { limit: 120, period_seconds: 60 },
            sustained: { limit: 4000, period_seconds: 3600 },
            daily: { limit: 40000, period_seconds: 86400 },
          },
        },
        { tier: 'write_heavy', scope: 'organisation', windows: {} },
        {
          tier: 'lifecycle',
          scope: 'organisation',
          windows: { burst: { limit: 7, period_seconds: 60 }, daily: { limit: 70, period_seconds: 86400 } },
        },
        {
          tier: 'token',
          scope: 'client',
          windows: {
            burst: { limit: 10, period_seconds: 60 },
            sustained: { limit: 120, period_seconds: 3600 },
          },
        },
      ],
    });
  });
  it('the control plane changes the limits of one firm', async () => {
    const desk = openDesk();
    await desk.control('POST', '/firms/north/', { rate_limits: { read: { burst: 0 } } });
    expect((await desk.get('/audits/audit/')).status).toBe(429);
    expect((await desk.get('/audits/audit/', 'south-manager')).status).toBe(200);
  });
});
