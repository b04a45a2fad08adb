import { expect } from '@playwright/test';
import type { Fixture } from '../fixtures/fixture-file.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { toast } from '../journeys.ts';
import { accessibilityFaults, picture } from '../looks.ts';
import { test } from '../screen.ts';
import { assignMeanwhile, enterUsers, openUsers, userWrites } from '../users.ts';

const id = 'forno-vecchio-2025';
const audit = 'Forno Vecchio S.r.l., bilancio d’esercizio 2025';
const addresses = ["colleen.o'dowd+audit@kantoor.example", '50%@kantoor.example'];

/** The small firm with people whose addresses programs get wrong. */
function firm(): Fixture {
  const small = smallFirm();
  const more = addresses.map((email) => ({ email, name: `Person ${email.slice(0, 2)}` }));
  return {
    ...small,
    firms: small.firms.map((each) => ({ ...each, users: [...(each.users ?? []), ...more] })),
  };
}

test.use({ firm: firm() });

test('a pasted list is judged line by line, assigned as one plan, changed and removed', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openUsers(window, audit);
  await expect(window.getByRole('row', { name: 'Ilse Brand' })).toBeVisible();
  await enterUsers(
    window,
    `Tosi, Marco <MARCO.tosi@kantoor.example>\n${addresses.join('; ')}\nILSE.brand@kantoor.example\nnobody\n marco.tosi@KANTOOR.example`,
    'audit_auditor',
  );
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /MARCO\.tosi/ })).toContainText('Will be assigned');
  await expect(dialog.getByRole('row', { name: /marco\.tosi@KANTOOR/ })).toContainText(
    'Listed twice, counted once',
  );
  await expect(dialog.getByRole('row', { name: 'ilse.brand' })).toContainText(
    'Has another role: Engagement leader (audit_engagement_leader)',
  );
  await expect(dialog.getByRole('row', { name: 'nobody' })).toContainText('Invalid e-mail');
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'assign-users', 'light', 'en-us');
  await expect(dialog.getByText('Skipped, as no e-mail address: 1 entry')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(['Line 4: nobody']);
  await dialog.getByRole('textbox', { name: 'E-mail addresses' }).press('Escape');
  const question = dialog.getByRole('group', { name: 'Leave without saving' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await window.keyboard.press('Escape'); // stays
  await expect(question).toBeHidden();
  await dialog.getByRole('button', { name: 'Assign 3 users, skip 1 invalid' }).click();
  await expect(toast(window, /^(3 users assigned|Done: Change 3 users)/)).toBeVisible();
  await expect(window.getByRole('row', { name: 'marco.tosi@kantoor.example' })).toContainText(
    'audit_auditor',
  );
  const [first = '', second = ''] = addresses;
  for (const address of addresses) await expect(window.getByRole('row', { name: address })).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'audit-users', 'light', 'en-us');

  await window.getByRole('row', { name: first }).click();
  await window.getByRole('radio', { name: 'audit_engagement_leader' }).focus();
  await window.keyboard.press('Space');
  await window.getByRole('button', { name: 'Change role' }).click();
  await expect(window.getByRole('row', { name: first })).toContainText('audit_engagement_leader');

  await window.getByRole('row', { name: first }).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Change role to Auditor (audit_auditor)' }).click();
  await expect(window.getByRole('row', { name: first })).toContainText('Auditor (audit_auditor)');
  await window.getByRole('row', { name: second }).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Remove from the audit' }).click();
  await expect(window.getByRole('row', { name: second })).toBeHidden();
  expect(await userWrites(sandbox)).toEqual([
    `POST ${id} 201`,
    `POST ${id} 201`,
    `POST ${id} 201`,
    `PATCH ${id} 200`,
    `PATCH ${id} 200`,
    `DELETE ${id} 204`,
  ]);
});

test('why somebody cannot be added is said in words: no such user, and another role since', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openUsers(window, audit);
  await enterUsers(window, 'stranger@elsewhere.example\nmarco.tosi@kantoor.example', 'audit_auditor');
  // Somebody else assigns Marco while the dialog is open.
  await assignMeanwhile(sandbox, id, { id: 'marco.tosi@kantoor.example', role: 'audit_engagement_leader' });
  await window.getByRole('button', { name: 'Assign 2 users' }).click();
  await expect(window.getByText('0 of 2 done')).toBeVisible();
  const undone = window.getByRole('list', { name: 'Not done' });
  await expect(undone).toContainText('The service has no user with this address in the firm.');
  await expect(undone).toContainText(
    'Is assigned already, with the role Engagement leader (audit_engagement_leader).',
  );
  await expect(window.getByRole('row', { name: 'Marco Tosi' })).toContainText('audit_engagement_leader');
  expect(await accessibilityFaults(window)).toEqual([]);
  await undone.getByRole('button', { name: 'Change role' }).click();
  await expect(toast(window, 'Role changed')).toBeVisible();
  await expect(window.getByRole('row', { name: 'Marco Tosi' })).toContainText('audit_auditor');
});

test('somebody who was assigned the same meanwhile is assigned: no error, and no second request', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openUsers(window, audit);
  await enterUsers(window, 'Marco.Tosi@kantoor.example', 'audit_auditor');
  await assignMeanwhile(sandbox, id, { id: 'marco.tosi@kantoor.example', role: 'audit_auditor' });
  await window.getByRole('button', { name: 'Assign 1 user' }).click();
  await expect(toast(window, 'User assigned')).toBeVisible();
  await expect(window.getByRole('row', { name: 'Marco Tosi' })).toContainText('audit_auditor');
  expect(await userWrites(sandbox)).toEqual([`POST ${id} 201`, `POST ${id} 409`]);
});

test('in an archived audit nobody is assigned, and a user can be removed: the service decides', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openUsers(window, 'jaarrekening 2024');
  await expect(window.getByText(/^The audit is archived/).filter({ visible: true })).toBeVisible();
  const assign = window.getByRole('button', { name: 'Assign users' });
  await expect(assign).toHaveAttribute('aria-disabled', 'true');
  await assign.focus();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('dialog')).toBeHidden();
  await window.getByRole('row', { name: 'Ilse Brand' }).click();
  await expect(window.getByRole('dialog')).toContainText('You can send it anyway: the service decides.');
  await expect(window.getByRole('button', { name: 'Send anyway' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('users of an audit that is being initialised are assigned by themselves once it is open', async ({
  renderApp,
  sandbox,
}) => {
  await sandbox.control('POST', `audits/kantoor/${id}/`, { status: 'initializing' });
  const { window } = await renderApp({ service: sandbox });
  await openUsers(window, audit);
  await expect(window.getByText('Users are assigned once the audit is open.')).toBeVisible();
  await enterUsers(window, 'marco.tosi@kantoor.example', 'audit_auditor');
  await window.getByRole('button', { name: 'Assign 1 user' }).click();
  await expect(window.getByText('0 of 2 done')).toBeVisible();
  expect(await userWrites(sandbox)).toEqual([]);
  await sandbox.control('POST', `audits/kantoor/${id}/`, { status: 'open' });
  await expect(window.getByRole('row', { name: 'Marco Tosi' })).toBeVisible();
  expect(await userWrites(sandbox)).toEqual([`POST ${id} 201`]);
});
