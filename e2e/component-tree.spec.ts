import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, test } from './app.ts';
import { connect } from './journeys.ts';
import { type Service, startService } from './service.ts';

const components = '/api/v1/audits/2026-GROUP/component-audits/';

/** A service with three groups within each other, and the component tree of the highest of them. */
async function openTree(window: Page, sandbox: Service): Promise<void> {
  await connect(window, sandbox);
  await window.getByRole('row', { name: 'Valkenhorst Groep N.V., consolidated' }).click();
  await window.getByRole('link', { name: 'Components', exact: true }).click();
  await expect(row(window, 'Valkenhorst Italia S.p.A.')).toBeVisible();
}

function tree(window: Page) {
  return window.getByRole('treegrid', { name: 'Component tree' });
}

function row(window: Page, name: string) {
  return tree(window).getByRole('row', { name });
}

/** Goes to a row as a keyboard does: by typing how its name begins. */
async function goTo(window: Page, name: string): Promise<void> {
  await tree(window).focus();
  await tree(window).press('Home');
  await tree(window).pressSequentially(name);
}

test.describe('the component tree', () => {
  let sandbox: Service;
  test.beforeEach(async () => {
    sandbox = await startService('demo:network-of-three');
  });
  test.afterEach(() => sandbox.end());

  test('T9: components are added at once from the tree, staged, and made by one plan', async ({ launch }) => {
    const { window } = await launch();
    await openTree(window, sandbox);
    expect(await accessibilityFaults(window)).toEqual([]);
    await goTo(window, 'Valkenhorst P');
    await window.keyboard.press('Space');
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Space');
    await window.getByRole('button', { name: 'Add components' }).click();
    const dialog = window.getByRole('dialog', { name: 'Add components' });
    await expect(dialog.getByText('2 legal entities chosen')).toBeVisible();
    await dialog.getByRole('button', { name: 'Stage 2 components' }).click();
    await expect(dialog.getByRole('group', { name: 'There is a problem' })).toBeFocused();
    expect(await accessibilityFaults(window)).toEqual([]);
    await dialog.getByText('Inter-firm', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Stage 2 components' }).click();
    await expect(window.getByText('Staged: 2 new components')).toBeVisible();
    expect(await accessibilityFaults(window)).toEqual([]);
    await sandbox.control('POST', 'faults/', { method: 'POST', path: components, kind: 'delay', seconds: 2 });
    await window.getByRole('button', { name: 'Apply 2 changes' }).click();
    await expect(tree(window).getByText('New: under way').first()).toBeVisible();
    await expect(tree(window).getByText('New: under way')).toHaveCount(0);
    await expect(row(window, 'Valkenhorst Pompen B.V. (NL), In scope, Inter-firm, Open')).toBeVisible();
    await expect(row(window, 'Valkenhorst Pompen Service B.V. (NL), In scope')).toBeVisible();
  });
});

test.describe('out of scope', () => {
  const foundry = 'Fonderia Pieve Alta';
  let sandbox: Service;
  test.beforeEach(async () => {
    sandbox = await startService('demo:network-of-three');
  });
  test.afterEach(() => sandbox.end());

  /** From the tree to the dialog for the foundry's component. */
  async function ask(window: Page) {
    await openTree(window, sandbox);
    await goTo(window, foundry);
    await window
      .getByRole('group', { name: 'Detail' })
      .getByRole('button', { name: 'Set out of scope' })
      .click();
    return window.getByRole('alertdialog', { name: `Set ${foundry}` });
  }

  async function writes(): Promise<readonly (number | null)[]> {
    // The control plane answers its log in the shape that its documentation gives.
    const log = (await sandbox.control('GET', 'requests/')) as {
      results: readonly { method: string; path: string; status: number | null }[];
    };
    return log.results.filter(({ method }) => method === 'PATCH').map(({ status }) => status);
  }

  test('T6: the dialog names the component, says what is lost, asks for an explanation and a typed confirmation', async ({
    launch,
  }) => {
    const { window } = await launch();
    const dialog = await ask(window);
    const explanation = dialog.getByRole('textbox', { name: 'Explanation' });
    await expect(explanation).toBeFocused();
    await expect(dialog).toContainText('The content of the component is cleared');
    await expect(dialog).toContainText('There is no way back');
    await expect(dialog).toContainText('No audit is coupled to it.');
    await expect(dialog).toContainText('No users are assigned to it.');
    const confirm = dialog.getByRole('button', { name: 'Set 1 component out of scope' });
    await expect(confirm).toBeDisabled();
    expect(await accessibilityFaults(window)).toEqual([]);
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await writes()).toEqual([]);

    await window
      .getByRole('group', { name: 'Detail' })
      .getByRole('button', { name: 'Set out of scope' })
      .click();
    await dialog.getByRole('textbox', { name: /^Type/ }).fill('Out of scope');
    await confirm.click();
    await expect(dialog.getByText('Enter an explanation')).toBeVisible();
    await expect(explanation).toBeFocused();
    expect(await writes()).toEqual([]);
    await dialog.getByRole('button', { name: 'Start from a phrase' }).click();
    await window.getByRole('menuitem', { name: 'The legal entity was sold' }).click();
    await expect(explanation).toHaveValue('The legal entity was sold or dissolved during the period.');
    await confirm.click();
    await expect(dialog).toBeHidden();
    await expect(row(window, `${foundry} S.r.l. (IT), Out of scope`)).toBeVisible();
    await expect(window.getByText('The legal entity was sold or dissolved')).toBeVisible();
    expect(await writes()).toEqual([200]);
  });

  test('T8: a group that is archived while the dialog is open: the words of the service, and nothing typed is lost', async ({
    launch,
  }) => {
    const { window } = await launch();
    const dialog = await ask(window);
    await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Covered by the work on the group.');
    await dialog.getByRole('textbox', { name: /^Type/ }).fill('out of scope');
    await sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP/', { status: 'archived' });
    await dialog.getByRole('button', { name: 'Set 1 component out of scope' }).click();
    await expect(dialog.getByText('The group audit is archived, not open.').first()).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Explanation' })).toHaveValue(
      'Covered by the work on the group.',
    );
    expect(await writes()).toEqual([409]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(window, foundry)).toContainText('Out of scope: refused');
  });

  test('several are set out of scope in one go, each with its explanation; a locked one keeps what was typed until it can be', async ({
    launch,
  }) => {
    const lock = (isLocked: boolean) =>
      sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP-VH-2120/', { scope_locked: isLocked });
    await lock(true);
    const { window } = await launch();
    await openTree(window, sandbox);
    await goTo(window, 'Fonderia Pi');
    await window.keyboard.press('Space');
    await goTo(window, 'Valkenhorst Ita');
    await window.keyboard.press('Space');
    await window.getByRole('button', { name: 'Set 2 out of scope' }).click();
    const dialog = window.getByRole('alertdialog', { name: 'Set 2 components out of scope' });
    const italy = dialog.getByRole('region', { name: 'Valkenhorst Italia' });
    const locked = dialog.getByRole('region', { name: foundry });
    await expect(italy).toContainText('The audit 2026-ITALY is coupled to it.');
    await italy.getByRole('textbox').fill('Audited with the Italian group.');
    await locked.getByRole('textbox').fill('Sold in May.');
    await dialog.getByRole('textbox', { name: /^Type/ }).fill('out of scope');
    await dialog.getByRole('button', { name: 'Set 2 components out of scope' }).click();
    await expect(italy).toContainText('Set out of scope');
    await expect(locked).toContainText('The scope is locked.');
    await expect(locked.getByRole('textbox')).toHaveValue('Sold in May.');
    expect(await accessibilityFaults(window)).toEqual([]);
    await lock(false);
    await dialog.getByRole('button', { name: 'Set 1 component out of scope' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(window, `${foundry} S.r.l. (IT), Out of scope`)).toBeVisible();
    expect((await writes()).toSorted()).toEqual([200, 200, 409]);
  });

  test('T7: what an archived group refuses stays in reach, and says why', async ({ launch }) => {
    await sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP/', { status: 'archived' });
    const { window } = await launch();
    await openTree(window, sandbox);
    await goTo(window, foundry);
    for (const name of ['Add components', 'Set out of scope', 'Delete']) {
      const button = window
        .getByRole('group', { name: 'Actions on components' })
        .getByRole('button', { name });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription('The group audit is archived.');
    }
  });
});

test.describe('changes to the tree', () => {
  let sandbox: Service;
  test.beforeEach(async () => {
    sandbox = await startService('demo:network-of-three');
  });
  test.afterEach(() => sandbox.end());

  test('of a group that is being initialised are staged, and their plan waits until it is open', async ({
    launch,
  }) => {
    await sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP/', { status: 'initializing' });
    const { window } = await launch();
    await connect(window, sandbox);
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
    await expect(row(window, 'Gieterij De Drie Linden B.V.')).toContainText('New: under way');
    await sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP/', { status: 'open' });
    await expect(row(window, 'Gieterij De Drie Linden B.V. (NL), In scope, Group auditor, Open')).toBeVisible(
      {
        timeout: 20_000,
      },
    );
  });

  test('are undone until they are applied; what is deleted is asked about once, and the coupled one stays', async ({
    launch,
  }) => {
    const { window } = await launch();
    await openTree(window, sandbox);
    const actions = window.getByRole('group', { name: 'Actions on components' });
    await goTo(window, 'Valkenhorst Italia');
    await expect(actions.getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription(
      'An audit is coupled to the component.',
    );
    await goTo(window, 'Fonderia Pieve Alta');
    await actions.getByRole('button', { name: 'Delete' }).click();
    await expect(row(window, 'Fonderia Pieve Alta')).toContainText('Delete: staged');
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect(row(window, 'Fonderia Pieve Alta')).not.toContainText('staged');
    await actions.getByRole('button', { name: 'Delete' }).click();
    await window.getByRole('button', { name: 'Apply 1 change' }).click();
    const question = window.getByRole('alertdialog', { name: 'Delete 1 component' });
    await expect(question).toContainText('There is no way back');
    await question.getByRole('button', { name: 'Apply 1 change' }).click();
    await expect(row(window, 'Fonderia Pieve Alta S.r.l. (IT), No component')).toBeVisible();
  });

  test('T3: the order of legal entities is changed by buttons and by dragging, and the first is primary', async ({
    launch,
  }) => {
    const { window } = await launch();
    await openTree(window, sandbox);
    await goTo(window, 'Valkenhorst P');
    await window.keyboard.press('Space');
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Space');
    await window.getByRole('button', { name: 'Add components' }).click();
    const dialog = window.getByRole('dialog', { name: 'Add components' });
    await dialog.getByText('One component of all of them').click();
    const entries = dialog.getByRole('list', { name: 'Chosen legal entities' }).getByRole('listitem');
    await expect(entries.first()).toContainText('Valkenhorst Pompen B.V. Primary');
    await dialog.getByRole('button', { name: 'Move Valkenhorst Pompen Service B.V. up' }).click();
    await expect(entries.first()).toContainText('Valkenhorst Pompen Service B.V. Primary');
    await expect(
      dialog.getByText('Left empty: Valkenhorst Pompen Service B.V. & Valkenhorst Pompen B.V.'),
    ).toBeVisible();
    await entries.nth(1).dragTo(entries.first());
    await expect(entries.first()).toContainText('Valkenhorst Pompen B.V. Primary');
  });
});

test('T1: arrows, Home, End and letters move in the tree, which is one tab stop and never wraps', async ({
  launch,
}) => {
  const sandbox = await startService('demo:network-of-three');
  const { window } = await launch();
  await openTree(window, sandbox);
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
  await sandbox.end();
});

test('the scope report says what is in and what is out, and is saved as CSV', async ({ launch, folder }) => {
  const sandbox = await startService('demo:network-of-three');
  const { app, window } = await launch();
  await openTree(window, sandbox);
  await window.getByRole('link', { name: 'Scope report' }).click();
  await expect(window.getByText('2 in scope · 0 out of scope')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  const path = join(folder, 'report.csv');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
  await window.getByRole('button', { name: 'Save as CSV' }).click();
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain('Fonderia Pieve Alta');
  await sandbox.end();
});
