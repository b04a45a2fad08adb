import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { QuotaUsage } from '../../../shared/model/limits.ts';
import { allMessages, startMessages } from '../../messages/language.ts';
import { creationSeconds, LimitsTable } from './limits-screen.tsx';

function lifecycle(burst: number | null, sustained: number | null): Pick<QuotaUsage, 'tiers'> {
  const window = (name: 'burst' | 'sustained', limit: number | null) => ({
    window: name,
    limit,
    from: 'service' as const,
    used: 0,
    elsewhere: 0,
    background: limit,
    freesAt: null,
  });
  const windows = [window('burst', burst), window('sustained', sustained)];
  return {
    tiers: [
      { tier: 'lifecycle', windows, share: 1, others: 0, heldUntil: null, waiting: 0, backgroundAt: null },
    ],
  };
}

// By hand: of 5 a minute a plan has 4 at 80 %, of 60 an hour 48.
it.each([
  [lifecycle(5, 60), 0.8, 5, 0],
  [lifecycle(5, 60), 0.8, 40, 540],
  [lifecycle(5, 60), 1, 40, 420],
  [lifecycle(5, 60), 0.8, 49, 3_600],
  [lifecycle(null, null), 0.8, 200, 0],
  [lifecycle(0, 60), 0.8, 1, null],
  [{ tiers: [] }, 0.8, 40, 0],
])('%o at %d: %d creations take %s s', (quota, headroom, count, expected) => {
  expect(creationSeconds(quota, headroom, count)).toBe(expected);
});

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});

type Window = QuotaUsage['tiers'][number]['windows'][number];

function cell(change: Partial<Window>, ...others: readonly Window[]): string {
  const window: Window = {
    window: 'burst',
    limit: 5,
    from: 'service',
    used: 0,
    elsewhere: 0,
    background: 4,
    freesAt: null,
    ...change,
  };
  const page = renderToStaticMarkup(
    <LimitsTable
      quota={{
        tiers: [
          {
            tier: 'read',
            windows: [window, ...others],
            share: 1,
            others: 0,
            heldUntil: null,
            waiting: 0,
            backgroundAt: null,
          },
        ],
        readAt: null,
        unread: null,
      }}
    />,
  );
  return page.replaceAll(/<[^>]*>/g, '\n');
}

it('says of each limit who gives it, where not all are given by one', () => {
  const daily: Window = {
    window: 'daily',
    limit: null,
    from: 'specification',
    used: 0,
    elsewhere: 0,
    background: null,
    freesAt: null,
  };
  const both = cell({}, daily);
  expect(both).toContain('Limit of the service');
  expect(both).toMatch(/No limit\s+Limit of the specification/);
  expect(cell({})).not.toContain('Limit of');
  expect(cell({ from: 'specification' }, daily)).not.toContain('Limit of');
});

it('says how much of what is used others have sent, as a refusal told', () => {
  expect(cell({ used: 5, elsewhere: 3 })).toContain('3 of them by others, as a refusal showed (429)');
  expect(cell({ used: 5 })).not.toContain('others');
});

it('what was sent under a larger limit is not “20 of 5”', () => {
  expect(cell({ used: 20 })).toContain('20 used; the limit is 5');
  expect(cell({ used: 20 })).not.toContain('20 of 5');
  expect(cell({ used: 20 })).toContain('0 available');
});
