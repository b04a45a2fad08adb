import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { choose, chooseClient, create, enterAudit, expectStep, goOn, openWizard } from '../journeys.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

async function begin(window: Page): Promise<void> {
  await openWizard(window, 'Single audit');
}

test('W2: a step that cannot be left gives the focus to a summary whose links lead to the fields', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await begin(window);
  await expect(window).toHaveTitle(/^Choose client/);
  await goOn(window);
  const summary = window.getByRole('group', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(window).toHaveTitle(/^Error: /);
  await expect(summary.getByRole('link')).toHaveText(['Client organisation is missing. Choose or enter it.']);
  const client = window.getByRole('combobox', { name: 'Client organisation' });
  await expect(client).toHaveAccessibleDescription(/Client organisation is missing\./); // the same words at the field
  await summary.getByRole('link', { name: 'Client organisation is missing. Choose or enter it.' }).click();
  await expect(client).toBeFocused();
  await chooseClient(window, 'Noorderhaven Groep N.V.');
  await expect(summary).toBeHidden();
  await expect(window).toHaveTitle(/^Choose client/);
});

test('W2: links lead to radios and dates too, and a second attempt takes the focus again', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await begin(window);
  await chooseClient(window, 'Oefenklant B.V.');
  await goOn(window);
  await expectStep(window, 'Methodology');
  const summary = window.getByRole('group', { name: 'There is a problem' });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await goOn(window);
    await expect(summary).toBeFocused();
    await summary.getByRole('link', { name: /^Scoping label is missing/ }).click();
    await expect(
      window.getByRole('radiogroup', { name: 'Scoping label' }).getByRole('radio').first(),
    ).toBeFocused();
  }
  await choose(window, 'Large');
  await goOn(window);
  await expectStep(window, 'Period and language');
  await goOn(window);
  await summary.getByRole('link', { name: /^Period start is missing/ }).click();
  await expect(window.getByRole('textbox', { name: 'Period start' })).toBeFocused();
});

test('W7: the heading begins with a verb and takes the focus at every step, forth and back', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await enterAudit(window);
  const heading = window.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Review and create');
  await expect(heading).toBeFocused();
  const back = [
    'Name the audit',
    'Adjust the settings',
    'Set period and language',
    'Choose the methodology',
    'Choose client and legal entity',
    'Coupling',
  ];
  for (const title of back) {
    await window.getByRole('button', { name: 'Back' }).click();
    await expect(heading).toHaveText(title);
    await expect(heading).toBeFocused();
  }
  for (const title of back.toReversed().slice(1)) {
    await goOn(window);
    await expect(heading).toHaveText(title);
    await expect(heading).toBeFocused();
  }
});

test('W7: the review begins at its heading again after a failed creation and a change', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await enterAudit(window, { name: 'Too dear' });
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    times: 1,
    kind: 'status',
    status: 402,
    body: { detail: 'Insufficient credits.' },
  });
  await create(window);
  const failure = window.getByText('There are not enough credits for this audit.');
  await expect(failure).toBeVisible();
  await window.getByRole('link', { name: 'Edit Name and id' }).click();
  await expectStep(window, 'Name and id');
  await window.getByRole('button', { name: 'Return to review' }).click();
  await expectStep(window, 'Review');
  await expect(failure).toBeHidden();
  const heading = window.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
});

test('W8: a window that is closed right after a change asks nothing, and the change is kept', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp({ service: sandbox });
  await enterAudit(first.window, { name: 'Before' });
  await first.window.getByRole('link', { name: 'Edit Name and id' }).click();
  await first.window.getByRole('textbox', { name: 'Name', exact: true }).fill('Closed at once');
  const gone = first.window.waitForEvent('close');
  await closeWindow(first.window);
  await gone;
  await first.close();
  const { window } = await renderApp({ userData: first.userData });
  await expect(window.getByRole('button', { name: 'Resume Closed at once' })).toBeVisible();
});

test('W8: a window whose draft cannot be kept asks before it closes, and stays when told to', async ({
  renderApp,
  sandbox,
}) => {
  const { window, userData } = await renderApp({ service: sandbox });
  await enterAudit(window);
  await window.getByRole('link', { name: 'Edit Name and id' }).click();
  const name = window.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Only in this window');
  await expect(window.getByText('Draft saved')).toBeVisible(); // nothing is left that would be saved by itself
  const store = new DatabaseSync(join(userData, 'audit-desk.db'));
  store.exec('BEGIN EXCLUSIVE'); // a disk that takes nothing more
  await name.fill('Not to be lost');
  await expect(window.getByText('The draft could not be saved').first()).toBeVisible();
  await closeWindow(window);
  const question = window.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('Not to be lost');
  store.close(); // ends the transaction
  await window.getByRole('button', { name: 'Retry' }).click();
  await expect(window.getByText('Draft saved')).toBeVisible();
  const gone = window.waitForEvent('close');
  await closeWindow(window);
  await gone;
});

/** Closes a window as its button does: the page is asked first. Electron shows no dialog of Chromium's: a page that refuses stays. */
async function closeWindow(window: Page): Promise<void> {
  window.once('dialog', (dialog) => dialog.dismiss());
  await window.close({ runBeforeUnload: true });
}
