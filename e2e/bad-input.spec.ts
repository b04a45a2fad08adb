import { expect } from '@playwright/test';
import { test } from './app.ts';
import { unlimited } from './fixtures/fixture-file.ts';
import { hostileFirm, hostileIds, hostileNames } from './fixtures/hostile-firm.ts';
import { connect, openWizard } from './journeys.ts';

test.use({ firm: { ...hostileFirm(), rate_limits: unlimited } });

test('security 21: every name is shown as text, in the list, on the audit and in the wizard', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  const dialogs: string[] = [];
  window.on('dialog', (dialog) => dialogs.push(dialog.message()));
  await connect(window, sandbox);
  await window.evaluate(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      document.documentElement.dataset['violation'] = event.violatedDirective;
    });
  });
  await expect(window.getByText('10 shown of 10')).toBeVisible();
  await expect(window.getByText(hostileNames[0], { exact: true }).first()).toBeVisible();
  for (const id of hostileIds.keys()) {
    await window
      .locator('[role=row][aria-rowindex]')
      .nth(id + 1)
      .click();
    await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
    await window.getByRole('link', { name: 'All audits' }).click();
  }
  await openWizard(window, 'Single audit');
  await window.getByRole('combobox', { name: 'Client organisation' }).fill('W');
  await window.getByRole('option').first().click();
  await expect(window.getByRole('row').first()).toBeVisible();
  expect(await window.evaluate(() => Reflect.get(globalThis, '__pwned'))).toBeUndefined();
  expect(await window.evaluate(() => document.documentElement.dataset['violation'])).toBeUndefined();
  expect(dialogs).toEqual([]);
  expect(
    await window.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);
});
