import { expect } from '@playwright/test';
import { unknownStatus, unknownStatusInList } from '../fixtures/answers.ts';
import { oddFirm } from '../fixtures/odd-firm.ts';
import { firmWithManyVersions, firmWithoutAudits, smallFirm } from '../fixtures/small-firm.ts';
import {
  choose,
  chooseClient,
  create,
  enterAudit,
  expectCreated,
  expectStep,
  goOn,
  openWizard,
} from '../journeys.ts';
import { test } from '../screen.ts';

test.describe('a firm before its first audit', () => {
  test.use({ firm: firmWithoutAudits() });

  test('0 audits: the list says what would be there, and offers the one action', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await expect(window.getByText('No audits yet')).toBeVisible();
    await expect(window.getByText(/appear here, with their client, period and status/)).toBeVisible();
    await expect(window.getByRole('button', { name: 'New audit', exact: true })).toBeVisible();
  });

  test('0 audits: a menu that is open when the list turns out to be empty stays open', async ({
    renderApp,
    sandbox,
  }) => {
    await sandbox.control('POST', 'faults/', {
      method: 'GET',
      path: '/api/v1/audits/',
      kind: 'delay',
      seconds: 3,
    });
    const { window } = await renderApp({ service: sandbox });
    await window.getByRole('button', { name: 'New audit', exact: true }).click();
    await expect(window.getByText('No audits yet')).toBeVisible();
    await window.getByRole('menuitem', { name: 'Single audit' }).click();
    await expectStep(window, 'Coupling');
  });
});

test.describe('a service that has what nobody expected', () => {
  test.use({ firm: oddFirm() });

  test('a client without legal entities: the wizard says what to do', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openWizard(window, 'Single audit');
    await window.getByRole('combobox', { name: 'Client organisation' }).fill('Leeg');
    await window.getByRole('option', { name: /Leeg Bestaan/ }).click();
    await expect(window.getByText('This client has no legal entities')).toBeVisible();
    await expect(window.getByText(/Have it added to the client in the service/)).toBeVisible();
  });

  test('legal entities in a circle and orphans can all be chosen', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openWizard(window, 'Single audit');
    await window.getByRole('combobox', { name: 'Client organisation' }).fill('Kring');
    await window.getByRole('option', { name: /Kringloop/ }).click();
    for (const name of ['Kringloop Beheer B.V.', 'Kringloop A B.V.', 'Kringloop B B.V.', 'Wees B.V.'])
      await expect(window.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  });

  test('a work package without labels, and settings of unknown types', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openWizard(window, 'Single audit');
    await chooseClient(window, 'Forno Vecchio S.r.l.');
    await goOn(window);
    await choose(window, 'Without labels 1.0');
    await expect(window.getByText('This work package has no scoping labels')).toBeVisible();
    await choose(window, 'Novel settings 1.0');
    await choose(window, 'Small');
    await goOn(window);
    await window.getByRole('button', { name: '2025', exact: true }).click();
    await choose(window, 'Italiano (Italian)');
    await goOn(window);
    await expect(window.getByText(/does not know the type “matrix”/)).toBeVisible();
    await window.getByRole('textbox', { name: 'Risk matrix' }).fill('{"rows":[[3,4]]}');
    await goOn(window);
    await window.getByRole('textbox', { name: 'Id', exact: true }).fill('NOVEL');
    await goOn(window);
    await create(window);
    await expectCreated(window);
    await window.getByRole('button', { name: 'Open audit' }).click();
    await expect(window.getByRole('definition').filter({ hasText: '"rows"' })).toContainText(/3,\s*4/);
  });

  test('an unknown status is shown as the service spells it, in the list and on the audit', async ({
    renderApp,
    sandbox,
  }) => {
    const audits = smallFirm().firms[0]?.audits ?? [];
    const [first] = audits;
    if (first === undefined) throw new Error('the small firm has audits');
    await sandbox.control('POST', 'faults/', unknownStatus(first));
    await sandbox.control('POST', 'faults/', unknownStatusInList(audits));
    const { window } = await renderApp({ service: sandbox });
    const row = window.getByRole('row', { name: new RegExp(first.name) });
    await expect(row).toContainText('under_review');
    await row.click();
    await expect(window.getByRole('definition').filter({ hasText: 'under_review' })).toBeVisible();
  });
});

test.describe('a service that decided otherwise', () => {
  test.use({
    firm: { ...smallFirm(), variants: { bare_lists: true, extra_fields: true, duplicate_id_status: 400 } },
  });

  test('bare lists, unknown fields and 400 for a taken id: an audit is created all the same', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await enterAudit(window, { id: 'OTHERWISE' });
    await sandbox.control('POST', 'faults/', {
      method: 'POST',
      path: '/api/v1/audits/',
      times: 1,
      kind: 'drop_after',
    });
    await create(window);
    await expectCreated(window);
  });
});

test.describe('a line of 130 versions', () => {
  test.use({ firm: firmWithManyVersions() });

  test('the newest is preselected although no first page has it', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openWizard(window, 'Single audit');
    await chooseClient(window, 'Forno Vecchio S.r.l.');
    await goOn(window);
    await expect(window.getByRole('radio', { name: 'Long line 1.130' })).toBeVisible();
  });
});
