import { expect, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { connect, create, enterAudit, expectCreated } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: smallFirm() });

test('C5: removing a connection names what goes with it, asks for its name where a plan has not finished, and leaves the change log', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp();
  await window.getByRole('button', { name: 'Try the demo' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: 'Add a connection' }).waitFor();
  await connect(window, sandbox);
  await enterAudit(window, { id: 'FIRST' });
  await create(window);
  await expectCreated(window);
  await window.getByRole('link', { name: 'All audits' }).click();
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    kind: 'status',
    status: 429,
    headers: { 'Retry-After': '3600' },
  });
  await enterAudit(window, { id: 'SECOND', name: 'An audit that waits' });
  await create(window);
  await expect(window.getByText('The app sends it in', { exact: false })).toBeVisible();

  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: 'More for Kantoor Noord' }).click();
  await window.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = window.getByRole('alertdialog', { name: 'Remove connection Kantoor Noord' });
  await expect(dialog).toContainText(/not ended/);
  await expect(dialog).toContainText(/Requests removed from the request log: \d/);
  await expect(dialog).toContainText('Entries of the change log that stay: 1');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'An audit that waits' }).first()).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  const remove = dialog.getByRole('button', { name: 'Remove connection' });
  await expect(remove).toBeDisabled();
  await dialog.getByRole('textbox').fill('Kantoor Noord');
  await remove.click();
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('heading', { level: 2, name: 'Kantoor Noord' })).toBeHidden();
  await expect(window.getByRole('heading', { level: 2, name: 'Demo' })).toBeVisible();
});

const opened: Readonly<Record<string, (window: Page) => Promise<void>>> = {
  'a dialog about its audits': (window) => window.getByRole('menuitem', { name: 'Delete audit…' }).click(),
  'the palette': async (window) => {
    await expect(window.getByRole('menu')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(window.getByRole('menu')).toBeHidden();
    await window.keyboard.press('Control+k');
    await window.keyboard.type('Delete audit');
    await expect(window.getByRole('option', { name: /^Delete audit/ })).toBeVisible();
  },
};
for (const [what, open] of Object.entries(opened))
  for (const next of [false, true])
    test(`a connection that another window removes takes ${what} with it, ${next ? 'and leaves nothing to the next one' : 'with none in its place'}`, async ({
      renderApp,
      sandbox,
    }) => {
      const { window, call, connection } = await renderApp({ service: sandbox });
      const { baseUrl, clientId, clientSecret: secret } = sandbox;
      const draft = { name: 'Vestiging Oost', kind: 'test', access: 'read-write', keep: 'session' };
      const saved = await call('connections.save', { ...draft, baseUrl, clientId, secret });
      const { id: activeConnection } = (saved as { readonly value: { readonly id: string } }).value; // shared/model/connection
      if (next) await call('preferences.change', { activeConnection });
      await window.getByRole('row', { name: 'jaarrekening 2024' }).click({ button: 'right' });
      await open(window);
      const dialog = window.getByRole('alertdialog').or(window.getByRole('dialog'));
      await expect(dialog).toBeVisible();
      await call('connections.remove', { id: connection });
      await expect(dialog).toBeHidden();
      const heading = window.getByRole('heading', { level: 1, name: next ? 'Audits' : 'Connections' });
      await expect(heading).toBeFocused();
    });
