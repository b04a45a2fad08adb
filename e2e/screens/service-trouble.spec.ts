import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import {
  create,
  creations,
  enterAudit,
  expectCreated,
  expectStep,
  newClient,
  openWizard,
} from '../journeys.ts';
import { meanwhile } from '../meanwhile.ts';
import { auditsPlan, callBridge, connectionId } from '../plans.ts';
import { atReview } from '../review.ts';
import { test } from '../screen.ts';
import { openService } from '../service-inside.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: smallFirm() });

const throttled = (seconds: number) => ({
  kind: 'status',
  status: 429,
  headers: { 'Retry-After': String(seconds) },
  body: { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
});

test('a 429 is waited out visibly, and the audit is then created by itself', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, ...atReview({ id: 'WAITED' }) });
  await expectStep(window, 'Review');
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

test('waiting can be stopped: nothing is created and nothing is lost', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox, ...atReview({ id: 'STOPPED' }) });
  await expectStep(window, 'Review');
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
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
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
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('row', { name: /Late Haven/ })).toBeVisible();
});

const refusals: readonly (readonly [number, unknown, RegExp])[] = [
  [402, { detail: 'Insufficient credits.' }, /not enough credits/],
  [403, { detail: 'You do not have permission to perform this action.' }, /may not create audits/],
  [400, { settings: { use_sampling: ['Must be a valid boolean.'] } }, /did not accept what was sent/],
  [400, ['just a text'], /did not accept what was sent/],
];

for (const [status, body, sentence] of refusals)
  test(`a ${status} (${JSON.stringify(body)}) ends in a sentence, with everything kept`, async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({
      service: sandbox,
      ...atReview({ id: 'REFUSED', name: 'Kept as typed' }),
    });
    await expectStep(window, 'Review');
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
    if (status === 403) await window.getByRole('button', { name: 'Request a new token and retry' }).click();
    else {
      await window.getByRole('link', { name: /^Review/ }).click();
      await create(window);
    }
    await expectCreated(window);
  });

test('a firm without credits: 402 from the service itself, and a test organisation’s audit is created', async ({
  renderApp,
}) => {
  const service = await openService('demo:no-credits');
  const { window } = await renderApp({ service });
  const audit = { label: 'Large', name: 'Without credits', id: 'NO-CREDITS' } as const;
  await enterAudit(window, { ...audit, client: 'Proefgroep N.V. (test)' });
  await create(window);
  await expectCreated(window);
  await window.getByRole('link', { name: 'All audits' }).click();
  await enterAudit(window, { ...audit, id: 'NO-CREDITS-2', client: 'Valkenhorst Groep N.V.' });
  await create(window);
  await expect(window.getByText('There are not enough credits for this audit.').first()).toBeVisible();
  await expect(window.getByText('Audits of test organisations need none.').first()).toBeVisible();
  expect(await creations(service)).toEqual([201, 402]);
  await service.end();
});

test('an account without the role: 403 from the service itself, and the role is named', async ({
  renderApp,
  sandbox,
}) => {
  const reader = { ...sandbox, clientId: 'kantoor-reader', clientSecret: 'small-firm-reader' };
  const { window } = await renderApp({ service: reader, ...atReview({ id: 'NO-ROLE' }) });
  await expectStep(window, 'Review');
  await create(window);
  await expect(window.getByText('This service account may not create audits').first()).toBeVisible();
  await expect(window.getByText(/api_account_manager/).first()).toBeVisible();
  expect(await creations(sandbox)).toEqual([403]);
});

test('an id that is known to be another audit’s costs no request', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await enterAudit(window);
  await window.getByRole('link', { name: 'Edit Name and id' }).click();
  await window.getByRole('textbox', { name: 'Id', exact: true }).fill('noorderhaven-2024');
  await window.getByRole('link', { name: /^Review/ }).click();
  await create(window);
  await expectStep(window, 'Name and id');
  await expect(window.getByRole('group', { name: 'There is a problem' })).toContainText('exists already');
  expect(await creations(sandbox)).toEqual([]);
  await window.getByRole('button', { name: /^Use / }).first().click();
  await window.getByRole('button', { name: 'Return to review' }).click();
  await create(window);
  await expectCreated(window);
});

test('an id that another audit has got meanwhile: said, never overwritten, another id is offered', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, ...atReview({ id: 'noorderhaven-2025x' }) });
  await expectStep(window, 'Review');
  await expect(window.getByRole('link', { name: /^Audits \d/ })).toBeVisible(); // all are read: what comes now is not known
  await meanwhile(sandbox, 'POST', 'audits/', {
    id: 'noorderhaven-2025x',
    name: 'Somebody was faster',
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Large',
    client_organisation_id: 'noorderhaven',
    legal_entity_id: 'NH-11',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
  });
  await create(window);
  await expect(window.getByText('The id is already in use for something else.')).toBeVisible();
  await window.getByRole('button', { name: /^Use / }).first().click();
  await create(window);
  await expectCreated(window);
});

test('credentials that are revoked end in a clear state, and Reconnect takes it up again', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await sandbox.control('POST', `service-accounts/${sandbox.clientId}/`, {
    client_secret: 'changed',
    revoke_tokens: true,
  });
  await window.getByRole('button', { name: 'Refresh' }).click();
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Credentials not accepted');
  await sandbox.control('POST', `service-accounts/${sandbox.clientId}/`, {
    client_secret: sandbox.clientSecret,
  });
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: 'More for Kantoor Noord' }).click();
  await window.getByRole('menuitem', { name: 'Reconnect' }).click();
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Connected');
});

test('a keychain whose prompt is answered late: list and plan go on by themselves', async ({
  renderApp,
  sandbox,
}) => {
  const { window, putForward, putKeychain } = await renderApp({ service: sandbox });
  await window.getByRole('link', { name: 'Clients' }).click(); // which no plan reads again
  await expect(window.getByText('3 shown of 3')).toBeVisible();
  await putForward(3_700); // the token's hour is over
  putKeychain('hanging');
  await window.getByRole('button', { name: 'Refresh' }).click();
  const silent = window.getByRole('main').getByText(/The keychain did not answer in time\./);
  await expect
    .poll(async () => {
      await putForward(10);
      return silent.isVisible();
    })
    .toBe(true);
  await callBridge(window, 'plans.submit', auditsPlan(await connectionId(window), 'Bakery 2026', ['B-1']));
  const resting = window.getByRole('contentinfo', { name: 'Status' }).getByText(/Bakery 2026” is paused/);
  await expect(resting).toBeVisible();
  putKeychain('unlocked');
  await expect(silent).toBeHidden();
  await expect(resting).toBeHidden();
  await expect.poll(() => creations(sandbox)).toEqual([201]);
});

test('a service that is away: what was read stays, and says how old it is', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await sandbox.end();
  await window.getByRole('button', { name: 'Refresh' }).click();
  await expect(window.getByRole('region', { name: 'Connection to the service' })).toBeVisible();
  await expect(window.getByText(/may have changed since|Nothing answers/)).toHaveCount(0); // that is said once
  await window.getByRole('button', { name: 'Refresh' }).hover();
  await expect(window.getByText(/ · As of \d+:\d+/)).toBeVisible();
  await expect(window.getByRole('row', { name: /Noorderhaven/ })).toBeVisible();
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Not reachable');
});
