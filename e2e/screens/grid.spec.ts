import { expect, type Page } from '@playwright/test';
import { goTo, row, tree } from '../component-tree.ts';
import { alikeFirm } from '../fixtures/alike-firm.ts';
import { cellFigures, showAllColumns } from '../grids.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';

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
  expect(await client(window)).toBe(168);
  await first.close();
  const again = await renderApp({ service: sandbox, userData: first.userData });
  await expect(again.window.getByRole('grid').getByRole('row').nth(5)).toBeVisible();
  await expect.poll(() => client(again.window)).toBe(168);
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
  await expect(window.getByText('300 legal entities selected')).toBeVisible();
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

test('a name that is cut in the middle is copied as a whole', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await openAlikeTree(window);
  const copied = await window.evaluate(() => {
    const name = [...document.querySelectorAll('[role=rowheader] bdi')].find(
      ({ childElementCount }) => childElementCount > 0,
    );
    getSelection()?.selectAllChildren(name ?? document.body);
    return getSelection()?.toString();
  });
  expect(copied).toMatch(/^Valkenhorst Internationale Participatiemaatschappij Nederland \d+ B\.V\. \(NL\)$/);
});

for (const { screen, address, least } of [
  { screen: 'audits', address: '#/audits', least: 240 },
  { screen: 'component tree', address: `${group}/components`, least: 280 },
  { screen: 'scope report', address: `${group}/components/scope-report`, least: 240 },
  { screen: 'clients', address: '#/clients', least: 240 },
])
  test(`the names of ${screen} have ${least} px at 1280 with every column switched on`, async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openAt(window, address);
    const grid = window.getByRole('main').locator('[role=grid], [role=treegrid]');
    await expect(grid.getByRole('row').nth(1)).toBeVisible();
    await showAllColumns(window, grid);
    await expect.poll(async () => (await cellFigures(grid)).leastColumn).toBeGreaterThanOrEqual(least);
  });
test.describe('in the demonstration', () => {
  test('at most one cell in twenty is cut off', async ({ renderApp }) => {
    const { window } = await renderApp();
    await window.getByRole('button', { name: 'Try the demo' }).click();
    await expect(window.getByRole('row').nth(10)).toBeVisible();
    const cut: string[] = [];
    let cells = 0;
    const look = async () => {
      const figures = await cellFigures(window.locator('[role=grid], [role=treegrid]').first());
      cells += figures.cells;
      cut.push(...figures.cut);
    };
    await look();
    await window
      .getByRole('row', { name: /Valkenhorst Groep/ })
      .first()
      .click();
    await window.getByRole('link', { name: 'Components', exact: true }).click();
    await expect(tree(window).getByRole('row').nth(5)).toBeVisible();
    await look();
    expect(cut.length / cells, cut.join('\n')).toBeLessThanOrEqual(0.05);
  });
});
