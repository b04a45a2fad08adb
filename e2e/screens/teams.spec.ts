import { expect } from '@playwright/test';
import { manyAudits } from '../fixtures/many-audits.ts';
import { toast } from '../journeys.ts';
import { accessibilityFaults, picture } from '../looks.ts';
import { filterMany } from '../records.ts';
import { test } from '../screen.ts';
import { makeTeam, openTeams, teamsFirm } from '../teams.ts';
import { userWrites } from '../users.ts';

test.use({ firm: teamsFirm() });

test('B2, B3: a team is made, looked through for many audits, and applied to them as one plan', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await makeTeam(window, 'Rotterdam');
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'team', 'light', 'en-us');
  await window.getByRole('button', { name: 'Save team' }).click();
  await expect(window.getByRole('region', { name: 'Rotterdam' })).toContainText('2 users');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Apply to audits' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Apply Rotterdam to audits' })).toBeFocused();
  await filterMany(window, 'Status');
  await window.getByRole('searchbox', { name: /Search/ }).fill('engagement');
  await window.getByRole('button', { name: 'Select all 4 shown' }).click();
  await window.getByRole('row', { name: 'Engagement B' }).click(); // lets it go
  await expect(window.getByRole('region', { name: 'Selection' })).toContainText('3 selected');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Check 3 audits' }).click();
  await expect(window.getByText('5 to do, 1 skipped.')).toBeVisible();
  await expect(window.getByText(/^Estimated: .*No credits are used\./)).toBeVisible();
  await expect(window.getByRole('row', { name: /Engagement D.*marco/ })).toContainText(
    'Has another role: Auditor (audit_auditor)',
  );
  await expect(window.getByRole('row', { name: /Engagement C.*ilse/ })).toContainText(
    'Done once the audit is open',
  );
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'team-check', 'light', 'en-us');
  expect(await userWrites(sandbox)).toEqual([]);
  await window
    .locator('label', { has: window.getByRole('checkbox', { name: /Change the role of members/ }) })
    .click();
  await window.getByRole('button', { name: 'Apply 6 changes' }).click();
  // Back where the audits were selected, at the row that was the last.
  const audits = window.getByRole('grid', { name: 'Audits' });
  await expect(audits).toBeFocused();
  const active = await audits.getAttribute('aria-activedescendant');
  await expect(window.locator(`[id="${active}"]`)).toContainText('Engagement B');
  await expect.poll(() => userWrites(sandbox)).toHaveLength(4); // C is not open yet
  await sandbox.control('POST', 'audits/kantoor/C/', { status: 'open' });
  await expect(toast(window, /^Done: (Change 6 users|6 changes)/)).toBeVisible({ timeout: 30_000 });
  expect((await userWrites(sandbox)).toSorted()).toEqual([
    'PATCH D 200',
    'POST A 201',
    'POST A 201',
    'POST C 201',
    'POST C 201',
    'POST D 201',
  ]);
});

test('teams outlive the app, and can be changed and deleted', async ({ renderApp, sandbox }) => {
  const first = await renderApp({ service: sandbox });
  await makeTeam(first.window, 'Delft');
  await first.window.getByRole('button', { name: 'Save team' }).click();
  await expect(first.window.getByRole('region', { name: 'Delft' })).toBeVisible();
  await first.close();
  const { window } = await renderApp({ userData: first.userData });
  await openTeams(window);
  const team = window.getByRole('region', { name: 'Delft' });
  await expect(team).toContainText('Marco.Tosi@kantoor.example: Engagement leader (audit_engagement_leader)');
  await team.getByRole('button', { name: 'Change' }).click();
  await window.getByRole('button', { name: 'Remove ilse.brand@kantoor.example from the team' }).click();
  await expect(
    window.getByRole('button', { name: 'Remove Marco.Tosi@kantoor.example from the team' }),
  ).toBeFocused();
  await window.getByRole('button', { name: 'Save team' }).click();
  await expect(team).toContainText('1 user');
  await team.getByRole('button', { name: 'Delete' }).click();
  await expect(window.getByText('Give a team its roles once, and apply it to many audits')).toBeVisible();
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(team).toContainText('1 user');
});

test('who works where: the users of the audits that a filter lets through, in one table', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await window.getByRole('link', { name: 'Users', exact: true }).click();
  await window.getByRole('link', { name: 'By audit' }).click();
  await expect(window.getByText('Nothing loaded yet')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Show users (4 audits)' }).click();
  await expect(window.getByText(/2 users in 4 of 4 audits/)).toBeVisible();
  const matrix = window.getByRole('grid', { name: 'Users by audit' });
  await expect(
    matrix.getByRole('gridcell', { name: /Marco Tosi, Engagement D: Auditor \(audit_auditor\)/ }),
  ).toBeVisible();
  await expect(
    matrix.getByRole('gridcell', { name: /Marco Tosi, Engagement A: not assigned/ }),
  ).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'users-matrix', 'light', 'en-us');
  await matrix.focus();
  await window.keyboard.press('Control+ArrowDown');
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowRight');
  const active = await matrix.getAttribute('aria-activedescendant');
  await expect(window.locator(`[id="${active}"]`)).toHaveAccessibleName(/Marco Tosi, Engagement D/);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { level: 1, name: 'Engagement D' })).toBeVisible();
  await expect(window.getByRole('heading', { level: 2, name: '1 user' })).toBeVisible();
});

test.describe('more audits than the limits let through in a minute', () => {
  test.use({ firm: manyAudits(2_088, undefined) });

  test('about how long it takes to show the users of many audits is said before', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox, at: '/users/audits' });
    await expect(
      window.getByRole('button', { name: /^Show users \(2,088 audits, about 1[12] minutes\)$/ }),
    ).toBeVisible();
  });
});

test('of more than a hundred teams a hundred show, and the search finds the others', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  await makeTeam(window, 'Day');
  await window.getByRole('button', { name: 'Save team' }).click();
  await expect(window.getByRole('button', { name: 'Apply to audits' })).toHaveCount(1);
  const members = [{ id: 'ilse.brand@kantoor.example', role: 'audit_auditor' }];
  for (let number = 1; number <= 120; number += 1)
    await call('items.save', {
      teams: [{ id: `team-${number}`, connection, name: `Team ${number}`, members }],
    });
  await window.reload();
  await expect(window.getByText('100 shown of 121')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Apply to audits' })).toHaveCount(100);
  await window.keyboard.press('Control+f');
  await window.keyboard.type('team 117');
  await expect(window.getByRole('button', { name: 'Apply to audits' })).toHaveCount(1);
  expect(await accessibilityFaults(window)).toEqual([]);
});

test('the status filters of the matrix and of the audits of a team are there after a restart', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp({ service: sandbox, at: '/users/audits' });
  const { connection, call, userData, window } = first;
  const members = [{ id: 'ilse.brand@kantoor.example', role: 'audit_auditor' }];
  expect(
    await call('items.save', { teams: [{ id: 'delft', connection, name: 'Delft', members }] }),
  ).toMatchObject({
    ok: true,
  });
  await filterMany(window, 'Status', 'Archived');
  await expect(window.getByRole('button', { name: 'Status: Archived' })).toBeVisible();
  await window.evaluate(() => {
    location.hash = '#/users/teams/one/delft/apply';
  });
  await expect(window.getByRole('heading', { level: 1, name: 'Apply Delft to audits' })).toBeVisible();
  await filterMany(window, 'Status');
  await expect(window.getByRole('button', { name: 'Select all 6 shown' })).toBeVisible();
  await first.close();
  const again = await renderApp({ userData, at: '/users/audits' });
  await expect(again.window.getByRole('button', { name: 'Status: Archived' })).toBeVisible();
  await again.window.evaluate(() => {
    location.hash = '#/users/teams/one/delft/apply';
  });
  await expect(again.window.getByRole('button', { name: 'Status: All' })).toBeVisible();
  await expect(again.window.getByRole('button', { name: 'Select all 6 shown' })).toBeVisible();
});
