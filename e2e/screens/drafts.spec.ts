import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { auditIds, create, enterAudit, expectCreated, expectStep, openWizard } from '../journeys.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

test.describe('deleting from this computer', () => {
  test.use({ movesPageClock: true });

  test('H4: a draft is discarded after ten seconds: it can be undone, and a window that closes before discards nothing', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await enterAudit(window, { name: 'Thrown away' });
    await window.getByRole('link', { name: 'Audits' }).click();
    await window.getByRole('button', { name: 'Discard Thrown away' }).click();
    await expect(window.getByRole('button', { name: /^Resume/ })).toBeHidden();
    await expect(window.getByText(/“Thrown away” is deleted in \d+ seconds?/)).toBeVisible();
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect(window.getByRole('button', { name: /^Resume/ })).toBeVisible();
    await window.getByRole('button', { name: 'Discard Thrown away' }).click();
    await expect(window.getByRole('button', { name: /^Resume/ })).toBeHidden();
    await window.reload(); // as a window that closes and opens again
    await expect(window.getByRole('button', { name: /^Resume/ })).toBeVisible();
    await window.clock.install();
    await window.getByRole('button', { name: 'Discard Thrown away' }).click();
    await window.clock.fastForward(10_000);
    await expect(window.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await window.reload();
    await expect(window.getByRole('row').nth(1)).toBeVisible();
    await expect(window.getByRole('button', { name: /^Resume/ })).toBeHidden();
  });
});

test('a draft without a name is called so in the language that is chosen later', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call } = await renderApp({ service: sandbox });
  await openWizard(window, 'Single audit');
  await window.getByRole('link', { name: 'Audits' }).click();
  await expect(window.getByRole('button', { name: 'Resume Audit without a name' })).toBeVisible();
  await call('preferences.change', { language: 'nl' });
  await expect(window.getByRole('button', { name: /Audit zonder naam/ }).first()).toBeVisible();
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
  await window.getByRole('button', { name: /Older versions/ }).click();
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

test('a draft survives a power cut and becomes an audit after the restart', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp({ service: sandbox });
  await enterAudit(first.window, { name: 'Kept through the night', id: 'KEPT-2025' });
  await expect(first.window.getByText('Draft saved')).toBeVisible();
  const { window } = await renderApp({ userData: await first.cutPower() });
  await window.getByRole('button', { name: 'Resume Kept through the night' }).click();
  await expectStep(window, 'Review');
  await expect(window.getByText('KEPT-2025').first()).toBeVisible();
  await create(window);
  await expectCreated(window);
  expect((await auditIds(sandbox)).filter((id) => id === 'KEPT-2025')).toHaveLength(1);
  await window.getByRole('link', { name: 'All audits' }).click();
  await expect(window.getByRole('button', { name: /^Resume/ })).toBeHidden();
});
