import { expect } from '@playwright/test';
import { row } from '../component-tree.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { expectStep } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { callBridge } from '../plans.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

test('the tour is found in the sidebar, in the palette and in the help, points at four things, leaves the window usable and is remembered', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  const tour = window.getByRole('region', { name: 'Tour' });
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  await expect(tour).toHaveCount(0);
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Search or command' }).fill('show tour');
  await expect(window.getByRole('option')).toHaveCount(1);
  await window.keyboard.press('Enter');
  await expect(tour).toBeFocused();
  for (const [number, title] of [
    'Your connection',
    'Find anything',
    'Change first, send later',
    'Follow what is sent',
  ].entries()) {
    await expect(tour.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await expect(tour.getByText(`${number + 1} of 4`)).toBeVisible();
    const box = await tour.boundingBox();
    const { width, height } = window.viewportSize() ?? { width: 0, height: 0 };
    expect(box !== null && box.x >= 0 && box.y >= 0).toBe(true);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    expect(await accessibilityFaults(window)).toEqual([]);
    if (number < 3) await tour.getByRole('button', { name: 'Next' }).press('Enter');
  }
  await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click(); // nothing is modal
  await expect(window.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await tour.getByRole('button', { name: 'Done' }).click();
  await expect(tour).toHaveCount(0);
  expect(await callBridge(window, 'preferences.read', {})).toMatchObject({ tourSeen: true });
  await window.keyboard.press('F1');
  await window.getByRole('button', { name: 'All help pages' }).click();
  await window.getByRole('button', { name: 'Show the tour' }).click();
  await expect(tour).toBeFocused();
  await window.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
});

test('a first window offers the tour above the foot of the sidebar, without taking the focus or covering anything, until it is dismissed', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  const first = window.getByRole('region', { name: 'First steps' });
  await expect(first).toBeVisible();
  expect(await first.evaluate((card) => card.contains(document.activeElement))).toBe(false);
  await first.getByRole('button', { name: 'Take the tour' }).click();
  await expect(window.getByRole('region', { name: 'Tour' })).toBeFocused();
  await window.keyboard.press('Escape');
  await window.reload();
  await expect(first).toHaveCount(0); // who has seen it is offered it no longer
});

test('what is dismissed stays dismissed', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  const first = window.getByRole('region', { name: 'First steps' });
  await first.getByRole('button', { name: 'Put the first steps away' }).click();
  await expect(first).toHaveCount(0);
  await window.reload();
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  await expect(first).toHaveCount(0);
});

test('the demo leads to three acts, each of which ends where its result is seen', async ({ renderApp }) => {
  const { window } = await renderApp({});
  await window.getByRole('button', { name: 'Try the demo' }).click();
  const first = window.getByRole('region', { name: 'First steps' });
  const done = first.getByRole('img', { name: 'Done' });
  await test.step('Pompen is staged, and taken back', async () => {
    await first.getByRole('button', { name: 'Take Pompen out of scope' }).click();
    await row(window, 'Valkenhorst Pompen B.V.').click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Set out of scope' }).click();
    const dialog = window.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Sold in March.');
    await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(window, 'Valkenhorst Pompen B.V.')).toHaveAccessibleName(/staged/);
    await expect(done).toHaveCount(1);
    await expect(first).toContainText('Ctrl+Z takes it back');
    expect(await accessibilityFaults(window)).toEqual([]);
    await window.keyboard.press('Control+z');
    await expect(row(window, 'Valkenhorst Pompen B.V.')).not.toHaveAccessibleName(/staged/);
  });
  await test.step('the audit for a component is there', async () => {
    await first.getByRole('button', { name: 'Create the audit for a component' }).click();
    await expectStep(window, 'Review');
    await window.getByRole('button', { name: 'Create audit' }).click();
    await expect(done).toHaveCount(2);
    await expect(first).toContainText('Here it is.');
  });
  await test.step('the group is rolled forward by a plan that can be undone', async () => {
    await first.getByRole('button', { name: 'Roll the group forward' }).click();
    await window.getByRole('button', { name: 'Affirm 2 unchanged' }).click();
    await window.getByRole('button', { name: 'Works in audit: No (1)' }).click();
    await window.getByRole('button', { name: 'Create 3 items' }).click();
    await expect(done).toHaveCount(3);
    await expect(first).toContainText('removes what it made');
  });
});
