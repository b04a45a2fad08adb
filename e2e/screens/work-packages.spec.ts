import { expect, type Page } from '@playwright/test';
import { oddFirm } from '../fixtures/odd-firm.ts';
import { accessibilityFaults, faultsInAllColours } from '../looks.ts';
import { test } from '../screen.ts';
import { openThroughSettings } from '../through-settings.ts';

async function openWorkPackages(window: Page): Promise<void> {
  await openThroughSettings(window, 'Work packages');
  await expect(window.getByRole('heading', { level: 1, name: 'Work packages' })).toBeVisible();
}

function version(window: Page, name: string | RegExp) {
  return window.getByRole('treegrid').getByRole('row', { name });
}

test('versions stand in natural order, and each says what it offers and what is new in it', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openWorkPackages(window);
  const rows = window.getByRole('treegrid').getByRole('row');
  await expect(rows.nth(1)).toContainText('Beoordelingsopdracht');
  const first = (await rows.locator('[role=rowheader]').allTextContents()).map((text) => text.trim());
  expect(first).toEqual([
    'Beoordelingsopdracht',
    '1.12Newest',
    '1.4',
    'Revisione legale dei conti',
    '10.0Newest',
    '9.9',
    'Statutory audit',
    '2025.10Newest',
    '2025.9',
    '2024.10',
    '2024.9',
  ]);
  await version(window, 'Statutory audit 2025.10').click();
  const detail = window.getByRole('region', { name: 'Statutory audit 2025.10', exact: true });
  await expect(detail.getByRole('heading', { level: 2 }).first()).toHaveText('Statutory audit 2025.10');
  const changes = detail.getByRole('list', { name: 'What changed' });
  await expect(changes.getByRole('listitem')).toHaveText([
    'NewSetting “Deadline for the opinion”',
    'NewSetting “Reference in the paper file”',
  ]);
  await detail.getByRole('button', { name: /Compared with/ }).click();
  await window.getByRole('option', { name: 'Statutory audit 2024.9' }).click();
  await expect(changes).toContainText('Language: Italian');
  await expect(changes).toContainText('Audit type: Consolidated');
  await expect(changes).toContainText('Credits, Single · When it is coupled: 5 → 3');
  await expect(changes).toContainText('Credits, Consolidated: not in the price list → 12');
  const settings = detail.getByRole('region', { name: 'Settings' });
  await expect(settings.getByRole('row', { name: /Use statistical sampling/ })).toContainText('Yes');
  await expect(settings.getByRole('row', { name: /Benchmark for materiality/ })).toContainText(
    'One choiceProfit before taxProfit before taxRevenueTotal assetsEquity',
  );
  const prices = detail.getByRole('region', { name: 'Prices' });
  await expect(prices).toContainText('The service decides the charge.');
  await expect(prices.getByRole('row').nth(2)).toHaveText('SingleWhen it is coupled3');
});

test('the tree is one tab stop: arrows and first letters go to a version', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await window.keyboard.press('Control+7');
  await expect(window.getByRole('heading', { level: 1, name: 'Work packages' })).toBeFocused();
  await expect(window.getByRole('treegrid')).toBeVisible();
  await window.keyboard.press('Control+f');
  await window.keyboard.press('Tab');
  await expect(window.getByRole('treegrid')).toBeFocused();
  await window.keyboard.type('rev');
  await window.keyboard.press('ArrowDown');
  await expect(window.getByRole('region', { name: 'Revisione legale dei conti 10.0' })).toBeVisible();
  await window.keyboard.press('ArrowLeft');
  await window.keyboard.press('ArrowLeft');
  await expect(version(window, /Revisione legale dei conti 9\.9/)).toBeHidden();
});

test.describe('a work package with what nobody here knows', () => {
  test.use({ firm: oddFirm() });

  test('shows settings of unknown types as they are', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openWorkPackages(window);
    await version(window, 'Novel settings 1.0').click();
    const raw = window.getByRole('region', { name: 'Risk matrix as JSON' });
    await expect(raw).toContainText('"rows"');
    await expect(window.getByRole('row', { name: /Risk matrix/ })).toContainText('matrix');
    await expect(window.getByText('The list shows no other version to compare with.')).toBeVisible();
    await version(window, 'Without labels 1.0').click();
    await expect(window.getByText('This work package has no settings.')).toBeVisible();
    await expect(window.getByText('Not provided')).toBeVisible();
  });
});

test('axe finds nothing on the work packages, also at 200 and 400 %', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  const fits = () =>
    window.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  await openWorkPackages(window);
  for (const width of [1280, 640, 320]) {
    await window.setViewportSize({ width, height: width * 0.75 }); // what zooming leaves (WCAG 1.4.10)
    await version(window, 'Statutory audit 2025.10').click();
    await expect(window.getByRole('list', { name: 'What changed' })).toBeVisible();
    expect(await faultsInAllColours(window), `at ${width}`).toEqual([]);
    await expect.poll(fits).toBe(true);
  }
});

test('a work package has an address, which follows what is looked at', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await openWorkPackages(window);
  await version(window, '2024.10').click();
  await expect(window.getByRole('region', { name: 'Statutory audit 2024.10', exact: true })).toBeVisible();
  await window.waitForURL(/#\/work-packages\/one\//);
  await window.reload();
  await expect(window.getByRole('region', { name: 'Statutory audit 2024.10', exact: true })).toBeVisible();
  await window.evaluate(() => {
    location.hash = '#/work-packages/one/nowhere';
    location.reload();
  });
  await expect(window.getByText('The service has nothing with the id nowhere')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  // One that the service does not list, and answers for by its id.
  await sandbox.control('POST', 'faults/', {
    path: '/api/v1/work-packages/retired/',
    times: null,
    kind: 'status',
    status: 200,
    body: { id: 'retired', name: 'Small entities', version: '2019.1' },
  });
  await window.evaluate(() => {
    location.hash = '#/work-packages/one/retired';
    location.reload();
  });
  await expect(window.getByText('The service does not list retired, but provides it.')).toBeVisible();
  await expect(window.getByRole('region', { name: 'Small entities 2019.1', exact: true })).toBeVisible();
});
