import { expect, type Page } from '@playwright/test';
import { oddFirm } from '../fixtures/odd-firm.ts';
import { newClient, uncoupled } from '../journeys.ts';
import { faultsInAllColours } from '../looks.ts';
import { test } from '../screen.ts';
import { requestsOf } from '../service.ts';

async function openClients(window: Page): Promise<void> {
  await window.getByRole('link', { name: 'Clients', exact: true }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
}

async function openClient(window: Page, name: string): Promise<void> {
  await openClients(window);
  await window.getByRole('row', { name: new RegExp(name) }).click();
  await expect(window.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function openEntities(window: Page, name: string): Promise<void> {
  await openClient(window, name);
  await window.getByRole('link', { name: 'Legal entities' }).click();
}

test('clients are found by name, id, country and domain', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await openClients(window);
  const rows = window.getByRole('grid').getByRole('row');
  await expect(rows).toHaveCount(7);
  for (const [search, name] of [
    ['harborline log', 'Harborline Logistics, Inc.'],
    ['tessitura-lanaro', 'Tessitura Lanaro S.r.l.'],
    ['italy molino', 'Molino Serra S.p.A.'],
    ['lakeshorepump.example', 'Valkenhorst Groep N.V.'],
    ['test organisation', 'Proefgroep N.V. (test)'],
  ] as const) {
    await window.keyboard.press('Control+f');
    await window.keyboard.type(search);
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(name);
    await window.keyboard.press('Escape');
    await expect(rows).toHaveCount(7);
  }
  await window.getByRole('searchbox').fill('nobody');
  await expect(window.getByText('No results')).toBeVisible();
  await window.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(rows).toHaveCount(7);
  await window.getByRole('button', { name: 'Country: All' }).click();
  await window.getByRole('option', { name: 'Italy' }).click();
  await expect(rows).toHaveCount(3);
  await window.getByRole('option', { name: 'United States' }).click();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('button', { name: 'Country: 2 selected' })).toBeVisible();
  await expect(rows).toHaveCount(4);
});

test('the list is saved under a name, apart from the views of audits; it is found in the sidebar and the palette', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp({ service: sandbox, at: '/clients' });
  const { window } = first;
  const rows = window.getByRole('grid').getByRole('row');
  await expect(rows).toHaveCount(7);
  await window.getByRole('button', { name: 'Country: All' }).click();
  await window.getByRole('option', { name: 'Italy' }).click();
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Views', exact: true }).click();
  await expect(window.getByRole('menuitem')).toHaveText(['Save as view…']);
  await window.getByRole('menuitem').click();
  await window.getByRole('textbox', { name: 'Name' }).fill('Italian');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { level: 1, name: 'Italian' })).toBeVisible();
  await expect(rows).toHaveCount(3);
  await window.getByRole('columnheader', { name: 'Domains' }).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(window.getByText('Changed', { exact: true })).toBeVisible();
  await window.getByRole('button', { name: 'Save view' }).click();
  await rows.nth(1).click();
  await window.getByRole('main').getByRole('link', { name: 'Clients' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Italian' })).toBeVisible();
  await first.close();

  const again = await renderApp({ userData: first.userData });
  const page = again.window;
  await expect(page.getByRole('list', { name: 'Views of the list' })).toHaveCount(0);
  await page
    .getByRole('list', { name: 'Views of the clients' })
    .getByRole('link', { name: 'Italian' })
    .click();
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('columnheader', { name: 'Domains' })).toHaveCount(0);
  expect((await faultsInAllColours(page)).length).toBe(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Domains' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('italian');
  await page.getByRole('option', { name: 'Italian', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Italian' })).toBeVisible();
});

test('a test organisation is marked wherever it stands', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  const mark = window.getByText('Test organisation', { exact: true });
  await window.getByRole('searchbox').fill('Proefgroep');
  const audit = window.getByRole('grid').getByRole('row').nth(1);
  await expect(audit.getByTitle('Test organisation')).toHaveText('Test');
  await audit.click();
  await expect(mark).toHaveCount(2); // beside the audit's name, and with its client
  await openClients(window);
  await expect(mark).toHaveCount(1);
  await window.getByRole('row', { name: /Proefgroep/ }).click();
  await expect(window.getByText('its audits consume no credits')).toBeVisible();
  await expect(mark).toHaveCount(1);
  await window.getByRole('button', { name: 'New audit' }).click();
  await uncoupled(window);
  await expect(window.getByText(/Test organisation: its audits/)).toBeVisible();
  await window.getByRole('combobox', { name: 'Client organisation' }).fill('proef');
  await expect(window.getByRole('option')).toContainText('Test organisation · proefgroep');
});

test('a client is made in the list of clients and a new audit begins with it', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openClients(window);
  await window.getByRole('button', { name: 'New client' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Société Zoé');
  await expect(dialog.getByRole('textbox', { name: 'Id' })).toHaveValue('SOCIETE-ZOE');
  await dialog.getByRole('button', { name: 'Create client' }).click();
  await expect(dialog.getByText('Choose a country.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Country' }).fill('France');
  await expect(window.getByRole('option')).toHaveText(['FranceFR']); // not all, although it is a whole name
  await window.getByRole('option', { name: 'France' }).click();
  await dialog.getByRole('button', { name: 'Create client' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Société Zoé' })).toBeVisible();
  await expect(window.getByText('No audit of this client yet.')).toBeVisible();
  // Its root legal entity has the same id, name and country (decisions.md §6.1).
  await window.getByRole('link', { name: 'Legal entities' }).click();
  await expect(window.getByRole('treegrid').getByRole('row', { name: 'Société Zoé, France' })).toBeVisible();
  await window.getByRole('link', { name: 'Overview' }).click();
  await window.getByRole('button', { name: 'New audit' }).click();
  await uncoupled(window);
  await expect(window.getByRole('combobox', { name: 'Client organisation' })).toHaveValue('Société Zoé');
  const log = await requestsOf(sandbox);
  const sent = log.filter(
    ({ method, path }) => method === 'POST' && path === '/api/v1/client-organisations/',
  );
  expect(sent).toHaveLength(1);
});

test('a client whose dialog is closed while it is made is made, and takes nobody to it', async ({
  renderApp,
  sandbox,
}) => {
  const { window, hold } = await renderApp({ service: sandbox });
  await openClients(window);
  const made = hold('plans.outcome');
  await newClient(window, 'Nieuwe klant B.V.');
  await made.answered;
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
  made.release();
  await expect(window.getByRole('row', { name: /^Nieuwe klant/ })).toBeVisible();
  await expect(window.locator('[aria-live=polite]').last()).toContainText('Nieuwe klant');
  expect(window.url()).toMatch(/#\/clients$/);
});

test('where a legal entity is used: audits at once, components when a person asks, each group read once', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openEntities(window, 'Valkenhorst Groep N.V.');
  await expect(window.getByText('40 legal entities')).toBeVisible();
  await window.getByRole('searchbox', { name: 'Search legal entities' }).fill('VH-2120');
  await expect(window.getByText('1 result', { exact: true })).toBeVisible();
  await window
    .getByRole('treegrid')
    .getByRole('row', { name: /VH-2120|Bergamo|./ })
    .last()
    .click();
  const usage = window.getByRole('region', { name: /^Where .* is used$/ });
  await expect(usage).toContainText('VH-2120');
  await usage.getByRole('button', { name: 'Search components' }).click();
  await expect(usage.getByRole('button', { name: 'Search components' })).toBeHidden();
  await expect(usage.getByRole('progressbar')).toBeHidden();
  const component = usage.getByRole('row').filter({ hasText: 'Component' }).first();
  await expect(component).toBeVisible();
  const log = await requestsOf(sandbox);
  const read = log.map(({ path }) => path).filter((path) => path.includes('/component-audits/'));
  expect(new Set(read).size).toBe(read.length);
  await window.getByRole('button', { name: 'Refresh' }).click();
  await expect
    .poll(async () => {
      const again = await requestsOf(sandbox);
      return again.filter(({ path }) => path.includes('/component-audits/')).length;
    })
    .toBe(2 * read.length);
  await expect(usage.getByRole('progressbar')).toBeHidden();
  await component.click();
  await expect(window.getByText('Component', { exact: true }).first()).toBeVisible();
  await expect(window).toHaveURL(/#\/audits\/one\//);
});

test('looking through components goes on past a group that is gone, and after a failure where it stood', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openEntities(window, 'Valkenhorst Groep N.V.');
  const components = (status: number) => ({
    method: 'GET',
    path: '/api/v1/audits/',
    kind: 'status',
    status,
    times: 1,
    body: { detail: status === 404 ? 'Not found.' : 'You do not have permission to perform this action.' },
  });
  const usage = window.getByRole('region', { name: /^Where .* is used$/ });
  await usage.getByRole('button', { name: 'Search components' }).waitFor();
  await sandbox.control('POST', 'faults/', components(404));
  await sandbox.control('POST', 'faults/', { ...components(403), skip: 1 });
  await usage.getByRole('button', { name: 'Search components' }).click();
  await usage.getByRole('button', { name: 'Continue' }).click();
  await expect(usage.getByRole('button', { name: 'Continue' })).toBeHidden();
  await expect(usage.getByRole('progressbar')).toBeHidden();
  await expect(usage.getByText(/not searched yet/)).toBeHidden();
  // Each group was asked for once, and the one that failed twice.
  const log = await requestsOf(sandbox);
  const read = log.map(({ path }) => path).filter((path) => path.includes('/component-audits/'));
  expect(read.length).toBe(new Set(read).size + 1);
});

test('T7: a connection for reading only shows how clients are made, and why it makes none', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, connection: { access: 'read-only' } });
  await openClients(window);
  const button = window.getByRole('button', { name: 'New client' });
  await button.focus();
  await expect(button).toBeFocused();
  await expect(button).toHaveAccessibleDescription(/is read-only/);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('dialog')).toBeHidden();
});

test.describe('a service that lists without pages and tells more than it should', () => {
  test.use({ firm: { ...oddFirm(), variants: { bare_lists: true, extra_fields: true } } });

  test('has the same clients', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openEntities(window, 'Noorderhaven Groep N.V.');
    await expect(window.getByText('5 legal entities')).toBeVisible();
  });
});

test.describe('a client whose legal entities fit in no tree', () => {
  test.use({ firm: oddFirm() });

  test('has all of them in it, and says why they stand where they stand', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openEntities(window, 'Kringloop Beheer B.V.');
    const tree = window.getByRole('treegrid');
    await tree.getByRole('row', { name: /Kringloop A/ }).click();
    await expect(window.getByText(/parent KL-B is below it/)).toBeVisible();
    await tree.getByRole('row', { name: /Wees/ }).click();
    await expect(
      window.getByText(/parent KL-bestaat-niet is not a legal entity of this client/),
    ).toBeVisible();
    await openEntities(window, 'Leeg Bestaan B.V.');
    await expect(window.getByText('This client has no legal entities')).toBeVisible();
  });
});

test('axe finds nothing on the screens of clients, also at 200 and 400 %', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  const fits = () =>
    window.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  for (const width of [1280, 640, 320]) {
    await window.setViewportSize({ width, height: width * 0.75 }); // what zooming leaves (WCAG 1.4.10)
    await openClients(window);
    await expect(window.getByRole('row').nth(1)).toBeVisible();
    expect(await faultsInAllColours(window), `clients at ${width}`).toEqual([]);
    await expect.poll(fits).toBe(true);
    await window.getByRole('row', { name: /Proefgroep/ }).click();
    for (const [section, list] of [
      ['Overview', 'grid'],
      ['Legal entities', 'treegrid'],
    ] as const) {
      await window.getByRole('link', { name: section }).click();
      await expect(window.getByRole(list).first().getByRole('row').nth(1)).toBeVisible();
      expect(await faultsInAllColours(window), `${section} at ${width}`).toEqual([]);
      await expect.poll(fits).toBe(true);
    }
  }
});
