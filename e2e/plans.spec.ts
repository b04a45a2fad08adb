import { expect, type Page } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { auditIds, connect, create, creations, enterAudit } from './journeys.ts';
import type { Service } from './service.ts';

test.use({ firm: smallFirm() });

async function expectAudit(sandbox: Service, id: string): Promise<void> {
  await expect.poll(() => auditIds(sandbox)).toContain(id);
}

function fault(sandbox: Service, how: object): Promise<unknown> {
  return sandbox.control('POST', 'faults/', { method: 'POST', path: '/api/v1/audits/', ...how });
}

function rowOf(window: Page, name: string) {
  return window.getByRole('row', { name });
}

test('a power cut after the audit was created and before the answer: the next start finds it, and creates nothing', async ({
  launch,
  sandbox,
}) => {
  const first = await launch();
  await connect(first.window, sandbox);
  await test.step('security 49: a new address for a secret is asked about in a dialog of the system', async () => {
    expect(await first.nativeQuestions()).toEqual([expect.stringContaining(`Address: ${sandbox.baseUrl}`)]);
  });
  await enterAudit(first.window, { name: 'Through the night', id: 'NIGHT' });
  await fault(sandbox, { kind: 'delay', seconds: 8 });
  await create(first.window);
  await expectAudit(sandbox, 'NIGHT');
  await first.kill();
  const { window } = await launch({ userData: first.userData });
  await expect(rowOf(window, 'Through the night')).toBeVisible();
  await expect(window.getByText(/in progress/)).toBeHidden();
  await expect(window.getByRole('button', { name: /^Resume/ })).toBeHidden();
  expect((await auditIds(sandbox)).filter((id) => id === 'NIGHT')).toHaveLength(1);
  await expect.poll(() => creations(sandbox)).toEqual([201]); // it is logged when it is answered
});
