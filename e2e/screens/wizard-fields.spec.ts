import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import {
  auditIds,
  choose,
  chooseClient,
  create,
  enterAudit,
  expectCreated,
  expectStep,
  goOn,
  newClient,
  openWizard,
  toast,
} from '../journeys.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

test('a new client is made in place, chosen, and audited at once', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await openWizard(window, 'Single audit');
  await newClient(window, 'Nieuwe Haven B.V.');
  await expect(window.getByRole('dialog')).toBeHidden();
  await window.getByRole('row', { name: /Nieuwe Haven/ }).click();
  await goOn(window);
  await expectStep(window, 'Methodology');
});

test('W5: every step can be edited from the review, which one then returns to', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await enterAudit(window, { id: 'EDITED' });
  for (const step of [
    'Coupling',
    'Client',
    'Methodology',
    'Period and language',
    'Settings',
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

test('W12: period, language and unit are proposed from the audit before, and offered again after a change', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openWizard(window, 'Consolidated audit');
  await chooseClient(window, 'Noorderhaven Groep N.V.');
  const summary = window.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText('Jan 1 – Dec 31, 2025');
  await window.getByRole('link', { name: /^Period and language/ }).click();
  await window.getByRole('button', { name: '2026', exact: true }).click();
  await expect(summary).toContainText('Jan 1 – Dec 31, 2026');
  await window.getByRole('button', { name: 'Use these for this audit' }).click();
  await expect(toast(window, 'As it follows from the previous audit')).toBeVisible();
  await expect(summary).toContainText('Jan 1 – Dec 31, 2025');
  await expect(window.getByRole('radio', { name: 'Nederlands (Dutch)' })).toBeChecked();
  await expect(window.getByRole('combobox', { name: 'Unit of measurement' })).toHaveValue(/EUR/);
});

test('a name of 100 emoji, a unit of one’s own and a changed setting reach the service as they are', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
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

test('a date that is pasted or typed as people write it is taken, and one that is none is said, never put right unsaid', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openWizard(window, 'Single audit');
  await chooseClient(window, 'Oefenklant B.V.');
  await goOn(window);
  await choose(window, 'Small');
  await goOn(window);
  await expectStep(window, 'Period and language');
  const summary = window.getByRole('complementary', { name: 'Summary' });
  const start = window.getByRole('textbox', { name: 'Period start' });
  for (const [typed, read, shown] of [
    ['2026-12-31', 'Dec 31, 2026 – …', '12/31/2026'],
    ['2/1/2026', 'Feb 1, 2026 – …', '02/01/2026'],
    ['Nov 30, 2026', 'Nov 30, 2026 – …', '11/30/2026'],
  ] as const) {
    await start.fill(typed);
    await expect(summary).toContainText(read); // while it is typed
    await start.press('Enter');
    await expect(start).toHaveValue(shown);
  }
  await expect(window.getByRole('form').getByText('Mon, Nov 30, 2026')).toBeVisible();
  for (const [typed, refusal] of [
    ['31/12/2026', /31\/12\/2026 is not a day of the calendar.* as 12\/31\/2026 or as 2026-12-31/],
    ['2026-02-30', /2026-02-30 is not a day of the calendar/],
    ['31-12-26', /31-12-26 is not a date/],
    ['tomorrow', /tomorrow is not a date/],
  ] as const) {
    await start.fill(typed);
    await start.press('Tab');
    await expect(start).toHaveAccessibleDescription(refusal);
    await expect(start).toHaveValue(typed);
    await expect(summary).not.toContainText(' – …');
  }
  await window.getByRole('button', { name: '2026', exact: true }).click();
  await expect(start).toHaveValue('01/01/2026');
  await expect(start).not.toHaveAccessibleDescription(/not a date/);
  await window.getByRole('button', { name: 'Open the calendar' }).first().click();
  await window
    .getByRole('dialog')
    .getByRole('button', { name: /January 15, 2026/ })
    .click();
  await expect(start).toHaveValue('01/15/2026');
  await expect(summary).toContainText('Jan 15 – Dec 31, 2026');
});
