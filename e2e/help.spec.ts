import { expect } from '@playwright/test';
import { accessibilityFaults, test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { chooseClient, connect, openWizard } from './journeys.ts';

test.use({ firm: smallFirm() });

test('F1 opens the page of the screen over it, and leaves what was entered and the focus where they were', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await window.keyboard.press('F1');
  const dialog = window.getByRole('dialog', { name: 'Help' });
  await expect(dialog).toContainText('All single and consolidated audits of your firm');
  await expect(dialog).toContainText('Ctrl+N');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await openWizard(window, 'Single audit');
  await chooseClient(window, 'Noorderhaven Groep N.V.');
  await window.keyboard.press('F1');
  await expect(dialog).toContainText('Seven steps from the client to the review');
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('combobox', { name: 'Client organisation' })).toHaveValue(/Noorderhaven/);
  await expect.poll(() => window.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('the help is searched and read without a connection, and without a service', async ({ launch }) => {
  const { window } = await launch();
  await window.getByRole('link', { name: 'Help', exact: true }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Help' })).toBeFocused();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('Control+f');
  await window.keyboard.type('screen reader');
  await expect(window.getByText('1 page', { exact: true })).toBeVisible();
  await window.getByRole('link', { name: 'Accessibility' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeFocused();
  await expect(window.getByText(/F6 and Shift\+F6 go through/)).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('link', { name: 'All help pages' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Help' })).toBeFocused();
});

for (const [locale, title, sentence] of [
  ['nl-NL', 'Help', /Nieuwe verbinding/],
  ['it-IT', 'Guida', /Nuova connessione/],
] as const)
  test(`the help speaks the language of the app: ${locale}`, async ({ launch }) => {
    const { window } = await launch({ locale });
    await window.getByRole('link', { name: title, exact: true }).click();
    await expect(window.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(window.getByRole('link', { name: sentence })).toBeVisible();
  });
