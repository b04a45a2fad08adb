import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';

test('the version of every work package is in sight, however little room its name has', async ({
  renderApp,
}) => {
  const { window } = await renderApp();
  await window.getByRole('button', { name: 'Try the demo' }).click();
  await expect(window.getByRole('row').nth(20)).toBeVisible();
  for (const width of [1_600, 1_440]) {
    await window.setViewportSize({ width, height: 880 });
    const packages = window.locator('[role=gridcell]:nth-child(5)');
    await expect(packages.first()).toHaveText(/^[A-Z].*\d+(\.\d+)+$/); // by its name: until that is read, its id stands there
    const cells = await packages.evaluateAll((all) =>
      all.map((cell) => {
        const version = cell.lastChild;
        const range = document.createRange();
        if (version !== null) range.selectNodeContents(version);
        return {
          words: version?.textContent ?? '',
          isInSight: range.getBoundingClientRect().right <= cell.getBoundingClientRect().right,
        };
      }),
    );
    expect(cells.length).toBeGreaterThan(20);
    for (const { words, isInSight } of cells) {
      expect(words).toMatch(/^\d+(\.\d+)+$/);
      expect(isInSight, words).toBe(true);
    }
  }
});

test('the demo is called so in every language, by its kind and by its name', async ({ renderApp }) => {
  const { window } = await renderApp({ locale: 'nl-NL' });
  await window.getByRole('main').getByRole('button').first().click();
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  const band = window.locator('[data-region=environment]');
  await expect(band).toContainText('Demo');
  await expect(band).toContainText('DEMO'); // its kind, beside its name
  await expect(window).toHaveTitle(/Demo/);
  await expect(window.getByText('Demonstration')).toBeHidden(); // as it is written down
});

test.describe('a list that is read anew', () => {
  test.use({ firm: smallFirm() });

  test('and has to wait is a whole one of before, and not a part', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await expect(window.getByText('2 shown of 2')).toBeVisible();
    await sandbox.control('POST', 'faults/', {
      method: 'GET',
      path: '/api/v1/audits/',
      times: 1,
      kind: 'status',
      status: 429,
      headers: { 'Retry-After': '30' },
      body: { detail: 'Request was throttled. Expected available in 30 seconds.' },
    });
    await window.getByRole('button', { name: 'Refresh' }).click();
    await expect(window.getByText(/Loading resumes in/)).toBeVisible();
    await expect(window.getByText(/may have changed since/)).toBeVisible();
    await expect(window.getByText(/Only a part of the list/)).toBeHidden();
  });
});

const small = smallFirm();

test.describe('an audit of a test organisation', () => {
  test.use({
    firm: {
      ...small,
      firms: small.firms.map((firm) => ({
        ...firm,
        audits: (firm.audits ?? []).map((audit, place) =>
          place === 0
            ? {
                ...audit,
                name: 'Practice',
                client_organisation_id: 'oefenklant',
                legal_entity_ids: ['oefenklant'],
              }
            : audit,
        ),
      })),
    },
  });

  test('says so beside its name, on each of its screens', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await window.getByRole('row', { name: 'Practice' }).click();
    const head = window.getByRole('banner').or(window.getByRole('main').locator('header')).last();
    for (const section of ['Overview', 'Components', 'Users']) {
      await window.getByRole('main').getByRole('link', { name: section, exact: true }).click();
      await expect(head).toContainText('Test organisation');
    }
    await window.getByRole('link', { name: 'All audits' }).click();
    await window.getByRole('row', { name: 'Forno Vecchio' }).click();
    await expect(window.getByRole('link', { name: 'All audits' })).toBeVisible();
    await expect(head).not.toContainText('Test organisation');
  });
});

test('a row has its actions in a menu, by the right button and by the menu key', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  const first = window.getByRole('grid').getByRole('row').nth(1);
  await first.click({ button: 'right' });
  const menu = window.getByRole('menu');
  await expect(menu.getByRole('menuitem').first()).toHaveText('Open');
  for (const name of ['Open in new window', 'Copy id', 'Users', 'Duplicate', 'Delete audit'])
    await expect(menu.getByRole('menuitem', { name }).first()).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await window.getByRole('grid').focus();
  await window.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: 'Delete audit' }).click();
  await expect(window.getByRole('alertdialog', { name: /^Delete / })).toBeVisible();
});

const gonePackage = { filters: { workPackage: ['taken-away'] }, sort: null };

test.describe('the filters of the list', () => {
  test.use({ firm: smallFirm() });

  test('a filter has several values, by mouse and by keys; filters and order are there after a restart', async ({
    renderApp,
    sandbox,
  }) => {
    const first = await renderApp({ service: sandbox });
    const { window } = first;
    await expect(window.getByText('2 shown of 2')).toBeVisible();
    await window.getByRole('button', { name: 'Status: All' }).click();
    const list = window.getByRole('listbox', { name: 'Status' });
    await list.getByRole('option', { name: 'Archived' }).click();
    await expect(window.getByText('1 shown of 2')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(window.getByRole('button', { name: 'Status: Archived' })).toBeFocused();
    await window.getByRole('button', { name: 'Client: All' }).press('Enter');
    const clients = window.getByRole('listbox', { name: 'Client' });
    await expect(clients).toHaveAttribute('aria-multiselectable', 'true');
    expect(await accessibilityFaults(window)).toEqual([]);
    await expect(clients.getByRole('option').first()).toBeFocused();
    await window.keyboard.press('Space');
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Space');
    await expect(clients.getByRole('option', { selected: true })).toHaveCount(2);
    await window.keyboard.press('Escape');
    await expect(clients).toBeHidden();
    await expect(window.getByRole('button', { name: 'Client: 2 selected' })).toBeFocused();
    await window.getByRole('button', { name: 'More filters' }).click();
    await window.getByRole('menuitem', { name: 'Legal entity' }).click();
    await window.getByRole('button', { name: 'Legal entity: All' }).click();
    const entities = window.getByRole('listbox', { name: 'Legal entity' }).getByRole('option');
    await entities.nth(0).click();
    await entities.nth(1).click();
    await window.keyboard.press('Escape');
    await expect(window.getByRole('button', { name: 'Legal entity: 2 selected' })).toBeFocused();
    await expect(window.getByText('1 shown of 2')).toBeVisible();
    const name = window.getByRole('columnheader', { name: 'Name' });
    await name.click();
    await expect(name).toHaveAttribute('aria-sort', 'ascending');
    await first.close();

    const again = await renderApp({ userData: first.userData });
    await expect(again.window.getByRole('button', { name: 'Status: Archived' })).toBeVisible();
    await expect(again.window.getByRole('button', { name: 'Client: 2 selected' })).toBeVisible();
    await expect(again.window.getByRole('button', { name: 'Legal entity: 2 selected' })).toBeVisible();
    await expect(again.window.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(again.window.getByText('1 shown of 2')).toBeVisible();
  });

  test('values that are chosen faster than timers run all count', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await expect(window.getByText('2 shown of 2')).toBeVisible();
    await window.getByRole('button', { name: 'Client: All' }).press('Enter');
    const clients = window.getByRole('listbox', { name: 'Client' });
    await expect(clients.getByRole('option').first()).toBeFocused();
    await window.evaluate(async () => {
      for (const key of [' ', 'ArrowDown', ' ']) {
        for (const type of ['keydown', 'keyup'])
          document.activeElement?.dispatchEvent(
            new KeyboardEvent(type, { key, bubbles: true, cancelable: true }),
          );
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve(); // and no timer
      }
    });
    await expect(clients.getByRole('option', { selected: true })).toHaveCount(2);
  });

  test('a filter by a work package that is gone says so, and can be taken away', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, call, connection } = await renderApp({ service: sandbox });
    await expect(window.getByText('2 shown of 2')).toBeVisible();
    await call('preferences.change', { lists: { [connection ?? '']: { audits: gonePackage } } });
    await expect(window.getByText(/No longer at the service: taken-away/)).toBeVisible();
    await window.getByRole('button', { name: 'Work package: taken-away' }).click();
    const value = window.getByRole('option', { name: /taken-away/ });
    await expect(value).toContainText('No longer there');
    await value.click();
    await window.keyboard.press('Escape');
    await expect(window.getByText('2 shown of 2')).toBeVisible();
  });
});

test.describe('saved views and stars', () => {
  test.use({ firm: smallFirm() });

  test('a list is saved under a name, is in the sidebar and the palette, and says when it was changed', async ({
    renderApp,
    sandbox,
  }) => {
    const first = await renderApp({ service: sandbox });
    const { window } = first;
    await expect(window.getByText('2 shown of 2')).toBeVisible();
    const menu = async (entry: string) => {
      await window.getByRole('button', { name: 'Views', exact: true }).click();
      await window.getByRole('menuitem', { name: entry }).click();
    };
    const choose = async (filter: string, value: string) => {
      await window.getByRole('button', { name: filter }).click();
      await window.getByRole('option', { name: value }).click();
      await window.keyboard.press('Escape');
    };
    const views = window.getByRole('list', { name: 'Views of the list' });
    await choose('Status: All', 'Archived');
    await menu('Save as view');
    await window.getByRole('textbox', { name: 'Name' }).fill('Archive');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('heading', { name: 'Archive' })).toBeVisible();
    await expect(views.getByRole('link', { name: 'Archive' })).toHaveAttribute('aria-current', 'page');
    await expect(window.getByText('1 shown of 2')).toBeVisible();

    await choose('Type: All', 'Consolidated');
    await expect(window.getByText('Changed', { exact: true })).toBeVisible();
    await window.getByRole('button', { name: 'Revert' }).click();
    await expect(window.getByRole('button', { name: 'Type: All' })).toBeVisible();
    await choose('Type: All', 'Consolidated');
    await window.getByRole('button', { name: 'Save view' }).click();
    await expect(window.getByText('Changed', { exact: true })).toBeHidden();

    await window.getByRole('grid').getByRole('row').nth(1).click();
    await window.getByRole('link', { name: 'All audits' }).click();
    await expect(window.getByRole('heading', { name: 'Archive' })).toBeVisible();

    await menu('Save as view');
    await window.getByRole('textbox', { name: 'Name' }).fill('ARCHIVE');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('alert')).toContainText('A view with this name exists');
    await window.getByRole('button', { name: 'Keep both' }).click();
    await expect(views.getByRole('link', { name: 'archive' })).toHaveCount(2);
    await menu('Delete view');
    await expect(window.getByRole('heading', { name: 'Audits' })).toBeVisible();
    await expect(views.getByRole('link', { name: 'archive' })).toHaveCount(1);
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect(views.getByRole('link', { name: 'archive' })).toHaveCount(2);
    await menu('All views');
    const dialog = window.getByRole('dialog', { name: 'All views' });
    expect(await accessibilityFaults(window)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move ARCHIVE up', exact: true }).click();
    await expect(dialog.getByRole('link')).toHaveText(['ARCHIVE', 'Archive']);
    await first.close();

    const again = await renderApp({ userData: first.userData });
    const kept = again.window.getByRole('list', { name: 'Views of the list' });
    await expect(kept.getByRole('link').filter({ hasText: /archive/i })).toHaveText(['ARCHIVE', 'Archive']);
    await again.window.keyboard.press('Control+K');
    const palette = again.window.getByRole('dialog', { name: 'Search or command' });
    await palette.getByRole('combobox').fill('archive');
    await palette.getByRole('option', { name: 'Archive', exact: true }).click();
    await expect(again.window.getByRole('button', { name: 'Type: Consolidated' })).toBeVisible();
    await expect(again.window.getByRole('button', { name: 'Status: Archived' })).toBeVisible();
  });

  test('a star is given by key and in the head of an audit; what is gone of starred and recent audits is said', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, call, connection } = await renderApp({ service: sandbox });
    const grid = window.getByRole('grid');
    await expect(window.getByText('2 shown of 2')).toBeVisible();
    await grid.focus();
    await window.keyboard.press('Control+D');
    await expect(grid.getByRole('img', { name: 'Starred' })).toHaveCount(1);
    await grid.getByRole('row').nth(2).click();
    await window.getByRole('button', { name: 'Add star' }).click();
    await expect(window.getByRole('button', { name: 'Remove star' })).toBeVisible();
    const views = window.getByRole('list', { name: 'Views of the list' });
    await views.getByRole('link', { name: 'Starred' }).click();
    await expect(window.getByText('2 shown of 2')).toBeVisible();

    const own = { connection: connection ?? '' };
    await call('preferences.change', {
      starredAudits: [{ ...own, id: 'was-deleted' }],
      recentAudits: [
        { ...own, id: 'was-deleted' },
        { ...own, id: 'noorderhaven-2024' },
      ],
    });
    const outside = window.getByRole('region', { name: 'Not in the list: 1 audit' });
    await expect(outside).toContainText('No longer there');
    expect(await accessibilityFaults(window)).toEqual([]);
    await outside.getByRole('button', { name: 'Remove the star of was-deleted' }).click();
    await expect(window.getByText('No starred audits')).toBeVisible();
    await views.getByRole('link', { name: 'Recent' }).click();
    await expect(window.getByText('1 shown of 1')).toBeVisible();
    await outside.getByRole('button', { name: 'Remove was-deleted from the recent audits' }).click();
    await expect(outside).toBeHidden();
  });

  test('200 views with names of 200 characters: the sidebar shows seven, the others are found', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, call, connection } = await renderApp({ service: sandbox });
    const long = (place: number) => `${'Valkenhorst Groep '.repeat(10)}${place}`.padEnd(200, 'x');
    const right = 'ביקורת של חברות הבת בקבוצה';
    await call('items.save', {
      views: Array.from({ length: 200 }, (_, place) => ({
        id: `view-${place}`,
        connection,
        name: place === 1 ? right : long(place),
        place,
        search: '',
        setup: { filters: { workPackage: ['taken-away'] }, sort: null },
        columns: {},
      })),
    });
    const views = window.getByRole('list', { name: 'Views of the list' });
    await expect(views.getByRole('link')).toHaveCount(8);
    await views.getByRole('link', { name: right }).click();
    await expect(window.getByRole('heading', { name: right })).toBeVisible();
    await expect(window.getByText(/No longer at the service: taken-away/)).toBeVisible();
    await views.getByRole('link', { name: 'All views (200)' }).click();
    await window.getByRole('searchbox', { name: 'Search this list' }).fill('199');
    await window.getByRole('dialog').getByRole('link').click();
    await expect(window.getByRole('heading', { name: long(199) })).toBeVisible();
    expect(await window.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await call('items.remove', { of: 'views', id: 'view-199' });
    await expect(window.getByText('This view is no longer there')).toBeVisible();
    await window.getByRole('button', { name: 'Show all' }).click();
    await expect(window.getByText('2 shown of 2')).toBeVisible();
  });
});
