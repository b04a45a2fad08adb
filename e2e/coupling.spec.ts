import { expect } from '@playwright/test';
import { accessibilityFaults, picture, test } from './app.ts';
import { candidate, couple, paste, rule, toCoupling } from './coupling.ts';
import { couplingFirm } from './fixtures/coupling-firm.ts';
import { connect, create, creations, expectCreated, expectStep, goOn } from './journeys.ts';

test.use({ firm: couplingFirm() });

test('W9: coupling is offered once; two tiers of groups are coupled to one new audit', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await toCoupling(window);
  await expect(window.getByText('can never be coupled later')).toBeVisible();
  await couple(window);
  await paste(window, ['LOW/leaf', 'HIGH/leaf']);
  await expect(window.getByText('All seven rules hold.').first()).toBeVisible();
  await expect(
    window.getByText('Noorderhaven Groep N.V. (noorderhaven), which stands highest'),
  ).toBeVisible();
  await expect(window.getByRole('textbox', { name: 'Period start' })).toHaveValue('2026-01-01');
  await picture(window, 'wizard-coupling', 'light', 'en-us');
  expect(await accessibilityFaults(window)).toEqual([]);
  await goOn(window);
  await expectStep(window, 'Name and id');
  await window.getByRole('textbox', { name: 'Id', exact: true }).fill('REDERIJ-2026');
  await window.getByRole('link', { name: /Period and language/ }).click();
  const start = window.getByRole('textbox', { name: 'Period start' });
  await expect(start).toHaveAttribute('readonly', '');
  await expect(start).toHaveAccessibleDescription(/cannot be changed while/);
  await window.getByRole('link', { name: /Name and id/ }).click();
  await goOn(window);
  await expectStep(window, 'Review');
  await expect(
    window.getByText('coupled to 2 component audits. A coupling cannot be taken back.'),
  ).toBeVisible();
  await create(window);
  await expectCreated(window);
  await window.getByRole('button', { name: 'Open audit' }).click();
  await expect(window.getByText('HIGH/leaf')).toBeVisible();
  await expect(window.getByText('LOW/leaf')).toBeVisible();
});

test('P7: an id cannot be chosen twice, and a pasted list is answered id by id', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await toCoupling(window);
  await couple(window);
  await candidate(window, 'Noorderhaven Scheepvaart group 2026').click();
  await paste(window, ['HIGH/leaf', 'LOW/leaf', 'HIGH/leaf']);
  const results = window.getByRole('list', { name: 'What became of each id' }).getByRole('listitem');
  await expect(results).toHaveText([
    'HIGH/leaf was added',
    'LOW/leaf was chosen already',
    'HIGH/leaf was in the list twice, and is added once',
  ]);
  await expect(window.getByRole('button', { name: /^Take out/ })).toHaveCount(2);
  await expect(rule(window, 2, 'Holds')).toBeVisible();
});

test('P1, P6: what cannot be coupled stays with its reason; a search keeps what is chosen', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await toCoupling(window);
  await couple(window);
  await expect(candidate(window, 'Archived group')).toContainText('Archived or being deleted');
  await candidate(window, 'Noorderhaven Scheepvaart group 2026').click();
  await expect(candidate(window, 'Another network')).toContainText('Other network');
  await expect(candidate(window, 'Earlier period')).toContainText('Other');
  await window.getByRole('searchbox', { name: 'Search component audits' }).fill('nobody');
  await expect(window.getByText('No component audit matches')).toBeVisible();
  await expect(window.getByRole('button', { name: /^Take out/ })).toHaveCount(1);
  await window.getByRole('searchbox', { name: 'Search component audits' }).fill('');
  await window.locator('label', { hasText: 'Only eligible' }).click();
  await expect(candidate(window, 'Another network')).toHaveCount(0);
  await expect(candidate(window, 'Noorderhaven group 2026')).toHaveCount(1);
});

test('decisions §9.10: a component out of scope may be coupled, with a warning', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await toCoupling(window);
  await couple(window);
  await paste(window, ['HIGH/out']);
  await expect(window.getByText('1 chosen component is out of scope')).toBeVisible();
  await expect(window.getByText('All seven rules hold.').first()).toBeVisible();
});

test('P5: what the service refuses stands at its rule, is final, and ends with another choice', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await toCoupling(window);
  await couple(window);
  await paste(window, ['LOW/leaf']);
  await goOn(window);
  await goOn(window);
  await expectStep(window, 'Review');
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    times: 1,
    kind: 'status',
    status: 400,
    body: { coupled_component_audit_ids: ['LOW/leaf is already coupled to SOMEBODY.', 'The moon is wrong.'] },
  });
  await create(window);
  await expectStep(window, 'Coupling');
  await expect(rule(window, 4, 'Refused by the service')).toContainText('already coupled to SOMEBODY');
  await expect(window.getByRole('region', { name: 'Rules' })).toContainText('The moon is wrong.');
  await paste(window, ['HIGH/leaf']);
  await expect(rule(window, 4, 'Holds')).toBeVisible();
  await expect(window.getByRole('region', { name: 'Rules' })).not.toContainText('The moon is wrong.');
});

test('a list of ids is checked as it stands by all seven rules, and nothing is sent', async ({
  launch,
  sandbox,
}) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await window.getByRole('link', { name: 'Check a coupling' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Check a coupling' })).toBeFocused();
  await window.getByRole('textbox', { name: 'Ids of component audits' }).fill('LOW/leaf, LOW/leaf; nobody');
  await expect(rule(window, 2, 'Broken')).toContainText('This id is given more than once.');
  await expect(rule(window, 1, 'Broken')).toContainText('nobody');
  await expect(
    window.getByText('2 problems. Rule 1: This is no component audit of your firm.').first(),
  ).toBeVisible();
  await expect(
    window.getByText(/in Noorderhaven Scheepvaart group 2026 · given more than once/),
  ).toBeVisible();
  await picture(window, 'coupling-check', 'light', 'en-us');
  expect(await accessibilityFaults(window)).toEqual([]);
  expect(await creations(sandbox)).toEqual([]);
});

test('a draft keeps what is chosen and what it has filled', async ({ launch, sandbox }) => {
  const { window } = await launch();
  await connect(window, sandbox);
  await toCoupling(window);
  await couple(window);
  await paste(window, ['LOW/leaf', 'HIGH/leaf']);
  await expect(window.getByText('All seven rules hold.').first()).toBeVisible();
  await window.getByRole('button', { name: 'Leave' }).click();
  await window.getByRole('button', { name: /^Resume/ }).click();
  await expectStep(window, 'Coupling');
  await expect(window.getByRole('button', { name: /^Take out/ })).toHaveCount(2);
  await expect(window.getByText('All seven rules hold.').first()).toBeVisible();
});
