import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { callBridge } from '../plans.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

test('the tour is found in the palette and in the help, points at four things, leaves the window usable and is remembered', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  const tour = window.getByRole('region', { name: 'Tour' });
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  await expect(tour).toHaveCount(0); // a program drives this window
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

test('a first window shows the tour by itself, without taking the focus, and once', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await window.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }); // as a person’s window has it
  });
  await window.reload();
  const tour = window.getByRole('region', { name: 'Tour' });
  await expect(tour).toBeVisible();
  await expect(tour).not.toBeFocused();
  await tour.getByRole('button', { name: 'Close' }).click();
  await expect(tour).toHaveCount(0);
  await window.reload();
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  await expect(tour).toHaveCount(0);
});
