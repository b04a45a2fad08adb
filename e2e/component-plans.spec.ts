import { expect } from '@playwright/test';
import { test } from './app.ts';
import { row } from './component-tree.ts';
import { unlimited } from './fixtures/fixture-file.ts';
import { wideFirm } from './fixtures/wide-firm.ts';
import { connect } from './journeys.ts';
import { entitiesOfComponents } from './users.ts';
import { answers, components, entities, stageAll } from './wide-tree.ts';

test.describe('a tree of 12 components', () => {
  test.use({ firm: wideFirm(12, { ...unlimited, lifecycle: { burst: 5 } }) });

  test('B6: the app is killed in the middle of a staged plan: the next start goes on, makes none twice and forgets none', async ({
    launch,
    sandbox,
  }) => {
    const first = await launch({ hasMovableClock: true });
    await connect(first.window, sandbox);
    await stageAll(first.window, 12);
    // One of the first four is carried out and never answered: the app is gone when it would be.
    await sandbox.control('POST', 'faults/', {
      method: 'POST',
      path: components,
      kind: 'delay',
      seconds: 8,
      skip: 3,
    });
    await first.window.getByRole('button', { name: 'Apply 12 changes' }).click();
    await expect.poll(() => entitiesOfComponents(sandbox, 'WIDE')).toHaveLength(4);
    await first.kill();
    await sandbox.control('POST', 'clock/', { advance_seconds: 75 });
    const { window, putForward } = await launch({ userData: first.userData, hasMovableClock: true });
    await expect(row(window, 'Breedveld 01 B.V. (NL), In scope, Inter-office, Open')).toBeVisible();
    await putForward(75);
    // Both clocks are moved when four more are made: of the five a minute one is left to people.
    await expect.poll(() => entitiesOfComponents(sandbox, 'WIDE')).toHaveLength(8);
    await sandbox.control('POST', 'clock/', { advance_seconds: 75 });
    await putForward(75);
    await expect
      .poll(async () => (await entitiesOfComponents(sandbox, 'WIDE')).toSorted(), { timeout: 30_000 })
      .toEqual(entities(12).toSorted());
    // The window begins where it was: at the tree.
    await expect(row(window, 'Breedveld 04 B.V. (NL), In scope, Inter-office, Open')).toBeVisible();
    await expect(window.getByText('Staged:')).toHaveCount(0);
    await expect(window.getByText('Adding…')).toHaveCount(0);
    expect((await answers(sandbox)).filter((status) => status !== null && status !== 201)).toEqual([]);
  });
});
