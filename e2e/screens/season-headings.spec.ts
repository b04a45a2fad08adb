import { expect, type Page } from '@playwright/test';
import { exported, rowsOf } from '../exports.ts';
import { seasonFirm } from '../fixtures/season-firm.ts';
import { faultsInAllColours } from '../looks.ts';
import { type Rendered, test } from '../screen.ts';

test.use({ firm: seasonFirm() });

const next = new Date().getUTCFullYear() + 1;
const tree = (window: Page) => window.getByRole('treegrid', { name: 'Groups of the season by Partner' });
const heads = (window: Page) => window.locator('[data-grid="season"]').getByRole('rowheader');
const rowOf = (window: Page, name: string) => tree(window).getByRole('row', { name: new RegExp(name) });

interface Given {
  readonly name: string;
  readonly partner?: string;
  readonly day: string | null;
}

/** A season of groups that nobody has begun, in a window that has room for every column. */
async function seasonOf({ window, call, connection }: Rendered, groups: readonly Given[]): Promise<void> {
  const entries = groups.map(({ name, day, ...person }, place) => ({
    id: `expected ${place}`,
    connection,
    name,
    client: 'noorderhaven',
    predecessor: null,
    successor: null,
    deadline: day === null ? null : { day, from: 'typed' },
    priority: 0,
    components: 1,
    coupled: 0,
    ...person,
  }));
  expect(await call('items.save', { season: entries })).toMatchObject({ ok: true });
  await window.setViewportSize({ width: 1_900, height: 900 });
  await window.getByRole('link', { name: 'Season' }).click();
  await expect(heads(window).filter({ hasText: /^(Harbour|Group 0)$/ })).toBeVisible();
}

async function groupBy(window: Page, value: string): Promise<void> {
  await window.getByRole('button', { name: /^Group by: / }).click();
  await window.getByRole('menuitemradio', { name: value, exact: true }).click();
  await expect(window.getByRole('button', { name: `Group by: ${value}` })).toBeVisible();
}

const four: readonly Given[] = [
  { name: 'Harbour', partner: 'Marco Riva', day: `${next}-03-31` },
  { name: 'Dock', day: null },
  { name: 'Quay', partner: 'Ilse Vos', day: `${next}-05-31` },
  { name: 'Pier', partner: 'Ilse Vos', day: '2020-04-30' },
];

test('groups stand under the partners who lead them, those of nobody last; one that gets another partner moves when the focus leaves', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const app = await renderApp({ service: sandbox });
  const { window, userData, close } = app;
  await seasonOf(app, four);
  await expect(heads(window)).toHaveText(['Pier', 'Harbour', 'Quay', 'Dock']);
  const flat = rowsOf(await exported(window, folder, 'json'));

  await groupBy(window, 'Partner');
  const ilse = /^Ilse Vos2 groups · Too late: 1 · On time: 1$/;
  const marco = /^Marco Riva1 group · On time: 1$/;
  await expect(heads(window)).toHaveText([ilse, 'Pier', 'Quay', marco, 'Harbour', /^None1 group$/, 'Dock']);
  await expect(rowOf(window, 'Ilse Vos 2')).toHaveAttribute('aria-level', '1');
  await expect(rowOf(window, 'Quay')).toHaveAttribute('aria-level', '2');
  await expect(rowOf(window, 'Quay')).toHaveAttribute('aria-posinset', '2');
  expect(await faultsInAllColours(window)).toEqual([]);
  expect(rowsOf(await exported(window, folder, 'json'))).toEqual(flat);

  // What is typed is there at once; its row stays where it is as long as somebody works there.
  await rowOf(window, 'Dock').getByRole('gridcell').nth(1).dblclick();
  await window.getByRole('combobox', { name: 'Partner of Dock' }).fill('Ilse Vos');
  await window.keyboard.press('Enter');
  await expect(rowOf(window, 'Dock')).toContainText('Ilse Vos');
  await expect(heads(window)).toHaveText([ilse, 'Pier', 'Quay', marco, 'Harbour', /^None1 group$/, 'Dock']);
  await window.getByRole('searchbox', { name: 'Search group or client' }).focus();
  await expect(heads(window)).toHaveText([/^Ilse Vos3/, 'Pier', 'Quay', 'Dock', marco, 'Harbour']);
  await tree(window).focus();
  await window.keyboard.press('Control+z');
  await expect(rowOf(window, 'Dock')).not.toContainText('Ilse Vos');
  await expect(heads(window).nth(3)).toHaveText('Dock');
  await window.getByRole('searchbox', { name: 'Search group or client' }).focus();
  await expect(heads(window)).toHaveText([ilse, 'Pier', 'Quay', marco, 'Harbour', /^None/, 'Dock']);

  // Without a match nothing stands there, a heading neither.
  await window.getByRole('searchbox', { name: 'Search group or client' }).fill('nowhere');
  await window.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(heads(window)).toHaveCount(7);
  await close();
  const again = await renderApp({ userData, at: '/season' });
  await expect(heads(again.window)).toHaveText([ilse, 'Pier', 'Quay', marco, 'Harbour', /^None/, 'Dock']);
  await groupBy(again.window, 'None');
  await expect(heads(again.window)).toHaveText(['Pier', 'Harbour', 'Quay', 'Dock']);
  await groupBy(again.window, 'Month');
  await expect(heads(again.window)).toHaveText([
    /^Apr 2020/,
    'Pier',
    new RegExp(`^Mar ${next}`),
    'Harbour',
    new RegExp(`^May ${next}`),
    'Quay',
    /^None/,
    'Dock',
  ]);
});

test('keys open and close a heading, and edit, move and select the groups below it alone', async ({
  renderApp,
  sandbox,
}) => {
  const app = await renderApp({ service: sandbox });
  const { window } = app;
  await seasonOf(app, four);
  await groupBy(window, 'Partner');
  const grid = tree(window);
  await grid.focus();
  await window.keyboard.press('Home');
  const ilse = rowOf(window, 'Ilse Vos 2');
  await window.keyboard.press('ArrowLeft');
  await expect(ilse).toHaveAttribute('aria-expanded', 'false');
  await expect(heads(window)).toHaveText([/^Ilse/, /^Marco/, 'Harbour', /^None/, 'Dock']);
  await window.keyboard.press('Enter');
  await expect(ilse).toHaveAttribute('aria-expanded', 'true');
  await ilse.click();
  await expect(ilse).toHaveAttribute('aria-expanded', 'false');
  await window.keyboard.press('ArrowRight');
  await expect(ilse).toHaveAttribute('aria-expanded', 'true');

  // A heading is no group: nothing in it is edited, it is not selected, and its menu and copies are about the groups below it.
  await window.keyboard.press('F2');
  await window.keyboard.press('Space');
  await expect(window.getByRole('textbox', { name: /of Ilse/ })).toHaveCount(0);
  await window.keyboard.press('Control+c');
  await expect(window.getByText('Copied: 2 rows').first()).toBeAttached();
  await window.keyboard.press('Shift+F10');
  await window.getByRole('menuitem', { name: 'Expect 2 groups no longer' }).press('Escape');
  await expect(grid).toBeFocused();
  await window.keyboard.press('Control+a');
  await expect(grid.getByRole('row', { selected: true })).toHaveCount(4);
  await window.keyboard.press('Control+a');

  // Alt with an arrow gives a group the place of the next one below its heading, over what stands between them elsewhere.
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Alt+ArrowDown');
  await expect(heads(window)).toHaveText([/^Ilse/, 'Quay', 'Pier', /^Marco/, 'Harbour', /^None/, 'Dock']);

  // Tab goes on from the last cell of one group to the first of the next, over the heading between them.
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('F2');
  await expect(window.getByRole('textbox', { name: 'Deadline of Pier' })).toBeFocused();
  await window.keyboard.press('Tab');
  await expect(window.getByRole('combobox', { name: 'Partner of Harbour' })).toBeFocused();
  await window.keyboard.press('Shift+Tab');
  await expect(window.getByRole('textbox', { name: 'Deadline of Pier' })).toBeFocused();
});

test('a thousand groups under two hundred partners: what is in sight is in the document, and typing finds a heading', async ({
  renderApp,
  sandbox,
}) => {
  const app = await renderApp({ service: sandbox });
  const { window } = app;
  const many = Array.from({ length: 1_000 }, (_, place) => ({
    name: `Group ${place}`,
    partner: `Partner ${String(place % 200).padStart(3, '0')}`,
    day: `${next}-03-31`,
  }));
  await seasonOf(app, many);
  await groupBy(window, 'Partner');
  await expect(tree(window)).toHaveAttribute('aria-rowcount', '1201');
  expect(await tree(window).getByRole('row').count()).toBeLessThan(40);
  await tree(window).focus();
  await window.keyboard.type('Partner 199');
  await expect(heads(window).filter({ hasText: 'Partner 199' })).toBeInViewport();
  await window.keyboard.press('ArrowDown');
  await expect(rowOf(window, 'Group 199\\b')).toHaveAttribute('aria-level', '2');
});

test('a name of 60 characters leaves how its groups stand on its line, at 1280 × 720 and at 200 %', async ({
  renderApp,
  sandbox,
}) => {
  const app = await renderApp({ service: sandbox });
  const { window } = app;
  const partner = 'Prof. dr. Maximiliaan van der Heuvel-Oosterhuis tot Hoogland';
  await seasonOf(app, [
    { name: 'Harbour', partner, day: `${next}-03-31` },
    { name: 'Dock', day: null },
  ]);
  await groupBy(window, 'Partner');
  const row = tree(window).getByRole('row').filter({ hasText: partner }).first();
  for (const [width, height] of [
    [1_280, 720],
    [640, 360],
  ] as const) {
    await window.setViewportSize({ width, height });
    const counts = row.getByText('1 group · On time: 1');
    await row.scrollIntoViewIfNeeded();
    const [line, words] = [await row.boundingBox(), await counts.boundingBox()];
    if (line === null || words === null) throw new Error('no heading');
    expect(words.y, `${width}`).toBeGreaterThanOrEqual(line.y);
    expect(words.y + words.height, `${width}`).toBeLessThanOrEqual(line.y + line.height);
    expect(words.x + words.width, `${width}`).toBeLessThanOrEqual(line.x + line.width);
  }
});
