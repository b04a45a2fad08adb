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
