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
import { accessibilityFaults, picture } from '../looks.ts';
import { test } from '../screen.ts';
import { enterUsers, openUsers } from '../users.ts';

test.describe('a firm before its first client', () => {
  const firm = firmWithoutAudits();
  test.use({ firm: { ...firm, firms: firm.firms.map((one) => ({ ...one, client_organisations: [] })) } });

  test('0 clients: the step says so, and one is created or typed there', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openWizard(window, 'Single audit');
    await expect(window.getByText('The firm has no clients yet. Create the first one here.')).toBeVisible();
    await expect(window.getByRole('textbox', { name: 'Client' })).toBeVisible();
    await expect(window.getByRole('button', { name: 'New client' })).toBeVisible();
    expect(await accessibilityFaults(window)).toEqual([]);
    await picture(window, 'no-clients', 'light', 'en-us');
  });
});

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
    await expect(window.getByText(/or enter its id/)).toBeVisible();
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

test.describe('names that are hard to read', () => {
  const hard = [
    'شركة الميناء الشمالي القابضة المحدودة', // right to left
    'קבוצת הנמל הצפוני בע״מ',
    'Όμιλος Βορείου Λιμένος Α.Ε.',
    '北方港口集團股份有限公司',
    'ООО «Северный порт»',
    'Ło\u0301dz\u0301 Przedsie\u0328biorstwo', // each mark a character of its own
  ];
  const long = 'Noordelijke Havenmaatschappij voor Internationale Participaties '.repeat(4).slice(0, 200);
  const small = smallFirm();
  const client = {
    id: 'hard',
    name: long,
    country: 'NL',
    domains: [],
    legal_entities: [
      { id: 'hard', name: long, country: 'NL', parent_id: null },
      ...hard.map((name, index) => ({ id: `hard-${index}`, name, country: 'PL', parent_id: 'hard' })),
      ...[1, 2].map((one) => ({
        id: `same-${one}`,
        name: 'Twee Gelijk B.V.',
        country: 'NL',
        parent_id: 'hard',
      })),
    ],
  };
  const audit = (id: string, name: string) => ({
    id,
    name,
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Large',
    client_organisation_id: 'hard',
    legal_entity_ids: ['hard'],
    period_start: '2027-01-01',
    period_end: '2027-12-31',
    language: 'nl' as const,
    audit_type: 'consolidated' as const,
    status: 'open' as const,
  });
  test.use({
    firm: {
      ...small,
      firms: small.firms.map((firm) => ({
        ...firm,
        client_organisations: [...firm.client_organisations, client],
        audits: [
          ...(firm.audits ?? []),
          ...hard.map((name, index) => audit(`HARD-${index}`, name)),
          audit('SAME-1', 'Twee keer dezelfde naam'),
          audit('SAME-2', 'Twee keer dezelfde naam'),
        ],
      })),
    },
  });

  test('four scripts, right to left, marks of their own, 200 characters and one name twice: each is found, opened and fits', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const search = window.getByRole('searchbox');
    for (const [index, words] of ['الشمالي', 'הצפוני', 'βορειου', '港口', 'северный', 'lodz'].entries()) {
      await search.fill(words);
      await expect(window.getByText(/^1 shown of/)).toBeVisible();
      await window.getByRole('row').nth(1).click();
      await expect(window.getByRole('heading', { level: 1, name: hard[index] ?? '' })).toBeVisible();
      await window.getByRole('link', { name: 'All audits' }).click();
    }
    await search.fill('dezelfde naam');
    await expect(window.getByText(/^2 shown of/)).toBeVisible();
    const opened = [];
    for (const place of [1, 2]) {
      await window.getByRole('row').nth(place).click();
      await expect(window.getByRole('heading', { level: 1, name: 'Twee keer dezelfde naam' })).toBeVisible();
      opened.push(window.url().split('/').at(-1));
      await window.getByRole('link', { name: 'All audits' }).click();
    }
    expect(new Set(opened)).toEqual(new Set(['SAME-1', 'SAME-2']));
    await search.fill('');

    await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click();
    await expect(window.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
    await window.getByRole('row', { name: long }).click();
    await expect(window.getByRole('heading', { level: 1, name: long })).toBeVisible();
    await window.getByRole('link', { name: 'Legal entities' }).click();
    await expect(window.getByRole('treegrid').getByRole('row', { name: 'Twee Gelijk B.V.' })).toHaveCount(2);
    for (const name of hard)
      await expect(window.getByRole('treegrid').getByRole('row', { name })).toBeVisible();
    expect(
      await window.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
    ).toBe(true);
  });

  test('a pasted list of 5,000 addresses is judged at once, with few rows in the page, and is not lost unasked', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openUsers(window, 'Forno Vecchio');
    await expect(window.getByRole('row', { name: 'Ilse Brand' })).toBeVisible();
    const addresses = Array.from({ length: 5_000 }, (_, index) => `person-${index}@kantoor.example`);
    await enterUsers(window, '', 'audit_auditor');
    await window.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await window.evaluate((text) => navigator.clipboard.writeText(text), addresses.join('\n'));
    await window.getByRole('textbox', { name: 'E-mail addresses' }).press('Control+v');
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Assign 5,000 users' })).toBeVisible();
    expect(await dialog.getByRole('row').count()).toBeLessThan(100);
    await window.keyboard.press('Escape');
    await expect(dialog.getByRole('group', { name: 'Leave without saving' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await expect(dialog.getByRole('textbox', { name: 'E-mail addresses' })).toHaveValue(addresses.join('\n'));
  });
});
