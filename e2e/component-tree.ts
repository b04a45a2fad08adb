import { expect, type Locator, type Page } from '@playwright/test';
import { connect } from './journeys.ts';
import type { Service } from './service.ts';

/** From the list of audits to the component tree of a group audit, by the name of the group. */
export async function openTreeOf(window: Page, group: string): Promise<void> {
  await window.getByRole('row', { name: group }).click();
  await window.getByRole('link', { name: 'Components', exact: true }).click();
  await expect(tree(window).getByRole('row').nth(1)).toBeVisible();
}

/** From the list of audits of three groups within each other to the component tree of the highest; connects before where a service is given. */
export async function openTree(window: Page, sandbox?: Service): Promise<void> {
  if (sandbox !== undefined) await connect(window, sandbox);
  await window.getByRole('row', { name: 'Valkenhorst Groep N.V., consolidated' }).click();
  await window.getByRole('link', { name: 'Components', exact: true }).click();
  await expect(row(window, 'Valkenhorst Italia S.p.A.')).toBeVisible();
}

/** Opens what the menu beside the tree's buttons names. */
export async function chooseMore(window: Page, entry: 'Scope report' | 'Create the audits'): Promise<void> {
  const tools = window.getByRole('group', { name: 'Actions on components' });
  await tools.getByRole('button', { name: 'More actions' }).click();
  await window.getByRole('menuitem', { name: entry }).click();
}

/** The component tree that is open. */
export function tree(window: Page) {
  return window.getByRole('treegrid', { name: 'Component tree' });
}

/** A row of it by how its name, or all that is said of it, begins. */
export function row(window: Page, name: string) {
  return tree(window).getByRole('row', { name });
}

/** Goes to a row by typing how its name begins, all of it within a moment: keys that a busy machine brings late would begin a new name. */
export async function goTo(window: Page, name: string): Promise<void> {
  await typeName(tree(window), name);
}

export async function typeName(list: Locator, name: string): Promise<void> {
  await list.focus();
  await list.press('Home');
  await list.evaluate(async (element, keys) => {
    for (const key of keys) {
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await Promise.resolve(); // what the key did is drawn
    }
  }, Array.from(name));
}
