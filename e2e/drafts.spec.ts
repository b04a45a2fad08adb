import { expect } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { auditIds, connect, create, enterAudit, expectCreated, expectStep } from './journeys.ts';

test.use({ firm: smallFirm() });

test('a draft survives a power cut and becomes an audit after the restart', async ({ launch, sandbox }) => {
  const first = await launch();
  await connect(first.window, sandbox);
  await enterAudit(first.window, { name: 'Kept through the night', id: 'KEPT-2025' });
  await expect(first.window.getByText('Draft saved')).toBeVisible();
  await first.kill();
  const { window } = await launch({ userData: first.userData });
  await window.getByRole('button', { name: 'Resume Kept through the night' }).click();
  await expectStep(window, 'Review');
  await expect(window.getByText('KEPT-2025').first()).toBeVisible();
  await create(window);
  await expectCreated(window);
  expect((await auditIds(sandbox)).filter((id) => id === 'KEPT-2025')).toHaveLength(1);
  await window.getByRole('link', { name: 'All audits' }).click();
  await expect(window.getByRole('button', { name: /^Resume/ })).toBeHidden();
});
