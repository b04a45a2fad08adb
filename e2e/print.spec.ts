import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './app.ts';
import { chooseMore, openTree } from './component-tree.ts';
import { readPdf } from './pdf.ts';
import { startService } from './service.ts';

test('the scope report is saved as a tagged PDF with its title, page numbers, connection and time zone', async ({
  launch,
  folder,
}) => {
  const sandbox = await startService('demo:network-of-three');
  const { app, window } = await launch();
  await openTree(window, sandbox);
  await chooseMore(window, 'Scope report');
  await expect(window.getByText('2 in scope · 0 out of scope')).toBeVisible();
  const path = join(folder, 'report.pdf');
  const asked = app.evaluate(
    ({ dialog }, filePath) =>
      new Promise<string | undefined>((resolve) => {
        // One function for both of its forms: the options are the last that is given.
        dialog.showSaveDialog = (...given: readonly unknown[]) => {
          resolve(Reflect.get(Object(given.at(-1)), 'defaultPath'));
          return Promise.resolve({ canceled: false, filePath });
        };
      }),
    path,
  );
  const title = await window.title();
  await window.getByRole('button', { name: 'Print' }).click();
  await window.getByRole('menuitem', { name: 'Save as PDF' }).click();
  expect(await asked).toBe('Scope report- Valkenhorst Groep N-V- consolidated financial statements 2026.pdf');
  await expect(window.getByRole('status').getByText('The file is saved.')).toBeAttached();

  const pdf = readPdf(path);
  expect(pdf.isTagged).toBe(true);
  expect(pdf.language).toBe('en-US');
  expect(pdf.title).toBe('Scope report: Valkenhorst Groep N.V., consolidated financial statements 2026');
  expect([...pdf.structure]).toEqual(expect.arrayContaining(['Document', 'H1', 'Table', 'TH', 'TD']));
  expect(pdf.outline).toContain(pdf.title);
  expect(pdf.pages).toHaveLength(1);
  const [page] = pdf.pages;
  expect([page?.width, page?.height]).toEqual([279, 216]); // Letter, as en-US has it, on its long side
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const words of [
    '1 / 1',
    `(${zone})`,
    'Test: Kantoor Noord',
    'Fonderia Pieve Alta',
    '2026-GROUP-VH-2120',
  ])
    expect(page?.text).toContain(words);

  // The screen is as it was.
  expect(await window.title()).toBe(title);
  await expect(window.locator('body > article')).toHaveCount(0);

  await test.step('nothing is printed, and nothing said, where no printer is chosen', async () => {
    await window.getByRole('button', { name: 'Print' }).click();
    await window.getByRole('menuitem', { name: 'Print on paper' }).click();
    await expect(window.locator('body > article')).toHaveCount(0);
    await expect(window.getByText('Printing failed')).toHaveCount(0);
  });
  await sandbox.end();
});

test('an audit is saved as a tagged PDF with all that is known of it, in the language of the interface', async ({
  launch,
  folder,
}) => {
  const { app, window } = await launch({ locale: 'nl-NL' });
  await window.getByRole('main').getByRole('button').first().click(); // the demonstration
  await window.getByRole('row').nth(1).click();
  await expect(window.getByRole('definition').nth(12)).toBeVisible();
  const name = await window.getByRole('heading', { level: 1 }).textContent();
  const path = join(folder, 'audit.pdf');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
  await window.getByRole('button', { name: 'Afdrukken' }).click();
  await window.getByRole('menuitem', { name: 'Opslaan als pdf' }).click();
  await expect(window.getByRole('status').getByText('Het bestand is opgeslagen.')).toBeAttached();
  const pdf = readPdf(path);
  expect(pdf.isTagged).toBe(true);
  expect(pdf.language).toBe('nl-NL');
  expect(pdf.title).toBe(name);
  expect([pdf.pages[0]?.width, pdf.pages[0]?.height]).toEqual([210, 297]); // A4
  const text = pdf.pages.map((page) => page.text).join(' ');
  for (const words of ['Demo', '1 / 1', 'Afgedrukt', 'Periode']) expect(text).toContain(words);
});
