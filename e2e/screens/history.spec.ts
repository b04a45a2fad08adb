import { expect } from '@playwright/test';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { callBridge, connectionId, openPlan } from '../plans.ts';
import { test } from '../screen.ts';
import { assignMeanwhile, componentNamed, usersOf, userWrites } from '../users.ts';

test.use({ firm: couplingFirm() });

const group = 'Noorderhaven group 2026';
const marco = 'marco.tosi@kantoor.example';
const ilse = 'ilse.brand@kantoor.example';

test('an audit tells who changed what, and a plan is undone but for what is left out, also after a power cut', async ({
  renderApp,
  sandbox,
}) => {
  await assignMeanwhile(sandbox, 'HIGH', { id: ilse, role: 'audit_auditor' });
  const first = await renderApp({ service: sandbox });
  const plan = {
    id: 'users',
    connection: await connectionId(first.window),
    title: 'Team of the group',
    about: { kind: 'users', audit: 'HIGH' },
    steps: [
      {
        kind: 'assignUser',
        audit: 'HIGH',
        assignment: { id: marco, role: 'audit_auditor' },
      },
      {
        kind: 'changeUser',
        audit: 'HIGH',
        assignment: { id: ilse, role: 'audit_engagement_leader' },
        before: 'audit_auditor',
      },
    ].map((task) => ({ key: task.kind, after: [], subject: task.assignment.id, task })),
  };
  await callBridge(first.window, 'plans.submit', plan);
  await openPlan(first.window, plan.title);
  await expect(first.window.getByText('2 of 2 done')).toBeVisible();
  await expect(first.window.getByText(/started .*, ended .* · by \S+/)).toBeVisible();
  await first.window.getByRole('row', { name: ilse }).click();
  const details = first.window.getByRole('group', { name: 'Details' });
  await expect(details).toContainText('Engagement leader (audit_engagement_leader)');
  await expect(details).toContainText('Role beforeAuditor (audit_auditor)');
  const { window } = await renderApp({ userData: await first.cutPower() });
  await openPlan(window, plan.title);
  await window.getByRole('button', { name: 'Undo…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Undo the plan' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    `Change role: ${ilse} → Auditor (audit_auditor)`,
    `Remove user: ${marco}`,
  ]);
  expect(await accessibilityFaults(window)).toEqual([]);
  expect(await userWrites(sandbox)).toHaveLength(3); // nothing but what the plan has sent, and what came before
  const removal = dialog.getByText(`Remove user: ${marco}`);
  await removal.click();
  await dialog.getByText(`Change role: ${ilse} → Auditor (audit_auditor)`).click();
  await expect(dialog.getByRole('button', { name: 'Undo 0 changes' })).toHaveAccessibleDescription(
    'Everything is left out.',
  );
  await removal.click();
  await dialog.getByRole('button', { name: 'Undo 1 change' }).click();
  await expect(window.getByRole('heading', { level: 1, name: /^Remove / })).toBeVisible();
  await expect(window.getByText('1 of 1 done')).toBeVisible();
  expect(await usersOf(sandbox, 'HIGH')).toEqual([ilse]);

  await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audits' }).click();
  await window.getByRole('row', { name: group }).click();
  const history = window.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(history).toHaveCount(3);
  await expect(history.first()).toContainText(`Remove user: ${marco}`);
  await expect(history.first()).toContainText('Done');
  expect(await accessibilityFaults(window)).toEqual([]);
});

test('what was added to a tree is deleted by one plan, unless somebody has a user in it since; what cannot be undone says why', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  const creation = { legal_entity_ids: ['NH-2'], auditor_relation: 'self', name: 'Added' };
  const steps = [
    { key: 'add', subject: 'Added', task: { kind: 'createComponent', group: 'HIGH', creation } },
    {
      key: 'used',
      subject: 'Used',
      task: { kind: 'createComponent', group: 'HIGH', creation: { ...creation, name: 'Used' } },
    },
    {
      key: 'out',
      subject: 'Pair',
      task: { kind: 'setOutOfScope', group: 'HIGH', component: 'HIGH/pair', explanation: 'Too small.' },
    },
  ].map((step) => ({ ...step, after: [] }));
  await callBridge(window, 'plans.submit', {
    id: 'tree',
    connection: await connectionId(window),
    title: group,
    about: { kind: 'components', audit: 'HIGH' },
    steps,
  });
  await openPlan(window, group);
  await expect(window.getByText('3 of 3 done')).toBeVisible();
  const used = await componentNamed(sandbox, 'HIGH', 'Used');
  await assignMeanwhile(sandbox, used, { id: marco, role: 'audit_auditor' });
  await window.getByRole('button', { name: 'Undo…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Undo the plan' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Delete component: Added',
    'Pair: the service brings no component back into scope.',
    'Used: somebody has changed it since. It stays.',
  ]);
  await expect(dialog.getByText('Ten seconds pass')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Undo 1 change' }).click();
  await expect(window.getByRole('heading', { level: 1, name: `Delete Added · ${group}` })).toBeVisible();
  await expect(window.getByText('1 of 1 done')).toBeVisible({ timeout: 30_000 });
  expect(await componentNamed(sandbox, 'HIGH', 'Added')).toBe('');
  expect(await componentNamed(sandbox, 'HIGH', 'Used')).toBe(used);
});
