import { expect } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { accessibilityFaults } from './looks.ts';
import { auditsPlan, callBridge, connectionId } from './plans.ts';
import { requestsOf, type Service } from './service.ts';

test.use({ firm: smallFirm() });

test('limits: what is used and free of each, when it frees, what plans may take; read from main alone, and as time goes', async ({
  launch,
  sandbox,
}) => {
  const { window, putForward } = await launch({ hasMovableClock: true });
  await connect(window, sandbox);
  const plan = auditsPlan(await connectionId(window), 'Bakery 2026', ['B-1', 'B-2', 'B-3', 'B-4']);
  await callBridge(window, 'plans.submit', plan);
  const pressure = window.getByRole('contentinfo', { name: 'Status' }).getByRole('link', {
    name: 'creating and deleting: 4 of 5 this minute',
  });
  await pressure.click();
  await expect(window.getByRole('heading', { level: 1, name: 'Limits' })).toBeVisible();
  await expect(window.getByText('Other programs and people of your firm share these limits;')).toBeVisible();
  const creating = window.getByRole('row', { name: /creating and deleting/ });
  const [minute, hour, day] = [0, 1, 2].map((place) => creating.getByRole('cell').nth(place));
  await expect(minute ?? creating).toContainText('4 of 5 used');
  await expect(minute ?? creating).toContainText('1 available');
  await expect(minute ?? creating).toContainText('0 of it for plans (of 4)');
  await expect(minute ?? creating).toContainText(/resets in \d+ seconds/);
  await expect(hour ?? creating).toContainText('4 of 60 used');
  await expect(day ?? creating).toContainText('4 of 300 used');
  expect(await accessibilityFaults(window)).toEqual([]);

  const before = await readsOfLimits(sandbox);
  await putForward(61);
  await expect(minute ?? creating).toContainText('0 of 5 used');
  await expect(hour ?? creating).toContainText('4 of 60 used');
  expect(await readsOfLimits(sandbox)).toBe(before);
});

/** The plan reads its new audits until they are ready, so only the reads of the limits are counted. */
async function readsOfLimits(sandbox: Service) {
  const log = await requestsOf(sandbox);
  return log.filter(({ path }) => path.endsWith('/rate-limits/')).length;
}
