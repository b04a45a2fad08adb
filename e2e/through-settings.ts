import type { Page } from '@playwright/test';

/** From any screen to one that Settings leads to, by its name on the screen (en-us). */
export async function openThroughSettings(
  window: Page,
  name: 'Work packages' | 'Limits' | 'Connections' | 'Help',
): Promise<void> {
  await window
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings', exact: true })
    .click();
  await window.getByRole('main').getByRole('link', { name, exact: true }).click();
}
