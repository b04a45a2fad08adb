import { expect } from '@playwright/test';
import { goTo, openTree } from '../component-tree.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { test } from '../screen.ts';
import { openUsers } from '../users.ts';

// The language is chosen in another window, or in the palette, while something is open: all of it is said in that language.

/** The small firm, in whose audits Marco Tosi works, too. */
function withTwoUsers() {
  const fixture = smallFirm();
  const marco = { id: 'marco.tosi@kantoor.example', role: 'audit_auditor' };
  return {
    ...fixture,
    firms: fixture.firms.map((firm) => ({
      ...firm,
      audits: (firm.audits ?? []).map((audit) => ({ ...audit, users: [...(audit.users ?? []), marco] })),
    })),
  };
}

test.describe('in the small firm', () => {
  test.use({ firm: withTwoUsers() });

  test('the question about selected users', async ({ renderApp, sandbox }) => {
    const { window, call } = await renderApp({ service: sandbox });
    await openUsers(window, 'Forno Vecchio S.r.l., bilancio d’esercizio 2025');
    for (const place of [1, 2]) await window.getByRole('row').nth(place).locator('[data-part=box]').click();
    const bar = window.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Remove 2 users' }).click();
    const question = window.getByRole('alertdialog');
    const confirm = question.getByRole('button').last();
    await expect(confirm).toHaveText('Remove 2 users');
    const look = await confirm.getAttribute('class');
    await call('preferences.change', { language: 'nl' });
    await expect(question.getByRole('heading')).toHaveText('2 gebruikers verwijderen');
    await expect(confirm).toHaveText('2 gebruikers verwijderen');
    await expect(confirm).toHaveAttribute('class', look ?? ''); // that of a removal
    await question.getByRole('button', { name: 'Annuleren' }).click();
    await window.getByRole('button', { name: 'Meer acties' }).last().click();
    await window.getByRole('menuitem', { name: 'audit_auditor' }).click();
    await call('preferences.change', { language: 'it' });
    await expect(question.getByRole('heading')).toHaveText('Cambia ruolo in Revisore (audit_auditor)');
    await expect(confirm).toHaveText(/^Modifica \d utent[ei]$/);
  });

  test('the country of a new client', async ({ renderApp, sandbox }) => {
    const { window, call } = await renderApp({ service: sandbox, at: '/clients' });
    await window.getByRole('button', { name: 'New client' }).click();
    await window.getByRole('combobox', { name: 'Country' }).fill('Germ');
    await window.getByRole('option', { name: 'Germany' }).click();
    await call('preferences.change', { language: 'nl' });
    await expect(window.getByRole('combobox', { name: 'Land' })).toHaveValue('Duitsland');
  });

  test('why a key was refused', async ({ renderApp, sandbox }) => {
    const { window, call } = await renderApp({ service: sandbox, at: '/settings' });
    const keys = window.getByRole('main');
    const change = keys.getByRole('button', { name: /^Change the key of/ }).first();
    await change.click();
    await change.press('a');
    await expect(keys.getByText('A alone types or moves the cursor.')).toBeVisible();
    await call('preferences.change', { language: 'nl' });
    await expect(keys.getByText('A alleen typt of verplaatst de cursor.')).toBeVisible();
  });
});

test.describe('in three groups within each other', () => {
  test.use({ firm: 'demo:network-of-three' });

  test('the country of a component', async ({ renderApp, sandbox }) => {
    const { window, call } = await renderApp({ service: sandbox });
    await openTree(window);
    await goTo(window, 'Valkenhorst Pompen');
    await window.getByRole('button', { name: 'Add components' }).first().click();
    await window.getByRole('combobox', { name: 'Country' }).fill('Germ');
    await window.getByRole('option', { name: 'Germany' }).click();
    await call('preferences.change', { language: 'nl' });
    await expect(window.getByRole('combobox', { name: 'Land' })).toHaveValue('Duitsland');
  });
});
