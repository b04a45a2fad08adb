import { expect, type Page } from '@playwright/test';
import { test } from './app.ts';
import { row } from './component-tree.ts';
import { couplingsOf } from './coupling.ts';
import { unlimited } from './fixtures/fixture-file.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { expectStep } from './journeys.ts';
import { Keyboard } from './keyboard.ts';
import { usersOf } from './users.ts';

test.use({ firm: { ...smallFirm(), rate_limits: unlimited } });

test('the first day of an engagement team, by keyboard alone: connect, group audit, components, users, coupled audit', async ({
  launch,
  sandbox,
}) => {
  test.slow();
  const { window } = await launch();
  const keyboard = new Keyboard(window);
  const press = (key: string) => window.keyboard.press(key);
  const heading = (name: string) => window.getByRole('heading', { level: 1, name });

  await expect(heading('Welcome to Audit Desk')).toBeVisible();
  await keyboard.pressOn('button', 'Add a connection');
  await keyboard.typeInto('textbox', 'Name', 'First day');
  await keyboard.choose('Test');
  await keyboard.typeInto('textbox', 'Base URL', sandbox.baseUrl);
  await keyboard.typeInto('textbox', 'Client id', sandbox.clientId);
  await keyboard.typeInto('textbox', 'Client secret', sandbox.clientSecret);
  await keyboard.pressOn('button', 'Save connection');
  await expect(heading('Audits')).toBeVisible();

  // A new group audit.
  await keyboard.pick('New audit', { role: 'menuitem', name: /^Consolidated audit/ });
  await expectStep(window, 'Coupling');
  await keyboard.choose('Create without coupling');
  await press('Control+Enter');
  await expectStep(window, 'Client');
  await keyboard.typeInto('combobox', 'Client organisation', 'Noorder');
  await expect(window.getByRole('option').first()).toBeVisible();
  await press('ArrowDown');
  await press('Enter');
  await keyboard.goTo('row', /^Noorderhaven Groep/);
  await press('Space');
  await press('Control+Enter');
  await expectStep(window, 'Methodology');
  await keyboard.choose('Large');
  await press('Control+Enter');
  await expectStep(window, 'Period and language');
  await keyboard.pressOn('button', '2025');
  await keyboard.choose('Nederlands (Dutch)');
  for (const step of ['Settings', 'Name and id']) {
    await press('Control+Enter');
    await expectStep(window, step);
  }
  await keyboard.goTo('textbox', 'Id');
  await press('Control+a');
  await window.keyboard.type('GROUP-2025');
  await press('Control+Enter');
  await expectStep(window, 'Review');
  await press('Control+Enter');
  await expect(heading('Audit created')).toBeVisible();
  await expect(window.getByText('Open', { exact: true })).toBeVisible();
  await keyboard.pressOn('button', 'Open audit');

  // Its components: staged in the tree, and applied.
  await keyboard.pressOn('link', 'Components');
  await expect(row(window, 'Noorderhaven Scheepvaart')).toBeVisible();
  await keyboard.goTo('row', /^Noorderhaven Groep/);
  await window.keyboard.type('Noorderhaven R');
  await press('Space');
  await press('Home');
  await window.keyboard.type('Cantie');
  await press('Space');
  await keyboard.pressOn('button', 'Add components');
  await keyboard.choose(/^Inter-office/);
  await keyboard.pressOn('button', 'Stage 2 components');
  await keyboard.pressOn('button', 'Apply 2 changes');
  await expect(row(window, 'Noorderhaven Rederij B.V. (NL), In scope, Inter-office, Open')).toBeVisible();
  await expect(row(window, 'Cantieri Portonuovo S.r.l. (IT), In scope, Inter-office, Open')).toBeVisible();

  // The team.
  await keyboard.pressOn('link', /^Users$/, window.getByRole('main'));
  await keyboard.pressOn('button', 'Assign users');
  await expect(window.getByRole('textbox', { name: /^E-mail addresses/ })).toBeFocused();
  await window.keyboard.type('ilse.brand@kantoor.example, marco.tosi@kantoor.example');
  await keyboard.pick(/Role$/, { role: 'option', name: /audit_auditor/ });
  await keyboard.pressOn('button', 'Assign 2 users');
  await expect(window.getByRole('row', { name: 'Marco Tosi' })).toBeVisible();
  expect(await usersOf(sandbox, 'GROUP-2025')).toEqual([
    'ilse.brand@kantoor.example',
    'marco.tosi@kantoor.example',
  ]);

  // The audit of a component, coupled to the group.
  await keyboard.pressOn('link', 'All audits');
  await keyboard.pick('New audit', { role: 'menuitem', name: /^Single audit/ });
  await expectStep(window, 'Coupling');
  await expect(window.getByRole('radio', { checked: true })).toHaveCount(0); // nothing is decided beforehand
  await press('Control+Enter');
  await expect(window.getByRole('group', { name: 'There is a problem' })).toBeFocused();
  await keyboard.choose('Couple to component audits');
  await expect(window.getByRole('row', { name: /Noorderhaven Rederij/ })).toBeVisible();
  await keyboard.goTo('row', /./); // whichever of the grid is the active one
  await press('Home');
  for (let downs = 0; downs < 10 && !(await activeRow(window)).includes('Noorderhaven Rederij'); downs += 1)
    await press('ArrowDown');
  await press('Enter');
  await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
  await keyboard.pressOn('button', 'Go to review');
  await expectStep(window, 'Review');
  await press('Control+Enter');
  await expect(heading('Audit created')).toBeVisible();
  await expect(window.getByText('Open', { exact: true })).toBeVisible();
  const [coupling, ...others] = await couplingsOf(sandbox, 'GROUP-2025');
  expect(coupling?.entities).toEqual(['NH-11']);
  expect(coupling?.itsCoupling).toEqual([coupling?.component]);
  expect(others).toEqual([]);
});

/** What the row says that is the active one of the grid with the focus. */
function activeRow(window: Page): Promise<string> {
  return window.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.textContent ?? '';
  });
}
