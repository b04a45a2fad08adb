import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import {
  auditIds,
  connect,
  create,
  creations,
  enterAudit,
  enterConnection,
  expectCreated,
} from './journeys.ts';
import type { Service } from './service.ts';

test.use({ firm: smallFirm() });

async function expectAudit(sandbox: Service, id: string): Promise<void> {
  await expect.poll(() => auditIds(sandbox), { timeout: 20_000 }).toContain(id);
}

function fault(sandbox: Service, how: object): Promise<unknown> {
  return sandbox.control('POST', 'faults/', { method: 'POST', path: '/api/v1/audits/', ...how });
}

function rowOf(window: Page, name: string) {
  return window.getByRole('row', { name });
}

test('C4: the first change to production is asked about, and only the first', async ({ launch, sandbox }) => {
  const { window } = await launch();
  await connect(window, sandbox, { name: 'Real firm', kind: 'Production' });
  await enterAudit(window, { id: 'FIRST' });
  await create(window);
  const question = window.getByRole('alertdialog', { name: 'This changes production' });
  await expect(question).toContainText('Real firm');
  expect(await accessibilityFaults(window)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(window.getByText('Nothing was sent yet: this connection reaches production.')).toBeVisible();
  expect(await creations(sandbox)).toEqual([]);
  await window.getByRole('button', { name: 'Create audit' }).click();
  await question.getByRole('button', { name: 'Write to production' }).click();
  await expectCreated(window);
  await window.getByRole('link', { name: 'All audits' }).click();
  await enterAudit(window, { id: 'SECOND' });
  await create(window);
  await expectCreated(window);
  expect(await creations(sandbox)).toEqual([201, 201]);
});

test('a connection for reading only creates nothing, and says so', async ({ launch, sandbox }) => {
  const { window } = await launch();
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, sandbox, { name: 'Looking on', kind: 'Test' });
  await window.locator('label', { has: window.getByRole('checkbox', { name: 'For reading only' }) }).click();
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
  await enterAudit(window, { id: 'REFUSED' });
  await create(window);
  await expect(window.getByText('Nothing was sent: this connection is for reading only.')).toBeVisible();
  expect(await creations(sandbox)).toEqual([]);
  await window.getByRole('link', { name: 'Connections' }).click();
  await expect(window.getByText('Reads only')).toBeVisible();
});

test('a power cut after the audit was created and before the answer: the next start finds it, and creates nothing', async ({
  launch,
  sandbox,
}) => {
  const first = await launch();
  await connect(first.window, sandbox);
  await enterAudit(first.window, { name: 'Through the night', id: 'NIGHT' });
  await fault(sandbox, { kind: 'delay', seconds: 8 });
  await create(first.window);
  await expectAudit(sandbox, 'NIGHT');
  await first.kill();
  const { window } = await launch({ userData: first.userData });
  await expect(rowOf(window, 'Through the night')).toBeVisible();
  await expect(window.getByText(/is under way/)).toBeHidden({ timeout: 20_000 });
  await expect(window.getByRole('button', { name: /^Resume/ })).toBeHidden();
  expect((await auditIds(sandbox)).filter((id) => id === 'NIGHT')).toHaveLength(1);
  await expect.poll(() => creations(sandbox), { timeout: 20_000 }).toEqual([201]); // it is logged when it is answered
});

test('a power cut while a creation waits: the next start carries it out, once, with nobody at the screen', async ({
  launch,
  sandbox,
}) => {
  const first = await launch();
  await connect(first.window, sandbox);
  await enterAudit(first.window, { name: 'Waiting for its turn', id: 'TURN' });
  await fault(sandbox, { kind: 'status', status: 429, headers: { 'Retry-After': '4' } });
  await create(first.window);
  await expect.poll(() => creations(sandbox)).toEqual([429]);
  await first.kill();
  const { window } = await launch({ userData: first.userData });
  await expectAudit(sandbox, 'TURN');
  await expect(rowOf(window, 'Waiting for its turn')).toBeVisible({ timeout: 20_000 });
  expect(await creations(sandbox)).toEqual([429, 201]);
});

test('C4: what a power cut interrupted in production goes on only when a person of the next session means it', async ({
  launch,
  sandbox,
}) => {
  const first = await launch();
  await connect(first.window, sandbox, { name: 'Real firm', kind: 'Production' });
  await enterAudit(first.window, { name: 'Real work', id: 'REAL' });
  await fault(sandbox, { kind: 'status', status: 429, headers: { 'Retry-After': '2' } });
  await create(first.window);
  await first.window.getByRole('button', { name: 'Write to production' }).click();
  await expect.poll(() => creations(sandbox)).toEqual([429]);
  await first.kill();
  const { window } = await launch({ userData: first.userData });
  await expect(window.getByText('“Real work” rests')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  expect(await creations(sandbox)).toEqual([429]);
  await window.getByRole('button', { name: 'Go on' }).click();
  await window.getByRole('alertdialog').getByRole('button', { name: 'Write to production' }).click();
  await expectAudit(sandbox, 'REAL');
  await expect(window.getByText('“Real work” rests')).toBeHidden();
  expect(await creations(sandbox)).toEqual([429, 201]);
});

test('a page that is loaded anew takes nothing from what is under way, and the draft goes by itself', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await enterAudit(window, { name: 'Loaded anew', id: 'ANEW' });
  await fault(sandbox, { kind: 'delay', seconds: 3 });
  await create(window);
  await expectAudit(sandbox, 'ANEW');
  await window.reload();
  await expect(window.getByText(/is under way/)).toBeVisible();
  await window.getByRole('link', { name: 'Audits' }).click();
  await expect(rowOf(window, 'Loaded anew')).toBeVisible({ timeout: 20_000 });
  await expect(window.getByText(/is under way/)).toBeHidden({ timeout: 20_000 });
  await expect(window.getByRole('button', { name: /^Resume/ })).toBeHidden();
  expect(await creations(sandbox)).toEqual([201]);
});
