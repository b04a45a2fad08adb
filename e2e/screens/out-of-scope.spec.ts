import { expect, type Page } from '@playwright/test';
import { goTo, openTree, row, tree } from '../component-tree.ts';
import { longNamesFirm } from '../fixtures/coupling-firm.ts';
import { accessibilityFaults, picture } from '../looks.ts';
import { test } from '../screen.ts';
import { requestsOf, type Service } from '../service.ts';

test.describe('out of scope', () => {
  const foundry = 'Fonderia Pieve Alta';
  test.use({ firm: 'demo:network-of-three' });

  function setOut(window: Page) {
    return window
      .getByRole('group', { name: 'Detail' })
      .getByRole('button', { name: 'Set out of scope' })
      .click();
  }

  /** From the tree to the dialog for the foundry's component. */
  async function ask(window: Page) {
    await openTree(window);
    await goTo(window, foundry);
    await setOut(window);
    return window.getByRole('dialog', { name: `Set ${foundry}` });
  }

  /** Selects the foundry and Italy, and opens the dialog for both. */
  async function askForTwo(window: Page) {
    await openTree(window);
    await goTo(window, 'Fonderia Pi');
    await window.keyboard.press('Space');
    await goTo(window, 'Valkenhorst Ita');
    await window.keyboard.press('Space');
    await window.getByRole('button', { name: 'Set 2 out of scope' }).click();
    return window.getByRole('dialog', { name: 'Set 2 components out of scope' });
  }

  /** Applies what is staged, and confirms by typing what cannot be undone. */
  async function apply(window: Page, button: string) {
    await window.getByRole('button', { name: button }).click();
    const question = window.getByRole('alertdialog', { name: 'This cannot be undone' });
    await question.getByRole('textbox', { name: /^Type/ }).fill('Out of scope');
    await question.getByRole('button', { name: button }).click();
    await expect(question).toBeHidden();
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

  test('T6: the dialog names the component, says what is lost and asks for an explanation; applying asks for it to be typed', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const dialog = await ask(window);
    const explanation = dialog.getByRole('textbox', { name: 'Explanation' });
    await expect(explanation).toBeFocused();
    await expect(dialog).toContainText('Apply clears the content');
    await expect(dialog).toContainText('A component cannot be put back in scope');
    await expect(dialog.getByRole('row', { name: foundry })).toContainText(/None\s*None/);
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

    await setOut(window);
    const stage = dialog.getByRole('button', { name: 'Stage 1 component' });
    await stage.click();
    await expect(dialog.getByText('Enter an explanation')).toBeVisible();
    await expect(explanation).toBeFocused();
    await dialog.getByRole('button', { name: 'Start from a phrase' }).click();
    await window.getByRole('menuitem', { name: 'The legal entity was sold' }).click();
    await expect(explanation).toHaveValue(/^The legal entity was sold or dissolved on \[…\]\./);
    await stage.click();
    await expect(dialog.getByText('Fill in every gap')).toBeVisible();
    await explanation.fill('The legal entity was sold or dissolved on 31 March 2026.');
    await stage.click();
    await expect(dialog).toBeHidden();
    await expect(row(window, foundry)).toContainText('Out of scope: staged');

    await window.getByRole('button', { name: 'Apply 1 change' }).click();
    const last = window.getByRole('alertdialog', { name: 'This cannot be undone' });
    await expect(last).toContainText('Content of 1 component is cleared');
    await expect(last.getByRole('textbox')).toBeFocused();
    await expect(last.getByRole('button', { name: 'Apply 1 change' })).toBeDisabled();
    expect(await accessibilityFaults(window)).toEqual([]);
    await window.keyboard.press('Escape');
    expect(await writes(sandbox)).toEqual([]);
    expect(await contentOfFoundry(sandbox)).toBe(12);

    await apply(window, 'Apply 1 change');
    await expect(row(window, `${foundry} S.r.l. (IT), Out of scope`)).toBeVisible();
    await expect(window.getByText('The legal entity was sold or dissolved')).toBeVisible();
    expect(await contentOfFoundry(sandbox)).toBe(0);
    expect(await writes(sandbox)).toEqual([200]);
  });

  test('what is staged is explained anew, deleted instead, and undone', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    const dialog = await ask(window);
    await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Sold.');
    await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
    await window.getByRole('button', { name: 'Change explanation' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Explanation' })).toHaveValue('Sold.');
    await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Sold in May.');
    await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
    const bar = window.getByRole('region', { name: 'Staged changes' });
    await expect(bar).toContainText('Staged: 1 out of scope');
    await bar.getByRole('button', { name: 'Show' }).click();
    await expect(bar.getByRole('listitem')).toContainText('Sold in May.');
    await window.getByRole('button', { name: 'Delete component' }).click();
    await expect(bar).toContainText('Staged: 1 to delete');
    await bar.getByRole('button', { name: 'Undo' }).click();
    await expect(bar).toContainText('Staged: 1 out of scope');
    await bar.getByRole('button', { name: `Remove change: ${foundry}` }).click();
    await expect(row(window, foundry)).not.toContainText('staged');
    expect(await writes(sandbox)).toEqual([]);
  });

  test('T8: a group that is archived before applying: the words of the service, and nothing typed is lost', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const dialog = await ask(window);
    await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Covered by the work on the group.');
    await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
    await sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP/', { status: 'archived' });
    await apply(window, 'Apply 1 change');
    await expect(window.getByText('The group audit is archived, not open.').first()).toBeVisible();
    await expect(row(window, foundry)).toContainText('Out of scope: refused');
    expect(await writes(sandbox)).toEqual([409]);
  });

  test('several are staged with one explanation for all and an exception, the coupled one first; a locked one is staged again with what was typed', async ({
    renderApp,
    sandbox,
  }) => {
    const lock = (isLocked: boolean) =>
      sandbox.control('POST', 'audits/van-rossem-bellani/2026-GROUP-VH-2120/', { scope_locked: isLocked });
    await lock(true);
    const { window } = await renderApp({ service: sandbox });
    const dialog = await askForTwo(window);
    const rows = dialog.getByRole('row');
    await expect(rows.nth(1)).toContainText(/Valkenhorst Italia.*2026-ITALY/);
    await expect(rows.nth(2)).toContainText(foundry);
    await dialog
      .getByRole('textbox', { name: 'Explanation for 2 components' })
      .fill('Audited with the Italian group.');
    await dialog.getByRole('button', { name: `Different explanation: ${foundry}` }).click();
    const own = dialog.getByRole('textbox', { name: 'Explanation', exact: true });
    await expect(own).toBeFocused();
    await own.fill('Sold in May.');
    await expect(dialog.getByRole('textbox', { name: 'Explanation for 1 component' })).toHaveValue(
      'Audited with the Italian group.',
    );
    expect(await accessibilityFaults(window)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stage 2 components' }).click();
    await apply(window, 'Apply 2 changes');
    await expect(window.getByText('The scope is locked.').first()).toBeVisible();
    await lock(false);
    await window.getByRole('button', { name: 'Stage 1 again' }).click();
    await apply(window, 'Apply 1 change');
    await goTo(window, 'Fonderia Pi');
    await expect(row(window, `${foundry} S.r.l. (IT), Out of scope`)).toBeVisible();
    await expect(window.getByText('Sold in May.').first()).toBeVisible();
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
      const button = window.getByRole('button', { name, exact: true });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription('The group audit is archived.');
    }
  });
});

test.describe('of 120 components', () => {
  test.use({ firm: longNamesFirm(120) });

  test('each can be seen and explained, what was staged before is kept, and the button that stages them stays in sight', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox, at: '/audits/one/T1/components' });
    await window.setViewportSize({ width: 1280, height: 720 });
    const dialog = window.getByRole('dialog');
    await expect(tree(window).getByRole('row').nth(5)).toBeVisible();
    await tree(window).focus();
    await window.keyboard.press('End');
    await window
      .getByRole('group', { name: 'Detail' })
      .getByRole('button', { name: 'Set out of scope' })
      .click();
    await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Sold in May.');
    await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
    await tree(window).focus();
    await window.keyboard.press('Control+a');
    await window.getByRole('button', { name: 'Set 120 out of scope' }).click();
    await expect(dialog.getByRole('row')).toHaveCount(51);
    await dialog.getByRole('button', { name: 'Show 50 more of 70' }).click();
    await dialog.getByRole('button', { name: 'Show 20 more of 20' }).click();
    await expect(dialog.getByRole('row')).toHaveCount(121);
    const last = dialog.getByRole('row').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last.getByRole('textbox')).toHaveValue('Sold in May.');
    const stage = dialog.getByRole('button', { name: 'Stage 120 components' });
    await expect(stage).toBeInViewport({ ratio: 1 });
    await picture(window, 'out-of-scope-120', 'light', 'en-us');
    await stage.click();
    await expect(dialog.getByText('Enter an explanation')).toBeVisible();
    const all = dialog.getByRole('textbox', { name: /119/ });
    await expect(all).toBeFocused();
    await all.fill('Sold in May.');
    await stage.click();
    const bar = window.locator('[data-region=staging]');
    await bar.getByRole('button', { name: 'Show' }).click();
    await expect(bar.getByRole('button', { name: /^Remove/ })).toHaveCount(50);
    await bar.getByRole('button', { name: 'Show 50 more of 70' }).click();
    await expect(bar.getByRole('button', { name: /^Remove/ })).toHaveCount(100);
    await tree(window).focus();
    await window.keyboard.press('Control+a');
    await window.getByRole('button', { name: 'Add components' }).click();
    await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(50);
    await dialog.getByRole('button', { name: /^Show 50 more of / }).click();
    await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(100);
  });
});

test.describe('of a name of 200 characters without a blank', () => {
  const firm = longNamesFirm(2);
  test.use({
    firm: {
      ...firm,
      firms: firm.firms.map((one) => ({
        ...one,
        client_organisations: one.client_organisations.map(unbroken),
      })),
    },
  });

  test('what can be done with each is read in one line', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox, at: '/audits/one/T1/components' });
    await window.setViewportSize({ width: 1280, height: 720 });
    await expect(tree(window).getByRole('row').nth(2)).toBeVisible();
    await tree(window).focus();
    await window.keyboard.press('Control+a');
    await window.getByRole('button', { name: 'Set 2 out of scope' }).click();
    const other = window.getByRole('dialog').getByRole('button', { name: /^Different explanation/ });
    for (const button of await other.all()) expect((await button.boundingBox())?.height).toBe(32);
    await expect(other).toHaveCount(2);
  });
});

/** A client whose legal entities below the first have a name that breaks nowhere. */
function unbroken<Client extends { readonly legal_entities: readonly { readonly name: string }[] }>(
  client: Client,
): Client {
  const legal_entities = client.legal_entities.map((one, index) =>
    index === 0 ? one : { ...one, name: 'n'.repeat(200) },
  );
  return { ...client, legal_entities };
}
