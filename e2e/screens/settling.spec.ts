import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { auditIds } from '../journeys.ts';
import { accessibilityFaults, picture } from '../looks.ts';
import { auditsPlan, callBridge, connectionId, openPlan } from '../plans.ts';
import { test } from '../screen.ts';
import { requestsOf, type Service } from '../service.ts';

test.use({ firm: smallFirm() });

const group = 'noorderhaven-2024';
const path = `/api/v1/audits/${group}/component-audits/`;
const creation = { legal_entity_ids: ['NH-1'], auditor_relation: 'inter_firm' };

test('an unclear step: two could be what it made, and a person says which one it is', async ({
  renderApp,
  sandbox,
}) => {
  await sandbox.control('POST', `audits/kantoor/${group}/`, { status: 'open' });
  const { window } = await renderApp({ service: sandbox });
  // The answer is lost, and nobody can look for it until somebody else has made the same.
  await sandbox.control('POST', 'faults/', { method: 'POST', path, kind: 'drop_after' });
  await sandbox.control('POST', 'faults/', {
    method: 'GET',
    path,
    kind: 'status',
    status: 503,
    skip: 1,
    times: 1_000,
  });
  await callBridge(window, 'plans.submit', {
    id: 'unclear',
    connection: await connectionId(window),
    title: 'One component',
    steps: [
      { key: 'one', after: [], subject: 'Scheepvaart', task: { kind: 'createComponent', group, creation } },
    ],
  });
  await expect.poll(() => posts(sandbox)).toBe(1);
  const other = await createDirectly(sandbox);
  await sandbox.control('DELETE', 'faults/');

  await openPlan(window, 'One component');
  await expect(window.getByText('Action required')).toBeVisible({ timeout: 30_000 });
  await expect(window.getByText('1 step with an unknown outcome')).toBeVisible();
  await window.getByRole('row', { name: /Scheepvaart/ }).click();
  const detail = window.getByRole('group', { name: 'Details' });
  await expect(detail.getByRole('link', { name: 'Check the service first' })).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await detail.getByRole('button', { name: 'Resolve' }).click();
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByRole('radio')).toHaveCount(3); // either of the two, or again
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Choose what happened.')).toBeVisible();
  const mine = dialog.locator('label').filter({ hasText: 'and created' }).filter({ hasNotText: other });
  await mine.click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('region', { name: 'Progress' })).toContainText('1 of 1 done');
  expect(await posts(sandbox)).toBe(2); // the plan's, and the other's: nothing was sent again
});

test('a component that came twice is named before the plan ends; it cannot be sent again, and both stay', async ({
  renderApp,
  sandbox,
}) => {
  await sandbox.control('POST', `audits/kantoor/${group}/`, { status: 'open' });
  const { window } = await renderApp({ service: sandbox });
  const before = await components(sandbox);
  // The answer takes so long that another one comes into the group before the plan looks there.
  await sandbox.control('POST', 'faults/', { method: 'POST', path, kind: 'delay', seconds: 10 });
  await callBridge(window, 'plans.submit', {
    id: 'twice',
    connection: await connectionId(window),
    title: 'One component',
    steps: [
      { key: 'one', after: [], subject: 'Scheepvaart', task: { kind: 'createComponent', group, creation } },
    ],
  });
  await expect.poll(() => components(sandbox)).toBe(before + 1);
  const other = await createDirectly(sandbox);

  await openPlan(window, 'One component');
  await expect(window.getByText('Action required')).toBeVisible({ timeout: 30_000 });
  await window.getByRole('row', { name: /Scheepvaart/ }).click();
  const detail = window.getByRole('group', { name: 'Details' });
  await expect(detail.getByText('The group has this component more than once.')).toBeVisible();
  await expect(detail.getByText(other)).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await picture(window, 'made-twice', 'light', 'en-us');
  await detail.getByRole('button', { name: 'Resolve' }).click();
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByRole('radio')).toHaveCount(2); // either of the two, and nothing again
  await picture(window, 'made-twice-dialog', 'light', 'en-us');
  await dialog.locator('label').filter({ hasText: 'and created' }).filter({ hasNotText: other }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('region', { name: 'Progress' })).toContainText('1 of 1 done');
  expect(await posts(sandbox)).toBe(2);
});

test('an unclear step: it was not carried out, and is done again', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await sandbox.control('POST', 'faults/', { method: 'POST', path: '/api/v1/audits/', kind: 'drop_before' });
  await sandbox.control('POST', 'faults/', {
    method: 'GET',
    path: '/api/v1/audits/B-1/',
    kind: 'status',
    status: 400,
  });
  await callBridge(window, 'plans.submit', auditsPlan(await connectionId(window), 'Bakery 2026', ['B-1']));
  await openPlan(window, 'Bakery 2026');
  await expect(window.getByText('Action required')).toBeVisible();
  await window.getByRole('row', { name: /B-1/ }).click();
  await window.getByRole('button', { name: 'Resolve' }).click();
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByText('It is sent with the same id, so it cannot exist twice.')).toBeVisible();
  await dialog.locator('label').filter({ hasText: 'It was not carried out: send it again' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(window.getByRole('region', { name: 'Progress' })).toContainText('1 of 1 done');
  expect((await auditIds(sandbox)).filter((id) => id === 'B-1')).toHaveLength(1);
});

test.describe('a service that calls an open audit live', () => {
  test.use({ firm: { ...smallFirm(), variants: { dialects: ['audits-status-live'] } } });

  test('after two minutes a person is asked whether it is open, in the word of the service, and the plan goes on', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, putForward } = await renderApp({ service: sandbox });
    const plan = auditsPlan(await connectionId(window), 'Bakery 2026', ['B-1']);
    const wait = { kind: 'awaitOpen', audit: 'B-1' };
    const open = { key: 'open', after: plan.steps.map(({ key }) => key), subject: 'B-1', task: wait };
    await callBridge(window, 'plans.submit', { ...plan, steps: [...plan.steps, open] });
    await openPlan(window, 'Bakery 2026');
    await expect(window.getByRole('region', { name: 'Progress' })).toContainText('1 of 2 done');
    await sandbox.control('POST', 'audits/kantoor/B-1/', { status: 'open' });
    await expect(async () => {
      await putForward(30);
      await expect(window.getByText('Action required')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await window.getByRole('row', { name: /Wait/ }).click();
    const detail = window.getByRole('group', { name: 'Details' });
    await expect(
      detail.getByText('The service shows no status of this audit that the app knows.'),
    ).toBeVisible();
    await picture(window, 'status-unread', 'light', 'en-us');
    await detail.getByRole('button', { name: 'Resolve' }).click();
    const dialog = window.getByRole('dialog');
    await expect(dialog.locator('label')).toHaveText(['It is open: continue', 'Not yet: keep checking']);
    await picture(window, 'status-unread-dialog', 'light', 'en-us');
    expect(await accessibilityFaults(window)).toEqual([]);
    await dialog.locator('label').filter({ hasText: 'It is open: continue' }).click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(window.getByRole('region', { name: 'Progress' })).toContainText('2 of 2 done');
  });
});

test('a plan that rests for its credentials has the remedy beside it, and goes on', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await sandbox.control('POST', 'faults/', {
    path: '/api/v1/audits/',
    kind: 'status',
    status: 401,
    times: 1_000,
  });
  await callBridge(window, 'plans.submit', auditsPlan(await connectionId(window), 'Bakery 2026', ['B-1']));
  await openPlan(window, 'Bakery 2026');
  await window.getByRole('button', { name: 'Enter a new secret' }).click();
  await expect(window.getByRole('dialog', { name: /^New secret for/ })).toBeVisible();
  await window.keyboard.press('Escape');
  await sandbox.control('DELETE', 'faults/');
  await openPlan(window, 'Bakery 2026');
  await window.getByRole('button', { name: 'Reconnect and resume' }).click();
  await expect(window.getByRole('region', { name: 'Progress' })).toContainText('1 of 1 done');
});

test('a file of plans that is damaged is set aside, and a person is told of it', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp({ service: sandbox });
  await first.close();
  await writeFile(
    join(first.userData, 'journal.db'),
    'not a database, and longer than the head of one '.repeat(4),
  );
  const { window } = await renderApp({ userData: first.userData });
  await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click();
  await expect(window.getByText('The file of plans was damaged')).toBeVisible();
  await expect(window.getByText(/^journal\.db\.damaged-\d+$/)).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
});

/** How many creations of components the service has seen. */
async function posts(sandbox: Service): Promise<number> {
  const log = await requestsOf(sandbox);
  return log.filter((one) => one.method === 'POST' && one.path === path).length;
}

/** Asks the service for the components of the group, past the app; with a body, makes one. */
async function askDirectly({ baseUrl, clientId, clientSecret }: Service, body?: object): Promise<unknown> {
  const token = await fetch(`${baseUrl}/api/v1/oauth/token/`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const { access_token: access } = (await token.json()) as { readonly access_token: string }; // specification, "Access token response"
  const answer = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
}

/** Makes the component that the plan makes; answers its id. */
async function createDirectly(sandbox: Service): Promise<string> {
  return ((await askDirectly(sandbox, creation)) as { readonly id: string }).id; // specification, "Component audit"
}

async function components(sandbox: Service): Promise<number> {
  return ((await askDirectly(sandbox)) as { readonly count: number }).count; // specification, "Paginated list envelope"
}
