import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { create, enterAudit, expectStep } from '../journeys.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

test('W8: leaving a draft that is kept asks nothing, and discarding it asks', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await enterAudit(window, { name: 'Thrown away' });
  await window.getByRole('link', { name: 'Audits' }).click();
  await window.getByRole('button', { name: 'Discard Thrown away' }).click();
  await window.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(window.getByRole('button', { name: /^Resume/ })).toBeHidden();
});

test('a service that ends in the middle loses nothing of what was entered', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await enterAudit(window, { name: 'Interrupted' });
  await sandbox.end('SIGKILL');
  await create(window);
  await expectStep(window, 'Review');
  await expect(window.getByText(/may have been created|cannot be reached|not reach/i).first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(window.getByText('Interrupted').first()).toBeVisible();
});

test('an older version of a work package warns where it is chosen, in the draft that is resumed, and in the review', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await enterAudit(window, { name: 'With an older version' });
  await window.getByRole('link', { name: 'Edit Methodology' }).click();
  await window.getByRole('button', { name: /older version/ }).click();
  await window.getByRole('combobox', { name: 'Older version' }).fill('2025.9');
  await window.getByRole('option', { name: 'Statutory audit 2025.9' }).click();
  const warning = window.getByText(
    'Statutory audit 2025.9 is an older version. Choose the newest, Statutory audit 2025.10',
  );
  await expect(warning).toBeVisible();
  await window.getByRole('button', { name: 'Save and close' }).click();
  await window.getByRole('button', { name: 'Resume With an older version' }).click();
  await expectStep(window, 'Methodology');
  await expect(warning).toBeVisible();
  await window.getByRole('link', { name: /^Review/ }).click();
  await expectStep(window, 'Review');
  await expect(warning).toBeVisible();
  await window.getByRole('link', { name: 'Edit Methodology' }).click();
  await window.getByRole('button', { name: 'Use Statutory audit 2025.10' }).click();
  await expect(warning).toBeHidden();
});
