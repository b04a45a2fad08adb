import { expect } from '@playwright/test';
import { chooseMore, goTo, openTreeOf, row, tree } from '../component-tree.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { accessibilityFaults, picture } from '../looks.ts';
import { test } from '../screen.ts';
import { answersTo } from '../service.ts';
import { enterUsers } from '../users.ts';

test.use({ firm: couplingFirm() });

const high = 'Noorderhaven group 2026';
const leaf = 'Noorderhaven Rederij B.V.';

test('security 55: components that were not read are not none: no row and no report says so, and nothing is staged before', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await sandbox.control('POST', 'faults/', {
    method: 'GET',
    path: '/api/v1/audits/HIGH/component-audits/',
    kind: 'status',
    status: 403,
    body: { detail: 'Not now.' },
    times: null,
  });
  await openTreeOf(window, high);
  await expect(row(window, `${leaf} (NL), Components not loaded`)).toBeVisible();
  await expect(tree(window)).not.toContainText('Not covered');
  const add = window.getByRole('button', { name: 'Add components' });
  await expect(add).toHaveAccessibleDescription(/component audits could not be loaded/i);
  await add.press('Enter');
  await expect(window.getByRole('dialog')).toHaveCount(0);
  expect(await accessibilityFaults(window)).toEqual([]);
  await chooseMore(window, 'Scope report');
  await expect(window.getByText('says nothing about the scope')).toBeVisible();
  await expect(window.getByText('0 in scope')).toHaveCount(0);

  await sandbox.control('DELETE', 'faults/');
  await window.getByRole('main').getByRole('status').getByRole('button').first().click();
  await expect(window.getByText('4 in scope · 1 out of scope')).toBeVisible();
  await window.getByRole('link', { name: 'Component tree' }).click();
  await expect(row(window, `${leaf} (NL), In scope`)).toBeVisible();
  await add.click();
  await expect(window.getByRole('dialog', { name: 'Add components' })).toBeVisible();
  await expect(window.getByRole('button', { name: 'Stage components' })).toBeVisible(); // none is chosen
});

test('an entry that cannot be read is told at its list and doubts what is sent, and refuses nothing', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  for (const path of ['/api/v1/audits/HIGH/users/', '/api/v1/audits/HIGH/component-audits/'])
    await sandbox.control('POST', 'faults/', {
      method: 'GET',
      path,
      kind: 'status',
      status: 200,
      body: { count: 1, next: null, previous: null, results: [null] },
      times: null,
    });
  await openTreeOf(window, high);
  await expect(
    window.getByText('Component audits: Entries in a form that the app cannot read: 1'),
  ).toBeVisible();
  await expect(row(window, `${leaf} (NL), Coverage not shown`)).toBeVisible();
  await window.getByRole('button', { name: 'Add components' }).click();
  const dialog = window.getByRole('dialog');
  await expect(
    dialog.getByText('Component audits are not all readable: one of them may be the same.'),
  ).toBeVisible();
  await expect(dialog.getByText('Not covered')).toHaveCount(0);
  await picture(window, 'add-components-doubted', 'light', 'en-us');
  await dialog
    .getByRole('row', { name: /Rederij/ })
    .locator('[data-part=box]')
    .click();
  await dialog.getByText('Inter-office', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
  await window.getByRole('button', { name: /^Apply 1 change/ }).click();
  await expect.poll(() => answersTo(sandbox, '/api/v1/audits/HIGH/component-audits/')).toEqual([201]);
  await window
    .getByRole('navigation', { name: 'Parts of this page' })
    .getByRole('link', { name: 'Users' })
    .click();
  await expect(window.getByText('Users: Entries in a form that the app cannot read: 1')).toBeVisible();
  await window.getByRole('button', { name: 'Assign users' }).click();
  await expect(dialog.getByText('Users are not all readable: one of them may be the same.')).toBeVisible();
  await picture(window, 'assign-users-doubted', 'light', 'en-us');
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await enterUsers(window, 'person-1@kantoor.example', 'audit_auditor');
  await dialog.getByRole('button', { name: 'Assign 1 user' }).click();
  await expect.poll(() => answersTo(sandbox, '/api/v1/audits/HIGH/users/')).toHaveLength(1); // the service decides
});

test('of several chosen, the coupled one is staged to be deleted, too, and it is said that the service may refuse it', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openTreeOf(window, high);
  for (const name of ['Noorderhaven S', 'Noorderhaven R']) {
    await goTo(window, name);
    await tree(window).press('Space');
  }
  const actions = window.getByRole('region', { name: 'Selection' });
  await actions.getByRole('button', { name: 'Delete 2' }).click();
  await expect(window.getByText('Staged: 2 to delete')).toBeVisible();
  await expect(window.getByText('You can send it anyway: the service decides.')).toBeVisible();
  await expect(window.getByText('Noorderhaven Scheepvaart B.V.: An audit is coupled')).toBeVisible();
  await expect(tree(window).locator('[role=row][aria-selected=true]')).toHaveCount(0);
});
