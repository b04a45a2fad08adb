import { expect, type Page } from '@playwright/test';
import { tree } from '../component-tree.ts';
import { candidate, couple, toReview } from '../coupling.ts';
import { alikeFirm } from '../fixtures/alike-firm.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { beginAudit, choose, create, expectCreated, expectStep, goOn } from '../journeys.ts';
import { test } from '../screen.ts';

// How many presses a task takes: of the pointer, and of Enter and Space, which press too. Letters that are typed do not count.

/** Begins to count; answers how many there were so far. */
async function countPresses(window: Page): Promise<() => Promise<number>> {
  await window.evaluate(() => {
    let presses = 0;
    const count = () => {
      presses += 1;
      document.documentElement.dataset['presses'] = String(presses);
    };
    addEventListener('pointerdown', count, true);
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Enter' || key === ' ') count();
      },
      true,
    );
  });
  return () => window.evaluate(() => Number(document.documentElement.dataset['presses'] ?? 0));
}

test.describe('audits', () => {
  test.use({ firm: couplingFirm() });

  test('a single audit with a setting changed and an error put right: at most 12', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const presses = await countPresses(window);
    await beginAudit(window, 'Single audit');
    await goOn(window);
    await expect(window.getByRole('group', { name: 'There is a problem' })).toBeFocused();
    await choose(window, 'Create without coupling');
    await goOn(window);
    await expectStep(window, 'Client');
    await window.getByRole('combobox', { name: 'Client organisation' }).fill('Forno');
    await window.getByRole('option', { name: /Forno Vecchio/ }).click();
    await toReview(window);
    await window.getByRole('link', { name: 'Edit Settings' }).click();
    await choose(window, 'No');
    await window.getByRole('button', { name: 'Return to review' }).click();
    await create(window);
    await expectCreated(window);
    expect(await presses()).toBeLessThanOrEqual(12);
  });

  test('an audit is duplicated: at most 3', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await window.getByRole('row', { name: /Forno Vecchio/ }).click();
    await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
    const presses = await countPresses(window);
    await window.getByRole('button', { name: 'Duplicate' }).click();
    await window.getByRole('button', { name: 'Go to review' }).click();
    await expectStep(window, 'Review');
    await create(window);
    await expectCreated(window);
    expect(await presses()).toBeLessThanOrEqual(3);
  });

  test('a coupled audit: at most 7', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    const presses = await countPresses(window);
    await beginAudit(window, 'Single audit');
    await couple(window);
    await candidate(window, 'Noorderhaven Scheepvaart group 2026').click();
    await toReview(window);
    await create(window);
    await expectCreated(window);
    expect(await presses()).toBeLessThanOrEqual(7);
  });
});

test.describe('components', () => {
  test.use({ firm: alikeFirm() });

  test('30 components are added: at most 6', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await window.evaluate(() => {
      location.hash = '#/audits/one/ALIKE/components';
    });
    await expect(tree(window)).toHaveAttribute('aria-busy', 'false');
    const presses = await countPresses(window);
    await window.getByRole('button', { name: 'Add components' }).click();
    const dialog = window.getByRole('dialog', { name: 'Add components' });
    const pick = dialog.getByRole('treegrid');
    await pick.locator('[aria-rowindex="2"] [data-part=box]').click();
    await pick.hover();
    const last = pick.locator('[aria-rowindex="31"]');
    await expect(async () => {
      await window.mouse.wheel(0, 200);
      await expect(last).toBeInViewport({ timeout: 500 });
    }).toPass();
    await last.click({ modifiers: ['Shift'] });
    await window.locator('label', { hasText: 'Inter-office' }).click();
    await dialog.getByRole('button', { name: 'Stage 30 components' }).click();
    await window.getByRole('button', { name: 'Apply 30 changes' }).click();
    expect(await presses()).toBeLessThanOrEqual(6);
  });
});
