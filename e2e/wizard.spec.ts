import { expect } from '@playwright/test';
import { picture, test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { auditIds, connect, create, creations, enterAudit, expectCreated, expectStep } from './journeys.ts';

test.use({ firm: smallFirm() });

test('a consolidated audit is created with the wizard and followed until it is open', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await enterAudit(window, { name: 'Noorderhaven group 2025', id: 'NH-GROUP-2025' });
  await picture(window, 'wizard-review', 'light', 'en-us');
  await create(window);
  await expectCreated(window);
  await expect(window.getByText('Initializing', { exact: true })).toBeVisible();
  await expect(window.getByText('Open', { exact: true })).toBeVisible();
  expect(await auditIds(sandbox)).toContain('NH-GROUP-2025');
});

test('W10: however often one clicks, one request creates one audit', async ({ launch, sandbox }) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await enterAudit(window, { id: 'ONCE' });
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    kind: 'delay',
    seconds: 0.5,
  });
  const button = window.getByRole('button', { name: 'Create audit' });
  await button.dispatchEvent('click');
  await button.dispatchEvent('click');
  await window.keyboard.press('Control+Enter');
  await expectCreated(window);
  expect(await creations(sandbox)).toEqual([201]);
});

test.describe('an answer to the creation that is lost', () => {
  for (const kind of ['drop_after', 'drop_before', 'truncate', 'not_json'] as const)
    test(`${kind}: ends with exactly one audit`, async ({ launch, sandbox }) => {
      const { window } = await launch();
      await connect(window, sandbox);
      await enterAudit(window, { id: 'LOST-2025' });
      await sandbox.control('POST', 'faults/', { method: 'POST', path: '/api/v1/audits/', times: 1, kind });
      await create(window);
      await expectCreated(window);
      expect((await auditIds(sandbox)).filter((id) => id === 'LOST-2025')).toHaveLength(1);
      expect((await creations(sandbox)).filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    });
});

test('W3: a 400 on the third step opens it, marks its field and loses nothing', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await enterAudit(window, { id: 'REFUSED', name: 'Kept as typed' });
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    times: 1,
    kind: 'status',
    status: 400,
    body: { period_end: ['The firm closes its periods on the last of June.'], moon: ['Not in this phase.'] },
  });
  await create(window);
  await expectStep(window, 'Period and language');
  const summary = window.getByRole('group', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Not in this phase.');
  await summary.getByRole('link', { name: /last of June/ }).click();
  await expect(window.getByRole('group', { name: 'Period end' })).toHaveAccessibleDescription(/last of June/);
  await expect(window).toHaveTitle(/^Error: /);
  await window.getByRole('link', { name: /Review/ }).click();
  await expect(window.getByText('Kept as typed').first()).toBeVisible();
  await create(window);
  await expectCreated(window);
});
