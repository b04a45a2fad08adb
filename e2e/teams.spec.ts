import { expect } from '@playwright/test';
import { test } from './app.ts';
import { connect } from './journeys.ts';
import { makeTeam, teamsFirm } from './teams.ts';
import { usersOf, userWrites } from './users.ts';

test.use({ firm: teamsFirm() });

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
  await first.window.getByRole('button', { name: 'Select all 3 shown' }).click();
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
  await expect(window.getByText(/in progress/)).toBeHidden();
  // A request is logged when it is answered; one too many would be a 409.
  await expect
    .poll(() => userWrites(sandbox))
    .toEqual(expect.arrayContaining(['POST A 201', 'POST B 201', 'POST D 201']));
  expect((await userWrites(sandbox)).filter((line) => !line.endsWith('201'))).toEqual([]);
});
