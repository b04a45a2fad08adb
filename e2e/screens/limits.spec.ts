import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { test } from '../screen.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: smallFirm() });

test('limits: the part that plans may take is set here, and says how long creations take then', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openThroughSettings(window, 'Limits');
  await expect(window.getByText('Creations: 40 in about 9 minutes')).toBeVisible();
  await window.getByRole('slider').press('End');
  await expect(window.getByText('Creations: 40 in about 7 minutes')).toBeVisible();
  await expect(window.getByRole('row', { name: /creating and deleting/ })).toContainText(
    '5 of it for plans (of 5)',
  );
  await window.reload();
  await expect(window.getByText('Creations: 40 in about 7 minutes')).toBeVisible();
});
