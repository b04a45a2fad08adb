import { expect, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

const palette = (window: Page) => window.getByRole('dialog', { name: 'Search or command' });
const option = (window: Page, name: string | RegExp) => palette(window).getByRole('option', { name });
const heading = (window: Page, name: string | RegExp) => window.getByRole('heading', { level: 1, name });

test('by keyboard alone: a command, a record by its name, and what was used last', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await window.keyboard.press('Control+k');
  await expect(palette(window).getByRole('combobox')).toBeFocused();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.type('settings');
  await expect(option(window, /Go to Settings/)).toBeVisible();
  await expect(window.getByRole('status').getByText('2 results')).toBeAttached(); // a screen reader is told
  await window.keyboard.press('Enter');
  await expect(heading(window, 'Settings')).toBeVisible();

  await window.keyboard.press('Control+k');
  await window.keyboard.type('noorder jaarrek');
  await expect(palette(window).getByText('Audits', { exact: true })).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(heading(window, /Noorderhaven/)).toBeVisible();

  await window.keyboard.press('Control+k');
  const first = palette(window).getByRole('option').first();
  await expect(first).toContainText('Noorderhaven');
  await expect(palette(window).getByRole('option').nth(1)).toContainText('Go to Settings');
  await window.keyboard.press('Escape');
  await expect(palette(window)).toBeHidden();
});

test('an id that is pasted opens, a foreign one says so; Control opens beside', async ({
  renderApp,
  sandbox,
}) => {
  const { windows, window } = await renderApp({ service: sandbox });
  await window.getByRole('row', { name: /Noorderhaven/ }).click();
  await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  const id = new URL(window.url()).hash.split('/').at(-1)?.replaceAll('~', '%') ?? '';
  await window.keyboard.press('Control+1');
  await window.getByRole('button', { name: 'Search or command' }).click();
  await palette(window).getByRole('combobox').fill(decodeURIComponent(id));
  await window.keyboard.press('Enter'); // the audit itself comes first
  await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  await window.keyboard.press('Control+k');
  await window.keyboard.type('NOT-HERE');
  await expect(option(window, 'Open the audit with the id “NOT-HERE”')).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(heading(window, 'Audit not found')).toBeVisible();
  await window.keyboard.press('Control+k');
  await window.keyboard.type('noorder jaarrek');
  await expect(option(window, /jaarrekening/).first()).toBeVisible();
  await window.keyboard.press('Control+Enter');
  await expect(palette(window)).toBeHidden();
  await expect.poll(() => windows().length).toBe(2);
  await expect(heading(window, 'Audit not found')).toBeVisible();
});

test('what cannot be done now says why, and stays', async ({ renderApp }) => {
  const { window } = await renderApp();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.keyboard.press('Control+k');
  await window.keyboard.type('new audit');
  const refused = option(window, /New audit/);
  await expect(refused).toContainText('This needs a connection. Add one first.');
  await refused.click();
  await expect(palette(window)).toBeVisible();
  await palette(window).getByRole('combobox').focus();
  await window.keyboard.press('Escape'); // closes it, although something is typed
  await expect(palette(window)).toBeHidden();
  await window.keyboard.press('Control+f');
  await expect(
    window.getByRole('status').getByText('There is no list to search on this screen.'),
  ).toBeAttached();
});

test('Control+Tab goes between the audits that were open', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  const rows = window.getByRole('grid').getByRole('row');
  await rows.nth(1).click();
  await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  const one = await window.getByRole('heading', { level: 1 }).textContent();
  await window.getByRole('link', { name: 'All audits' }).click();
  await rows.nth(2).click();
  await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  const other = await window.getByRole('heading', { level: 1 }).textContent();
  await window.keyboard.press('Control+Tab');
  await expect(heading(window, one ?? '')).toBeVisible();
  await window.keyboard.press('Control+Tab');
  await expect(heading(window, other ?? '')).toBeVisible();
  await window.reload(); // what was open last is remembered
  await expect(heading(window, other ?? '')).toBeVisible();
  await window.keyboard.press('Control+Tab');
  await expect(heading(window, one ?? '')).toBeVisible();
});
