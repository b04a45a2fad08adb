import { expect, type Page } from '@playwright/test';
import { test } from './app.ts';
import { goTo, row } from './component-tree.ts';
import { candidate, couple, rule, toCoupling, unfoldRules } from './coupling.ts';
import { unlimited } from './fixtures/fixture-file.ts';
import { firmWithoutAudits } from './fixtures/small-firm.ts';
import {
  connect,
  create,
  enterAudit,
  expectCreated,
  expectStep,
  goOn,
  newClient,
  uncoupled,
} from './journeys.ts';
import type { Service } from './service.ts';

const firm = firmWithoutAudits();

test.use({
  firm: {
    ...firm,
    rate_limits: unlimited,
    firms: firm.firms.map((one) => ({ ...one, client_organisations: [] })),
  },
});

const client = 'Hoogland Holding';
const tiers = [
  { id: 'hoogland-delta', name: 'Hoogland Delta B.V.', parent_id: 'HOOGLAND-HOLDING' },
  { id: 'hoogland-polder', name: 'Hoogland Polder B.V.', parent_id: 'hoogland-delta' },
] as const;
const [delta, polder] = tiers;

/** Adds a component for each of these legal entities to the group that is open, and waits until the service has them. */
async function addComponents(window: Page, names: readonly string[]): Promise<void> {
  await window.getByRole('link', { name: 'Components', exact: true }).click();
  await expect(row(window, names[0] ?? '')).toBeVisible();
  for (const name of names) {
    await goTo(window, name);
    await window.getByRole('button', { name: 'Add component', exact: true }).click();
    const dialog = window.getByRole('dialog', { name: 'Add components' });
    await dialog.getByText('Inter-office', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
  }
  await window.getByRole('button', { name: /^Apply \d change/ }).click();
  for (const name of names)
    await expect(row(window, `${name} (NL), In scope, Inter-office, Open`)).toBeVisible();
}

/** From the coupling of a new audit to the page of the audit, once it is open. */
async function finish(window: Page, name: string, id: string): Promise<void> {
  await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
  await window.getByRole('link', { name: /Name and id/ }).click();
  await expectStep(window, 'Name and id');
  await window.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await window.getByRole('textbox', { name: 'Id', exact: true }).fill(id);
  await goOn(window);
  await create(window);
  await openCreated(window);
}

async function openCreated(window: Page): Promise<void> {
  await expectCreated(window);
  await expect(window.getByText('Open', { exact: true })).toBeVisible();
  await window.getByRole('button', { name: 'Open audit' }).click();
}

/** From an audit back to the list of all. */
async function toAudits(window: Page): Promise<void> {
  await window.getByRole('link', { name: 'All audits' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
}

test('from an empty service through the interface alone: a group, a group coupled upward below it, and an audit coupled to both', async ({
  launch,
  sandbox,
}) => {
  test.slow();
  const { window } = await launch();
  await connect(window, sandbox);
  await window.getByRole('button', { name: 'New audit', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Consolidated audit' }).click();
  await uncoupled(window);
  await newClient(window, client);
  await expect(window.getByRole('row', { name: client }).first()).toBeVisible();
  await window.getByRole('button', { name: 'Save and close' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
  await addLegalEntities(sandbox); // no endpoint of the service does
  await window.getByRole('link', { name: 'Clients', exact: true }).click();
  await window.getByRole('row', { name: client }).click();
  await expect(window.getByRole('heading', { level: 1, name: client })).toBeVisible(); // the list has a Refresh, too
  await window.getByRole('button', { name: 'Refresh' }).click();
  await window.getByRole('link', { name: 'Legal entities' }).click();
  await expect(window.getByText('3 legal entities')).toBeVisible();
  await window
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Audits/ })
    .click();

  await enterAudit(window, { client, name: 'Hoogland group', id: 'HIGH', year: '2025' });
  await create(window);
  await openCreated(window);
  await addComponents(window, [delta.name, polder.name]);
  await toAudits(window);

  await toCoupling(window, 'Consolidated audit');
  await couple(window);
  await candidate(window, delta.name).click();
  await expect(window.getByText('It is the only one, so it initialises the audit.')).toBeVisible();
  await finish(window, 'Delta group', 'LOW');
  await expect(window.getByText('Consolidated', { exact: true }).first()).toBeVisible();
  await addComponents(window, [polder.name]);
  await toAudits(window);

  await toCoupling(window);
  await couple(window);
  await candidate(window, 'Delta group').click(); // the other component of its legal entity comes with it
  await expect(window.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  await unfoldRules(window);
  await expect(rule(window, 3, 'Met')).toBeVisible();
  await expect(window.getByText(`Its group belongs to ${client}`)).toBeVisible();
  await finish(window, 'Polder 2025', 'POLDER');
  await toAudits(window);

  for (const [group, names] of [
    ['Hoogland group', [delta.name, polder.name]],
    ['Delta group', [polder.name]],
  ] as const) {
    await window.getByRole('row', { name: group }).click();
    await window.getByRole('link', { name: 'Components', exact: true }).click();
    for (const name of names)
      await expect(
        row(
          window,
          `${name} (NL), In scope, Inter-office, Open, coupled to ${name === delta.name ? 'LOW' : 'POLDER'}`,
        ),
      ).toBeVisible();
    await toAudits(window);
  }
});

async function addLegalEntities(sandbox: Service): Promise<void> {
  for (const entity of tiers)
    await sandbox.control('POST', 'firms/kantoor/legal-entities/', {
      client_organisation_id: 'HOOGLAND-HOLDING',
      country: 'NL',
      ...entity,
    });
}
