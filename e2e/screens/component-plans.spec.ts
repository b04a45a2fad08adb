import { expect } from '@playwright/test';
import { row } from '../component-tree.ts';
import { wideFirm } from '../fixtures/wide-firm.ts';
import { test } from '../screen.ts';
import type { Message } from '../traffic.ts';
import { entitiesOfComponents } from '../users.ts';
import { answers, entities, stageAll } from '../wide-tree.ts';

/** How many steps of the plan the app has told its window to be done. */
function stepsDone(traffic: readonly Message[]): number {
  const told = traffic.filter(({ kind, body }) => kind === 'event' && body.includes('"plan-changed"')).at(-1);
  return told === undefined ? 0 : ((JSON.parse(told.body) as PlanChanged).plan.counts.done ?? 0); // an event of the bridge
}

interface PlanChanged {
  readonly plan: { readonly counts: { readonly done?: number } };
}

test.describe('a tree of 40 components', () => {
  test.use({ firm: wideFirm(40) });

  test('B2, B4: 40 components through the limit of five a minute, one of which stays people’s: the time is told before, nothing is refused, all are made', async ({
    renderApp,
    sandbox,
  }) => {
    test.slow();
    const { window, putForward, traffic } = await renderApp({ service: sandbox });
    await stageAll(window, 40);
    await expect(window.getByText(/^Estimated: .*10 minutes\./)).toBeVisible();
    await window.getByRole('button', { name: 'Apply 40 changes' }).click();
    const refused = async () => (await answers(sandbox)).filter((status) => status !== 201);
    for (const made of [4, 8, 12, 16, 20, 24, 28, 32, 36]) {
      // The app has heard of as many as a minute lets through: only then both clocks are moved, by more than the minute.
      await expect.poll(() => stepsDone(traffic())).toBeGreaterThanOrEqual(made);
      await sandbox.control('POST', 'clock/', { advance_seconds: 75 });
      await putForward(75);
    }
    await expect
      .poll(async () => (await entitiesOfComponents(sandbox, 'WIDE')).toSorted(), { timeout: 30_000 })
      .toEqual(entities(40).toSorted());
    await expect(window.getByText(/in progress/)).toHaveCount(0);
    // The last one that was marked still has the focus.
    await expect(row(window, 'Breedveld 40 B.V. (NL), In scope, Inter-office, Open')).toBeVisible();
    expect(await refused()).toEqual([]);
  });
});
