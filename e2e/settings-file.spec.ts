import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { accessibilityFaults, type Running, test } from './app.ts';
import { findIn } from './canary.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';

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
  await expect(here.getByText('The settings are saved.')).toBeVisible();
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
  await expect(dialog.getByText('Setting Theme: is the same here')).toBeVisible();
  await expect(window.locator('html')).toHaveAttribute('data-density', 'compact');
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take over 2 entries' }).click();
  await expect(dialog.getByText('Connection Kantoor Noord: new')).toBeVisible();
  await expect(window.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await window.getByRole('link', { name: 'Connections' }).click();
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
});

test('a file that is no settings is not taken, and says why', async ({ launch, folder }) => {
  const running = await launch();
  const path = join(folder, 'other.json');
  await writeFile(path, '{"name":"x"}');
  await choose(running, path);
  const main = await openSettings(running.window);
  await main.getByRole('button', { name: 'Import settings' }).click();
  await expect(main.getByText('It holds no settings of Audit Desk.')).toBeVisible();
});

test('C7: diagnostics are looked at before they are saved, as they are saved, and hold no secret in any spelling', async ({
  launch,
  sandbox,
  folder,
}) => {
  const running = await launch({ env: { AUDIT_DESK_LOG_LEVEL: 'debug' } });
  const { window } = running;
  await connect(window, sandbox);
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const path = join(folder, 'diagnostics.zip');
  await choose(running, path);
  const main = await openSettings(window);
  await main.getByRole('button', { name: 'Look at diagnostics' }).click();
  const dialog = window.getByRole('dialog', { name: 'Diagnostics' });
  await expect(dialog.getByRole('textbox', { name: 'Content of app.json' })).toHaveValue(/"app": "/);
  await expect(dialog.getByRole('checkbox', { name: 'plans.json' })).toHaveAccessibleDescription('1 line');
  await dialog.getByRole('button', { name: /Look at/ }).click();
  await window.getByRole('option', { name: 'requests.jsonl' }).click();
  const content = dialog.getByRole('textbox', { name: 'Content of requests.jsonl' });
  await expect(content).toHaveValue(/"operation":"audits.list"/);
  const seen = await content.inputValue();
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByText('log.jsonl', { exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Save 5 files' }).click();
  await expect(dialog).toBeHidden();
  const zip = unzipSync(await readFile(path));
  expect(Object.keys(zip)).toEqual([
    'app.json',
    'settings.json',
    'connections.json',
    'plans.json',
    'requests.jsonl',
  ]);
  expect(Buffer.from(zip['requests.jsonl'] ?? []).toString()).toBe(seen);
  for (const [name, bytes] of Object.entries(zip)) {
    expect(findIn(Buffer.from(bytes), canary), name).toEqual([]);
    expect(Buffer.from(bytes).includes(sandbox.clientId), name).toBe(false);
    expect(Buffer.from(bytes).includes(running.userData), name).toBe(false);
  }
  expect(findIn(Buffer.from(await window.content()), canary)).toEqual([]);
});
