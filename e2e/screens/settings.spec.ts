import { expect, type Locator, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { enterConnection } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: smallFirm() });

async function openSettings(window: Page): Promise<Locator> {
  await expect(window.getByRole('heading', { level: 1 })).toBeFocused();
  const heading = window.getByRole('heading', { level: 1, name: 'Settings' });
  // A start begins where the last one ended, which may be here.
  if (!(await heading.isVisible())) await window.getByRole('link', { name: 'Settings' }).click();
  await expect(heading).toBeFocused();
  return window.getByRole('main');
}

test('settings: searched by label, help and choice; what is not found is said', async ({ renderApp }) => {
  const { window } = await renderApp();
  const main = await openSettings(window);
  const search = main.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('quota');
  await expect(main.getByText('1 result')).toBeVisible();
  await expect(main.getByRole('slider', { name: 'Share of the quota' })).toBeVisible();
  await expect(main.getByRole('radiogroup')).toBeHidden();
  await search.fill('italiano');
  await expect(main.getByRole('radiogroup', { name: 'Language of the interface' })).toBeVisible();
  await search.fill('nonsense');
  await expect(main.getByText('No results')).toBeVisible();
  await main.getByRole('button', { name: 'Show all settings' }).click();
  await expect(main.getByRole('radiogroup')).toHaveCount(7);
});

test('settings: a choice takes effect at once, is kept, and can be put back', async ({ renderApp }) => {
  const first = await renderApp();
  await first.window.emulateMedia({ reducedMotion: 'no-preference' });
  const main = await openSettings(first.window);
  const motion = () =>
    first.window.locator('html').evaluate((page) => getComputedStyle(page).getPropertyValue('--motion'));
  expect(await motion()).not.toBe('0s');
  await main.getByText('Reduced: nothing moves').click();
  await main.getByText('Comfortable', { exact: true }).click();
  await expect(first.window.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await expect(first.window.locator('html')).toHaveAttribute('data-motion', 'reduced');
  expect(await motion()).toBe('0s');
  const slider = main.getByRole('slider', { name: 'Share of the quota' });
  await slider.focus();
  await first.window.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', '75%');
  await first.close();

  const { window } = await renderApp({ userData: first.userData });
  const again = await openSettings(window);
  await expect(again.getByRole('radio', { name: 'Comfortable' })).toBeChecked();
  await expect(again.getByRole('slider', { name: 'Share of the quota' })).toHaveAttribute(
    'aria-valuetext',
    '75%',
  );
  const reset = again.getByRole('button', { name: 'Reset Row height' });
  await reset.click();
  await expect(again.getByRole('radio', { name: 'Compact' })).toBeChecked();
  await expect(reset).toBeFocused();
  await expect(reset).toHaveAttribute('aria-disabled', 'true');
  await expect(reset).toHaveAccessibleDescription('It is at its default.');
  await expect(window.getByText('Row height is at its default again: Compact')).toBeAttached();
  await expect(again.getByText(first.userData)).toBeVisible();
});

test('settings: a change is seen in all windows at once', async ({ renderApp }) => {
  const { window, openWindow } = await renderApp();
  await openSettings(window);
  const other = await openWindow('/settings');
  await expect(other.getByRole('radio', { name: 'Compact' })).toBeChecked();
  await window.getByText('Comfortable', { exact: true }).click();
  await expect(other.getByRole('radio', { name: 'Comfortable' })).toBeChecked();
  await expect(other.locator('html')).toHaveAttribute('data-density', 'comfortable');
});

test('managed settings are read-only, with the reason; what is not managed is free', async ({
  renderApp,
}) => {
  const policy = JSON.stringify({ density: 'comfortable', updates: 'off', settingsImport: 'off' });
  const { window } = await renderApp({ policy });
  const main = await openSettings(window);
  await expect(main.getByText('Your organisation manages a part of this app')).toBeVisible();
  await expect(main.getByText('policy.json')).toBeVisible();
  await expect(main.getByText('Updates are off: your organisation installs new versions.')).toBeVisible();
  await expect(main.getByText('Settings cannot be imported.')).toBeVisible();
  const density = main.getByRole('radiogroup', { name: 'Row height' });
  await expect(density).toHaveAttribute('aria-readonly', 'true');
  await expect(window.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await main.getByText('Compact', { exact: true }).click();
  await expect(density.getByRole('radio', { name: 'Comfortable' })).toBeChecked();
  await expect(main.getByText('Managed by your organisation')).toHaveCount(1);
  await main.getByText('Dark', { exact: true }).click();
  await expect(window.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await accessibilityFaults(window)).toEqual([]);
});

test('an address that the policy does not allow is refused, with the reason', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ policy: '{"allowedAddresses":["https://audits.firm.example"]}' });
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, sandbox, { name: 'Elsewhere', kind: 'Test' });
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(window.getByText('Your organisation has decided this for you.')).toBeVisible();
  expect(await sandbox.control('GET', 'requests/')).toEqual({ results: [] });
});

test('a policy with a misspelt key locks down in words, and leaves what is there to be looked at', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp({ service: sandbox });
  await first.close();
  const { window } = await renderApp({ userData: first.userData, policy: '{"readonly": true}' });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const main = await openSettings(window);
  await expect(main.getByText('The policy of this computer cannot be used')).toBeVisible();
  await expect(main.getByText(/entries that this version does not know: readonly/)).toBeVisible();
  await expect(main.getByText(/adds no connections and changes no addresses/)).toBeVisible();
  await expect(main.getByRole('radiogroup', { name: 'Language' })).toHaveAttribute('aria-readonly', 'true');
});

test('a connection of the policy asks for its secret, and nobody changes it here', async ({
  renderApp,
  sandbox,
}) => {
  const { baseUrl: address, clientId, clientSecret } = sandbox;
  const offered = { name: 'Rolled out', address, clientId, kind: 'test', access: 'read-only', fixed: true };
  const { window } = await renderApp({ policy: JSON.stringify({ connections: [offered] }) });
  await openThroughSettings(window, 'Connections');
  const card = window.getByRole('region', { name: 'Rolled out' });
  await expect(card.getByText('Your organisation provides this connection.')).toBeVisible();
  await expect(card.getByText('By your organisation only')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await card.getByRole('button', { name: 'Enter the secret' }).click();
  await window.getByLabel('New client secret', { exact: true }).fill(clientSecret);
  await window.keyboard.press('Enter');
  await expect(card.getByText('Your organisation provides this connection.')).toBeHidden();
  await card.getByRole('button', { name: 'More for Rolled out' }).click();
  await expect(window.getByRole('menuitem')).toHaveText(['New secret', 'Inspect', 'Reconnect']);
});

test('a secret in a policy is named, and not shown', async ({ renderApp }) => {
  const { window } = await renderApp({ policy: '{"connections":[{"clientSecret":"hunter2"}]}' });
  const main = await openSettings(window);
  await expect(main.getByText(/It holds a secret: connections\.0\.clientSecret\./)).toBeVisible();
  await expect(window.getByText('hunter2')).toHaveCount(0);
});

test('dates are written as the region of the system does, or year first, at once and everywhere', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, locale: 'nl-NL' });
  const rows = window.getByRole('grid').getByRole('row');
  await expect(rows.filter({ hasText: 'jan–dec 2025' }).first()).toBeVisible();
  await window.keyboard.press('Control+,');
  await window.getByText('Jaar eerst: 2025-12-31').click();
  await window.keyboard.press('Control+1');
  await expect(rows.filter({ hasText: '2025-01-01 – 12-31' }).first()).toBeVisible();
});
