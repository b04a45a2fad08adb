import { expect, test } from 'vitest';
import { strangeLimits } from '../../../e2e/fixtures/hostile-answers.ts';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { specifiedLimits, tiers } from '../../shared/model/tiers.ts';
import { openServices } from '../testing/services.ts';

test.each(strangeLimits.map((answer) => [JSON.stringify(answer).slice(0, 60), answer]))(
  'limits in a form of their own admit no more in a minute than the specification does: %s',
  async (_, answer) => {
    const { service } = openServices(
      openDesk(),
      (send) => async (url, init) =>
        url.includes('/rate-limits/') ? Response.json(answer) : send(url, init),
    );
    // What goes by itself waits for the limits first.
    const reply = await service.call('clients.list', {}, { priority: 'polling' });
    expect(reply.ok).toBe(true);
    const usage = service.quota()?.usage();
    for (const tier of tiers) {
      const [burst] = usage?.tiers.find((one) => one.tier === tier)?.windows ?? [];
      expect(burst?.limit, tier).toBeGreaterThan(0);
      expect(burst?.limit, tier).toBeLessThanOrEqual(specifiedLimits[tier].burst ?? 0);
    }
  },
);
