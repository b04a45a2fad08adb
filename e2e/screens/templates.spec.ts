import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { auditIds, choose, chooseClient, create, expectCreated, expectStep, goOn } from '../journeys.ts';
import { accessibilityFaults, looks, picture } from '../looks.ts';
import { atReview } from '../review.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

const groups = {
  id: 'groups',
  name: 'Group audits',
  audit_type: 'consolidated',
  work_package: 'Statutory audit',
  scoping_label: 'Medium-sized',
  language: 'nl',
  unit_of_measurement: 'EUR',
  settings: { benchmark: 'revenue' },
  team: { id: 'core', name: 'Core team' },
  components: { reach: 'children', auditor_relation: 'inter_office', name_pattern: '{entity} {yy}' },
  name_pattern: '{client} – {period}',
  id_pattern: '{client-id}-{number}',
};
const team = (connection: string | null) => ({
  id: 'core',
  connection,
  name: 'Core team',
  members: [
    { id: 'ilse.brand@kantoor.example', role: 'audit_engagement_leader' },
    { id: 'marco.tosi@kantoor.example', role: 'audit_gone' },
  ],
});

async function pick(window: Page, field: string, option: string): Promise<void> {
  await window.getByRole('button', { name: new RegExp(`${field}$`) }).click();
  await window.getByRole('option', { name: option, exact: true }).click();
}

async function openTemplates(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'New audit', exact: true }).click();
  await window.getByRole('menuitem', { name: 'From a template' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Audit templates' })).toBeFocused();
}

test('a template is made with patterns that are shown with a real audit, changed, duplicated, and deleted until that is undone', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openTemplates(window);
  await expect(window.getByText('No templates yet')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'New template' }).click();
  const dialog = window.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save template' });
  await save.click();
  await expect(dialog.getByRole('textbox', { name: 'Name of the template' })).toBeFocused();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('Statutory');
  await pick(window, 'Audit type', 'Consolidated');
  await pick(window, 'Work package', 'Statutory audit');
  await pick(window, 'Scoping label', 'Large');
  await pick(window, 'Components', 'All legal entities below that of the group');
  const names = dialog.getByRole('textbox', { name: /^Pattern for names \(/ });
  await names.fill('{client} {jaar}');
  await expect(
    dialog.getByText('There is no jaar to put in braces. Use one of the words above.'),
  ).toBeVisible();
  await save.click();
  await expect(names).toBeFocused();
  await names.fill('{client} – {period}');
  await expect(dialog.getByText('Example: Forno Vecchio S.r.l. – 2025')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Pattern for ids/ }).fill('{client-id}-{year}');
  // That id is taken: by the audit with which the example is shown.
  await expect(dialog.getByText('Example: forno-vecchio-2025-2')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await save.click();
  const panel = window.getByRole('region', { name: 'Statutory', exact: true });
  await expect(panel).toContainText('Statutory audit · Large');
  await expect(panel).toContainText('Names: {client} – {period}');
  await panel.getByRole('button', { name: 'Duplicate' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name of the template' })).toHaveValue('Statutory 2');
  await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('statutory');
  await save.click();
  await expect(dialog.getByText('Another template has this name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('Copy');
  await save.click();
  const copy = window.getByRole('region', { name: 'Copy' });
  await copy.getByRole('button', { name: 'Change' }).click();
  await pick(window, 'Scoping label', 'Left open');
  await save.click();
  await expect(copy).not.toContainText('Large');
  await panel.getByRole('button', { name: 'Delete' }).click();
  await expect(panel).toHaveCount(0);
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(panel).toBeVisible();
});

test('an audit starts from a template: filled in, named by its patterns, with its components and its team; what is gone is named', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  await call('teams.save', team(connection));
  await call('templates.save', [{ ...groups, connection, settings: { ...groups.settings, old: 1 } }]);
  await openTemplates(window);
  await window
    .getByRole('region', { name: 'Group audits' })
    .getByRole('button', { name: 'New audit' })
    .click();
  await expectStep(window, 'Coupling');
  const gaps = window.getByRole('status').filter({ hasText: 'cannot be used' });
  await expect(gaps).toContainText('2 parts of the template Group audits cannot be used');
  await expect(gaps).toContainText('The work package no longer has the setting old. It is left out.');
  await expect(gaps).toContainText(
    'The role of marco.tosi@kantoor.example no longer exists. This user is not assigned.',
  );
  expect(await accessibilityFaults(window)).toEqual([]);
  // Every step can be opened at once.
  const steps = window.getByRole('navigation', { name: 'Steps' });
  await steps.getByRole('link', { name: /Methodology/ }).click();
  await expect(window.getByRole('radio', { name: 'Medium-sized' })).toBeChecked();
  await steps.getByRole('link', { name: /Settings/ }).click();
  await expect(window.getByRole('radio', { name: 'Revenue' })).toBeChecked();
  await steps.getByRole('link', { name: /Coupling/ }).click();
  await choose(window, 'Create without coupling');
  await goOn(window);
  await chooseClient(window, 'Noorderhaven Groep N.V.');
  await steps.getByRole('link', { name: /Period and language/ }).click();
  await window.getByRole('button', { name: '2025', exact: true }).click();
  await steps.getByRole('link', { name: /Review/ }).click();
  const review = window.getByRole('main');
  await expect(review).toContainText('Noorderhaven Groep N.V. – 2025');
  await expect(review).toContainText('noorderhaven-001');
  await expect(review).toContainText('3 component audits');
  await create(window);
  await expectCreated(window);
  expect(await auditIds(sandbox)).toContain('noorderhaven-001');
});

test('an audit is rolled forward by a template: its patterns, and what of it is gone, stand in the settings of all', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({
    service: sandbox,
    at: '/audits/one/noorderhaven-2024/roll-forward',
  });
  await call('templates.save', [
    { ...groups, connection, team: null, scoping_label: 'Gone', id_pattern: '{client-id}-{yy}' },
  ]);
  await window.getByRole('button', { name: 'Change settings' }).click();
  await pick(window, 'Template', 'Group audits');
  await expect(window.getByRole('textbox', { name: 'Pattern for names' })).toHaveValue('{client} – {period}');
  await expect(window.getByRole('textbox', { name: 'Pattern for ids' })).toHaveValue('{client-id}-{yy}');
  await expect(window.getByText('The scoping label Gone is no longer offered.')).toBeVisible();
  await expect(window.getByRole('row', { name: /Noorderhaven Groep N\.V\. – 2025/ })).toBeVisible();
  await window.screenshot({ path: '/tmp/p/t.png' });
  expect(await accessibilityFaults(window)).toEqual([]);
  await pick(window, 'Template', 'No template');
  await expect(window.getByRole('textbox', { name: 'Pattern for names' })).toHaveValue('');
});

test('another template takes the place of the first, and none leaves the fields as they were', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  const review = { ...groups, id: 'review', name: 'Reviews', work_package: 'Review engagement' };
  await call('templates.save', [
    { ...groups, connection, team: null },
    { ...review, connection, audit_type: 'single', scoping_label: 'Review', settings: {}, team: null },
  ]);
  await window.getByRole('button', { name: 'New audit', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Single audit' }).click();
  const steps = window.getByRole('navigation', { name: 'Steps' });
  const label = (name: string) => window.getByRole('radio', { name, exact: true });
  const use = async (template: string) => {
    await steps.getByRole('link', { name: /Coupling/ }).click();
    await pick(window, 'Template', template);
    await steps.getByRole('link', { name: /Methodology/ }).click();
  };
  await pick(window, 'Template', 'Group audits');
  await steps.getByRole('link', { name: /Methodology/ }).click();
  await expect(label('Medium-sized')).toBeChecked();
  await use('Reviews');
  await expect(label('Review')).toBeChecked();
  await use('No template');
  await expect(window.getByText('Choose a work package to see its scoping labels.')).toBeVisible();
});

test('what was reviewed, and an audit of the list, is saved as a template', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox, ...atReview({ id: 'NEW' }) });
  await expectStep(window, 'Review');
  await window.getByRole('button', { name: 'Save as template' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('Reviewed');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog).toHaveCount(0);
  await window.getByRole('link', { name: 'Audits' }).click();
  await window.getByRole('row', { name: /jaarrekening 2024/ }).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Save as template' }).click();
  await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('Listed');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(window.getByRole('region', { name: 'Listed' })).toContainText(
    'Statutory audit · Large · Dutch · EUR',
  );
  await expect(window.getByRole('region', { name: 'Reviewed' })).toContainText(
    'Statutory audit · Large · Dutch',
  );
  expect(await call('templates.list', { connection })).toMatchObject({
    value: [
      { name: 'Reviewed', audit_type: 'consolidated', language: 'nl', settings: {} },
      { name: 'Listed', unit_of_measurement: 'EUR' },
    ],
  });
});

test('templates go into a file and come out of it again; a file that is none says so', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, call, connection, chooseToOpen } = await renderApp({ service: sandbox });
  await call('templates.save', [{ ...groups, connection }]);
  await openTemplates(window);
  await window.getByRole('button', { name: 'Export' }).click();
  await expect(window.getByText('The templates are saved.').first()).toBeVisible();
  const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith('audit-desk-templates-'));
  await call('templates.remove', { id: 'groups' });
  await call('templates.save', [{ ...groups, id: 'other', name: 'Other', connection }]);
  await window.reload();
  await expect(window.getByRole('region', { name: 'Other' })).toBeVisible();
  chooseToOpen(join(folder, file));
  await window.getByRole('button', { name: 'Import' }).click();
  const dialog = window.getByRole('dialog', { name: 'Import templates' });
  await expect(dialog.getByRole('checkbox', { name: 'Group audits' })).toHaveAccessibleDescription('New');
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 1 template' }).click();
  await expect(window.getByRole('region', { name: 'Group audits' })).toContainText('Medium-sized');
  await window.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('1 template is here already, unchanged.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const other = join(folder, 'other.json');
  await writeFile(other, '{"name":"x"}');
  chooseToOpen(other);
  await window.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('It holds no templates of Audit Desk.')).toBeVisible();
});

test.describe('in every language', () => {
  for (const look of looks)
    test.describe(look.id, () => {
      test.use({ locale: look.locale, colorScheme: look.theme });
      test(`the list and a template, ${look.theme}`, async ({ renderApp, sandbox }) => {
        const { window, call, connection } = await renderApp({ service: sandbox });
        await call('preferences.change', { language: look.id, theme: look.theme });
        await call('teams.save', team(connection));
        await call('templates.save', [{ ...groups, connection }]);
        await window.evaluate(() => {
          location.hash = '#/audits/templates';
        });
        const panel = window.getByRole('region', { name: groups.name });
        await expect(panel).toBeVisible();
        await expect(window.locator('html')).toHaveAttribute('lang', new RegExp(`^${look.id.slice(0, 2)}`));
        await picture(window, 'templates', look.theme, look.id);
        await panel.getByRole('button').nth(1).click();
        await expect(window.getByRole('dialog')).toBeVisible();
        await picture(window, 'template', look.theme, look.id);
        expect(await accessibilityFaults(window)).toEqual([]);
      });
    });
});
