import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { auditIds, create, creations, enterAudit, expectCreated, expectStep } from '../journeys.ts';
import { atReview } from '../review.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

test('W10: however often one clicks, one request creates one audit', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox, ...atReview({ id: 'ONCE' }) });
  await expectStep(window, 'Review');
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    kind: 'delay',
    seconds: 0.5,
  });
  const button = window.getByRole('button', { name: 'Create audit' });
  await expect(button).toBeEnabled();
  // At once: what is created is no longer asked about.
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
  await window.keyboard.press('Control+Enter');
  await expectCreated(window);
  expect(await creations(sandbox)).toEqual([201]);
});

test('a draft whose name is still to be proposed is created once it has one', async ({
  renderApp,
  sandbox,
}) => {
  const { at, ...draft } = atReview({ id: 'SOON' });
  const { window, hold } = await renderApp({ service: sandbox, ...draft, at: '/settings' });
  const rows = hold('mirror.rows');
  await window.evaluate((to) => location.assign(to), `#${at}`);
  await expectStep(window, 'Review');
  const button = window.getByRole('button', { name: 'Create audit' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/loading/i);
  rows.release();
  await create(window);
  await expectCreated(window);
});

test.describe('an answer to the creation that is lost', () => {
  for (const kind of ['drop_after', 'drop_before', 'truncate', 'not_json'] as const)
    test(`${kind}: ends with exactly one audit`, async ({ renderApp, sandbox }) => {
      const { window } = await renderApp({ service: sandbox, ...atReview({ id: 'LOST-2025' }) });
      await expectStep(window, 'Review');
      await sandbox.control('POST', 'faults/', { method: 'POST', path: '/api/v1/audits/', times: 1, kind });
      await create(window);
      await expectCreated(window);
      expect((await auditIds(sandbox)).filter((id) => id === 'LOST-2025')).toHaveLength(1);
      expect((await creations(sandbox)).filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    });
});

test('W3: a 400 on the third step opens it, marks its field and loses nothing', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
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
  await expect(window.getByRole('textbox', { name: 'Period end' })).toHaveAccessibleDescription(
    /last of June/,
  );
  await expect(window).toHaveTitle(/^Error: /);
  await window.getByRole('link', { name: /Review/ }).click();
  await expect(window.getByText('Kept as typed').first()).toBeVisible();
  await create(window);
  await expectCreated(window);
});
