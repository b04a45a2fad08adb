import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { row, tree } from '../component-tree.ts';
import { candidate, couple, toReview } from '../coupling.ts';
import { alikeFirm } from '../fixtures/alike-firm.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { unlimited } from '../fixtures/fixture-file.ts';
import { manyAudits } from '../fixtures/many-audits.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { wideFirm } from '../fixtures/wide-firm.ts';
import { select, unlimitedFirm } from '../imports.ts';
import { beginAudit, choose, create, expectCreated, expectStep, goOn, toast } from '../journeys.ts';
import { countPresses } from '../presses.ts';
import { test } from '../screen.ts';
import { enterUsers, openUsers } from '../users.ts';

// How many presses a task takes: of the pointer, and of Enter and Space, which press too. Letters that are typed do not count.

test.describe('audits', () => {
  test.use({ firm: couplingFirm() });

  test('a single audit with a setting changed and an error put right: at most 12', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const presses = await countPresses(window);
    await beginAudit(window, 'Single audit');
    await goOn(window);
    await expect(window.getByRole('group', { name: 'There is a problem' })).toBeFocused();
    await choose(window, 'Create without coupling');
    await goOn(window);
    await expectStep(window, 'Client');
    await window.getByRole('combobox', { name: 'Client organisation' }).fill('Forno');
    await window.getByRole('option', { name: /Forno Vecchio/ }).click();
    await toReview(window);
    await window.getByRole('link', { name: 'Edit Settings' }).click();
    await choose(window, 'No');
    await window.getByRole('button', { name: 'Return to review' }).click();
    await create(window);
    await expectCreated(window);
    expect(await presses()).toBeLessThanOrEqual(12);
  });

  test('an audit is duplicated: at most 2', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await window.getByRole('row', { name: /Forno Vecchio/ }).click();
    await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
    const presses = await countPresses(window);
    await window.getByRole('button', { name: 'Duplicate' }).click();
    await expectStep(window, 'Review');
    await create(window);
    await expectCreated(window);
    expect(await presses()).toBeLessThanOrEqual(2);
  });

  test('a coupled audit: at most 7', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    const presses = await countPresses(window);
    await beginAudit(window, 'Single audit');
    await couple(window);
    await candidate(window, 'Noorderhaven Scheepvaart group 2026').click();
    await toReview(window);
    await create(window);
    await expectCreated(window);
    expect(await presses()).toBeLessThanOrEqual(7);
  });
});

test.describe('users', () => {
  test.use({ firm: smallFirm() });
  const audit = 'Forno Vecchio S.r.l., bilancio d’esercizio 2025';

  test('people are pasted with four bad lines: each is named, and the others are assigned by one press', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openUsers(window, audit);
    const presses = await countPresses(window);
    await enterUsers(
      window,
      'marco.tosi@kantoor.example\nnobody\n@kantoor.example\nmarco.tosi@\nIlse Brand',
      'audit_auditor',
    );
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByRole('listitem')).toHaveText([
      'Line 2: nobody',
      'Line 3: @kantoor.example',
      'Line 4: marco.tosi@',
      'Line 5: Ilse Brand',
    ]);
    const before = await presses();
    await dialog.getByRole('button', { name: 'Assign 1 user, skip 4 invalid' }).click();
    expect((await presses()) - before).toBe(1);
    await expect(toast(window, 'User assigned')).toBeVisible();
  });

  test('a role is changed and somebody removed in the row: at most 2 each', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openUsers(window, audit);
    const person = window.getByRole('row', { name: 'Ilse Brand' });
    const presses = await countPresses(window);
    await person.click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Change role to Auditor (audit_auditor)' }).click();
    await expect(person).toContainText('Auditor (audit_auditor)');
    expect(await presses()).toBeLessThanOrEqual(2);
    await person.click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Remove from the audit' }).click();
    await expect(person).toBeHidden();
    expect(await presses()).toBeLessThanOrEqual(4);
  });
});

test.describe('an audit among many', () => {
  test.use({ firm: manyAudits(400, unlimited) });

  test('is found by its name from any screen and opened: 2, without its list', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox, at: '/settings' });
    await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    const presses = await countPresses(window);
    await window.keyboard.press('Control+k');
    await window.getByRole('combobox', { name: 'Search or command' }).fill('verweg 00399');
    await expect(window.getByRole('option', { name: /Verwegen 00399 2026/ })).toBeVisible();
    await window.keyboard.press('Enter');
    await expect(window.getByRole('heading', { level: 1, name: 'Verwegen 00399 2026' })).toBeVisible();
    expect(await presses()).toBeLessThanOrEqual(2);
  });
});

test.describe('components', () => {
  test.use({ firm: alikeFirm() });

  test('30 components are added: at most 6', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await window.evaluate(() => {
      location.hash = '#/audits/one/ALIKE/components';
    });
    await expect(tree(window)).toHaveAttribute('aria-busy', 'false');
    const presses = await countPresses(window);
    await window.getByRole('button', { name: 'Add components' }).click();
    const dialog = window.getByRole('dialog', { name: 'Add components' });
    const pick = dialog.getByRole('treegrid');
    // None of these has a component.
    const [first, last] = [pick.locator('[aria-rowindex="26"]'), pick.locator('[aria-rowindex="55"]')];
    const scrollTo = (line: Locator) =>
      expect(async () => {
        await pick.hover();
        await window.mouse.wheel(0, 200);
        await expect(line).toBeInViewport({ timeout: 500 });
      }).toPass();
    await scrollTo(first);
    await first.locator('[data-part=box]').click();
    await scrollTo(last);
    await last.click({ modifiers: ['Shift'] });
    await window.locator('label', { hasText: 'Inter-office' }).click();
    await dialog.getByRole('button', { name: 'Stage 30 components' }).click();
    await window.getByRole('button', { name: 'Apply 30 changes' }).click();
    expect(await presses()).toBeLessThanOrEqual(6);
  });
});

test.describe('ten components', () => {
  const wide = wideFirm(12);
  const components = Array.from({ length: 10 }, (_, index) => ({
    id: `WIDE/${index + 1}`,
    legal_entity_ids: [`wide-${index + 1}`],
    auditor_relation: 'inter_office' as const,
  }));
  test.use({
    firm: {
      ...wide,
      firms: wide.firms.map((firm) => ({
        ...firm,
        audits: (firm.audits ?? []).map((audit) => ({ ...audit, components })),
      })),
    },
  });

  test('are set out of scope with one explanation for all and one exception: at most 7', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox, at: '/audits/one/WIDE/components' });
    await expect(row(window, 'Breedveld 10 B.V. (NL), In scope')).toBeVisible();
    const presses = await countPresses(window);
    await row(window, 'Breedveld 01 B.V.').click();
    await row(window, 'Breedveld 10 B.V.').click({ modifiers: ['Shift'] });
    await window.getByRole('button', { name: 'Set 10 out of scope' }).click();
    const dialog = window.getByRole('dialog', { name: 'Set 10 components out of scope' });
    await dialog
      .getByRole('textbox', { name: 'Explanation for 10 components' })
      .fill('Its risks are covered at group level.');
    await dialog.getByRole('button', { name: 'Different explanation: Breedveld 04 B.V.' }).click();
    const own = dialog.getByRole('textbox', { name: 'Explanation', exact: true });
    await expect(own).toBeFocused();
    await own.fill('Sold in May.');
    await dialog.getByRole('button', { name: 'Stage 10 components' }).click();
    await window.getByRole('button', { name: 'Apply 10 changes' }).click();
    const question = window.getByRole('alertdialog', { name: 'This cannot be undone' });
    await expect(question.getByRole('textbox')).toBeFocused();
    await question.getByRole('textbox').fill('out of scope');
    await question.getByRole('button', { name: 'Apply 10 changes' }).click();
    expect(await presses()).toBeLessThanOrEqual(7);
    await expect(row(window, 'Breedveld 04 B.V. (NL), Out of scope')).toBeVisible();
    await expect(row(window, 'Breedveld 10 B.V. (NL), Out of scope')).toBeVisible();
  });
});

test.describe('a table of a practice system', () => {
  test.use({ firm: unlimitedFirm() });

  const titles =
    'Opdrachtnr;Opdracht;Klantnr;Klantnaam;Entiteit;Soort opdracht;Boekjaar van;Boekjaar t/m;Werkprogramma;Omvang;Taal;Valuta;' +
    'Kantoor;Afdeling;Kostenplaats;Partner in charge;Manager;Budget uren;Budget bedrag;Status;Gewijzigd op;Gewijzigd door;' +
    'Postcode;Telefoon;Opmerking';
  /** Of 200 rows 20 are wrong: no day, no name, no client, an id that another row has. */
  const rowsOf = (week: string, year: number): readonly string[] =>
    Array.from({ length: 200 }, (_, index) => {
      const number = String(index + 1).padStart(3, '0');
      const isWrong = (place: number) => index % 40 === place;
      const id = isWrong(33) ? `${week}-001` : `${week}-${number}`;
      const name = isWrong(13) ? '' : `Jaarrekening ${number} ${week}`;
      const client = isWrong(23) ? 'noorderhave' : 'noorderhaven';
      const end = `${isWrong(3) ? '31-04' : '31-01'}-${year + 1}`;
      const size = index % 2 === 0 ? 'Klein' : 'Groot';
      return (
        `${id};${name};${client};Noorderhaven Groep N.V.;Noorderhaven Scheepvaart B.V.;Enkelvoudig;01-02-${year};${end};` +
        `Statutory audit;${size};Nederlands;EUR;Delft;Audit;1200;M. Tosi;I. Brand;120;9000;Gepland;03-04-2026;ib;2611AA;015;`
      );
    });

  test('200 rows in the firm’s words, 20 of them bad: at most 12 from the file to the plan, and 4 with next week’s file', async ({
    renderApp,
    sandbox,
    folder,
  }) => {
    test.setTimeout(240_000);
    const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
    const presses = await countPresses(window);
    const open = async (week: string, year: number, button: string) => {
      const path = join(folder, `${week}.csv`);
      await writeFile(path, ['Exportlijst opdrachten', '', titles, ...rowsOf(week, year)].join('\r\n'));
      chooseToOpen(path);
      await window.getByRole('button', { name: button }).click();
    };
    const send = async () => {
      await window.getByRole('button', { name: 'Leave out what is to be corrected (15)' }).click();
      await window.getByRole('button', { name: 'Leave out what is in doubt (5)' }).click();
      await window.getByRole('button', { name: 'Create 180 audits' }).click();
    };
    await open('week 1', 2025, 'Choose a file');
    await expect(window.getByText('Selected as in “H: Boekjaar t/m”')).toBeVisible();
    await window.getByRole('button', { name: 'Check 200 rows' }).click();
    await select(window, /“Klein”$/, 'Small');
    await select(window, /“Groot”$/, 'Large');
    await window.getByRole('button', { name: 'Apply and show the rows' }).click();
    await send();
    expect(await presses()).toBeLessThanOrEqual(12);
    await expect(window.getByText('The import has ended: 180 of 180 steps done')).toBeVisible({
      timeout: 60_000,
    });
    const before = await presses();
    await open('week 2', 2026, 'Choose another file');
    await send();
    expect((await presses()) - before).toBeLessThanOrEqual(4);
  });
});
