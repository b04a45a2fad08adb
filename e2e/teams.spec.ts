import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, picture, test } from './app.ts';
import type { Fixture } from './fixtures/fixture-file.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { usersOf, userWrites } from './users.ts';

/** The small firm with four more audits: two open, one that is being initialised, one with somebody of the team in it. */
function firm(): Fixture {
  const small = smallFirm();
  return {
    ...small,
    firms: small.firms.map((each) => {
      const [first] = each.audits ?? [];
      if (first === undefined) return each;
      const more = (id: string, rest: object) => ({
        ...first,
        id,
        name: `Engagement ${id}`,
        audit_type: 'single' as const,
        status: 'open' as const,
        users: [],
        ...rest,
      });
      const marco = [{ id: 'marco.tosi@kantoor.example', role: 'audit_auditor' }];
      return {
        ...each,
        audits: [
          ...(each.audits ?? []),
          more('A', {}),
          more('B', {}),
          more('C', { status: 'initializing' }),
          more('D', { users: marco }),
        ],
      };
    }),
  };
}

test.use({ firm: firm() });

async function openTeams(window: Page): Promise<void> {
  await window.getByRole('link', { name: 'Users', exact: true }).click();
  await window.getByRole('link', { name: 'Teams', exact: true }).click();
}

async function addMember(window: Page, address: string, role: string): Promise<void> {
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Addresses to add' }).fill(address);
  await dialog.getByRole('button', { name: /Role$/ }).last().click();
  await window.getByRole('option', { name: role }).click();
  await dialog.getByRole('button', { name: 'Add to the team' }).click();
  await expect(dialog.getByRole('list', { name: 'Members' })).toContainText(address);
}

async function makeTeam(window: Page, name: string): Promise<void> {
  await openTeams(window);
  await window.getByRole('button', { name: 'New team' }).click();
  await window.getByRole('textbox', { name: 'Name of the team' }).fill(name);
  await addMember(window, 'Marco.Tosi@kantoor.example', 'audit_engagement_leader');
  await addMember(window, 'ilse.brand@kantoor.example', 'audit_auditor');
}

test('B2, B3: a team is made, looked through for many audits, and applied to them as one plan', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await makeTeam(window, 'Rotterdam');
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'team', 'light', 'en-us');
  await window.getByRole('button', { name: 'Save team' }).click();
  await expect(window.getByRole('region', { name: 'Rotterdam' })).toContainText('2 users');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Apply to audits' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Apply Rotterdam to audits' })).toBeFocused();
  await window.getByRole('button', { name: /Status$/ }).click();
  await window.getByRole('option', { name: 'All' }).click();
  await window.getByRole('searchbox', { name: /Search/ }).fill('engagement');
  await window.getByRole('button', { name: 'Choose all 4 shown' }).click();
  await window.getByRole('row', { name: 'Engagement B' }).click(); // lets it go
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Check 3 audits' }).click();
  await expect(window.getByText('5 will run, 1 skipped.')).toBeVisible();
  await expect(window.getByText(/It takes about/)).toBeVisible();
  await expect(window.getByRole('row', { name: /Engagement D.*marco/ })).toContainText(
    'Skipped: has another role, audit_auditor',
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
  await expect.poll(() => userWrites(sandbox)).toHaveLength(4); // C is not open yet
  await sandbox.control('POST', 'audits/kantoor/C/', { status: 'open' });
  await expect(window.getByText('All done: 7 of 7')).toBeVisible({ timeout: 30_000 }); // with the waiting for C
  expect((await userWrites(sandbox)).toSorted()).toEqual([
    'PATCH D 200',
    'POST A 201',
    'POST A 201',
    'POST C 201',
    'POST C 201',
    'POST D 201',
  ]);
});

test('teams outlive the app, and can be changed and deleted', async ({ launch, sandbox }) => {
  const first = await launch();
  await connect(first.window, sandbox);
  await makeTeam(first.window, 'Delft');
  await first.window.getByRole('button', { name: 'Save team' }).click();
  await expect(first.window.getByRole('region', { name: 'Delft' })).toBeVisible();
  await first.kill();
  const { window } = await launch({ userData: first.userData });
  await openTeams(window);
  const team = window.getByRole('region', { name: 'Delft' });
  await expect(team).toContainText('Marco.Tosi@kantoor.example (audit_engagement_leader)');
  await team.getByRole('button', { name: 'Change' }).click();
  await window.getByRole('button', { name: 'Remove ilse.brand@kantoor.example from the team' }).click();
  await expect(
    window.getByRole('button', { name: 'Remove Marco.Tosi@kantoor.example from the team' }),
  ).toBeFocused();
  await window.getByRole('button', { name: 'Save team' }).click();
  await expect(team).toContainText('1 user');
  await team.getByRole('button', { name: 'Delete' }).click();
  await window.getByRole('alertdialog').getByRole('button', { name: 'Delete team' }).click();
  await expect(window.getByText('No teams yet')).toBeVisible();
});

test('who works where: the users of the audits that a filter lets through, in one table', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await window.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(window.getByText('Nothing is read yet')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Read the users of 4 audits' }).click();
  await expect(window.getByText(/2 users in 4 of 4 audits/)).toBeVisible();
  const matrix = window.getByRole('grid', { name: 'Users by audit' });
  await expect(
    matrix.getByRole('gridcell', { name: /Marco Tosi, Engagement D: audit_auditor/ }),
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

test('B6: a power cut while a team is applied: the next start goes on, and assigns nobody twice', async ({
  launch,
  sandbox,
}) => {
  const first = await launch();
  await connect(first.window, sandbox);
  await makeTeam(first.window, 'Night');
  await first.window.getByRole('button', { name: 'Save team' }).click();
  await first.window.getByRole('button', { name: 'Apply to audits' }).click();
  await first.window.getByRole('searchbox', { name: /Search/ }).fill('engagement');
  await first.window.getByRole('button', { name: 'Choose all 3 shown' }).click();
  await first.window.getByRole('button', { name: 'Check 3 audits' }).click();
  for (const audit of ['A', 'B', 'D'])
    await sandbox.control('POST', 'faults/', {
      method: 'POST',
      path: `/api/v1/audits/${audit}/users/`,
      times: 1,
      kind: 'delay',
      seconds: 6,
    });
  await first.window.getByRole('button', { name: 'Apply 5 changes' }).click();
  // The service has done what it answers late.
  const assigned = async () => {
    const users = await Promise.all(['A', 'B', 'D'].map((audit) => usersOf(sandbox, audit)));
    return users.flat().length;
  };
  await expect.poll(assigned).toBeGreaterThan(1); // Marco was in D before
  await first.kill();
  const { window } = await launch({ userData: first.userData });
  await expect(window.getByRole('row', { name: 'Engagement A' })).toBeVisible();
  await expect.poll(assigned, { timeout: 30_000 }).toBe(6);
  await expect(window.getByText(/is under way/)).toBeHidden({ timeout: 20_000 });
  // A request is logged when it is answered; one too many would be a 409.
  await expect
    .poll(() => userWrites(sandbox), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(['POST A 201', 'POST B 201', 'POST D 201']));
  expect((await userWrites(sandbox)).filter((line) => !line.endsWith('201'))).toEqual([]);
});

test('of more than a hundred teams a hundred show, and the search finds the others', async ({
  launch,
  sandbox,
}) => {
  const launched = await launch();
  const { window } = launched;
  await connect(window, sandbox);
  await makeTeam(window, 'Day');
  await window.getByRole('button', { name: 'Save team' }).click();
  await expect(window.getByRole('button', { name: 'Apply to audits' })).toHaveCount(1);
  const saved = launched
    .traffic()
    .find(({ operation, kind }) => operation === 'teams.save' && kind === 'answer');
  const connection = /"connection":"([^"]+)"/.exec(saved?.body ?? '')?.[1];
  await window.evaluate(async (of) => {
    // Whatever the preload exposes is what every page has (src/shared/bridge.ts).
    const bridge = (
      window as unknown as { auditDesk: { call: (name: string, input: unknown) => Promise<unknown> } }
    ).auditDesk;
    const members = [{ id: 'ilse.brand@kantoor.example', role: 'audit_auditor' }];
    for (let number = 1; number <= 120; number += 1)
      await bridge.call('teams.save', {
        id: `team-${number}`,
        connection: of,
        name: `Team ${number}`,
        members,
      });
  }, connection);
  await window.reload();
  await expect(window.getByText('100 of 121 shown')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Apply to audits' })).toHaveCount(100);
  await window.keyboard.press('Control+f');
  await window.keyboard.type('team 117');
  await expect(window.getByRole('button', { name: 'Apply to audits' })).toHaveCount(1);
  expect(await accessibilityFaults(window)).toEqual([]);
});
