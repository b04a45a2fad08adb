import { expect } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import {
  auditIds,
  choose,
  chooseClient,
  connect,
  create,
  enterAudit,
  expectCreated,
  expectStep,
  goOn,
  newClient,
  openWizard,
} from './journeys.ts';

test.use({ firm: smallFirm() });

test('a new client is made in place, chosen, and audited at once', async ({ launch, sandbox }) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await openWizard(window, 'Single audit');
  await newClient(window, 'Nieuwe Haven B.V.');
  await expect(window.getByRole('dialog')).toBeHidden();
  await window.getByRole('row', { name: /Nieuwe Haven/ }).click();
  await goOn(window);
  await expectStep(window, 'Methodology');
});

test('W5: every step can be edited from the review, which one then returns to', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await enterAudit(window, { id: 'EDITED' });
  for (const step of [
    'Client',
    'Methodology',
    'Period and language',
    'Settings',
    'Coupling',
    'Name and id',
  ]) {
    await window.getByRole('link', { name: `Edit ${step}`, exact: true }).click();
    await expectStep(window, step);
    await window.getByRole('button', { name: 'Return to review' }).click();
    await expectStep(window, 'Review');
  }
  await window.getByText('The request as JSON').click();
  await expect(window.getByText('"id": "EDITED"')).toBeVisible();
  await create(window);
  await expectCreated(window);
});

test('W12: period, language and unit are offered from the audit before', async ({ launch, sandbox }) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await openWizard(window, 'Consolidated audit');
  await chooseClient(window, 'Noorderhaven Groep N.V.');
  await goOn(window);
  await choose(window, 'Large');
  await goOn(window);
  await window.getByRole('button', { name: 'Take over from the previous audit' }).click();
  await expect(window.getByRole('complementary', { name: 'So far' })).toContainText(
    '2025-01-01 – 2025-12-31',
  );
  await expect(window.getByRole('radio', { name: 'Nederlands (Dutch)' })).toBeChecked();
  await expect(window.getByRole('combobox', { name: 'Unit of measurement' })).toHaveValue(/EUR/);
});

test('a name of 100 emoji, a unit of one’s own and a changed setting reach the service as they are', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await enterAudit(window, { id: 'EMOJI', name: '🧾'.repeat(100) });
  await window.getByRole('link', { name: 'Edit Period and language' }).click();
  await window.getByRole('combobox', { name: 'Unit of measurement' }).fill('duizend euro');
  await window.keyboard.press('Tab');
  await window.getByRole('button', { name: 'Return to review' }).click();
  await window.getByRole('link', { name: 'Edit Settings' }).click();
  await choose(window, 'No');
  await window.getByRole('button', { name: 'Return to review' }).click();
  await create(window);
  await expectCreated(window);
  expect(await auditIds(sandbox)).toContain('EMOJI');
  await window.getByRole('button', { name: 'Open audit' }).click();
  await expect(window.getByRole('definition').filter({ hasText: 'duizend euro' })).toBeVisible();
  await expect(window.getByRole('heading', { level: 1 })).toContainText('🧾'.repeat(100));
  await expect(window.getByRole('definition').filter({ hasText: /^No$/ })).toBeVisible();
});
