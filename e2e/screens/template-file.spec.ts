import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Reply } from '../../src/shared/error.ts';
import type { AuditTemplate } from '../../src/shared/model/template.ts';
import { templateWith } from '../../src/shared/testing/templates.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

/** A file of these templates. */
async function fileOf(folder: string, templates: readonly AuditTemplate[]): Promise<string> {
  const path = join(folder, 'templates.json');
  const held = templates.map((one) => ({ ...one, connection: undefined }));
  await writeFile(path, JSON.stringify({ format: 'audit-desk-templates', version: 1, templates: held }));
  return path;
}

/** From any screen to what a file of templates would change. */
async function openFile(window: Page) {
  await window.evaluate(() => {
    location.hash = '#/audits/templates';
  });
  await window.getByRole('button', { name: 'Import' }).click();
  return window.getByRole('dialog', { name: 'Import templates' });
}

test('of templates that stand twice in a file the first is offered; what each names and is not there is said, before it is kept', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, call, connection, chooseToOpen } = await renderApp({ service: sandbox });
  const gone = { work_package: 'No such package', team: { id: 't', name: 'Lost team' } };
  const first = templateWith(connection, { id: 'a', name: 'First', ...gone });
  chooseToOpen(await fileOf(folder, [first, templateWith(connection, { id: 'a', name: 'Second' })]));
  const dialog = await openFile(window);
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await expect(
    dialog.getByText('These stand twice in the file, and only the first is offered: Second.'),
  ).toBeVisible();
  await expect(dialog.getByText(/No such package/)).toBeVisible();
  await expect(dialog.getByText(/Lost team/)).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 1 template' }).click();
  await expect(window.getByRole('region', { name: 'First' })).toBeVisible();
  expect(await call('templates.list', { connection })).toMatchObject({ value: [first] });
});

test('a template with the id of another connection’s is kept under an id of its own, and is the same the second time', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, call, connection, chooseToOpen } = await renderApp({ service: sandbox });
  const other = templateWith('other', { id: 'a', name: 'Theirs' });
  await call('templates.save', [other]);
  chooseToOpen(await fileOf(folder, [templateWith(connection, { id: 'a', name: 'Ours' })]));
  const dialog = await openFile(window);
  await expect(dialog.getByRole('checkbox', { name: 'Ours' })).toHaveAccessibleDescription('New');
  await dialog.getByRole('button', { name: 'Import 1 template' }).click();
  await expect(window.getByRole('region', { name: 'Ours' })).toBeVisible();
  expect(await call('templates.list', { connection: 'other' })).toMatchObject({ value: [other] });
  const kept = (await call('templates.list', { connection })) as Reply<readonly AuditTemplate[]>;
  expect(kept.ok && kept.value).toMatchObject([{ name: 'Ours', id: expect.not.stringMatching(/^a$/) }]);
  await window.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('1 template is here already, unchanged.')).toBeVisible();
});

test('a file with more than 2,000 templates says so, and none is offered', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, connection, chooseToOpen } = await renderApp({ service: sandbox });
  const many = Array.from({ length: 2_001 }, (_, place) =>
    templateWith(connection, { id: `${place}`, name: 't' }),
  );
  chooseToOpen(await fileOf(folder, many));
  const dialog = await openFile(window);
  await expect(dialog.getByText(/^It holds more than 2,000 templates\./)).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
});
