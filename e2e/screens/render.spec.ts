import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

test('the first screen shows where no connection is, the audits where one is, and both keep what they were told', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp();
  await expect(first.window.getByRole('button', { name: 'Add a connection' })).toBeVisible();
  const { window, userData, close } = await renderApp({ service: sandbox });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await close();
  const again = await renderApp({ userData });
  await expect(again.window.getByText('2 shown of 2')).toBeVisible();
});
