import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { accessibilityFaults, faultsInAllColours } from '../looks.ts';

// A script without types; what it makes is looked at below.
const { buildGallery } = (await import(join(import.meta.dirname, '../../scripts/gallery.mjs'))) as {
  readonly buildGallery: (folder: string) => Promise<void>;
};
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

const test = base.extend<object, { readonly gallery: string }>({
  gallery: [
    async ({}, give) => {
      const folder = await mkdtemp(join(tmpdir(), 'audit-desk-gallery-'));
      await buildGallery(folder);
      await give(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  page: async ({ page, gallery }, give) => {
    await page.route('https://gallery.invalid/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const contentType = types[extname(pathname)];
      if (contentType === undefined) return route.fulfill({ status: 404 });
      await route.fulfill({ body: await readFile(join(gallery, pathname)), contentType });
    });
    await page.goto('https://gallery.invalid/gallery/index.html');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await give(page);
  },
});

test('every part in every state has enough contrast, in light, dark and forced colours, and with more contrast', async ({
  page,
}) => {
  expect(await faultsInAllColours(page)).toEqual([]);
  await page.emulateMedia({ contrast: 'more' });
  expect(await accessibilityFaults(page, ['color-contrast'])).toEqual([]);
});

for (const [opener, role] of [
  ['Open the dialog', 'dialog'],
  ['Open the question', 'alertdialog'],
  ['Open the commands', 'dialog'],
  ['New', 'menu'],
  ['Theme', 'menu'],
] as const)
  test(`what “${opener}” opens has enough contrast and gives the focus back`, async ({ page }) => {
    const button = page.getByRole('button', { name: opener, exact: true });
    await button.click();
    await expect(page.getByRole(role).first()).toBeVisible();
    expect(await faultsInAllColours(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

test('T1: a menu opens at its first entry by Down, at its last by Up, and a tooltip says why a button does nothing', async ({
  page,
}) => {
  const button = page.getByRole('button', { name: 'New', exact: true });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: 'Create audit' })
    .and(page.locator('[aria-disabled=true]'))
    .first()
    .focus();
  await expect(page.getByRole('tooltip', { name: 'This connection is read-only.' })).toBeVisible();
});

test('a grid of 100,000 rows has 400 elements at most, at its top, in its middle and at its end', async ({
  page,
}) => {
  const grid = page.locator('[data-grid=gallery-long]');
  const size = () => grid.evaluate((element) => element.querySelectorAll('*').length);
  expect(await size()).toBeLessThanOrEqual(400);
  for (const place of [0.5, 1]) {
    await grid.evaluate((element, part) => {
      element.scrollTop = element.scrollHeight * part;
    }, place);
    await expect(grid.getByRole('row').nth(3)).not.toHaveAttribute('aria-rowindex', '4');
    expect(await size()).toBeLessThanOrEqual(400);
  }
  await grid.focus();
  await page.keyboard.press('End');
  await expect(grid.getByRole('row').last()).toHaveAttribute('aria-rowindex', '100001');
});
