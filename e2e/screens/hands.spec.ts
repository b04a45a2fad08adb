import { expect } from '@playwright/test';
import { copied, paste } from '../clipboard.ts';
import { row, tree } from '../component-tree.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { unlimited } from '../fixtures/fixture-file.ts';
import { manyAudits } from '../fixtures/many-audits.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { toast } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';
import { openUsers } from '../users.ts';

// Copying and pasting, what keys do while a method composes, and where they lead.

test.describe('rows that are copied', () => {
  test.use({
    firm: manyAudits(3_000, unlimited, (place) => (place === 1 ? { name: '=HYPERLINK("x")' } : {})),
  });

  test('have their titles, as cells and as a table: the active one, and 3,000 that are selected; no cell is a formula', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const grid = window.getByRole('grid');
    await expect(window.getByText('3,000 shown of 3,000')).toBeVisible();
    await grid.focus();
    await window.keyboard.press('Home');
    const one = await copied(window);
    const [titles, first, ...rest] = one.text.trimEnd().split('\r\n');
    expect(titles?.split('\t')).toEqual(expect.arrayContaining(['Audit', 'Client', 'Status']));
    expect(first).toContain('Verwegen');
    expect(rest).toEqual([]);
    expect(one.html).toMatch(/^<table><thead><tr><th/);
    await expect(toast(window, 'Copied: 1 row')).toBeVisible();

    await window.keyboard.press('Control+a');
    const all = await copied(window);
    expect(all.text.trimEnd().split('\r\n')).toHaveLength(3_001);
    expect(all.html.match(/<tr>/g)).toHaveLength(3_001);
    expect(all.text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(all.text).not.toMatch(/(^|[\t"])=/m);
    await expect(toast(window, 'Copied: 3,000 rows')).toBeVisible();
  });
});

test.describe('with one group', () => {
  test.use({ firm: couplingFirm() });

  test('rows of a tree are copied; words that are marked are copied as they are', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({
      service: sandbox,
      at: '/audits/one/noorderhaven-2024/components',
    });
    await expect(row(window, 'Noorderhaven Scheepvaart').first()).toBeVisible();
    await tree(window).focus();
    await window.keyboard.press('Home');
    await window.keyboard.press('Space');
    await window.keyboard.press('Shift+ArrowDown');
    const lines = (await copied(window)).text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('Noorderhaven');
    await window.evaluate(() =>
      getSelection()?.selectAllChildren(document.querySelector('h1') ?? document.body),
    );
    expect((await copied(window)).text).toBe(''); // the browser's own
    expect(await accessibilityFaults(window)).toEqual([]);
  });

  test('F6 reaches tree, panel, selection and staging bar; a cell or a row that is named is there, with level, state and position', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({
      service: sandbox,
      at: '/audits/one/HIGH/components',
    });
    await expect(row(window, 'Noorderhaven Scheepvaart').first()).toBeVisible();
    await tree(window).focus();
    await window.keyboard.press('Home');
    const named = () =>
      window.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
        const element = document.getElementById(id);
        return ['aria-level', 'aria-selected', 'aria-posinset', 'aria-setsize', 'aria-rowindex'].map(
          (name) => element?.hasAttribute(name) ?? false,
        );
      });
    expect(await named()).toEqual([true, true, true, true, true]);
    await window.keyboard.press('End');
    expect(await named()).toEqual([true, true, true, true, true]);
    const way = async (): Promise<readonly string[]> => {
      const parts: string[] = [];
      do {
        await window.keyboard.press('F6');
        parts.push(
          await window.evaluate(
            () => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'] ?? '',
          ),
        );
      } while (parts.at(-1) !== 'content' && parts.length < 12);
      return parts;
    };
    const others = ['status', 'environment', 'navigation', 'content'];
    await row(window, 'Noorderhaven Rederij').last().locator('[data-part=box]').click();
    await tree(window).focus();
    expect(await way()).toEqual(['panel', 'selection', ...others]);
    await window
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(window.getByText('Staged: 1 to delete')).toBeVisible();
    await tree(window).focus();
    expect(await way()).toEqual(['panel', 'staging', ...others]);
    expect((await way())[0]).toBe('grid');
  });
});

test.describe('a small firm', () => {
  test.use({ firm: smallFirm() });

  test('↓ and Enter lead from a search into its list, to the first row', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    const grid = window.getByRole('grid');
    await expect(window.getByText('2 shown of 2')).toBeVisible();
    const search = window.getByRole('searchbox').first();
    for (const key of ['ArrowDown', 'Enter']) {
      await search.fill('noorder');
      await search.press(key);
      await expect(grid).toBeFocused();
      const active = await grid.getAttribute('aria-activedescendant');
      await expect(window.locator(`[id="${active}"]`)).toContainText('Noorderhaven');
    }
    await search.fill('nothing is called so');
    await expect(grid.getByRole('row')).toHaveCount(1);
    await search.press('ArrowDown');
    await expect(search).toBeFocused(); // there is no row
  });

  test('Enter that ends a composition does nothing else, in a search, in a dialog and in the palette', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox, at: '/clients' });
    const compose = () =>
      window.evaluate(() => {
        const keys = [{ isComposing: true }, { keyCode: 229 }];
        for (const each of keys)
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...each }),
          );
      });
    const search = window.getByRole('searchbox').first();
    await search.fill('forno');
    await compose();
    await expect(search).toBeFocused();
    await window.getByRole('grid').focus();
    await compose();
    await expect(window.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
    await window.keyboard.press('Control+k');
    await window.keyboard.type('settings');
    await expect(window.getByRole('option', { name: /Go to Settings/ })).toBeVisible();
    await compose();
    await expect(window.getByRole('combobox')).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });

  test('blanks around a pasted secret and client id are said beside their fields, and go at a press', async ({
    renderApp,
  }) => {
    const { window } = await renderApp({ at: '/connections/new' });
    for (const name of ['Client id', 'Client secret']) {
      const field = window.getByLabel(name, { exact: true });
      await field.fill(' pasted ');
      await expect(
        window.getByRole('main').getByText('It has blanks or a line break at its beginning or end.'),
      ).toBeVisible();
      expect(await accessibilityFaults(window)).toEqual([]);
      await window.getByRole('button', { name: 'Remove them' }).click();
      await expect(field).toHaveValue('pasted');
      await expect(field).toBeFocused();
      await expect(window.getByRole('button', { name: 'Remove them' })).toHaveCount(0);
    }
  });

  test('letters that are typed before the palette is there stand in it, and nothing else hears them; connections are found to switch to', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, call } = await renderApp({ service: sandbox, connection: { name: 'Kantoor Zuid' } });
    await expect(window.getByText('2 shown of 2')).toBeVisible();
    await window.getByRole('grid').focus();
    const go = Promise.withResolvers<void>();
    await window.route(/palette/, async (route) => {
      await go.promise;
      await route.continue();
    });
    await window.keyboard.press('Control+k');
    await window.keyboard.type('go to  settimgs');
    for (let back = 0; back < 3; back += 1) await window.keyboard.press('Backspace');
    await window.keyboard.type('ngs');
    await window.keyboard.press('Enter'); // not of the list below
    go.resolve();
    await expect(window.getByRole('combobox')).toHaveValue('go to  settings');
    await expect(window.getByRole('option', { name: /Go to Settings/ })).toHaveAttribute(
      'data-focused',
      'true',
    );
    await expect(window.getByRole('combobox')).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

    const { baseUrl, clientId, clientSecret: secret } = sandbox;
    const other = { name: 'Vestiging Oost', kind: 'test', access: 'read-only', keep: 'session' };
    expect(await call('connections.save', { ...other, baseUrl, clientId, secret })).toMatchObject({
      ok: true,
    });
    await window.reload();
    await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await window.keyboard.press('Control+k');
    await window.keyboard.type('oost');
    const found = window.getByRole('group', { name: 'Connections' }).getByRole('option');
    await expect(found).toHaveText(/Vestiging Oost/);
    await window.keyboard.press('Enter');
    await expect(window.getByRole('banner', { name: 'Environment' })).toContainText('Vestiging Oost');
  });

  test('a plan is found by what it does', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openUsers(window, 'Forno Vecchio');
    await window.getByRole('row', { name: 'Ilse Brand' }).click({ button: 'right' });
    await window
      .getByRole('menuitem', { name: /Change role to/ })
      .first()
      .click();
    await window.keyboard.press('Control+k');
    await window.keyboard.type('ilse');
    await window.getByRole('group', { name: 'Plans' }).getByRole('option').click();
    await expect(window.getByRole('heading', { level: 1, name: /role/i })).toBeVisible();
  });

  test('a block of a spreadsheet is pasted into the import, and 5,000 rows of it', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox, at: '/import?of=clients' });
    await expect(window.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
    await expect(window.getByText('No file selected')).toBeVisible();
    const block = Array.from({ length: 5_000 }, (_, place) => `NEW-${place}\tNieuwe klant ${place}\tNL`);
    await paste(window, ['Client ID\tClient\tCountry', ...block].join('\n'));
    await expect(window.getByText(/Pasted table.*5,000/).first()).toBeVisible();
  });
});
