import { expect } from '@playwright/test';
import { chooseMore, goTo, openTree, row, tree } from '../component-tree.ts';
import { exported } from '../exports.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';

test.use({ firm: 'demo:network-of-three' });

const components = '/api/v1/audits/2026-GROUP/component-audits/';

test.describe('the component tree', () => {
  test('T9: components are added at once from the tree, staged, and made by one plan', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openTree(window);
    expect(await accessibilityFaults(window)).toEqual([]);
    await goTo(window, 'Valkenhorst P');
    await window.keyboard.press('Space');
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Space');
    await window.getByRole('button', { name: 'Add components' }).click();
    const dialog = window.getByRole('dialog', { name: 'Add components' });
    await expect(dialog.getByText('Selected: 2 legal entities')).toBeVisible();
    await dialog.getByRole('button', { name: 'Stage 2 components' }).click();
    await expect(dialog.getByRole('group', { name: 'There is a problem' })).toBeFocused();
    expect(await accessibilityFaults(window)).toEqual([]);
    await dialog.getByText('Inter-firm', { exact: true }).click();
    await dialog.getByText('Component auditor works in the audit', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Stage 2 components' }).click();
    await expect(window.getByText('Staged: 2 to add')).toBeVisible();
    expect(await accessibilityFaults(window)).toEqual([]);
    await sandbox.control('POST', 'faults/', { method: 'POST', path: components, kind: 'delay', seconds: 6 });
    await window.getByRole('button', { name: 'Apply 2 changes' }).click();
    await expect(tree(window).getByText('Adding…').first()).toBeVisible();
    await expect(tree(window).getByText('Adding…')).toHaveCount(0);
    await expect(row(window, 'Valkenhorst Pompen B.V. (NL), In scope, Inter-firm, Open')).toBeVisible();
    await expect(row(window, 'Valkenhorst Pompen Service B.V. (NL), In scope')).toBeVisible();
    // The service does not give it back: the journal of plans knows it.
    await row(window, 'Valkenhorst Pompen B.V. (NL), In scope, Inter-firm, Open').click();
    await expect(window.getByRole('group', { name: 'Detail' })).toContainText(
      /Component auditor works in audit, as sent by this app\s*Yes/,
    );
  });
});

test.describe('changes to the tree', () => {
  test('of a group that is being initialised are staged, and their plan waits until it is open', async ({
    renderApp,
    sandbox,
  }) => {
    await sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP/', { status: 'initializing' });
    const { window } = await renderApp({ service: sandbox });
    await window.getByRole('row', { name: 'Valkenhorst Groep N.V., consolidated' }).click();
    await window.getByRole('link', { name: 'Components', exact: true }).click();
    await expect(row(window, 'Gieterij De Drie Linden B.V.')).toBeVisible();
    await goTo(window, 'Gieterij');
    await window.getByRole('button', { name: 'Add component', exact: true }).click();
    const dialog = window.getByRole('dialog', { name: 'Add components' });
    await dialog.getByText('Group auditor', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
    await expect(window.getByText('waits until the group audit is open')).toBeVisible();
    await window.getByRole('button', { name: 'Apply 1 change' }).click();
    await expect(row(window, 'Gieterij De Drie Linden B.V.')).toContainText('Adding…');
    await sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP/', { status: 'open' });
    await expect(
      row(window, 'Gieterij De Drie Linden B.V. (NL), In scope, Group auditor, Open'),
    ).toBeVisible();
  });

  test('are undone until they are applied; what is deleted is asked about once', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openTree(window);
    const actions = window.getByRole('group', { name: 'Detail' });
    await goTo(window, 'Fonderia Pieve Alta');
    await actions.getByRole('button', { name: 'Delete component' }).click();
    await expect(row(window, 'Fonderia Pieve Alta')).toContainText('Delete: staged');
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect(row(window, 'Fonderia Pieve Alta')).not.toContainText('staged');
    const search = window.getByRole('searchbox').first();
    await search.fill('Fonder');
    await goTo(window, 'Fonderia Pieve Alta');
    await window.keyboard.press('Control+Shift+z'); // again
    await expect(row(window, 'Fonderia Pieve Alta')).toContainText('Delete: staged');
    await window.keyboard.press('Control+z');
    await expect(row(window, 'Fonderia Pieve Alta')).not.toContainText('staged');
    await expect(search).toHaveValue('Fonder'); // which has no focus
    await window.getByRole('button', { name: 'Redo' }).click();
    await expect(row(window, 'Fonderia Pieve Alta')).toContainText('Delete: staged');
    await search.focus();
    await search.press('End');
    await search.pressSequentially('ia');
    await search.press('Control+z'); // is the text's own
    await expect(search).not.toHaveValue('Fonderia');
    await expect(row(window, 'Fonderia Pieve Alta')).toContainText('Delete: staged');
    await search.fill('');
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect(row(window, 'Fonderia Pieve Alta')).not.toContainText('staged');
    await actions.getByRole('button', { name: 'Delete component' }).click();
    await window.getByRole('button', { name: 'Apply 1 change' }).click();
    const question = window.getByRole('alertdialog', { name: 'This cannot be undone' });
    await expect(question).toContainText('1 component deleted, with all content');
    await expect(question.getByRole('textbox')).toHaveCount(0);
    await question.getByRole('button', { name: 'Apply 1 change' }).click();
    await expect(row(window, 'Fonderia Pieve Alta S.r.l. (IT), Not covered')).toBeVisible();
  });

  test('T3: the order of legal entities is changed by buttons and by dragging, and the first is primary', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openTree(window);
    await goTo(window, 'Valkenhorst P');
    await window.keyboard.press('Space');
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Space');
    await window.getByRole('button', { name: 'Add components' }).click();
    const dialog = window.getByRole('dialog', { name: 'Add components' });
    await dialog.getByText('One component for all of them').click();
    const entries = dialog.getByRole('list', { name: 'Selected legal entities' }).getByRole('listitem');
    await expect(entries.first()).toContainText('Valkenhorst Pompen B.V. Primary');
    await dialog.getByRole('button', { name: 'Move Valkenhorst Pompen Service B.V. up' }).click();
    await expect(entries.first()).toContainText('Valkenhorst Pompen Service B.V. Primary');
    await expect(
      dialog.getByText('Default: Valkenhorst Pompen Service B.V. & Valkenhorst Pompen B.V.'),
    ).toBeVisible();
    await entries.nth(1).dragTo(entries.first());
    await expect(entries.first()).toContainText('Valkenhorst Pompen B.V. Primary');
  });

  test('a legal entity that has a component says so, and another one for it is asked about', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openTree(window);
    await goTo(window, 'Valkenhorst P');
    await window.getByRole('button', { name: 'Add components' }).first().click();
    const dialog = window.getByRole('dialog', { name: 'Add components' });
    await dialog.getByRole('searchbox').fill('fonderia');
    const covered = dialog.getByRole('row', { name: /^Fonderia Pieve Alta.*In 1 component/ });
    await covered.locator('[data-part=box]').click();
    await expect(dialog.getByText(/^Fonderia Pieve Alta.* has a component already$/)).toBeVisible();
    expect(await accessibilityFaults(window)).toEqual([]);
    await dialog.getByText('Inter-firm', { exact: true }).click();
    const stage = dialog.getByRole('button', { name: /^Stage/ });
    await stage.click();
    const problem = dialog.getByRole('group', { name: 'There is a problem' });
    await expect(problem).toBeFocused();
    await problem.getByRole('link', { name: 'Decide whether another component is added' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Add another component' })).toBeFocused();
    await window.keyboard.press('Space');
    await stage.click();
    await expect(dialog).toBeHidden();
    await expect(window.getByText(/^Staged: \d to add/)).toBeVisible();
  });

  test('T9: a country that was chosen can be taken out again', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openTree(window);
    await goTo(window, 'Valkenhorst Pompen');
    await window.getByRole('button', { name: 'Add components' }).first().click();
    const country = window
      .getByRole('dialog', { name: 'Add components' })
      .getByRole('combobox', { name: 'Country' });
    await country.fill('Ital');
    await window.getByRole('option', { name: 'Italy' }).click();
    await expect(country).toHaveValue('Italy');
    await country.fill('');
    await window.keyboard.press('Tab');
    await expect(country).not.toBeFocused();
    await expect(country).toHaveValue('');
  });
});

test('T1: arrows, Home, End and letters move in the tree, which is one tab stop and never wraps', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openTree(window);
  const active = async () => {
    const id = await tree(window).getAttribute('aria-activedescendant');
    return window.locator(`[id="${id}"]`).getAttribute('aria-label');
  };
  await tree(window).focus();
  await window.keyboard.press('ArrowUp');
  expect(await active()).toMatch(/^Valkenhorst Groep/);
  await window.keyboard.press('ArrowRight');
  expect(await active()).toMatch(/^Valkenhorst Nederland/);
  await window.keyboard.press('ArrowLeft');
  await expect(row(window, 'Valkenhorst Nederland')).toHaveAttribute('aria-expanded', 'false');
  await expect(row(window, 'Valkenhorst Pompen B.V.')).toHaveCount(0);
  await expect(row(window, 'Valkenhorst Nederland')).toHaveAttribute('aria-level', '2');
  await window.keyboard.press('ArrowLeft');
  expect(await active()).toMatch(/^Valkenhorst Groep/);
  await window.keyboard.press('End');
  const last = await active();
  await window.keyboard.press('ArrowDown');
  expect(await active()).toBe(last);
  await window.keyboard.type('gie');
  expect(await active()).not.toMatch(/^Gieterij/); // its parent is closed
  await window.keyboard.press('Home');
  await window.keyboard.type('fonderia');
  expect(await active()).toMatch(/^Fonderia/);
  await window.keyboard.press('Tab');
  await expect(tree(window)).not.toBeFocused();
});

test('T5: Ctrl+F searches the tree; what is found keeps what stands above it, and the place is kept where it shows', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openTree(window);
  const all = (await tree(window).getAttribute('aria-rowcount')) ?? '';
  const active = async () => {
    const id = await tree(window).getAttribute('aria-activedescendant');
    return window.locator(`[id="${id}"]`).getAttribute('aria-label');
  };
  await goTo(window, 'Fonderia');
  await window.keyboard.press('Control+f');
  const search = window.getByRole('searchbox', { name: 'Search the tree' });
  await expect(search).toBeFocused();
  await window.keyboard.type('fonderia inter');
  await expect(window.getByText('1 result')).toBeVisible();
  await expect(tree(window).getByRole('row', { level: 1 })).toHaveCount(1);
  expect(await active()).toMatch(/^Fonderia/);
  await search.fill('gieterij');
  await expect(window.getByText('1 result')).toBeVisible();
  await expect.poll(active).not.toMatch(/^Fonderia/); // the nearest of those above it that still shows
  await search.fill('nobody at all');
  await expect(window.getByText('No results')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await search.fill('');
  await expect(tree(window)).toHaveAttribute('aria-rowcount', all);
  expect(await active()).toMatch(/^Fonderia/);
});

test('the scope report says what is in and what is out, and is saved', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openTree(window);
  await chooseMore(window, 'Scope report');
  await expect(window.getByText('2 in scope · 0 out of scope')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  expect((await exported(window, folder, 'csv')).toString()).toContain('Fonderia Pieve Alta');
});
