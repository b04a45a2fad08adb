import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { toast } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';
import { openThroughSettings } from '../through-settings.ts';
import { openUsers } from '../users.ts';

test.use({ firm: { ...smallFirm(), variants: { bare_lists: true, extra_fields: true } } });

async function openInspection(window: Page): Promise<void> {
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: /^More for/ }).click();
  await window.getByRole('menuitem', { name: 'Inspect' }).click();
  await expect(window.getByRole('heading', { level: 1, name: /^Inspection of/ })).toBeFocused();
}

test('an inspection says what is unusual, what the app does about it, and what no read can tell', async ({
  renderApp,
  sandbox,
}) => {
  const { window, userData, call } = await renderApp({ service: sandbox });
  await openInspection(window);
  await expect(window.getByText('Not inspected yet')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Inspect', exact: true }).click();
  const unusual = window.getByRole('region', { name: 'What is unusual' });
  const lists = unusual.getByRole('listitem').filter({ hasText: 'Each list that was read has an envelope' });
  await expect(lists).toContainText('roles/: a list instead of an envelope');
  await expect(lists).toContainText('Also loads plain lists');
  await expect(lists).toContainText('§3.1 of our decisions');
  const service = window.getByRole('region', { name: 'Service and token' });
  await expect(service).toContainText('None: the address starts with http://');
  await expect(service).toContainText('read write');
  await expect(window.getByRole('region', { name: 'What the account may read' })).toContainText('Clients');
  await expect(
    window.getByRole('region', { name: 'What a read cannot tell' }).getByText(/Only a write shows it/),
  ).toBeVisible();
  await expect(window.getByRole('row', { name: /creating and deleting/ })).toContainText('300');
  await expect(window.getByRole('region', { name: 'Terms and prices that were read' })).toContainText(
    'single',
  );
  expect(await accessibilityFaults(window)).toEqual([]);
  for (const name of ['text', 'JSON']) {
    await window.getByRole('button', { name: 'Export' }).click();
    await window.getByRole('menuitem', { name: `Report as ${name}` }).click();
    await expect(toast(window, 'The file is saved.')).toBeVisible();
  }
  const day = new Date().toISOString().slice(0, 10);
  const title = await window.getByRole('heading', { level: 1 }).innerText();
  const file = (ending: string) =>
    readFileSync(join(userData, '..', `${title.replace('Inspection of ', '')} ${day}.${ending}`), 'utf8');
  expect(file('txt')).toContain('roles/: a list instead of an envelope');
  // What says that a report is saved may still be about the one before.
  await expect(() =>
    expect(JSON.parse(file('json'))).toMatchObject({
      variants: { bare_lists: 'other', extra_fields: 'other' },
    }),
  ).toPass();
  await window.reload();
  await expect(lists).toContainText('roles/: a list instead of an envelope');
  await call('preferences.change', { language: 'nl' });
  await expect(lists).toHaveCount(0);
  const findings = window.getByRole('region', { name: 'Wat ongewoon is' });
  await expect(findings).toContainText('roles/: een lijst in plaats van een omhulsel');
  await expect(findings).not.toContainText('instead of');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Exporteren' }).click();
  await window.getByRole('menuitem', { name: 'Rapport als tekst' }).click();
  await expect(toast(window, 'Het bestand is opgeslagen.')).toBeVisible();
  expect(file('txt')).toContain('roles/: een lijst in plaats van een omhulsel');
});

test('a service whose clock is ten minutes ahead: the difference is told; a removal names the inspection', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openInspection(window);
  const service = window.getByRole('region', { name: 'Service and token' });
  await window.getByRole('button', { name: 'Inspect', exact: true }).click();
  await expect(service).toContainText('As this computer’s');
  await sandbox.control('POST', 'clock/', { advance_seconds: 600 });
  await window.getByRole('button', { name: 'Inspect again' }).click();
  await expect(service).toContainText('10 minutes ahead of this computer’s');
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: /^More for/ }).click();
  await window.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(window.getByRole('alertdialog')).toContainText('Its last inspection is deleted.');
});

test('a command leads there; a service that is gone is said, beside the last inspection', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, connection: { access: 'read-only' } });
  await window.keyboard.press('Control+k');
  await window.keyboard.type('inspection');
  await window.getByRole('option', { name: /Go to Inspection/ }).click();
  await window.getByRole('button', { name: 'Inspect', exact: true }).click();
  await expect(window.getByText('Read-only: the app sends nothing that changes the service')).toBeVisible();
  await sandbox.end();
  await window.getByRole('button', { name: 'Inspect again' }).click();
  await expect(window.getByText('Nothing answers at the address of the service.')).toBeVisible();
  await expect(window.getByText('Below is the last inspection that reached its end.')).toBeVisible();
  await expect(window.getByRole('region', { name: 'Service and token' })).toBeVisible();
});

test('an inspection is cancelled, and nothing of it is shown', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await sandbox.control('POST', 'faults/', {
    path: '/api/v1/roles/',
    kind: 'delay',
    seconds: 8,
  });
  await openInspection(window);
  await window.getByRole('button', { name: 'Inspect', exact: true }).click();
  await expect(window.getByText(/^5 of 24 requests$/)).toBeVisible();
  await window.getByRole('button', { name: 'Cancel' }).click();
  await expect(window.getByText('The inspection was cancelled. Nothing of it was saved.')).toBeVisible();
  await expect(window.getByText('Not inspected yet')).toBeVisible();
});

test.describe('a service whose answers leave out what screens need', () => {
  test.use({
    firm: {
      ...smallFirm(),
      variants: {
        dialects: [
          'users-user-number',
          'audits-created-absent',
          'clients-test-absent',
          'work-packages-version-absent',
        ],
      },
    },
  });

  test('what the inspection found stands on the screen of each noun, with the remedy, and first in its result', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const main = window.getByRole('main');
    const users = 'Users: answers without id.';
    const go = (name: string) =>
      window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await openUsers(window, 'Forno Vecchio');
    await expect(main.getByText(users)).toHaveCount(0);
    await openInspection(window);
    await window.getByRole('button', { name: 'Inspect', exact: true }).click();
    const unread = window.getByRole('region', { name: 'What the app cannot read' });
    await expect(unread.getByRole('listitem')).toHaveCount(4);
    await expect(main.getByRole('region').first()).toContainText(users);
    await expect(main.getByRole('region').nth(1)).toContainText('Fields: Users');
    await go('Audits');
    await expect(main.getByText('Audits: answers without created_at')).toBeVisible();
    await go('Clients');
    await expect(main.getByText('Clients: answers without is_test_organisation')).toBeVisible();
    await openThroughSettings(window, 'Work packages');
    await expect(main.getByText('Work packages: answers without version')).toBeVisible();
    await expect(main.getByText(users)).toHaveCount(0);
    await go('Audits');
    await openUsers(window, 'Forno Vecchio');
    await expect(main.getByText(users)).toBeVisible();
    expect(await accessibilityFaults(window)).toEqual([]);
    await main.getByRole('link', { name: 'See the inspection' }).click();
    await expect(unread).toContainText(users);
  });
});
