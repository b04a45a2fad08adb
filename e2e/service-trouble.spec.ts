import { expect } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect, create, creations, enterAudit, expectCreated, newClient, openWizard } from './journeys.ts';

test.use({ firm: smallFirm() });

const throttled = (seconds: number) => ({
  kind: 'status',
  status: 429,
  headers: { 'Retry-After': String(seconds) },
  body: { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
});

test('a 429 is waited out visibly, and the audit is then created by itself', async ({ launch, sandbox }) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await enterAudit(window, { id: 'WAITED' });
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    times: 1,
    ...throttled(3),
  });
  await create(window);
  await expect(window.getByText('The service asks to wait', { exact: true })).toBeVisible();
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('creating and deleting');
  await expectCreated(window);
  expect(await creations(sandbox)).toEqual([429, 201]);
});

test('waiting can be stopped: nothing is created and nothing is lost', async ({ launch, sandbox }) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await enterAudit(window, { id: 'STOPPED' });
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    times: null,
    ...throttled(3_600),
  });
  await create(window);
  await window.getByRole('button', { name: 'Stop waiting' }).first().click();
  await expect(window.getByText('Waiting was stopped')).toBeVisible();
  await expect(window.getByText('STOPPED').first()).toBeVisible();
  expect(await creations(sandbox)).toEqual([429]);
});

test('a new client that has to wait says so in its dialog, and is created by itself', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await openWizard(window, 'Single audit');
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/client-organisations/',
    times: 1,
    ...throttled(4),
  });
  await newClient(window, 'Late Haven B.V.');
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByText('The service asks to wait', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden({ timeout: 20_000 });
  await expect(window.getByRole('row', { name: /Late Haven/ })).toBeVisible();
});

const refusals: readonly (readonly [number, unknown, RegExp])[] = [
  [402, { detail: 'Insufficient credits.' }, /not enough credits/],
  [403, { detail: 'You do not have permission to perform this action.' }, /may not create audits/],
  [400, { settings: { use_sampling: ['Must be a valid boolean.'] } }, /did not accept the audit/],
  [400, ['just a text'], /did not accept the audit/],
];

for (const [status, body, sentence] of refusals)
  test(`a ${status} (${JSON.stringify(body)}) ends in a sentence, with everything kept`, async ({
    launch,
    sandbox,
  }) => {
    const { window } = await launch();
    await connect(window, sandbox);
    await enterAudit(window, { id: 'REFUSED', name: 'Kept as typed' });
    await sandbox.control('POST', 'faults/', {
      method: 'POST',
      path: '/api/v1/audits/',
      kind: 'status',
      status,
      body,
    });
    await create(window);
    await expect(window.getByText(sentence).first()).toBeVisible();
    await expect(window.getByText('[object Object]')).toBeHidden();
    await window.getByRole('link', { name: /^Review/ }).click();
    await create(window);
    await expectCreated(window);
  });

test('an id that another audit has: said, never overwritten, another id is offered', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await enterAudit(window, { id: 'noorderhaven-2024' });
  await create(window);
  await expect(window.getByText('Another audit has the id noorderhaven-2024')).toBeVisible();
  await window.getByRole('button', { name: /^Use / }).first().click();
  await create(window);
  await expectCreated(window);
});

test('credentials that are revoked end in a clear state, and Reconnect takes it up again', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await sandbox.control('POST', `service-accounts/${sandbox.clientId}/`, {
    client_secret: 'changed',
    revoke_tokens: true,
  });
  await window.getByRole('button', { name: 'Read again' }).click();
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Credentials not accepted');
  await sandbox.control('POST', `service-accounts/${sandbox.clientId}/`, {
    client_secret: sandbox.clientSecret,
  });
  await window.getByRole('link', { name: 'Connections', exact: true }).click();
  await window.getByRole('button', { name: 'More for Kantoor Noord' }).click();
  await window.getByRole('menuitem', { name: 'Reconnect' }).click();
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Connected');
});

test('a service that is away: what was read stays, and says how old it is', async ({ launch, sandbox }) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await sandbox.end();
  await window.getByRole('button', { name: 'Read again' }).click();
  await expect(window.getByText(/This list was read at .* It may have changed since/)).toBeVisible();
  await expect(window.getByRole('row', { name: /Noorderhaven/ })).toBeVisible();
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Not reachable');
});
