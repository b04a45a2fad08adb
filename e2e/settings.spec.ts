import { expect, type Locator, type Page } from '@playwright/test';
import { accessibilityFaults, test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect, enterConnection } from './journeys.ts';
import { writePolicy } from './policy-file.ts';

test.use({ firm: smallFirm() });

async function openSettings(window: Page): Promise<Locator> {
  await expect(window.getByRole('heading', { level: 1 })).toBeFocused();
  const heading = window.getByRole('heading', { level: 1, name: 'Settings' });
  // A start begins where the last one ended, which may be here.
  if (!(await heading.isVisible())) await window.getByRole('link', { name: 'Settings' }).click();
  await expect(heading).toBeFocused();
  return window.getByRole('main');
}

test('settings: searched by label, help and choice; what is not found is said', async ({ launch }) => {
  const { window } = await launch();
  const main = await openSettings(window);
  const search = main.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('quota');
  await expect(main.getByText('1 setting found')).toBeVisible();
  await expect(main.getByRole('slider', { name: 'Share of the quota' })).toBeVisible();
  await expect(main.getByRole('radiogroup')).toBeHidden();
  await search.fill('italiano');
  await expect(main.getByRole('radiogroup', { name: 'Language of the interface' })).toBeVisible();
  await search.fill('nonsense');
  await expect(main.getByText('No setting has these words')).toBeVisible();
  await main.getByRole('button', { name: 'Show all settings' }).click();
  await expect(main.getByRole('radiogroup')).toHaveCount(5);
});

test('settings: a choice takes effect at once, is kept, and can be put back', async ({ launch }) => {
  const first = await launch();
  const main = await openSettings(first.window);
  await main.getByText('Reduced: nothing moves').click();
  await main.getByText('Comfortable', { exact: true }).click();
  await expect(first.window.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await expect(first.window.locator('html')).toHaveAttribute('data-motion', 'reduced');
  const motion = () =>
    first.window.locator('html').evaluate((page) => getComputedStyle(page).getPropertyValue('--motion'));
  expect(await motion()).toBe('0s');
  const slider = main.getByRole('slider', { name: 'Share of the quota' });
  await slider.focus();
  await first.window.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', '75%');
  await first.close();

  const { window } = await launch({ userData: first.userData });
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

test('settings: a change is seen in all windows at once', async ({ launch }) => {
  const { app, window } = await launch();
  await openSettings(window);
  const [other] = await Promise.all([
    app.waitForEvent('window'),
    window.evaluate(() => {
      const door = Reflect.get(globalThis, 'auditDesk') as {
        readonly call: (name: string, input: unknown) => Promise<unknown>;
      }; // the bridge
      return door.call('window.open', { address: '/settings', connection: null });
    }),
  ]);
  await expect(other.getByRole('radio', { name: 'Compact' })).toBeChecked();
  await window.getByText('Comfortable', { exact: true }).click();
  await expect(other.getByRole('radio', { name: 'Comfortable' })).toBeChecked();
  await expect(other.locator('html')).toHaveAttribute('data-density', 'comfortable');
});

test('managed settings are read-only, with the reason; what is not managed is free', async ({
  launch,
  folder,
}) => {
  const path = await writePolicy(
    folder,
    JSON.stringify({ density: 'comfortable', updates: 'off', colour: 'green' }),
  );
  const { window } = await launch({ env: { AUDIT_DESK_POLICY: path } });
  const main = await openSettings(window);
  await expect(main.getByText('Your organisation manages a part of this app')).toBeVisible();
  await expect(main.getByText(path)).toBeVisible();
  await expect(main.getByText('Updates are off: your organisation installs new versions.')).toBeVisible();
  await expect(main.getByText(/not known to this version and has no effect: colour/)).toBeVisible();
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
  launch,
  folder,
  sandbox,
}) => {
  const path = await writePolicy(folder, '{"allowedAddresses":["https://audits.firm.example"]}');
  const { window } = await launch({ env: { AUDIT_DESK_POLICY: path } });
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, sandbox, { name: 'Elsewhere', kind: 'Test' });
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(window.getByText('Your organisation has decided this for you.')).toBeVisible();
  expect(await sandbox.control('GET', 'requests/')).toEqual({ results: [] });
});

test('a broken policy locks down in words, and leaves what is there to work', async ({
  launch,
  folder,
  sandbox,
}) => {
  const first = await launch();
  await connect(first.window, sandbox);
  await first.close();
  const path = await writePolicy(folder, '{"updates": ');
  const { window } = await launch({ userData: first.userData, env: { AUDIT_DESK_POLICY: path } });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const main = await openSettings(window);
  await expect(main.getByText('The policy of this computer cannot be used')).toBeVisible();
  await expect(main.getByText('The file is not valid JSON.')).toBeVisible();
  await expect(main.getByText(/none can be added or given another address/)).toBeVisible();
  await expect(main.getByRole('radiogroup', { name: 'Language' })).toHaveAttribute('aria-readonly', 'true');
});
