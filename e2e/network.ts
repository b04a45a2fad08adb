import { expect, type Locator, type Page } from '@playwright/test';

/** The picture of the network of a client, and the place that is the active one in it. */
export function picture(window: Page): Locator {
  return window.getByRole('application', { name: /^Network of .*, diagram$/ });
}

/** The same as a list. */
export function list(window: Page): Locator {
  return window.getByRole('treegrid', { name: /^Network of .*, list$/ });
}

/** What a screen reader says of where picture or list stand. */
export async function said(view: Locator): Promise<string | null> {
  const id = await view.getAttribute('aria-activedescendant');
  return view.page().locator(`[id="${id}"]`).getAttribute('aria-label');
}

/** From the list of audits to the network of a client, by a keyboard, and until all of it is read unless told otherwise. */
export async function openNetwork(window: Page, client = 'Valkenhorst', isWhole = true): Promise<void> {
  await window.keyboard.press('Control+6');
  await expect(window.getByRole('heading', { level: 1, name: 'Network' })).toBeFocused();
  const clients = window.getByRole('grid', { name: 'Clients with group audits' });
  await expect(clients.getByRole('row', { name: client })).toBeVisible();
  await window.keyboard.press('Control+f');
  await window.keyboard.type(client);
  await expect(clients.getByRole('row')).toHaveCount(2); // with that of the titles
  await clients.focus();
  await window.keyboard.press('Enter');
  await expect(picture(window)).toBeVisible();
  if (isWhole) await expect(window.getByRole('button', { name: 'Refresh' })).toBeVisible();
}
