import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Bridge } from '../src/shared/bridge.ts';
import { type Running, test } from './app.ts';
import { findIn } from './canary.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect, toast } from './journeys.ts';
import { accessibilityFaults } from './looks.ts';
import { openThroughSettings } from './through-settings.ts';

const canary = 'cAnary+7&Zq=%/"tér 81c3aa07d2';
test.use({ firm: smallFirm({ clientSecret: canary }) });

/** Nobody is there to choose a file: it is this one. */
async function choose({ app }: Running, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
}

async function openSettings(window: Page) {
  await window.getByRole('link', { name: 'Settings' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  return window.getByRole('main');
}

test('settings go to another computer without secrets: what changes is shown first, entry by entry', async ({
  launch,
  sandbox,
  folder,
}) => {
  const path = join(folder, 'settings.json');
  const first = await launch();
  await connect(first.window, sandbox);
  await choose(first, path);
  const here = await openSettings(first.window);
  await here.getByText('Comfortable', { exact: true }).click();
  await here.getByRole('button', { name: 'Export settings' }).click();
  await expect(toast(first.window, 'The settings are saved.')).toBeVisible();
  expect(findIn(await readFile(path), canary)).toEqual([]);
  await first.close();

  const second = await launch();
  const { window } = second;
  await choose(second, path);
  const there = await openSettings(window);
  await there.getByRole('button', { name: 'Import settings' }).click();
  const dialog = window.getByRole('dialog', { name: 'Import settings' });
  await expect(dialog.getByRole('checkbox', { name: 'Row height: changes' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Kantoor Noord: new' })).toBeChecked();
  await expect(dialog.getByText('Settings · Theme: is the same here')).toBeVisible();
  await expect(window.locator('html')).toHaveAttribute('data-density', 'compact');
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2 entries' }).click();
  await expect(dialog.getByText('Connections · Kantoor Noord: new')).toBeVisible();
  await expect(window.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await openThroughSettings(window, 'Connections');
  await expect(window.getByRole('heading', { level: 2, name: 'Kantoor Noord' })).toBeVisible();
  await window.getByRole('button', { name: 'Enter the secret' }).click();
  const rotate = window.getByRole('dialog');
  await rotate
    .getByLabel(/secret/i)
    .first()
    .fill(canary);
  await rotate.getByRole('button').last().click();
  await expect(rotate).toBeHidden();
  await window.getByRole('button', { name: 'Use Kantoor Noord' }).click();
  await expect(window.getByText('2 shown of 2')).toBeVisible();

  // A table of a file is read by a process of its own, as it is built.
  const table = join(folder, 'clients.csv');
  await writeFile(table, 'id;name\n007;Zoë\n');
  await choose(second, table);
  const opened = await window.evaluate(
    () =>
      (Reflect.get(globalThis, 'auditDesk') as Bridge).call('import.open', {
        connection: 'none',
      }), // the preload's
  );
  expect(opened).toMatchObject({
    value: {
      name: 'clients.csv',
      fault: null,
      table: {
        separator: ';',
        rows: [
          ['id', 'name'],
          ['007', 'Zoë'],
        ],
      },
    },
  });
});
