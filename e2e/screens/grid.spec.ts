import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { goTo, row, tree } from '../component-tree.ts';
import { alikeFirm } from '../fixtures/alike-firm.ts';
import { cellFigures, showAllColumns } from '../grids.ts';
import { choose, chooseClient, uncoupled } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { type Rendered, test } from '../screen.ts';

test.use({ firm: alikeFirm() });

const group = '#/audits/one/ALIKE';

async function openAt(window: Page, address: string): Promise<void> {
  await window.setViewportSize({ width: 1_280, height: 720 });
  await window.evaluate((hash) => {
    location.hash = hash;
  }, address);
}

async function openAlikeTree(window: Page): Promise<void> {
  await openAt(window, `${group}/components`);
  await expect(row(window, 'Valkenhorst Internationale').first()).toBeVisible();
  await expect(tree(window)).toHaveAttribute('aria-busy', 'false');
}

test('a column gets wider by dragging its edge and by keys, and stays so over a restart', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp({ service: sandbox });
  const { window } = first;
  const audits = window.getByRole('grid');
  const client = (page: Page) =>
    page.getByRole('columnheader', { name: 'Client' }).evaluate((cell) => cell.clientWidth);
  await expect(audits.getByRole('row').nth(5)).toBeVisible();
  const before = await client(window);
  const edge = await window.getByRole('columnheader', { name: 'Client' }).boundingBox();
  if (edge === null) throw new Error('no header');
  const [right, middle] = [edge.x + edge.width, edge.y + edge.height / 2];
  await window.mouse.move(right, middle);
  await window.mouse.down();
  await window.mouse.move(right + 60, middle, { steps: 3 });
  await window.mouse.up();
  expect(await client(window)).toBe(before + 60);
  // Keys do the same, and the header says which.
  await audits.getByRole('button', { name: 'Client' }).focus();
  await window.keyboard.press('Shift+ArrowLeft');
  expect(await client(window)).toBe(before + 44);
  // One that is dragged to nothing keeps the width in which it can be read.
  await window.mouse.move(right + 44, middle);
  await window.mouse.down();
  await window.mouse.move(edge.x - 500, middle, { steps: 3 });
  await window.mouse.up();
  expect(await client(window)).toBe(172);
  await first.close();
  const again = await renderApp({ service: sandbox, userData: first.userData });
  await expect(again.window.getByRole('grid').getByRole('row').nth(5)).toBeVisible();
  await expect.poll(() => client(again.window)).toBe(172);
});

test('columns are sorted over their whole header, moved, hidden and brought back by its menu', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  const audits = window.getByRole('grid');
  await expect(audits.getByRole('row').nth(5)).toBeVisible();
  const period = window.getByRole('columnheader', { name: 'Period' });
  const size = await period.boundingBox();
  await period.click({ position: { x: (size?.width ?? 0) - 16, y: 16 } });
  await expect(period).toHaveAttribute('aria-sort', 'ascending');
  const titles = () => audits.getByRole('columnheader').allInnerTexts();
  expect((await titles()).slice(0, 4)).toEqual(['Name', 'Client', 'Type', 'Period']);
  await window.keyboard.press('Shift+F10');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('menuitem', { name: 'Move left' }).click();
  expect((await titles()).slice(0, 4)).toEqual(['Name', 'Client', 'Period', 'Type']);
  await window.getByRole('columnheader', { name: 'Type' }).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(window.getByRole('columnheader', { name: 'Type' })).toHaveCount(0);
  await audits.getByRole('button', { name: 'Columns' }).click();
  await expect(window.getByRole('menuitemcheckbox', { name: 'Name' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await window.getByRole('menuitemcheckbox', { name: 'Type' }).click();
  await expect(audits.getByText('Type', { exact: true })).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('menu')).toHaveCount(0);
});

test('rows are selected in ranges: Shift with arrows and a click, Ctrl+A', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await openAlikeTree(window);
  const selected = tree(window).getByRole('row', { selected: true });
  await tree(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Shift+ArrowDown');
  await window.keyboard.press('Shift+ArrowDown');
  await expect(selected).toHaveCount(3);
  await window.keyboard.press('Shift+ArrowUp');
  await expect(selected).toHaveCount(2);
  await tree(window)
    .getByRole('row')
    .nth(8)
    .click({ modifiers: ['Shift'] });
  await expect(selected).toHaveCount(7);
  await window.keyboard.press('Control+a');
  await window.keyboard.press('Home');
  await window.getByRole('button', { name: 'Add components' }).click();
  await expect(window.getByText('Selected: 300 legal entities')).toBeVisible();
});

test('a row shows the whole of what it cuts off to whoever moves by keys, and to nobody after Escape', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openAlikeTree(window);
  await goTo(window, 'Zażółć');
  // A screen reader has the whole text in the row.
  const whole = tree(window).locator('[aria-hidden]', { hasText: 'Zażółć gęślą jaźń '.repeat(11).trim() });
  await expect(whole).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(whole).toBeHidden();
});

test('a name that does not fit is copied as a whole', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await openAlikeTree(window);
  const copied = await window.evaluate(() => {
    const name = [...document.querySelectorAll('[role=rowheader] bdi')].find(
      ({ childElementCount }) => childElementCount > 0,
    );
    getSelection()?.selectAllChildren(name ?? document.body);
    return getSelection()?.toString().trim();
  });
  expect(copied).toMatch(/^Valkenhorst Internationale Participatiemaatschappij Nederland \d+ B\.V\.$/);
});

/** Every grid of the app by its id: where it stands, and what leads to it from there. */
const grids: Readonly<
  Record<string, { at: string; least?: number; open?: (window: Page) => Promise<void> }>
> = {
  audits: { at: '#/audits' },
  'component-tree': { at: `${group}/components`, least: 280 },
  'add-components': {
    at: `${group}/components`,
    open: (window) => window.getByRole('button', { name: 'Add components' }).click(),
  },
  'scope-report': { at: `${group}/components/scope-report` },
  'group-audits': { at: `${group}/components/audits` },
  'audit-users': { at: `${group}/users` },
  assign: {
    at: `${group}/users`,
    open: async (window) => {
      await window.getByRole('button', { name: 'Assign users' }).click();
      await window.getByRole('textbox', { name: 'E-mail addresses' }).fill('ilse.brand@kantoor.example');
    },
  },
  people: { at: '#/users' },
  'audit-choice': { at: '#/users/teams/one/core-team/apply' },
  preflight: {
    at: '#/users/teams/one/core-team/apply',
    open: async (window) => {
      await window.getByRole('row', { name: /Participatiemaatschappij 1 2026/ }).click();
      await window.getByRole('button', { name: /^Check/ }).click();
    },
  },
  clients: { at: '#/clients' },
  'legal-entities': { at: '#/clients/one/alike/entities' },
  'entity-usage': { at: '#/clients/one/alike' },
  'network-choice': { at: '#/network' },
  network: {
    at: '#/network/client/alike',
    open: (window) => window.getByRole('button', { name: 'List', exact: true }).click(),
  },
  'work-packages': { at: '#/work-packages' },
  'coupling-candidates': {
    at: '#/audits/new?type=single',
    open: (window) => choose(window, 'Couple to component audits'),
  },
  'wizard-entities': {
    at: '#/audits/new?type=single',
    open: async (window) => {
      await uncoupled(window);
      await chooseClient(window, 'Valkenhorst Internationale');
    },
  },
  plans: { at: '#/activity' },
  'plan-steps': { at: '#/activity/plans/one/plan-of-users' },
  requests: { at: '#/activity/requests' },
  'change-log': { at: '#/activity/trail' },
  'roll-forward': { at: `${group}/roll-forward` },
  licences: { at: '#/about' },
  season: { at: '#/season' },
  // A file was chosen before.
  'import-rows': {
    at: '#/import',
    open: async (window) => {
      await window.getByRole('button', { name: 'Choose a file' }).click();
      await window.getByRole('button', { name: 'Check 2 rows' }).click();
    },
  },
  'import-outcomes': {
    at: '#/import',
    open: (window) => window.getByRole('button', { name: 'Create 2 clients' }).click(),
  },
};

/** Puts what grids need that have no row by themselves: a team, a plan, an expected group, and a file to import. */
async function giveRows({ connection, call, chooseToOpen }: Rendered, folder: string): Promise<void> {
  const member = { id: 'ilse.brand@kantoor.example', role: 'audit_engagement_leader' };
  const task = { kind: 'assignUser', audit: 'ALIKE', assignment: member };
  const id = 'plan-of-users';
  const expected = {
    id: 'expected',
    connection,
    name: 'Valkenhorst Internationale Participatiemaatschappij 0 2026',
    client: 'alike',
    predecessor: 'ALIKE',
    successor: null,
    deadline: null,
    priority: 0,
    components: 6,
    coupled: 0,
  };
  for (const [operation, input] of [
    ['items.save', { teams: [{ id: 'core-team', connection, name: 'Core team', members: [member] }] }],
    [
      'plans.submit',
      { id, connection, title: 'Users', steps: [{ key: 'user', after: [], subject: 'Ilse Brand', task }] },
    ],
    ['plans.wait', { id }],
    ['items.save', { season: [expected] }],
  ] as const)
    expect(await call(operation, input), operation).toMatchObject({ ok: true });
  const path = join(folder, 'clients.csv');
  const names = [1, 2].map((place) => `NEW-${place},Valkenhorst Internationale Deelneming ${place} B.V.,NL`);
  await writeFile(path, `Client ID,Name,Country\n${names.join('\n')}\n`);
  chooseToOpen(path);
}

test('the table above names every grid', async () => {
  const sources = join(import.meta.dirname, '../../src/renderer');
  const files = (await readdir(sources, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  const texts = await Promise.all(files.map((name) => readFile(join(sources, name), 'utf8')));
  const ids = texts.flatMap((text) =>
    [...text.matchAll(/<(?:DataTable|TreeGrid|OpenableTable)\s+id="([\w-]+)"/g)].map(([, id]) => id ?? ''),
  );
  const shown = ids.filter((id) => !id.startsWith('gallery'));
  expect(Object.keys(grids).toSorted()).toEqual(shown.toSorted());
});

test('the names of every grid have 240 px at 1280, those of the tree 280, with every column switched on; every row has a menu', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  test.slow(); // walks every grid of the app
  const rendered = await renderApp({ service: sandbox });
  const { window } = rendered;
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  await giveRows(rendered, folder);
  for (const [name, { at, least = 240, open }] of Object.entries(grids)) {
    await openAt(window, '#/help');
    await expect(window.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await openAt(window, at);
    await open?.(window);
    const grid = window.locator(`[data-grid="${name}"]`).first();
    await expect(grid.getByRole('row').nth(1), name).toBeVisible();
    await showAllColumns(window, grid);
    await expect
      .poll(async () => (await cellFigures(grid)).leastColumn, { message: name })
      .toBeGreaterThanOrEqual(least);
    await grid.getByRole('row').nth(1).click({ button: 'right' });
    await expect(window.getByRole('menuitem').first(), name).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(window.getByRole('menu'), name).toHaveCount(0);
    const dialog = window.getByRole('dialog');
    if (await dialog.isVisible()) {
      await expect.poll(() => hasFocus(dialog), { message: name }).toBe(true); // where the next key goes
      await window.keyboard.press('Escape');
      const leave = window.getByRole('button', { name: 'Discard and leave' }); // what was typed is asked about
      await expect
        .poll(async () => (await leave.isVisible()) || (await dialog.count()) === 0, { message: name })
        .toBe(true);
      if (await leave.isVisible()) await leave.click();
    }
    await expect(window.getByRole('dialog'), name).toHaveCount(0);
  }
});

function hasFocus(part: Locator): Promise<boolean> {
  return part.evaluate((element) => element.contains(document.activeElement));
}

test('with staged changes shown the names of the tree have 280 px at 1280', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openAlikeTree(window);
  await tree(window)
    .getByRole('row', { name: /Nederland 5 B\.V\./ })
    .first()
    .click();
  await window
    .getByRole('group', { name: 'Detail' })
    .getByRole('button', { name: 'Delete component' })
    .click();
  await expect(tree(window).getByText('Delete: staged')).toBeAttached();
  await window.getByRole('button', { name: 'Show', exact: true }).click();
  await showAllColumns(window, tree(window));
  await expect.poll(async () => (await cellFigures(tree(window))).leastColumn).toBeGreaterThanOrEqual(280);
});

const inDemonstration = '#/audits/one/2026-VH-GRP';
const shownInDemonstration = [
  '#/audits',
  `${inDemonstration}/components`,
  `${inDemonstration}/components/scope-report`,
  `${inDemonstration}/users`,
  '#/clients',
  '#/clients/one/valkenhorst',
  '#/clients/one/valkenhorst/entities',
  '#/network',
  '#/work-packages',
  '#/activity/requests',
];

test.describe('in the demonstration', () => {
  for (const locale of ['en-US', 'nl-NL', 'it-IT'])
    test(`at most one cell in twenty is cut off, ${locale}`, async ({ renderApp }) => {
      const { window } = await renderApp({ locale });
      await window.getByRole('main').getByRole('button').first().click();
      await expect(window.getByRole('row').nth(10)).toBeVisible();
      for (const [width, height] of [
        [1_280, 720],
        [1_360, 880],
      ] as const) {
        const cut: string[] = [];
        let cells = 0;
        for (const at of shownInDemonstration) {
          await openAt(window, '#/help');
          await expect(window.locator('main [data-grid]')).toHaveCount(0); // else the screen before would count twice
          await openAt(window, at);
          await window.setViewportSize({ width, height });
          await expect(window.locator('main [aria-busy="true"], main [class*="skeleton"]')).toHaveCount(0);
          const grid = window.getByRole('main').locator('[data-grid]').first();
          await expect(grid.getByRole('row').nth(3)).toBeVisible();
          const figures = await cellFigures(grid);
          cells += figures.cells;
          cut.push(...figures.cut.map((text) => `${at} ${text}`));
          expect(figures.untold, 'cut off, and whole nowhere').toEqual([]);
          if (at === '#/audits')
            expect(await grid.locator('[data-folded]').count(), 'a status by its icon alone').toBe(0);
        }
        expect(cut.length / cells, `${width} wide:\n${cut.join('\n')}`).toBeLessThanOrEqual(0.05);
      }
    });
});

test('at 1280 the head of an audit is one line in every language, and the end of its name is in sight', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call } = await renderApp({ service: sandbox });
  await openAlikeTree(window);
  for (const [language, back] of [
    ['en-us', 'All audits'],
    ['nl', 'Alle audits'],
    ['it', 'Tutte le revisioni'],
  ] as const) {
    await call('preferences.change', { language });
    const head = window.getByRole('main').locator('header').first();
    await expect(head.getByRole('link').first()).toHaveText(back);
    const heights = await head.evaluate((element) =>
      [element, ...element.querySelectorAll('h1, [role=group], button')].map(
        (part) => part.getBoundingClientRect().bottom - element.getBoundingClientRect().top,
      ),
    );
    expect(Math.max(...heights), language).toBeLessThanOrEqual(40);
    const isEndCut = await head.getByRole('heading').evaluate((heading) => {
      const last = [...heading.querySelectorAll('*')].findLast((part) => part.childElementCount === 0);
      return last === undefined || last.scrollWidth > last.clientWidth + 1;
    });
    expect(isEndCut, language).toBe(false);
  }
});

test('an option of a filter shows the end of its name too', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByRole('row').nth(5)).toBeVisible();
  await window.getByRole('button', { name: /^Client: / }).click();
  const name = 'Valkenhorst Internationale Participatiemaatschappij Nederland N.V.';
  const ending = window.getByRole('option', { name }).locator('[data-text$=" N.V."]');
  expect(await ending.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true);
});
