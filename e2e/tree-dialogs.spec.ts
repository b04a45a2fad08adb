import { expect } from '@playwright/test';
import { accessibilityFaults, test } from './app.ts';
import { goTo, openTree, tree } from './component-tree.ts';
import { type Service, startService } from './service.ts';

test.describe('the dialogs of the component tree', () => {
  let sandbox: Service;
  test.beforeEach(async () => {
    sandbox = await startService('demo:network-of-three');
  });
  test.afterEach(() => sandbox.end());

  for (const mode of ['dark', 'forced'] as const)
    test(`axe finds nothing in them in ${mode} colours, also at 200 %`, async ({ launch }) => {
      const { window } = await launch();
      await openTree(window, sandbox);
      await window.emulateMedia(mode === 'forced' ? { forcedColors: 'active' } : { colorScheme: mode });
      const clean = async (what: string) => {
        for (const [width, height] of [
          [1_280, 860],
          [640, 430],
        ] as const) {
          await window.setViewportSize({ width, height });
          expect(await accessibilityFaults(window), `${what} at ${width}`).toEqual([]);
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
      await goTo(window, 'Fonderia');
      await actions.getByRole('button', { name: 'Set out of scope' }).click();
      const scope = window.getByRole('alertdialog');
      await scope.getByRole('textbox', { name: /^Type/ }).fill('out of scope');
      await scope.getByRole('button', { name: 'Set 1 component out of scope' }).click();
      await expect(scope.getByText('Enter an explanation')).toBeVisible();
      await clean('out of scope, with its problem');
      await scope.getByRole('button', { name: 'Start from a phrase' }).click();
      await expect(window.getByRole('menu')).toBeVisible();
      await clean('the phrases');
      await window.keyboard.press('Escape');
      await expect(window.getByRole('menu')).toBeHidden();
      await window.keyboard.press('Escape');
      await expect(scope).toBeHidden();
      await goTo(window, 'Fonderia');
      await actions.getByRole('button', { name: 'Delete' }).click();
      await expect(tree(window).getByText('Delete: staged')).toBeVisible();
      await window.getByRole('button', { name: 'Show', exact: true }).click();
      await clean('the staged changes');
      await window.getByRole('button', { name: 'Apply 1 change' }).click();
      await expect(window.getByRole('alertdialog')).toBeVisible();
      await clean('the question before deleting');
    });
});
