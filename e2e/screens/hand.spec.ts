import { expect, type Page } from '@playwright/test';
import { row } from '../component-tree.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { test } from '../screen.ts';
import { fullFirm, openScreen, openScreens } from '../screens.ts';
import { openThroughSettings } from '../through-settings.ts';

// What a person's hand expects (ux H1 to H8), where no other file has it.

test.use({ firm: couplingFirm() });

test('the keys of the sidebar follow its order, and lead on to what stands elsewhere', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  const sidebar = window.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(sidebar).toHaveCount(6);
  for (const number of [1, 2, 3, 4, 5]) {
    await window.keyboard.press(`Control+${number}`);
    await expect(sidebar.nth(number - 1)).toHaveAttribute('aria-current', 'page');
  }
  for (const [place, name] of ['Network', 'Work packages', 'Limits', 'Connections'].entries()) {
    await window.keyboard.press(`Control+${place + 6}`);
    await expect(window.getByRole('heading', { level: 1, name })).toBeFocused();
  }
});

test('what the sidebar has not is reached where it is used, and through Settings', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  const heading = (name: string) => window.getByRole('heading', { level: 1, name });
  for (const name of ['Work packages', 'Limits', 'Connections', 'Help'] as const) {
    await openThroughSettings(window, name);
    await expect(heading(name)).toBeFocused();
  }
  await window.getByRole('contentinfo').getByRole('link', { name: 'Limits' }).click();
  await expect(heading('Limits')).toBeFocused();
  await window.getByRole('button', { name: 'Switch connection' }).click();
  await window.getByRole('menuitemradio', { name: 'Manage connections' }).click();
  await expect(heading('Connections')).toBeFocused();
  await window.keyboard.press('Control+2');
  await window.getByRole('row', { name: 'Noorderhaven' }).first().click();
  await window.getByRole('main').getByRole('button', { name: 'Network', exact: true }).click();
  await expect(window.getByRole('application', { name: /^Network of/ })).toBeVisible();
});

test('a coupled audit names its components as links, which lead there', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await window.getByRole('row', { name: 'Noorderhaven Scheepvaart group 2026' }).click();
  await window.getByRole('main').getByRole('link', { name: 'Noorderhaven Scheepvaart B.V.' }).click();
  await expect(
    window.getByRole('heading', { level: 1, name: 'Noorderhaven Scheepvaart B.V.' }),
  ).toBeVisible();
});

test('H5: rows of every list have a menu with what they can do', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  const menuOf = async (place: number): Promise<readonly string[]> => {
    await window.getByRole('row').nth(place).click({ button: 'right' });
    await expect(window.getByRole('menuitem').first()).toBeVisible();
    const items = await window.getByRole('menuitem').allTextContents();
    await window.keyboard.press('Escape');
    await expect(window.getByRole('menu')).toHaveCount(0);
    return items;
  };
  const go = async (name: string, digit: number): Promise<void> => {
    await window.keyboard.press(`Control+${digit}`);
    await expect(window.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(window.getByRole('row').nth(1)).toBeVisible();
  };
  await go('Clients', 2);
  expect(await menuOf(1)).toContain('Copy id');
  await window.getByRole('row').nth(1).click();
  await window.getByRole('link', { name: 'Legal entities' }).click();
  await expect(window.getByRole('treegrid').getByRole('row').nth(1)).toBeVisible();
  expect(await menuOf(1)).toEqual(['Copy id']);
  await go('Network', 6);
  expect(await menuOf(1)).toContain('Copy id');
  await go('Work packages', 7);
  expect(await menuOf(1)).toContain('Copy id');
});

/** The dialogs in which content is typed, but for the resolution of a step: where each is opened, and its field. */
const typedDialogs: Readonly<
  Record<string, { at: string; field: RegExp; open: (window: Page) => Promise<void> }>
> = {
  'a view': {
    at: '#/audits',
    field: /^Name/,
    open: async (window) => {
      await press(window, 'Views');
      await window.getByRole('menuitem', { name: 'Save as view' }).click();
    },
  },
  'a client': { at: '#/clients', field: /^Name/, open: (window) => press(window, 'New client') },
  'a team': { at: '#/users', field: /Name of the team/, open: (window) => press(window, 'New team') },
  'a template': {
    at: '#/audits/templates',
    field: /Name of the template/,
    open: (window) => press(window, 'New template'),
  },
  users: {
    at: '#/audits/one/noorderhaven-2024/users',
    field: /E-mail addresses/,
    open: (window) => press(window, 'Assign users'),
  },
  components: {
    at: '#/audits/one/noorderhaven-2024/components',
    field: /^Name/,
    open: async (window) => {
      await row(window, 'Noorderhaven').nth(1).click();
      await press(window, 'Add components');
    },
  },
  'out of scope': {
    at: '#/audits/one/noorderhaven-2024/components',
    field: /^Explanation/,
    open: async (window) => {
      await row(window, 'Noorderhaven Scheepvaart').first().click();
      await press(window, 'Set out of scope');
    },
  },
  secret: {
    at: '#/connections',
    field: /New client secret/,
    open: async (window) => {
      await press(window, 'More for Kantoor Noord');
      await window.getByRole('menuitem', { name: 'New secret' }).click();
    },
  },
};

function press(window: Page, name: string): Promise<void> {
  return window.getByRole('main').getByRole('button', { name, exact: true }).first().click();
}

test.describe('with a group', () => {
  test.use({ firm: fullFirm() });

  test('H7: what is typed into a dialog is asked about before it is lost', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await expect(window.getByRole('row').nth(1)).toBeVisible();
    for (const [name, { at, field, open }] of Object.entries(typedDialogs))
      await test.step(name, async () => {
        await openHash(window, '#/help');
        await expect(window.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
        await openHash(window, at);
        await open(window);
        const dialog = window.getByRole('dialog').or(window.getByRole('alertdialog'));
        await dialog.getByLabel(field).first().fill('Typed');
        await window.keyboard.press('Escape');
        await expect(dialog.getByRole('alert'), name).toBeVisible();
        await dialog.getByRole('button', { name: 'Stay here' }).click();
        await expect(dialog.getByLabel(field).first(), name).toHaveValue('Typed');
        await window.keyboard.press('Escape');
        await dialog.getByRole('button', { name: 'Discard and leave' }).click();
        await expect(dialog, name).toHaveCount(0);
      });
  });

  test('H6: the cells of the matrix, the rows of the scope report and of the choice of audits have a menu', async ({
    renderApp,
    sandbox,
  }) => {
    const app = await renderApp({ service: sandbox });
    const { window } = app;
    await openScreens(app);
    const menu = window.getByRole('menuitem');
    await openScreen(window, 'userMatrix');
    await window.getByRole('button', { name: /^Show users/ }).click();
    await window.getByRole('gridcell').first().click({ button: 'right' });
    await expect(menu).toHaveText(['Open', 'Open in new window', 'Copy id']);
    await window.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await window.getByRole('grid').focus();
    await window.keyboard.press('Shift+F10');
    await expect(menu).toHaveCount(3);
    await menu.first().click();
    await expect(window.getByRole('button', { name: 'Assign users' })).toBeVisible();
    for (const [screen, items] of [
      ['scopeReport', ['Copy id']],
      ['applyTeam', ['Open in new window', 'Copy id']],
    ] as const) {
      await openScreen(window, screen);
      await window.getByRole('row').nth(1).click({ button: 'right' });
      await expect(menu, screen).toHaveText([...items]);
      await window.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
    }
  });
});

async function openHash(window: Page, address: string): Promise<void> {
  await window.evaluate((hash) => {
    location.hash = hash;
  }, address);
}
