import { expect } from '@playwright/test';
import { goTo, openTreeOf, tree } from '../component-tree.ts';
import { faultsInAllColours } from '../looks.ts';
import { test } from '../screen.ts';

test.describe('the dialogs of the component tree', () => {
  test.use({ firm: 'demo:network-of-three' });

  test('axe finds nothing in them, also at 200 %', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openTreeOf(window, 'Valkenhorst Groep N.V., consolidated');
    const clean = async (what: string) => {
      for (const [width, height] of [
        [1_280, 860],
        [640, 430],
      ] as const) {
        await window.setViewportSize({ width, height });
        expect(await faultsInAllColours(window), `${what} at ${width}`).toEqual([]);
      }
      await window.setViewportSize({ width: 1_280, height: 860 });
    };
    const actions = window.getByRole('group', { name: 'Actions on components' });
    await clean('the tree');
    await goTo(window, 'Valkenhorst Pompen');
    await actions.getByRole('button', { name: 'Add components' }).click();
    const add = window.getByRole('dialog', { name: 'Add components' });
    await add.getByRole('button', { name: /^Stage/ }).click();
    await expect(add.getByRole('group', { name: 'There is a problem' })).toBeVisible();
    await clean('adding, with its problems');
    await window.keyboard.press('Escape');
    await expect(add).toBeHidden();
    await goTo(window, 'Fonderia');
    const detail = window.getByRole('group', { name: 'Detail' });
    await detail.getByRole('button', { name: 'Set out of scope' }).click();
    const scope = window.getByRole('dialog', { name: /^Set Fonderia/ });
    await scope.getByRole('button', { name: 'Stage 1 component' }).click();
    await expect(scope.getByText('Enter an explanation')).toBeVisible();
    await clean('out of scope, with its problem');
    const phrases = scope.getByRole('button', { name: 'Start from a phrase' });
    await phrases.click();
    await expect(window.getByRole('menu')).toBeVisible();
    await clean('the phrases');
    await window.keyboard.press('Escape');
    await expect(window.getByRole('menu')).toBeHidden();
    await expect(scope.locator(':focus')).toHaveCount(1); // until then the next Escape reaches nobody
    await scope.getByRole('textbox').fill('Sold in May.');
    await scope.getByRole('button', { name: 'Stage 1 component' }).click();
    await expect(scope).toBeHidden();
    await goTo(window, 'Valkenhorst Ital');
    await detail.getByRole('button', { name: 'Delete component' }).click();
    await expect(tree(window).getByText('Delete: staged')).toBeVisible();
    await window.getByRole('button', { name: 'Show', exact: true }).click();
    await clean('the staged changes');
    await window.getByRole('button', { name: 'Apply 2 changes' }).click();
    await expect(window.getByRole('alertdialog')).toBeVisible();
    await clean('the question before what cannot be undone');
  });
});
