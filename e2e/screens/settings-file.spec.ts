import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { templateWith } from '../../src/shared/testing/templates.ts';
import { findIn } from '../canary.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { toast } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';

const canary = 'cAnary+7&Zq=%/"tér 81c3aa07d2';
test.use({ firm: smallFirm({ clientSecret: canary }) });

async function openSettings(window: Page) {
  await window.getByRole('link', { name: 'Settings' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  return window.getByRole('main');
}

test('a file that is no settings is not taken, and says why', async ({ renderApp, folder }) => {
  const running = await renderApp();
  const path = join(folder, 'other.json');
  await writeFile(path, '{"name":"x"}');
  running.chooseToOpen(path);
  const main = await openSettings(running.window);
  await main.getByRole('button', { name: 'Import settings' }).click();
  await expect(main.getByText('It holds no settings of Audit Desk.')).toBeVisible();
  await writeFile(path, '{"format":"audit-desk-templates","version":1,"templates":[]}');
  await main.getByRole('button', { name: 'Import settings' }).click();
  await expect(
    main.getByText('It holds templates that an earlier version saved by themselves.'),
  ).toBeVisible();
});

test('a file of settings brings templates, and names what they need and is not there', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, call, connection, chooseToOpen } = await renderApp({ service: sandbox });
  const statutory = templateWith(connection, {
    id: 'a',
    name: 'Statutory',
    work_package: 'No such package',
    team: { id: 't', name: 'Lost team' },
  });
  await call('items.save', { templates: [statutory] });
  const main = await openSettings(window);
  await main.getByRole('button', { name: 'Export settings' }).click();
  await expect(toast(window, 'The settings are saved.')).toBeVisible();
  await call('items.remove', { of: 'templates', id: 'a' });
  const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith('audit-desk-settings-'));
  chooseToOpen(join(folder, file));
  await main.getByRole('button', { name: 'Import settings' }).click();
  const dialog = window.getByRole('dialog', { name: 'Import settings' });
  await expect(dialog.getByRole('checkbox', { name: 'Statutory: new' })).toBeChecked();
  await expect(dialog.getByText(/No such package/)).toBeVisible();
  await expect(dialog.getByText(/Lost team/)).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: /^Import 1/ }).click();
  await expect(dialog.getByText('Templates · Statutory: new')).toBeVisible();
  expect(await call('items.list', { of: 'templates', connection })).toMatchObject({
    value: { templates: [statutory] },
  });
});

test('a file of settings with too many templates says so before anything is imported, and the rest can be', async ({
  renderApp,
  folder,
}) => {
  const { window, chooseToOpen } = await renderApp();
  const path = join(folder, 'many.json');
  const templates = Array.from({ length: 2_001 }, (_, place) =>
    templateWith('x', { id: `${place}`, name: 't' }),
  );
  const content = { preferences: { theme: 'dark' }, teams: 'none', templates };
  await writeFile(path, JSON.stringify({ format: 'audit-desk-settings', version: 1, ...content }));
  chooseToOpen(path);
  const main = await openSettings(window);
  await main.getByRole('button', { name: 'Import settings' }).click();
  const dialog = window.getByRole('dialog', { name: 'Import settings' });
  await expect(dialog.getByText('Templates of this file are not imported')).toBeVisible();
  await expect(
    dialog.getByText('The file has 2,001, and at most 2,000 are imported from one file.', { exact: false }),
  ).toBeVisible();
  await expect(dialog.getByText('Teams of this file are not imported')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 1 entry' }).click();
  await expect(dialog.getByText(/^Settings · Theme: /)).toBeVisible();
});

test('C7: diagnostics are looked at before they are saved, as they are saved, and hold no secret in any spelling', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, userData } = await renderApp({ service: sandbox });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const main = await openSettings(window);
  await main.getByRole('button', { name: 'Look at diagnostics' }).click();
  const dialog = window.getByRole('dialog', { name: 'Diagnostics' });
  await expect(dialog.getByRole('textbox', { name: 'Content of app.json' })).toHaveValue(/"app": "/);
  await expect(dialog.getByRole('checkbox', { name: 'plans.json' })).toHaveAccessibleDescription('Lines: 1');
  await dialog.getByRole('button', { name: /Look at/ }).click();
  await window.getByRole('option', { name: 'requests.jsonl' }).click();
  const content = dialog.getByRole('textbox', { name: 'Content of requests.jsonl' });
  await expect(content).toHaveValue(/"operation":"audits.list"/);
  const seen = await content.inputValue();
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByText('log.jsonl', { exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Save files (5)' }).click();
  await expect(dialog).toBeHidden();
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.zip'));
  const zip = unzipSync(await readFile(join(folder, name)));
  expect(Object.keys(zip)).toEqual([
    'app.json',
    'settings.json',
    'connections.json',
    'plans.json',
    'requests.jsonl',
  ]);
  expect(Buffer.from(zip['requests.jsonl'] ?? []).toString()).toBe(seen);
  for (const [entry, bytes] of Object.entries(zip)) {
    expect(findIn(Buffer.from(bytes), canary), entry).toEqual([]);
    expect(Buffer.from(bytes).includes(sandbox.clientId), entry).toBe(false);
    expect(Buffer.from(bytes).includes(userData), entry).toBe(false);
  }
  expect(findIn(Buffer.from(await window.content()), canary)).toEqual([]);
});
