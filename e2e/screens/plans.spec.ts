import { expect, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import {
  auditIds,
  create,
  creations,
  enterAudit,
  enterConnection,
  expectCreated,
  expectStep,
} from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { auditsPlan } from '../plans.ts';
import { atReview } from '../review.ts';
import { test } from '../screen.ts';
import type { Service } from '../service.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: smallFirm() });

async function expectAudit(sandbox: Service, id: string): Promise<void> {
  await expect.poll(() => auditIds(sandbox)).toContain(id);
}

function fault(sandbox: Service, how: object): Promise<unknown> {
  return sandbox.control('POST', 'faults/', { method: 'POST', path: '/api/v1/audits/', ...how });
}

function rowOf(window: Page, name: string | RegExp) {
  return window.getByRole('row', { name });
}

test('security 49: the first change to production is asked about by the system, and only the first', async ({
  renderApp,
  sandbox,
}) => {
  const { window, nativeQuestions, answerNatively } = await renderApp({
    service: sandbox,
    connection: { name: 'Real firm', kind: 'production' },
  });
  expect(await nativeQuestions()).toEqual([expect.stringContaining(`Address: ${sandbox.baseUrl}`)]);
  await enterAudit(window, { id: 'FIRST' });
  await answerNatively(false);
  await create(window);
  await expect(window.getByText('Nothing was sent yet: this connection reaches production.')).toBeVisible();
  expect((await nativeQuestions()).at(-1)).toMatch(/^Change production\?\nConnection: “Real firm”/);
  expect(await creations(sandbox)).toEqual([]);
  await answerNatively(true);
  await window.getByRole('button', { name: 'Create audit' }).click();
  await expectCreated(window);
  await window.getByRole('link', { name: 'All audits' }).click();
  await enterAudit(window, { id: 'SECOND' });
  await create(window);
  await expectCreated(window);
  expect(await creations(sandbox)).toEqual([201, 201]);
  expect(await nativeQuestions()).toHaveLength(3);
});

test('a connection for reading only creates nothing, and says so', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp();
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, sandbox, { name: 'Looking on', kind: 'Test' });
  await window.locator('label', { has: window.getByRole('checkbox', { name: 'Read-only' }) }).click();
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
  await expect(window.getByRole('button', { name: 'New audit', exact: true })).toHaveAccessibleDescription(
    /is read-only/,
  );
  expect(await creations(sandbox)).toEqual([]);
  await openThroughSettings(window, 'Connections');
  await expect(window.getByText('Read-only', { exact: true }).first()).toBeVisible();
});

test('a power cut while a creation waits: the next start carries it out, once, with nobody at the screen', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp({
    service: sandbox,
    ...atReview({ name: 'Waiting for its turn', id: 'TURN' }),
  });
  await expectStep(first.window, 'Review');
  await fault(sandbox, { kind: 'status', status: 429, headers: { 'Retry-After': '4' } });
  await create(first.window);
  await expect.poll(() => creations(sandbox)).toEqual([429]);
  const { window } = await renderApp({ userData: await first.cutPower() });
  await expectAudit(sandbox, 'TURN');
  await expect(rowOf(window, 'Waiting for its turn')).toBeVisible();
  expect(await creations(sandbox)).toEqual([429, 201]);
});

test('C4: what a power cut interrupted in production goes on only when a person of the next session means it', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp({
    service: sandbox,
    connection: { name: 'Real firm', kind: 'production' },
    ...atReview({ name: 'Real work', id: 'REAL' }),
  });
  await expectStep(first.window, 'Review');
  await fault(sandbox, { kind: 'status', status: 429, headers: { 'Retry-After': '2' } });
  await create(first.window);
  await expect.poll(() => creations(sandbox)).toEqual([429]);
  const { window, nativeQuestions } = await renderApp({ userData: await first.cutPower() });
  await expect(window.getByText(/Real work” is paused/)).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  expect(await creations(sandbox)).toEqual([429]);
  await window.getByRole('button', { name: 'Resume', exact: true }).click();
  await expectAudit(sandbox, 'REAL');
  await expect(window.getByText(/Real work” is paused/)).toBeHidden();
  expect(await nativeQuestions()).toEqual([expect.stringContaining('Real firm')]);
  expect(await creations(sandbox)).toEqual([429, 201]);
});

test('a page that is loaded anew takes nothing from what is under way, and the draft goes by itself', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, ...atReview({ name: 'Loaded anew', id: 'ANEW' }) });
  await expectStep(window, 'Review');
  await fault(sandbox, { kind: 'delay', seconds: 8 });
  await create(window);
  await expectAudit(sandbox, 'ANEW');
  await window.reload();
  await expect(window.getByText(/in progress/)).toBeVisible();
  await window.getByRole('link', { name: 'Audits' }).click();
  await expect(rowOf(window, 'Loaded anew')).toBeVisible();
  await expect(window.getByText(/in progress/)).toBeHidden();
  await expect(window.getByRole('button', { name: /^Resume/ })).toBeHidden();
  expect(await creations(sandbox)).toEqual([201]);
});

test('an audit that no step waits for is in the list that is loaded, while its plan is away from every screen', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  await expect(rowOf(window, /Forno Vecchio/)).toBeVisible();
  const plan = auditsPlan(connection ?? '', 'bakery', ['bakery 1', 'bakery 2']);
  expect(await call('plans.submit', plan)).toMatchObject({ ok: true });
  await expect(rowOf(window, /bakery 1/)).toContainText('Open');
  await expect(rowOf(window, /bakery 2/)).toContainText('Open');
});
