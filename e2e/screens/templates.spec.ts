import { expect, type Page } from '@playwright/test';
import type { Reply } from '../../src/shared/error.ts';
import type { StepProgress } from '../../src/shared/plan.ts';
import { templateWith } from '../../src/shared/testing/templates.ts';
import { exported, rowsOf } from '../exports.ts';
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
  await expect(dialog.getByText('This name is taken. Enter another.')).toBeVisible();
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

test('settings of each type are entered in a template, judged as in a new audit, and kept as the service takes them', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  const settings = { old: 1, benchmark: 'ebitda' };
  await call('items.save', { templates: [{ ...groups, connection, team: null, settings }] });
  await openTemplates(window);
  await window.getByRole('region', { name: groups.name }).getByRole('button', { name: 'Change' }).click();
  const dialog = window.getByRole('dialog');
  const fields = dialog.getByRole('group', { name: 'Settings', exact: true });
  const field = (name: string | RegExp) => fields.getByRole('textbox', { name });
  // What the template has already is judged at once.
  await expect(fields.getByText('Choose one of the options.')).toBeVisible();
  await fields.getByRole('radio', { name: 'Revenue' }).check({ force: true });
  await fields.getByRole('radio', { name: 'No', exact: true }).check({ force: true });
  await fields.getByRole('checkbox', { name: 'OIC' }).check({ force: true });
  await field('File reference').fill(' F-1 ');
  await field('Deadline').fill('2026-06-30');
  await field('Smallest sample').fill('12.5');
  await expect(fields.getByText('Enter a whole number.')).toHaveCount(0);
  await field(/^Materiality/).fill('2,50');
  await expect(fields.getByText('Enter a whole number.')).toBeVisible();
  await field('Smallest sample').fill('012');
  await expect(field('Smallest sample')).toHaveValue('012');
  await expect(fields.getByText('Enter a number with a decimal point, such as 0.05.')).toBeVisible();
  await field(/^Materiality/).fill('2.50');
  expect(await accessibilityFaults(window)).toEqual([]);
  await expect(fields.getByText('The work package does not have these settings.')).toBeVisible();
  await fields.getByRole('button', { name: 'Remove old' }).click();
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog).toHaveCount(0);
  const saved = {
    use_sampling: false,
    file_reference: ' F-1 ',
    minimum_sample: 12,
    materiality: '2.50',
    deadline: '2026-06-30',
    benchmark: 'revenue',
    frameworks: ['ifrs', 'oic'],
  };
  expect(await call('items.list', { of: 'templates', connection })).toMatchObject({
    value: { templates: [{ settings: saved }] },
  });
  // Back to a default, and another work package that has none of them.
  await window.getByRole('region', { name: groups.name }).getByRole('button', { name: 'Change' }).click();
  await fields.getByRole('button', { name: 'Use the default of Use sampling' }).click();
  await expect(fields.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked();
  await pick(window, 'Audit type', 'Single');
  await pick(window, 'Work package', 'Review engagement');
  await expect(fields.getByText('This work package has no settings.')).toBeVisible();
  await expect(fields.getByRole('listitem')).toHaveCount(6);
});

test('a work package that seems not to be for the type of the template is shown as that, and can be kept', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  const single = { ...groups, audit_type: 'single', work_package: 'Review engagement', scoping_label: '' };
  await call('items.save', { templates: [{ ...single, connection, settings: {}, team: null }] });
  await openTemplates(window);
  await window.getByRole('region', { name: groups.name }).getByRole('button', { name: 'Change' }).click();
  const dialog = window.getByRole('dialog');
  const doubt = dialog.getByText('its newest version is not for this audit type', { exact: false });
  await expect(doubt).toHaveCount(0);
  await pick(window, 'Audit type', 'Consolidated');
  await expect(doubt).toBeVisible();
  const field = dialog.getByRole('button', { name: /Work package$/ });
  expect(await accessibilityFaults(window)).toEqual([]);
  await field.click();
  const unfit = window.getByRole('option', { name: 'Review engagement' });
  await expect(unfit).toHaveAccessibleDescription('Not for this audit type');
  await window.getByRole('option', { name: 'Statutory audit' }).click();
  await expect(doubt).toHaveCount(0);
  await field.click();
  await unfit.click();
  await expect(doubt).toBeVisible();
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await call('items.list', { of: 'templates', connection })).toMatchObject({
    value: { templates: [{ audit_type: 'consolidated', work_package: 'Review engagement' }] },
  });
});

test('a value that a setting does not offer any more stays when another is selected, is shown as that, and can be removed', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  const settings = { frameworks: ['ifrs', 'titel-9'], benchmark: 'ebitda' };
  await call('items.save', { templates: [{ ...groups, connection, team: null, settings }] });
  await openTemplates(window);
  await window.getByRole('region', { name: groups.name }).getByRole('button', { name: 'Change' }).click();
  const dialog = window.getByRole('dialog');
  const fields = dialog.getByRole('group', { name: 'Settings', exact: true });
  await expect(fields.getByRole('status')).toContainText('Choose one of the options.');
  const gone = fields.getByRole('checkbox', { name: 'titel-9' });
  await expect(gone).toHaveAccessibleDescription(/^No longer offered/);
  await expect(fields.getByRole('radio', { name: 'ebitda' })).toBeChecked();
  await fields.getByRole('radio', { name: 'Revenue' }).check({ force: true });
  await expect(fields.getByRole('radio', { name: 'ebitda' })).toHaveCount(0);
  await fields.getByRole('checkbox', { name: 'OIC' }).check({ force: true });
  await expect(gone).toBeChecked();
  expect(await accessibilityFaults(window)).toEqual([]);
  await gone.click({ force: true });
  await expect(gone).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await call('items.list', { of: 'templates', connection })).toMatchObject({
    value: { templates: [{ settings: { frameworks: ['ifrs', 'oic'], benchmark: 'revenue' } }] },
  });
});

test('an audit starts from a template: filled in, named by its patterns, with its components and its team; what is gone is named', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  await call('items.save', { teams: [team(connection)] });
  await call('items.save', {
    templates: [{ ...groups, connection, settings: { ...groups.settings, old: 1 } }],
  });
  await openTemplates(window);
  await window
    .getByRole('region', { name: 'Group audits' })
    .getByRole('button', { name: 'New audit' })
    .click();
  await expectStep(window, 'Coupling');
  const gaps = window.getByRole('status').filter({ hasText: 'cannot be used' });
  await expect(gaps).toContainText('Parts of the template Group audits that cannot be used: 2');
  await expect(gaps).toContainText('The work package does not have the setting old (1). It is left out.');
  await expect(gaps).toContainText(
    'The role of marco.tosi@kantoor.example does not exist. This user is not assigned.',
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

test('an audit is rolled forward by a template: its patterns, settings and team by choice; what of it is gone is named', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({
    service: sandbox,
    at: '/audits/one/noorderhaven-2024/roll-forward',
  });
  await call('items.save', { teams: [team(connection)] });
  await call('items.save', { templates: [{ ...groups, connection, id_pattern: '{client-id}-{yy}' }] });
  await window.getByRole('button', { name: 'Change settings' }).click();
  await expect(window.getByRole('button', { name: /Users$/ })).toContainText('None');
  await pick(window, 'Template', 'Group audits');
  await expect(window.getByRole('textbox', { name: 'Pattern for names' })).toHaveValue('{client} – {period}');
  await expect(window.getByRole('textbox', { name: 'Pattern for ids' })).toHaveValue('{client-id}-{yy}');
  const role = window.getByText('The role of marco.tosi@kantoor.example', { exact: false });
  await expect(role).toHaveCount(0); // nobody is taken from the template yet
  await pick(window, 'Users', 'The template’s team for all audits: Core team');
  await expect(role).toBeVisible();
  await pick(window, 'Settings', 'The template’s, for all audits');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('row', { name: /North Harbor Lines, Inc\. 25/ }).click();
  const panel = window.getByRole('group', { name: 'Selected row' });
  await panel.getByText('In scope', { exact: true }).click();
  await expect(panel.getByRole('button', { name: /Component auditor$/ })).not.toContainText('Select');
  await panel
    .getByRole('radiogroup', { name: 'Component auditor works in the audit' })
    .getByText('No', { exact: true })
    .click();
  await window.getByRole('button', { name: 'Leave out 3 legal entities' }).click();
  await window.getByRole('button', { name: 'Create 2 items' }).click();
  await expect(window).toHaveURL(/plans\/one\//);
  const id = /plans\/one\/([^/?]+)/.exec(window.url())?.[1] ?? '';
  const steps = (await call('plans.steps', { id })) as Reply<{ readonly results: readonly StepProgress[] }>;
  const tasks = steps.ok ? steps.value.results.map(({ task }) => task) : [];
  expect(tasks).toMatchObject([
    {
      kind: 'createAudit',
      creation: {
        id: 'noorderhaven-25',
        name: 'Noorderhaven Groep N.V. – 2025',
        scoping_package_id: 'Medium-sized',
        settings: { benchmark: 'revenue' },
      },
    },
    { kind: 'awaitOpen' },
    { kind: 'assignUser', assignment: { id: 'ilse.brand@kantoor.example' } },
    {
      kind: 'createComponent',
      creation: {
        legal_entity_ids: ['NH-3'],
        name: 'North Harbor Lines, Inc. 25',
        auditor_relation: 'inter_office',
      },
    },
  ]);
});

test('a roll-forward shows the work package of its template, though it is of another line than last year’s', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({
    service: sandbox,
    at: '/audits/one/forno-vecchio-2025/roll-forward',
  });
  const review = templateWith(connection, {
    id: 'review',
    name: 'Reviews',
    work_package: 'Review engagement',
  });
  await call('items.save', { templates: [review] });
  await window.getByRole('button', { name: 'Change settings' }).click();
  const field = window.getByRole('button', { name: /Work package$/ });
  await expect(field).toContainText('Statutory audit');
  await pick(window, 'Template', 'Reviews');
  await expect(field).toContainText('Review engagement');
  await pick(window, 'Template', 'No template');
  await expect(field).toContainText('Statutory audit');
});

test('without a template a roll-forward has last year’s names and users again', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({
    service: sandbox,
    at: '/audits/one/noorderhaven-2024/roll-forward',
  });
  await call('items.save', { templates: [{ ...groups, connection, scoping_label: 'Gone' }] });
  await window.getByRole('button', { name: 'Change settings' }).click();
  await pick(window, 'Template', 'Group audits');
  await expect(window.getByText('The work package does not offer the scoping label Gone.')).toBeVisible();
  await pick(window, 'Users', 'The template’s team for all audits: Core team');
  await expect(
    window.getByText('There is no team Core team on this computer. Nobody is assigned.'),
  ).toBeVisible();
  await pick(window, 'Template', 'No template');
  await expect(window.getByRole('textbox', { name: 'Pattern for names' })).toHaveValue('');
  await expect(window.getByRole('button', { name: /Users$/ })).toContainText('None');
  await expect(window.getByRole('button', { name: /^(?!Change).*Settings$/ })).toHaveCount(0);
  await pick(window, 'Users', 'Last year’s users of each audit');
  await expect(window.getByText(/^with last year’s users \(\d+\)$/)).toBeVisible();
});

test('another template takes the place of the first, and none leaves the fields as they were', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  const review = { ...groups, id: 'review', name: 'Reviews', work_package: 'Review engagement' };
  await call('items.save', {
    templates: [
      { ...groups, connection, team: null },
      { ...review, connection, audit_type: 'single', scoping_label: 'Review', settings: {}, team: null },
    ],
  });
  await window.getByRole('button', { name: 'New audit', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Single audit' }).click();
  const steps = window.getByRole('navigation', { name: 'Steps' });
  const label = (name: string) => window.getByRole('radio', { name, exact: true });
  const use = async (name: string) => {
    await steps.getByRole('link', { name: /Coupling/ }).click();
    await pick(window, 'Template', name);
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
  expect(await call('items.list', { of: 'templates', connection })).toMatchObject({
    value: {
      templates: [
        { name: 'Reviewed', audit_type: 'consolidated', language: 'nl', settings: {} },
        { name: 'Listed', unit_of_measurement: 'EUR' },
      ],
    },
  });
});

test('the list of templates is saved as a table', async ({ renderApp, sandbox, folder }) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  await call('items.save', { templates: [{ ...groups, connection }] });
  await openTemplates(window);
  const [saved] = rowsOf(await exported(window, folder, 'json'));
  expect(saved).toMatchObject({ template: groups.name, audit_type: groups.audit_type });
});

test.describe('in every language', () => {
  for (const look of looks)
    test.describe(look.id, () => {
      test.use({ locale: look.locale, colorScheme: look.theme });
      test(`the list and a template, ${look.theme}`, async ({ renderApp, sandbox }) => {
        const { window, call, connection } = await renderApp({ service: sandbox });
        await call('preferences.change', { language: look.id, theme: look.theme });
        await call('items.save', { teams: [team(connection)] });
        await call('items.save', { templates: [{ ...groups, connection }] });
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
