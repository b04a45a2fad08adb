import { expect } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { auditIds, connect, create, enterAudit, expectCreated, toast } from './journeys.ts';
import { picture } from './looks.ts';

test.use({ firm: smallFirm() });

test('a consolidated audit is created with the wizard and followed until it is open', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await enterAudit(window, { name: 'Noorderhaven group 2025', id: 'NH-GROUP-2025' });
  await picture(window, 'wizard-review', 'light', 'en-us');
  await sandbox.control('POST', 'clock/', { frozen: true }); // it stays as it is until it is seen
  await create(window);
  await expectCreated(window);
  await expect(window.getByText('Initializing', { exact: true })).toBeVisible();
  await sandbox.control('POST', 'clock/', { frozen: false });
  await expect(window.getByText('Open', { exact: true })).toBeVisible();
  await expect(toast(window, 'Noorderhaven group 2025 is open')).toBeVisible();
  expect(await auditIds(sandbox)).toContain('NH-GROUP-2025');
});
