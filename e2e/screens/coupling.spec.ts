import { expect } from '@playwright/test';
import {
  candidate,
  couple,
  fillThenCouple,
  networkHead,
  paste,
  rule,
  showIneligible,
  toCoupling,
  toReview,
  unfoldRules,
} from '../coupling.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import type { AuditFixture, Fixture } from '../fixtures/fixture-file.ts';
import { choose, create, expectCreated, expectStep, goOn } from '../journeys.ts';
import { accessibilityFaults, picture } from '../looks.ts';
import { allAnswered } from '../quiet.ts';
import { test } from '../screen.ts';
import { requestsOf } from '../service.ts';

test.use({ firm: couplingFirm() });

test('W9: coupling is offered once; two tiers of groups are coupled to one new audit', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await toCoupling(window);
  await expect(window.getByRole('radio', { checked: true })).toHaveCount(0); // nothing is decided beforehand
  await expect(window.getByText('can never be coupled later')).toBeVisible();
  await couple(window);
  await paste(window, ['LOW/leaf', 'HIGH/leaf']);
  await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
  await expect(window.getByText(/Noorderhaven Groep N\.V\. \(noorderhaven\), the highest/)).toBeVisible();
  await expect(window.getByRole('textbox', { name: 'Period start' })).toHaveValue('Jan 1, 2026');
  await picture(window, 'wizard-coupling', 'light', 'en-us');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('link', { name: /Name and id/ }).click();
  await expectStep(window, 'Name and id');
  await window.getByRole('textbox', { name: 'Id', exact: true }).fill('REDERIJ-2026');
  await window.getByRole('link', { name: /Period and language/ }).click();
  const start = window.getByRole('textbox', { name: 'Period start' });
  await expect(start).toHaveAttribute('readonly', '');
  await expect(start).toHaveAccessibleDescription(/should have the same \(rule 7\)/);
  await window.getByRole('link', { name: /Name and id/ }).click();
  await goOn(window);
  await expectStep(window, 'Review');
  await expect(window.getByText('coupled to 2 component audits. A coupling cannot be undone.')).toBeVisible();
  await expect(window.getByRole('definition').filter({ hasText: 'Dec 31, 2026' }).last()).toBeVisible();
  await create(window);
  await expectCreated(window);
  await window.getByRole('button', { name: 'Open audit' }).click();
  for (const id of ['HIGH/leaf', 'LOW/leaf']) {
    const coupled = window.getByRole('listitem').filter({ has: window.getByTitle(id) });
    await expect(coupled.getByRole('link')).toHaveText('Noorderhaven Rederij B.V.');
  }
});

test('a component that is taken out leaves nothing of itself: what was there before is back, and is what is sent', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await fillThenCouple(window);
  await choose(window, 'Couple to component audits');
  await window.getByRole('button', { name: 'List them too' }).click(); // the client that was chosen has no group
  const chosen = candidate(window, 'Noorderhaven Scheepvaart group 2026');
  await chosen.click();
  await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
  await candidate(window, 'Earlier period 2025').click(); // another one beside it: which one initialises is open
  await candidate(window, 'Earlier period 2025').click();
  await candidate(window, 'Noorderhaven group 2026').filter({ hasText: 'Rederij' }).click(); // it was proposed with the first
  await chosen.click();
  const back = window.getByRole('status').filter({ hasText: 'These values are restored' });
  await expect(back.getByRole('listitem')).toHaveText([
    'Client organisation: Forno Vecchio S.r.l. (forno-vecchio)',
    'Legal entity: Forno Vecchio S.r.l. (forno-vecchio)',
    'Scoping label: Small',
    'Period start: Jan 1, 2025',
    'Period end: Dec 31, 2025',
  ]);
  await choose(window, 'Create without coupling');
  await toReview(window);
  await window.getByText('The request as JSON').click();
  const request = JSON.parse(
    await window.getByRole('region', { name: 'The request as JSON' }).innerText(),
  ) as object; // our own
  expect(request).toMatchObject({
    client_organisation_id: 'forno-vecchio',
    legal_entity_id: 'forno-vecchio',
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Small',
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    language: 'nl',
  });
  expect(request).not.toHaveProperty('coupled_component_audit_ids');
});

test.describe('a firm with groups of other clients', () => {
  test.use({ firm: firmWithOthers(20) });

  test('P1: from a component only the groups of its client are read, and those of others when a person asks', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await expect(window.getByRole('row', { name: 'Noorderhaven group 2026' })).toBeVisible();
    await allAnswered(window, sandbox);
    const since = (await requestsOf(sandbox)).length;
    const asked = async (path: RegExp) =>
      (await requestsOf(sandbox)).slice(since).filter((one) => path.test(one.path)).length;
    await window.evaluate(() => {
      location.hash = '#/audits/new?couple=HIGH%2Fleaf';
    });
    await expectStep(window, 'Review'); // all else is proposed
    await window.getByRole('link', { name: /^Coupling/ }).click();
    await showIneligible(window);
    await expect(candidate(window, 'Another network 2026')).toBeVisible();
    await expect(window.getByText('Groups of other clients that are not listed: 20.')).toBeVisible();
    await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
    await allAnswered(window, sandbox);
    expect(await asked(/^\/api\/v1\/audits\/$/)).toBe(0); // the list of audits is fresh
    expect(await asked(/^\/api\/v1\/audits\/HIGH%2Fleaf\/$/)).toBe(1); // its group is found by it
    expect(await asked(/\/component-audits\/$/)).toBe(groupsOfClient);
    await picture(window, 'wizard-coupling-of-client', 'light', 'en-us');
    await window.getByRole('searchbox', { name: 'Search component audits' }).fill('Bakery 07');
    await expect(candidate(window, 'Another network 2026')).toHaveCount(0);
    await expect(candidate(window, 'Bakery 07')).toHaveCount(0);

    const others = window.getByRole('button', { name: 'List them too' });
    await others.focus();
    await window.keyboard.press('Enter');
    await expect(others).toBeHidden();
    await expect.poll(() => window.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY'); // the focus moves on
    await expect(candidate(window, 'Bakery 07')).toBeVisible();
    await allAnswered(window, sandbox);
    expect(await asked(/\/component-audits\/$/)).toBe(groupsOfClient + 20);
    await expect(window.getByText('groups of other clients')).toHaveCount(0);
  });
});

/** The firm of couplings, and so many groups of one other client. */
function firmWithOthers(count: number): Fixture {
  const fixture = couplingFirm();
  const others = Array.from({ length: count }, (_, place): AuditFixture => {
    const id = `BAKERY-${String(place + 1).padStart(2, '0')}`;
    return {
      id,
      name: `Bakery ${String(place + 1).padStart(2, '0')}`,
      work_package_id: 'statutory-2025.10',
      scoping_package_id: 'Large',
      client_organisation_id: 'forno-vecchio',
      legal_entity_ids: ['forno-vecchio'],
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      language: 'it',
      audit_type: 'consolidated',
      status: 'open',
      components: [{ id: `${id}/leaf`, legal_entity_ids: ['forno-vecchio'], auditor_relation: 'self' }],
    };
  });
  return {
    ...fixture,
    firms: fixture.firms.map((firm) => ({ ...firm, audits: [...(firm.audits ?? []), ...others] })),
  };
}

const groupsOfClient = couplingFirm().firms.flatMap(({ audits = [] }) =>
  audits.filter((one) => one.audit_type === 'consolidated' && one.client_organisation_id === 'noorderhaven'),
).length;

test('P7: an id cannot be chosen twice, and a pasted list is answered id by id', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await toCoupling(window);
  await couple(window);
  await candidate(window, 'Noorderhaven Scheepvaart group 2026').click();
  await expect(window.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  await paste(window, ['HIGH/leaf', 'LOW/leaf', 'HIGH/leaf']);
  const results = window.getByRole('list', { name: 'Result for each id' }).getByRole('listitem');
  await expect(results).toHaveText([
    'HIGH/leaf was selected already', // proposed with the first
    'LOW/leaf was selected already',
    'HIGH/leaf was in the list twice, and is added once',
  ]);
  await expect(window.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  await unfoldRules(window);
  await expect(rule(window, 2, 'Met')).toBeVisible();
  // Of a long list the answers that are about more than an addition stand first, and the page holds few of them.
  const others = Array.from({ length: 60 }, (_, place) => `unknown-${place}`);
  await paste(window, ['ISLAND/leaf', ...others, 'HIGH/leaf']);
  await expect(results).toHaveCount(51);
  await expect(results.filter({ hasText: 'ISLAND/leaf' })).toHaveCount(0);
  await expect(results.last()).toHaveText('and 12 more');
});

test('P1, P6: what cannot be coupled stays with its reason; a search keeps what is chosen', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await toCoupling(window);
  await couple(window);
  const archived = candidate(window, 'Archived group');
  await expect(archived).toHaveCount(0);
  const network = networkHead(window, 'Noorderhaven group 2026');
  await expect(network).toContainText('1–2'); // its tiers
  await network.click(); // names them, and cannot be chosen
  await expect(window.getByText('Nothing is selected.')).toBeVisible();
  await showIneligible(window);
  await expect(networkHead(window, 'Archived group')).toBeVisible();
  await expect(archived).toContainText('archived or being deleted');
  const places = async () =>
    candidate(window, '').evaluateAll((rows) =>
      rows.map((row) => row.textContent.replaceAll('Eligible', '')),
    );
  const before = (await places()).length;
  await candidate(window, 'Noorderhaven Scheepvaart group 2026').click();
  await expect(candidate(window, 'Another network')).toContainText('In a different network.');
  await expect(candidate(window, 'Earlier period')).toContainText('In a different network.');
  expect(await places()).toHaveLength(before); // what is chosen moves no row
  await window.getByRole('searchbox', { name: 'Search component audits' }).fill('nobody');
  await expect(window.getByText('No results')).toBeVisible();
  await expect(window.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  await window.getByRole('searchbox', { name: 'Search component audits' }).fill('archived group');
  await expect(archived).toHaveCount(1); // found, folded or not
  await expect(candidate(window, 'Another network')).toHaveCount(0);
  await window.getByRole('searchbox', { name: 'Search component audits' }).fill('');
  await window.getByRole('button', { name: 'Hide what cannot be coupled' }).click();
  await expect(archived).toHaveCount(0);
});

test('decisions §9.10: a component out of scope may be coupled, with a warning', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await toCoupling(window);
  await couple(window);
  await paste(window, ['HIGH/out']);
  await expect(window.getByText('Out of scope: 1 component')).toBeVisible();
  await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
});

test('P5: what the service refuses stands at its rule, is final, and ends with another choice', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await toCoupling(window);
  await couple(window);
  await paste(window, ['LOW/leaf']);
  await toReview(window);
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    times: 1,
    kind: 'status',
    status: 400,
    body: { coupled_component_audit_ids: ['LOW/leaf is already coupled to SOMEBODY.', 'The moon is wrong.'] },
  });
  await create(window);
  await expectStep(window, 'Coupling');
  await expect(rule(window, 4, 'Refused by the service')).toContainText('already coupled to SOMEBODY');
  await expect(window.getByRole('region', { name: 'Rules' })).toContainText('The moon is wrong.');
  await paste(window, ['HIGH/leaf']);
  await unfoldRules(window);
  await expect(rule(window, 4, 'Met')).toBeVisible();
  await expect(window.getByRole('region', { name: 'Rules' })).not.toContainText('The moon is wrong.');
});

test('an id that the service does not tell is said to be unread, with the reason, and is asked for again', async ({
  renderApp,
  sandbox,
}) => {
  await sandbox.control('POST', 'faults/', {
    method: 'GET',
    path: '/api/v1/audits/NOBODY-1/',
    kind: 'status',
    status: 403,
    times: null,
    body: { detail: 'Not for you.' },
  });
  const { window } = await renderApp({ service: sandbox, at: '/audits/new?couple=NOBODY-1' });
  await window.getByRole('link', { name: /^Coupling/ }).click();
  const notice = window.getByRole('status').filter({ hasText: 'The service says: “Not for you.”' });
  await expect(notice).toBeVisible();
  await unfoldRules(window);
  await expect(rule(window, 1, 'Checked by the service')).toBeVisible();
  await picture(window, 'wizard-coupling-unread', 'light', 'en-us');
  await sandbox.control('DELETE', 'faults/');
  await window.getByRole('button', { name: 'Continue loading' }).click();
  await expect(rule(window, 1, 'Seems not met')).toContainText('NOBODY-1');
  await expect(notice).toBeHidden();
});

test('a draft keeps what is chosen and what it has filled', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await toCoupling(window);
  await couple(window);
  await paste(window, ['LOW/leaf', 'HIGH/leaf']);
  await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
  await window.getByRole('button', { name: 'Save and close' }).click();
  await window.getByRole('button', { name: /^Resume/ }).click();
  await expectStep(window, 'Coupling');
  await expect(window.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
});
