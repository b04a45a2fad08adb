import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { exported } from '../exports.ts';
import { seasonFirm } from '../fixtures/season-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { slowFrames } from '../quiet.ts';
import { test } from '../screen.ts';
import { focused } from '../screens.ts';

test.use({ firm: seasonFirm() });

const year = new Date().getUTCFullYear();
const next = year + 1;

const grid = (window: Page) => window.getByRole('grid', { name: /Groups of the season/ });
const row = (window: Page, part: string) =>
  grid(window).getByRole('row', { name: new RegExp(`deel ${part}`) });
const names = (window: Page) => grid(window).getByRole('rowheader');
const notice = (window: Page, text: string | RegExp) => window.getByRole('main').getByText(text);

/** The season of last year's groups: A and B are not rolled forward, C is created. */
async function begin(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Add last year’s groups' }).click();
  await window.getByRole('button', { name: 'Add 3 groups' }).click();
  await expect(names(window)).toHaveText([/A \d+$/, /B \d+$/, /C \d+$/]);
}

/** Puts a text on the clipboard as a person does, and pastes it onto the active row. */
async function paste(window: Page, text: string): Promise<void> {
  await window.evaluate((copied) => {
    const area = document.createElement('textarea');
    area.id = 'copied';
    area.value = copied;
    document.body.append(area);
    area.select();
  }, text);
  await window.keyboard.press('Control+c');
  await window.evaluate(() => document.getElementById('copied')?.remove());
  await grid(window).focus();
  await window.keyboard.press('Control+v');
}

test('a deadline is typed in its cell: keys start and end it, what is no day is refused, Undo takes it back; two windows change one season', async ({
  renderApp,
  sandbox,
}) => {
  const { window, openWindow } = await renderApp({ service: sandbox, at: '/season' });
  await begin(window);
  await grid(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('F2');
  const editor = window.getByRole('textbox', { name: /^Deadline of .* A/ });
  await expect(editor).toBeFocused();
  await editor.fill(`31/13/${next}`);
  await window.keyboard.press('Enter');
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  await expect(editor).toHaveAccessibleDescription(/not in the calendar|calendar/);
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  const before = (await row(window, 'A').getByRole('gridcell').nth(3).innerText()).trim();

  await window.keyboard.press('Enter');
  await editor.fill(`05/31/${next}`);
  await window.keyboard.press('Enter');
  await expect(row(window, 'A')).toContainText(`May 31, ${next}`);
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => focused(window)).toContain('Groups of the season');
  // The order stays while the rows have the focus, and follows the deadlines once it has left them.
  await expect(names(window)).toHaveText([/A \d+$/, /B \d+$/, /C \d+$/]);
  await window.getByRole('button', { name: 'Overview…' }).focus();
  await expect(names(window)).toHaveText([/B \d+$/, /A \d+$/, /C \d+$/]);
  await window.keyboard.press('Control+z');
  await expect(row(window, 'A')).toContainText(before);
  await expect(names(window)).toHaveText([/A \d+$/, /B \d+$/, /C \d+$/]);
  await grid(window).focus();

  // A created group has no cell to edit: the row is active, and Enter opens it. A press on a cell opens nothing.
  const active = () =>
    grid(window).evaluate((element) => {
      const named = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
      return `${named?.role}: ${named?.ariaDescription ?? ''}`;
    });
  await expect.poll(active).toMatch(/^row: Deadline of /); // which says its cell
  await window.keyboard.press('End');
  await expect.poll(active).toBe('row: ');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('dialog', { name: /deel C/ })).toBeVisible();
  await window.keyboard.press('Escape');
  await row(window, 'B').getByRole('gridcell').nth(3).click();
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await row(window, 'B').getByRole('rowheader').click();
  await expect(window.getByRole('dialog', { name: /deel B/ })).toBeVisible();
  await window.keyboard.press('Escape');

  // One window types the deadline of a group, the other gives that group another priority: each sees both.
  const other = await openWindow('/season');
  await grid(other).focus();
  await other.keyboard.press('Home');
  await other.keyboard.press('ArrowDown');
  await other.keyboard.press('Enter');
  await other.getByRole('textbox', { name: /^Deadline of .* B/ }).fill(`${next}-12-31`);
  await other.keyboard.press('Enter');
  await expect(row(window, 'B')).toContainText(`Dec 31, ${next}`);
  await grid(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('Alt+ArrowDown');
  for (const one of [window, other]) {
    await expect(names(one)).toHaveText([/B \d+$/, /A \d+$/, /C \d+$/]);
    await expect(row(one, 'B')).toContainText(`Dec 31, ${next}`);
  }
});

test('T5: a group that another window removes while its cell is edited: the rows keep the focus', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox, at: '/season' });
  await begin(window);
  await grid(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('F2');
  await expect(window.getByRole('textbox', { name: /^Deadline of .* A/ })).toBeFocused();
  await call('items.remove', { of: 'season', id: `${connection} G-1-${year - 1}` });
  await expect(names(window)).toHaveText([/B \d+$/, /C \d+$/]);
  await expect(grid(window)).toBeFocused();
});

test('a day that could be two is said in words and asked about once; a year that is far away each time', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, at: '/season' });
  await begin(window);
  await grid(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('F2');
  const editor = window.getByRole('textbox', { name: /^Deadline of .* A/ });
  await editor.fill(`03/04/${next}`);
  await expect(editor).toHaveAccessibleDescription(new RegExp(`Mar 4, ${next}`));
  await window.keyboard.press('Enter');
  await expect(editor).toHaveAccessibleDescription(/Enter again keeps it/);
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('Enter');
  await expect(row(window, 'A')).toContainText(`Mar 4, ${next}`);
  await window.keyboard.press('F2');
  await editor.fill(`05/04/${next}`);
  await window.keyboard.press('Enter');
  await expect(row(window, 'A')).toContainText(`May 4, ${next}`);
  await window.keyboard.press('F2');
  await editor.fill('05/04/1926');
  await window.keyboard.press('Enter');
  await expect(editor).toHaveAccessibleDescription(/years away/);
  await window.keyboard.press('Escape');
  await expect(row(window, 'A')).toContainText(`May 4, ${next}`);
  await paste(window, '05/04/1926'); // is shown before it counts, as a table is
  await expect(window.getByRole('button', { name: /Order of the dates/ })).toBeVisible();
});

test('a person is typed freely or taken from those who are known, and Undo takes both back', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  if (connection === null) throw new Error('no connection');
  // As somebody else has read them: another window, or this one the day before.
  const list = { operation: 'users.list', path: { audit_id: `G-1-${year - 1}` } } as const;
  expect(await call('mirror.read', { connection, list, freshFor: 0, waits: true })).toMatchObject({
    ok: true,
  });
  await window.getByRole('link', { name: 'Season' }).click();
  await window.setViewportSize({ width: 1900, height: 900 });
  await begin(window);
  const partnerOf = async (letter: string) => {
    await row(window, letter).getByRole('gridcell').nth(2).dblclick();
    return window.locator('input[aria-label^="Partner of"]');
  };
  await (await partnerOf('A')).fill('Bran');
  await expect(window.getByRole('option', { name: 'Ilse Brand' })).toBeVisible();
  await (await partnerOf('A')).fill('Ilse Vos');
  await window.keyboard.press('Enter');
  await expect(row(window, 'A')).toContainText('Ilse Vos');
  await (await partnerOf('B')).fill('ils');
  await expect(window.getByRole('option', { name: 'Ilse Vos' })).toHaveAttribute('aria-selected', 'false');
  await window.keyboard.press('Enter'); // what is typed counts
  await expect(row(window, 'B').getByRole('gridcell').nth(2)).toHaveText('ils');
  await window.keyboard.press('Control+z');
  await expect(row(window, 'B')).not.toContainText('ils');
  await (await partnerOf('B')).fill('ilse v');
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Enter');
  await expect(row(window, 'B')).toContainText('Ilse Vos');
  await window.keyboard.press('Control+z');
  await expect(row(window, 'B')).not.toContainText('Ilse');
  await window.keyboard.press('Control+z');
  await expect(row(window, 'A')).not.toContainText('Ilse');
});

test('the season is shown by weeks and by people, and its deadlines are saved as a calendar', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window } = await renderApp({ service: sandbox, at: '/season' });
  await begin(window);
  await window.getByRole('button', { name: 'Overview…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Overview of the season' });
  await expect(dialog.getByRole('row').nth(1)).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: /Group by$/ }).click();
  await window.getByRole('option', { name: 'Partner' }).click();
  await expect(dialog.getByRole('row').nth(1)).toHaveText(/^None3/);
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'None' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(names(window)).toHaveCount(3);
  await window.getByRole('button', { name: 'Overview…' }).click();
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Calendar (.ics)…' }).click();
  await expect(window.getByText('Deadlines saved: 3').first()).toBeVisible(); // read out, too
  const name = (await readdir(folder)).find((file) => file.endsWith('.ics')) ?? 'none';
  const lines = (await readFile(join(folder, name), 'utf8')).split('\r\n');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(3);
  expect(lines.filter((line) => line.startsWith('DTSTART;VALUE=DATE:'))).toEqual(
    Array<string>(3).fill(`DTSTART;VALUE=DATE:${next}0331`),
  );
});

test('a deadline that is saved or removed in the dialog of its group is taken back by Undo, and comes again by Redo', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, at: '/season' });
  await begin(window);
  const cell = row(window, 'A').getByRole('gridcell').nth(3);
  const before = (await cell.innerText()).trim();
  const save = async (button: 'Save deadline' | 'Remove deadline') => {
    await row(window, 'A').getByRole('rowheader').click();
    const dialog = window.getByRole('dialog', { name: /deel A/ });
    if (button === 'Save deadline')
      await dialog.getByRole('textbox', { name: 'Deadline' }).fill(`${next}-12-30`);
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog).toBeHidden();
  };
  await save('Save deadline');
  await expect(cell).toContainText(`Dec 30, ${next}`);
  await expect(window.getByText(/^Deadline of .* A \d+: Dec 30/)).toBeAttached();
  await grid(window).focus();
  await window.keyboard.press('Control+z');
  await expect(cell).toContainText(before);
  await window.keyboard.press('Control+Shift+z');
  await expect(cell).toContainText(`Dec 30, ${next}`);
  await save('Remove deadline');
  await expect(cell).not.toContainText(String(next));
  await window.keyboard.press('Control+z');
  await expect(cell).toContainText(`Dec 30, ${next}`);
  await row(window, 'A').getByRole('rowheader').click();
  expect(await accessibilityFaults(window)).toEqual([]);
});

test('a deadline that cannot be saved is told once: in the dialog that was to save it, or on the page where it was typed', async ({
  renderApp,
  sandbox,
}) => {
  const { window, userData } = await renderApp({ service: sandbox, at: '/season' });
  await begin(window);
  const store = new DatabaseSync(join(userData, 'audit-desk.db'));
  store.exec('BEGIN EXCLUSIVE'); // a disk that takes nothing more
  await row(window, 'A').getByRole('rowheader').click();
  const dialog = window.getByRole('dialog', { name: /deel A/ });
  const told = window.getByText('Another running copy of this app uses its files.');
  await dialog.getByRole('textbox', { name: 'Deadline' }).fill(`${next}-12-30`);
  await dialog.getByRole('button', { name: 'Save deadline' }).click();
  await expect(dialog.getByText('Another running copy of this app uses its files.')).toBeVisible();
  await expect(told).toHaveCount(1);
  expect(await accessibilityFaults(window)).toEqual([]);
  store.exec('ROLLBACK');
  await dialog.getByRole('button', { name: 'Save deadline' }).click();
  await expect(row(window, 'A')).toContainText(`Dec 30, ${next}`);
  await expect(told).toHaveCount(0);

  store.exec('BEGIN EXCLUSIVE');
  await grid(window).focus();
  await window.keyboard.press('Home');
  await paste(window, `${next}-06-30`);
  await expect(
    window.getByRole('main').getByText('Another running copy of this app uses its files.'),
  ).toBeVisible();
  await expect(told).toHaveCount(1);
  store.close();
  await paste(window, `${next}-06-30`);
  await expect(told).toHaveCount(0);
});

/** The import of a table: its columns as they are understood, then its rows as they are checked. */
const rows = (window: Page) => window.getByRole('grid', { name: 'Rows of the table' });
async function check(window: Page, count: number): Promise<void> {
  await window.getByRole('button', { name: new RegExp(`^Check ${count} row`) }).click();
  await expect(window.getByText('Changes the season on this computer. Nothing is sent.')).toBeVisible();
}

test('a column of days that is pasted is checked as a table: asked for their order, shown before, one Undo for all', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, at: '/season' });
  await begin(window);
  await grid(window).focus();
  await window.keyboard.press('Home');
  const before = (await row(window, 'A').getByRole('gridcell').nth(3).innerText()).trim();
  await paste(window, `01/03/${next}\r\n02/03/2020\r\n`);
  await window.getByRole('button', { name: /Order of the dates/ }).click();
  await window.getByRole('option', { name: 'Day, month, year' }).click();
  await check(window, 2);
  await expect(rows(window).getByRole('row', { name: /deel A/ })).toContainText(
    'Deadline: will be changed, was',
  );
  await expect(rows(window).getByRole('row', { name: /deel B/ })).toContainText('This day has passed.');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Change 2 groups' }).click();
  await expect(row(window, 'A')).toContainText(`Mar 1, ${next}`);
  await expect(row(window, 'B')).toContainText('Overdue');
  await notice(window, 'Groups changed: 2').waitFor();
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(row(window, 'A')).toContainText(before);
  await expect(row(window, 'B')).toContainText(before);

  // One day is set at once.
  await expect(names(window)).toHaveText([/A \d+$/, /B \d+$/, /C \d+$/]); // once their days are forecast again
  await grid(window).focus();
  await window.keyboard.press('Home');
  await paste(window, `${next}-06-30`);
  await expect(row(window, 'A')).toContainText(`Jun 30, ${next}`);
});

for (const format of ['csv', 'xlsx', 'json'] as const)
  test(`deadlines go out and in again as ${format}: nothing to change, then what was changed, what is unknown is named`, async ({
    renderApp,
    sandbox,
    folder,
  }) => {
    const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/season' });
    await begin(window);
    const bytes = await exported(window, folder, format);
    const path = join(folder, `deadlines.${format}`);
    await writeFile(path, bytes);
    chooseToOpen(path);
    const open = async (count: number) => {
      await window.getByRole('button', { name: 'Import deadlines…' }).click();
      await window.getByRole('button', { name: /^Choose (a|another) file$/ }).click();
      await check(window, count);
    };
    await open(3);
    await expect(window.getByText('3 unchanged', { exact: true })).toBeVisible();
    expect(await accessibilityFaults(window)).toEqual([]);
    if (format !== 'csv') return;

    const lines = bytes.toString().trimEnd().split(/\r\n/);
    const other = lines[1]?.replace(/\d{4}-\d\d-\d\d/, `${next}-08-31`); // the first day of a row is its deadline
    await writeFile(path, [lines[0], other, ...lines.slice(2)].join('\r\n'));
    await window.getByRole('button', { name: 'Choose another file' }).click(); // its titles are known
    await window.getByRole('button', { name: 'Change 1 group' }).click();
    await expect(row(window, 'A')).toContainText(`Aug 31, ${next}`);
    await row(window, 'A').getByRole('rowheader').click();
    await expect(window.getByRole('dialog')).toContainText('From an imported file.');
    await window.keyboard.press('Escape');

    // A list of a person's own: last year's ids, one that nobody knows, and a day that is none.
    await writeFile(
      path,
      `ID;Due\r\nG-1-${year - 1};30/09/${next}\r\nG-2-${year - 1};31/09/${next}\r\nG-9;30/09/${next}\r\n`,
    );
    await open(3);
    await expect(rows(window).getByRole('row', { name: /G-9/ })).toContainText(
      'The season has no group with this id or name.',
    );
    await expect(rows(window).getByRole('row', { name: /G-2/ })).toContainText('This is not a day');
    await window.getByRole('button', { name: 'Leave out what is to be corrected (2)' }).click();
    await window.getByRole('button', { name: 'Change 1 group' }).click();
    await expect(row(window, 'A')).toContainText(`Sep 30, ${next}`);
  });

test('groups that the season does not have are expected by a file: each is shown before, and why one is not', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/season' });
  const path = join(folder, 'groups.csv');
  await writeFile(
    path,
    `Group;Client ID;Number of components;Deadline\r\nHarbour;noorderhaven;12;${next}-04-30\r\nDock;noorderhaven;3;\r\nFar;nowhere;3;\r\nHARBOUR;noorderhaven;2;\r\n`,
  );
  chooseToOpen(path);
  await window.getByRole('button', { name: 'Import deadlines…' }).click();
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await check(window, 4);
  await expect(rows(window).getByRole('row', { name: /Far/ })).toContainText('No single client');
  await expect(rows(window).getByRole('row', { name: /HARBOUR/ })).toContainText(
    'Several rows are about the same. Remove this one or row 2.',
  );
  await window.getByRole('button', { name: 'Leave out what is to be corrected (2)' }).click();
  await window.getByRole('button', { name: 'Change 2 groups' }).click();
  await expect(names(window)).toHaveText(['Harbour', 'Dock']);
  const harbour = grid(window).getByRole('row', { name: /Harbour/ });
  await expect(harbour).toContainText('Expected');
  await expect(harbour).toContainText(`Apr 30, ${next}`);
  await harbour.getByRole('rowheader').click();
  await expect(window.getByRole('dialog')).toContainText('12 components');
  await window.keyboard.press('Escape');
  await harbour.click({ button: 'right', position: { x: 4, y: 4 } });
  await window.getByRole('menuitem', { name: 'Expect no longer' }).click();
  await expect(names(window)).toHaveText(['Dock']);
});

test('a group is dragged by its grip to another place, with Escape to nowhere, and stays there over a restart', async ({
  renderApp,
  sandbox,
}) => {
  const { window, userData, close } = await renderApp({ service: sandbox, at: '/season' });
  await begin(window);
  const drag = async (part: string, to: string) => {
    const [from, target] = [
      await row(window, part).locator('[data-grip]').boundingBox(),
      await row(window, to).boundingBox(),
    ];
    if (from === null || target === null) throw new Error('no row');
    await window.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await window.mouse.down();
    await window.mouse.move(from.x + 40, target.y + target.height * 0.9, { steps: 4 });
  };
  await expect(row(window, 'C').locator('[data-grip]')).toHaveCount(0);
  await drag('A', 'B');
  await expect(window.getByText(/deel A \d+, 1 of 2, is being dragged/)).toBeAttached();
  await window.keyboard.press('Escape');
  await window.mouse.up();
  await expect(window.getByText(/deel A \d+ stays in its place/)).toBeAttached();
  await expect(names(window)).toHaveText([/A \d+$/, /B \d+$/, /C \d+$/]);
  await drag('A', 'B');
  await expect(window.locator('[data-dragging]').getByText(/deel A/)).toHaveCount(2); // the row, and where it would be
  await window.mouse.up();
  await expect(names(window)).toHaveText([/B \d+$/, /A \d+$/, /C \d+$/]);
  await expect(window.getByText(/deel A \d+ is now 2 of 2/)).toBeAttached();
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await close();
  const again = await renderApp({ userData, at: '/season' });
  await expect(names(again.window)).toHaveText([/B \d+$/, /A \d+$/, /C \d+$/]);
});

test('dragged to the edge the rows scroll; the line where the row would be is there in forced colours, too', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  const entries = Array.from({ length: 60 }, (_, place) => ({
    id: `expected ${place}`,
    connection,
    name: `Expected group ${place + 1}`,
    client: 'noorderhaven',
    predecessor: `E-${place}`,
    successor: null,
    deadline: { day: `${next}-03-31`, from: 'rule' },
    priority: 0,
    components: 1,
    coupled: 0,
  }));
  expect(await call('items.save', { season: entries })).toMatchObject({ ok: true });
  await window.emulateMedia({ forcedColors: 'active' });
  await window.getByRole('link', { name: 'Season' }).click();
  const grip = grid(window)
    .getByRole('row', { name: /Expected group 1\b/ })
    .locator('[data-grip]');
  await grip.hover(); // rows come to rest once their days are forecast
  const [from, box] = [await grip.boundingBox(), await grid(window).boundingBox()];
  if (from === null || box === null) throw new Error('no row');
  await slowFrames(window, 400); // they scroll as far in a second
  await window.mouse.down();
  await window.mouse.move(from.x + 12, box.y + box.height - 4, { steps: 3 });
  await expect(names(window).filter({ hasText: /^Expected group 60$/ })).toBeInViewport();
  const line = window.locator('[class*="gap"]');
  await expect(line).toBeVisible();
  expect(await line.evaluate((element) => getComputedStyle(element).borderBlockStartWidth)).toBe('2px');
  await window.mouse.up();
  await expect(window.getByText('Expected group 1 is now 60 of 60')).toBeAttached();
  await expect(names(window).last()).toHaveText('Expected group 1');
});
