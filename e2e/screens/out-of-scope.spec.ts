import { expect, type Page } from '@playwright/test';
import { goTo, openTree, row } from '../component-tree.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';
import { requestsOf, type Service } from '../service.ts';

test.describe('out of scope', () => {
  const foundry = 'Fonderia Pieve Alta';
  test.use({ firm: 'demo:network-of-three' });

  /** From the tree to the dialog for the foundry's component. */
  async function ask(window: Page) {
    await openTree(window);
    await goTo(window, foundry);
    await window
      .getByRole('group', { name: 'Detail' })
      .getByRole('button', { name: 'Set out of scope' })
      .click();
    return window.getByRole('alertdialog', { name: `Set ${foundry}` });
  }

  /** How many content items the service still has for the foundry's component. */
  async function contentOfFoundry(sandbox: Service): Promise<number> {
    const path = 'content/van-rossem-bellani/2026-GROUP-VH-2120/';
    const { content_items } = (await sandbox.control('GET', path)) as { content_items: number };
    return content_items;
  }

  async function writes(sandbox: Service): Promise<readonly (number | null)[]> {
    // The control plane answers its log in the shape that its documentation gives.
    const log = await requestsOf(sandbox);
    return log.filter(({ method }) => method === 'PATCH').map(({ status }) => status);
  }

  test('T6: the dialog names the component, says what is lost, asks for an explanation and a typed confirmation', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const dialog = await ask(window);
    const explanation = dialog.getByRole('textbox', { name: 'Explanation' });
    await expect(explanation).toBeFocused();
    await expect(dialog).toContainText('The content of the component is cleared');
    await expect(dialog).toContainText('This cannot be undone');
    await expect(dialog).toContainText('No audit is coupled to it.');
    await expect(dialog).toContainText('No users are assigned to it.');
    const confirm = dialog.getByRole('button', { name: 'Set 1 component out of scope' });
    await expect(confirm).toBeDisabled();
    expect(await accessibilityFaults(window)).toEqual([]);
    await explanation.fill('Typed, and not to be lost.');
    await window.keyboard.press('Escape');
    const question = dialog.getByRole('group', { name: 'Leave without saving' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    await expect(question).toBeHidden();
    await expect(explanation).toBeFocused();
    await expect(explanation).toHaveValue('Typed, and not to be lost.');
    await window.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard and leave' }).click();
    await expect(dialog).toBeHidden();
    expect(await writes(sandbox)).toEqual([]);
    expect(await contentOfFoundry(sandbox)).toBe(12);

    await window
      .getByRole('group', { name: 'Detail' })
      .getByRole('button', { name: 'Set out of scope' })
      .click();
    await dialog.getByRole('textbox', { name: /^Type/ }).fill('Out of scope');
    await confirm.click();
    await expect(dialog.getByText('Enter an explanation')).toBeVisible();
    await expect(explanation).toBeFocused();
    expect(await writes(sandbox)).toEqual([]);
    await dialog.getByRole('button', { name: 'Start from a phrase' }).click();
    await window.getByRole('menuitem', { name: 'The legal entity was sold' }).click();
    await expect(explanation).toHaveValue(/^The legal entity was sold or dissolved on \[…\]\./);
    await confirm.click();
    await expect(dialog.getByText('Fill in every gap')).toBeVisible();
    await explanation.fill('The legal entity was sold or dissolved on 31 March 2026.');
    expect(await writes(sandbox)).toEqual([]);
    await confirm.click();
    await expect(dialog).toBeHidden();
    expect(await contentOfFoundry(sandbox)).toBe(0);
    await expect(row(window, `${foundry} S.r.l. (IT), Out of scope`)).toBeVisible();
    await expect(window.getByText('The legal entity was sold or dissolved')).toBeVisible();
    expect(await writes(sandbox)).toEqual([200]);
  });

  test('T8: a group that is archived while the dialog is open: the words of the service, and nothing typed is lost', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const dialog = await ask(window);
    await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Covered by the work on the group.');
    await dialog.getByRole('textbox', { name: /^Type/ }).fill('out of scope');
    await sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP/', { status: 'archived' });
    await dialog.getByRole('button', { name: 'Set 1 component out of scope' }).click();
    await expect(dialog.getByText('The group audit is archived, not open.').first()).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Explanation' })).toHaveValue(
      'Covered by the work on the group.',
    );
    expect(await writes(sandbox)).toEqual([409]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(window, foundry)).toContainText('Out of scope: refused');
  });

  test('several are set out of scope with one explanation for all and an exception; a locked one keeps what was typed until it can be', async ({
    renderApp,
    sandbox,
  }) => {
    const lock = (isLocked: boolean) =>
      sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP-VH-2120/', { scope_locked: isLocked });
    await lock(true);
    const { window } = await renderApp({ service: sandbox });
    await openTree(window);
    await goTo(window, 'Fonderia Pi');
    await window.keyboard.press('Space');
    await goTo(window, 'Valkenhorst Ita');
    await window.keyboard.press('Space');
    await window.getByRole('button', { name: 'Set 2 out of scope' }).click();
    const dialog = window.getByRole('alertdialog', { name: 'Set 2 components out of scope' });
    const italy = dialog.getByRole('region', { name: 'Valkenhorst Italia' });
    const locked = dialog.getByRole('region', { name: foundry });
    await expect(italy).toContainText('The audit 2026-ITALY is coupled to it.');
    await dialog
      .getByRole('textbox', { name: 'Explanation for all 2 components' })
      .fill('Audited with the Italian group.');
    await locked.getByRole('button', { name: /by itself$/ }).click();
    await expect(locked.getByRole('textbox')).toBeFocused();
    await locked.getByRole('textbox').fill('Sold in May.');
    await expect(dialog.getByRole('textbox', { name: 'Explanation for 1 component' })).toHaveValue(
      'Audited with the Italian group.',
    );
    await dialog.getByRole('textbox', { name: /^Type/ }).fill('out of scope');
    await dialog.getByRole('button', { name: 'Set 2 components out of scope' }).click();
    await expect(italy).toContainText('Set out of scope');
    await expect(locked).toContainText('The scope is locked.');
    await expect(locked.getByRole('textbox')).toHaveValue('Sold in May.');
    expect(await accessibilityFaults(window)).toEqual([]);
    await lock(false);
    await dialog.getByRole('button', { name: 'Set 1 component out of scope' }).click();
    await expect(dialog).toBeHidden();
    await goTo(window, 'Fonderia Pi');
    await expect(row(window, `${foundry} S.r.l. (IT), Out of scope`)).toBeVisible();
    expect((await writes(sandbox)).toSorted((one, other) => Number(one) - Number(other))).toEqual([
      200, 200, 409,
    ]);
  });

  test('T7: what an archived group refuses stays in reach, and says why', async ({ renderApp, sandbox }) => {
    await sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP/', { status: 'archived' });
    const { window } = await renderApp({ service: sandbox });
    await openTree(window);
    await goTo(window, foundry);
    // Whether components of it may be deleted, the service decides.
    for (const name of ['Add components', 'Set out of scope']) {
      const button = window
        .getByRole('group', { name: 'Actions on components' })
        .getByRole('button', { name });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription('The group audit is archived.');
    }
  });
});
