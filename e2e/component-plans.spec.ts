import { expect, type Page } from '@playwright/test';
import { test } from './app.ts';
import { row, tree } from './component-tree.ts';
import { unlimited } from './fixtures/fixture-file.ts';
import { wideFirm } from './fixtures/wide-firm.ts';
import { connect } from './journeys.ts';
import type { Service } from './service.ts';
import type { Message } from './traffic.ts';
import { entitiesOfComponents } from './users.ts';

const components = '/api/v1/audits/WIDE/component-audits/';

/** From the first screen to the tree of the wide group, with one component staged for each of its subsidiaries. */
async function stageAll(window: Page, sandbox: Service, count: number): Promise<void> {
  await connect(window, sandbox);
  await window.getByRole('row', { name: 'Breedveld group 2026' }).click();
  await window.getByRole('link', { name: 'Components', exact: true }).click();
  await expect(row(window, 'Breedveld Holding N.V.')).toBeVisible();
  await tree(window).focus();
  for (let place = 0; place < count; place += 1) {
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Space');
  }
  await window.getByRole('button', { name: 'Add components' }).click();
  const dialog = window.getByRole('dialog', { name: 'Add components' });
  await dialog.getByText('Inter-office', { exact: true }).click();
  await dialog.getByRole('button', { name: `Stage ${count} components` }).click();
  await expect(window.getByText(`Staged: ${count} new components`)).toBeVisible();
}

/** How the service answered to creations of components, in order; null for one that is under way or was never answered. */
async function answers(sandbox: Service): Promise<readonly (number | null)[]> {
  const log = (await sandbox.control('GET', 'requests/')) as {
    readonly results: readonly {
      readonly method: string;
      readonly path: string;
      readonly status: number | null;
    }[];
  }; // docs/sandbox.md
  return log.results
    .filter(({ method, path }) => method === 'POST' && path === components)
    .map(({ status }) => status);
}

/** How many steps of the plan the app has told its window to be done. */
function stepsDone(traffic: readonly Message[]): number {
  const told = traffic.filter(({ kind, body }) => kind === 'event' && body.includes('"plan-changed"')).at(-1);
  const events = told === undefined ? [] : (JSON.parse(told.body) as readonly PlanChanged[]); // what the recorder wrote
  return events[0]?.plan.counts.done ?? 0;
}

interface PlanChanged {
  readonly plan: { readonly counts: { readonly done?: number } };
}

function entities(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `wide-${index + 1}`);
}

test.describe('a tree of 40 components', () => {
  test.use({ firm: wideFirm(40) });

  test('B2, B4: 40 components through the limit of five a minute, one of which stays people’s: the time is told before, nothing is refused, all are made', async ({
    launch,
    sandbox,
  }) => {
    test.slow();
    const { window, putForward, traffic } = await launch({ hasMovableClock: true });
    await stageAll(window, sandbox, 40);
    await expect(window.getByText('about 10 minutes')).toBeVisible();
    await window.getByRole('button', { name: 'Apply 40 changes' }).click();
    const refused = async () => (await answers(sandbox)).filter((status) => status !== 201);
    for (const made of [4, 8, 12, 16, 20, 24, 28, 32, 36]) {
      // The app has heard of as many as a minute lets through: only then both clocks are moved, by more than the minute.
      await expect.poll(() => stepsDone(traffic()), { timeout: 20_000 }).toBeGreaterThanOrEqual(made);
      await sandbox.control('POST', 'clock/', { advance_seconds: 75 });
      await putForward(75);
    }
    await expect
      .poll(async () => (await entitiesOfComponents(sandbox, 'WIDE')).toSorted(), { timeout: 30_000 })
      .toEqual(entities(40).toSorted());
    await expect(window.getByText(/is under way/)).toBeHidden({ timeout: 20_000 });
    // The last one that was marked still has the focus.
    await expect(row(window, 'Breedveld 40 B.V. (NL), In scope, Inter-office, Open')).toBeVisible();
    expect(await refused()).toEqual([]);
  });
});

test.describe('a tree of 12 components', () => {
  test.use({ firm: wideFirm(12, { ...unlimited, lifecycle: { burst: 5 } }) });

  test('B6: the app is killed in the middle of a staged plan: the next start goes on, makes none twice and forgets none', async ({
    launch,
    sandbox,
  }) => {
    const first = await launch({ hasMovableClock: true });
    await stageAll(first.window, sandbox, 12);
    // One of the first four is carried out and never answered: the app is gone when it would be.
    await sandbox.control('POST', 'faults/', {
      method: 'POST',
      path: components,
      kind: 'delay',
      seconds: 8,
      skip: 3,
    });
    await first.window.getByRole('button', { name: 'Apply 12 changes' }).click();
    await expect.poll(() => entitiesOfComponents(sandbox, 'WIDE'), { timeout: 20_000 }).toHaveLength(4);
    await first.kill();
    await sandbox.control('POST', 'clock/', { advance_seconds: 75 });
    const { window, putForward } = await launch({ userData: first.userData, hasMovableClock: true });
    await putForward(75);
    for (const made of [5, 9]) {
      await expect
        .poll(async () => (await entitiesOfComponents(sandbox, 'WIDE')).length, { timeout: 30_000 })
        .toBeGreaterThanOrEqual(made);
      await sandbox.control('POST', 'clock/', { advance_seconds: 75 });
      await putForward(75);
    }
    await expect
      .poll(async () => (await entitiesOfComponents(sandbox, 'WIDE')).toSorted(), { timeout: 30_000 })
      .toEqual(entities(12).toSorted());
    // The window begins where it was: at the tree.
    await expect(row(window, 'Breedveld 04 B.V. (NL), In scope, Inter-office, Open')).toBeVisible();
    await expect(window.getByText('Staged:')).toHaveCount(0);
    await expect(window.getByText('under way')).toHaveCount(0);
    expect((await answers(sandbox)).filter((status) => status !== null && status !== 201)).toEqual([]);
  });
});
