import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { alike, seasonFirm } from '../fixtures/season-firm.ts';
import { csvOf, goodRows, header, place, select, unlimitedFirm } from '../imports.ts';
import { test } from '../screen.ts';
import { focused } from '../screens.ts';

// What is measured of screens where a picture once showed a fault: cut texts, controls out of line.

/** Where a part is, once it is in sight; one that is drawn anew meanwhile is waited for. */
async function boxOf(part: Locator) {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
  await expect.poll(async () => (box = await part.boundingBox()), { message: 'not in sight' }).not.toBeNull();
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x, y, width, height, right: x + width, middle: y + height / 2 };
}

/** The texts of fields with options, and how many pixels each lacks to be read whole; one that has just its width is cut when that is rounded. */
function cutValues(window: Page) {
  return window.evaluate(() =>
    [...document.querySelectorAll('button[aria-haspopup="listbox"] [title]')].flatMap((value) => {
      const whole = document.createElement('span');
      whole.textContent = value.getAttribute('title');
      whole.style.cssText = 'position: absolute; white-space: pre; visibility: hidden';
      value.parentElement?.append(whole);
      const lacks = whole.getBoundingClientRect().width - value.getBoundingClientRect().width;
      whole.remove();
      return lacks > -0.5 ? [`${value.getAttribute('title')}: ${lacks}`] : [];
    }),
  );
}

test.describe('a season', () => {
  test.use({ firm: seasonFirm() });

  test('at 200 % a long name is one line in its button, and why a day is refused is in sight', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, call, connection } = await renderApp({ service: sandbox });
    const group = { id: 'x', connection, name: `${alike} X 2020`, client: 'noorderhaven' };
    const deadline = { day: '2020-01-31', from: 'imported' };
    const facts = { predecessor: null, successor: null, deadline, priority: 0, components: 1, coupled: 0 };
    expect(await call('items.save', { season: [{ ...group, ...facts }] })).toMatchObject({ ok: true });
    await window.getByRole('link', { name: 'Season' }).click();
    await window.setViewportSize({ width: 640, height: 360 });
    const named = window.getByRole('status').getByRole('button', { name: group.name });
    expect((await boxOf(named)).height).toBe(32);
    const grid = window.getByRole('grid', { name: /Groups of the season/ });
    await grid.focus();
    await window.keyboard.press('F2');
    await window.keyboard.type('31/13/2027');
    await window.keyboard.press('Enter');
    const [fault, around] = [await boxOf(grid.getByText(/is not a day of the calendar/)), await boxOf(grid)];
    expect(fault.x).toBeGreaterThanOrEqual(around.x);
    expect(fault.right).toBeLessThanOrEqual(around.right);
  });
});

test('at 200 % a team of a long name is read beside what can be done with it, its page has a head of one line, and the search has room', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox, at: '/users' });
  const team = { id: 'long', connection, name: 'n'.repeat(100), members: [] };
  expect(await call('items.save', { teams: [team] })).toMatchObject({ ok: true });
  const name = window.getByRole('heading', { level: 2, name: team.name });
  const apply = window.getByRole('button', { name: 'Apply to audits' });
  for (const size of [
    { width: 1_280, height: 720 },
    { width: 512, height: 320 },
  ]) {
    await window.setViewportSize(size);
    expect((await boxOf(name)).width, `${size.width}`).toBeGreaterThan(200);
    expect((await boxOf(apply)).height, `${size.width}`).toBe(32);
  }
  await apply.click();
  expect((await boxOf(window.getByRole('heading', { level: 1 }))).height).toBeLessThan(40);
  expect((await boxOf(window.getByRole('searchbox'))).width).toBeGreaterThan(200);
});

test('at 200 % a kind of request is named by whole words', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox, at: '/limits', locale: 'it-IT' });
  await window.setViewportSize({ width: 640, height: 360 });
  const kind = window.getByRole('rowheader').getByText('dati di riferimento');
  const lines = await kind.evaluate(({ firstChild }) => {
    const word = document.createRange();
    word.setStart(firstChild ?? document, 'dati di '.length);
    word.setEnd(firstChild ?? document, 'dati di riferimento'.length);
    return word.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('the value of a field is whole where the field has room for it', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox, at: '/audits/one/2026-VH-GRP/roll-forward' });
  await window.setViewportSize({ width: 1_280, height: 720 });
  await window.getByRole('button', { name: 'Change settings' }).click();
  const field = window.getByRole('button', { name: /Work package$/ });
  await expect(field).toContainText('Statutory audit 2025.10');
  expect(await cutValues(window)).toEqual([]);
});

test('in forced colours a button that waits can be read, and the row that a panel is about is marked', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, at: '/audits/one/2026-VH-GRP/roll-forward' });
  const row = window.getByRole('row', { name: /^Valkenhorst Pompen B\.V\., .*, To decide/ });
  await row.click();
  await window.getByRole('textbox', { name: 'New name' }).focus();
  await window.emulateMedia({ forcedColors: 'active' });
  const [ground, word] = await window
    .getByRole('button', { name: /^Create \d+ items?$/ })
    .evaluate((button) => {
      const { backgroundColor, color } = getComputedStyle(button);
      return [backgroundColor, color];
    });
  expect([ground, word]).toEqual(await systemColours(window, ['ButtonFace', 'GrayText']));
  await expect(row).toHaveCSS('outline-style', 'solid');
});

/** What the colours of the system are in this window. */
function systemColours(window: Page, names: readonly string[]) {
  return window.evaluate(
    (all) =>
      all.map((name) => {
        const probe = document.createElement('i');
        probe.style.color = name;
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }),
    names,
  );
}

test.describe('an import', () => {
  test.use({ firm: unlimitedFirm() });

  test('what a table can hold is read whole in every language', async ({ renderApp, sandbox }) => {
    const { window, call } = await renderApp({ service: sandbox, at: '/import' });
    for (const language of ['it', 'nl', 'en-us']) {
      await call('preferences.change', { language });
      await expect(window.locator('html')).toHaveAttribute('lang', new RegExp(language.slice(0, 2)));
      for (const width of [1_360, 1_280, 640]) {
        await window.setViewportSize({ width, height: 720 });
        expect(await cutValues(window), `${language} ${width}`).toEqual([]);
      }
    }
  });

  test('of its result the way back begins where the table does, and what can be done stands in one line', async ({
    renderApp,
    sandbox,
    folder,
  }) => {
    const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
    const path = join(folder, 'one.csv');
    const [row = []] = goodRows(1);
    row.splice(place('Period start'), 2, '2025-02-01', '2026-01-31');
    await writeFile(path, csvOf([header, row]));
    chooseToOpen(path);
    const refusal = { path: '/api/v1/audits/', kind: 'status', status: 400, method: 'POST' };
    await sandbox.control('POST', 'faults/', refusal);
    await window.getByRole('button', { name: 'Choose a file' }).click();
    await window.getByRole('button', { name: 'Check 1 row' }).click();
    await window.getByRole('button', { name: 'Create Imported audit 1' }).click();
    const retry = await boxOf(window.getByRole('button', { name: 'Retry failed (1)' }));
    const plan = await boxOf(window.getByRole('link', { name: 'Open the plan' }));
    expect(Math.abs(retry.middle - plan.middle)).toBeLessThanOrEqual(1);
    const back = window.getByRole('button', { name: 'Back to the rows' });
    expect((await boxOf(back)).height).toBe(32); // one line
    const arrow = await boxOf(back.locator('svg'));
    expect(Math.abs(arrow.x - (await boxOf(window.getByRole('grid'))).x)).toBeLessThanOrEqual(1);
  });

  test('where filters hide every row, one press shows all, and the focus stays', async ({
    renderApp,
    sandbox,
    folder,
  }) => {
    const { window, chooseToOpen } = await renderApp({ service: sandbox, at: '/import' });
    const path = join(folder, 'clients.csv');
    const rows = [
      ['C-1', 'One', 'NL'],
      ['C-2', 'Two', 'Nowhere'],
    ];
    await writeFile(path, csvOf([['Client ID', 'Client name', 'Country'], ...rows]));
    chooseToOpen(path);
    await window.getByRole('button', { name: 'Choose a file' }).click();
    await window.getByRole('button', { name: 'Check 2 rows' }).click();
    await window.getByRole('button', { name: 'Apply and show the rows' }).click();
    await select(window, /Rows$/, 'To correct');
    await window.getByRole('button', { name: 'Leave out what is to be corrected (1)' }).click();
    await expect(window.getByText('No results')).toBeVisible();
    await window.getByRole('button', { name: 'Show all rows' }).press('Enter');
    await expect(window.getByRole('row', { name: /C-1/ })).toBeVisible();
    await expect.poll(() => focused(window)).not.toBe('nowhere');
  });
});
