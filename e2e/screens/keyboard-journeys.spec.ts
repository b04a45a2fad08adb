import { expect, type Locator, type Page } from '@playwright/test';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { auditIds, expectCreated, expectStep } from '../journeys.ts';
import { Keyboard } from '../keyboard.ts';
import { test } from '../screen.ts';
import { usersOf } from '../users.ts';

// Three journeys without a mouse. After each step the focus is where somebody who sees none of the screen expects it.

test.use({ firm: couplingFirm() });

const heading = (window: Page, name: string | RegExp) => window.getByRole('heading', { level: 1, name });
const audits = (window: Page) => window.getByRole('grid', { name: 'Audits' });

/** Whether the row that keys act on is this one, and its grid has the focus. */
async function expectActive(grid: Locator, name: string | RegExp): Promise<void> {
  await expect(grid).toBeFocused();
  await expect
    .poll(() =>
      grid.evaluate((element) => {
        const id = element.getAttribute('aria-activedescendant') ?? '';
        return document.getElementById(id)?.textContent ?? '';
      }),
    )
    .toMatch(name);
}

/** From the list of audits to the group, by the first letters of its name. */
async function openGroup(window: Page, keyboard: Keyboard): Promise<void> {
  await expect(window.getByRole('row', { name: 'Noorderhaven group 2026' })).toBeVisible();
  await keyboard.goTo('row', /./);
  await window.keyboard.type('Noorderhaven group');
  await expectActive(audits(window), /^Noorderhaven group 2026/);
  await window.keyboard.press('Enter');
  await expect(heading(window, 'Noorderhaven group 2026')).toBeFocused();
}

test('a single audit is created through the wizard', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  const keyboard = new Keyboard(window);
  const press = (key: string) => window.keyboard.press(key);
  await expect(heading(window, 'Audits')).toBeFocused();
  await press('Control+n');
  await expectStep(window, 'Coupling');
  await expect(heading(window, 'Coupling')).toBeFocused();
  await keyboard.choose('Create without coupling');
  await expect(window.getByRole('radio', { name: 'Create without coupling' })).toBeFocused();
  await press('Control+Enter');
  await expect(heading(window, 'Choose client and legal entity')).toBeFocused();
  await keyboard.typeInto('combobox', 'Client organisation', 'Noorder');
  await expect(window.getByRole('option').first()).toBeVisible();
  await press('ArrowDown');
  await press('Enter');
  await expect(window.getByRole('combobox', { name: 'Client organisation' })).toBeFocused();
  await keyboard.goTo('row', /^Noorderhaven Groep/);
  await window.keyboard.type('Cantieri');
  await press('Space');
  await expectActive(window.getByRole('treegrid'), /^Cantieri Portonuovo/);
  await press('Control+Enter');
  await expect(heading(window, 'Choose the methodology')).toBeFocused();
  await keyboard.choose('Small');
  await expect(window.getByRole('radio', { name: 'Small' })).toBeFocused();
  await press('Control+Enter');
  await expect(heading(window, 'Set period and language')).toBeFocused();
  await keyboard.pressOn('button', '2025');
  await expect(window.getByRole('button', { name: '2025', exact: true })).toBeFocused();
  await keyboard.choose('Italiano (Italian)');
  await expect(window.getByRole('radio', { name: 'Italiano (Italian)' })).toBeFocused();
  await press('Control+Enter');
  await expect(heading(window, 'Adjust the settings')).toBeFocused();
  await press('Control+Enter');
  await expect(heading(window, 'Name the audit')).toBeFocused();
  await keyboard.goTo('textbox', 'Id');
  await expect(window.getByRole('textbox', { name: 'Id' })).toBeFocused();
  await press('Control+a');
  await window.keyboard.type('BY-KEYS');
  await press('Control+Enter');
  await expect(heading(window, 'Review and create')).toBeFocused();
  await keyboard.goTo('button', 'Create audit');
  await expect(window.getByRole('button', { name: 'Create audit' })).toBeFocused();
  await press('Enter');
  await expectCreated(window);
  await expect(heading(window, 'Audit created')).toBeFocused();
  expect(await auditIds(sandbox)).toContain('BY-KEYS');
});

test('components are taken out of scope in the tree, and applied', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  const keyboard = new Keyboard(window);
  const press = (key: string) => window.keyboard.press(key);
  await openGroup(window, keyboard);
  await keyboard.pressOn('link', 'Components');
  const tree = window.getByRole('treegrid', { name: 'Component tree' });
  await expect(window.getByRole('link', { name: 'Components', exact: true })).toBeFocused();
  await expect(tree.getByRole('row', { name: /^Noorderhaven Rederij/ })).toBeVisible();
  await keyboard.goTo('row', /^Noorderhaven Groep/);
  await window.keyboard.type('Noorderhaven R');
  await expectActive(tree, /^Noorderhaven Rederij/);
  await press('Space');
  await press('Home');
  await window.keyboard.type('Noorderhaven S');
  await expectActive(tree, /^Noorderhaven Scheepvaart/);
  await press('Shift+F10');
  await expect(window.getByRole('menu')).toBeVisible();
  await press('Escape');
  await expectActive(tree, /^Noorderhaven Scheepvaart/);
  await press('Home');
  await window.keyboard.type('Noorderhaven R');
  await press('Shift+F10');
  const menu = window.getByRole('menu');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  const out = menu.getByRole('menuitem', { name: /^Set out of scope/ });
  for (
    let presses = 0;
    presses < 9 && !(await out.evaluate((item) => item === document.activeElement));
    presses += 1
  )
    await press('ArrowDown');
  await expect(out).toBeFocused();
  await press('Enter');
  const dialog = window.getByRole('dialog', { name: /out of scope$/ });
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await keyboard.goTo('textbox', /Explanation/, dialog);
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await window.keyboard.type('Sold in May.');
  await keyboard.pressOn('button', 'Stage 1 component', dialog);
  await expect(dialog).toBeHidden();
  await expectActive(tree, /^Noorderhaven Rederij/);
  await keyboard.goTo('button', 'Apply 1 change');
  await press('Enter');
  const question = window.getByRole('alertdialog');
  await expect(question.getByRole('textbox')).toBeFocused();
  await window.keyboard.type('Out of scope');
  await press('Enter');
  await expect(question).toBeHidden();
  await expectActive(tree, /^Noorderhaven Rederij/);
  await expect(tree.getByRole('row', { name: /^Noorderhaven Rederij.*Out of scope/ })).toBeVisible();
});

test('a role is assigned to somebody', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  const keyboard = new Keyboard(window);
  const press = (key: string) => window.keyboard.press(key);
  await openGroup(window, keyboard);
  const users = window.getByRole('main').getByRole('link', { name: 'Users', exact: true });
  await keyboard.goTo('link', 'Users', window.getByRole('main'));
  await press('Enter');
  await expect(users).toBeFocused();
  await expect(window.getByText('No users yet')).toBeVisible();
  await keyboard.goTo('button', 'Assign users');
  await press('Enter');
  const dialog = window.getByRole('dialog', { name: /^Assign/ });
  await expect(dialog.getByRole('textbox', { name: 'E-mail addresses' })).toBeFocused();
  await window.keyboard.type('ilse.brand@kantoor.example');
  await keyboard.pick(/Role$/, { role: 'option', name: /audit_auditor/ });
  await expect(dialog.getByRole('button', { name: /Role$/ })).toBeFocused();
  await keyboard.goTo('button', 'Assign 1 user', dialog);
  await press('Enter');
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('button', { name: 'Assign users' })).toBeFocused();
  await expect(window.getByRole('row', { name: 'Ilse Brand' })).toBeVisible();
  expect(await usersOf(sandbox, 'HIGH')).toEqual(['ilse.brand@kantoor.example']);
  // Another role, from the menu of the row.
  await keyboard.goTo('row', /Ilse Brand/);
  const grid = window.getByRole('main').getByRole('grid');
  await expectActive(grid, /Ilse Brand/);
  await press('Shift+F10');
  await expect(window.getByRole('menuitem').first()).toBeFocused();
  await press('Enter');
  await expectActive(grid, /Ilse Brand/);
  await expect(window.getByRole('row', { name: /Ilse Brand/ })).toContainText('audit_engagement_leader');
});
