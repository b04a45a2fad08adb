import { expect, type Locator, type Page } from '@playwright/test';

// How much of the texts in grids is in sight.

export interface CellFigures {
  readonly cells: number;
  /** The texts that are cut off. */
  readonly cut: readonly string[];
  /** Of these, the texts that neither a tooltip nor the cell itself, on hovering, says whole. */
  readonly untold: readonly string[];
  /** The narrowest room of a name, in pixels, without indent, chevron and box. */
  readonly leastName: number;
  /** The narrowest column of names, in pixels. */
  readonly leastColumn: number;
}

/** The cells of a grid that are in the document: which are cut off, and what room the names have. */
export function cellFigures(grid: Locator): Promise<CellFigures> {
  return grid.evaluate((element) => {
    const cells = [...element.querySelectorAll('[role=gridcell], [role=rowheader]')];
    const isCut = (cell: Element) =>
      [cell, ...cell.querySelectorAll('*')].some(
        (part) =>
          part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).textOverflow === 'ellipsis',
      );
    const isTold = (cell: Element) => {
      const whole = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
      const text = whole(cell.textContent);
      const inPlace = cell.querySelector('[data-whole]');
      if (inPlace !== null && inPlace.scrollHeight <= inPlace.clientHeight + 1) return true;
      return [cell, ...cell.querySelectorAll('[title]')].some((part) => {
        const title = whole(part.getAttribute('title'));
        return title !== '' && (title.includes(text) || text.includes(title));
      });
    };
    const names = [...element.querySelectorAll('[role=rowheader]')];
    const roomOf = (cell: Element) => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
      const before = [...cell.querySelectorAll(':scope > span:not(:last-child)')];
      const taken = before.reduce((sum, part) => sum + part.getBoundingClientRect().width, 0);
      return (
        cell.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd) - taken
      );
    };
    return {
      cells: cells.filter((cell) => cell.textContent.trim() !== '').length,
      cut: cells
        .filter((cell) => !cell.hasAttribute('data-folded') && isCut(cell))
        .map((cell) => cell.textContent.trim()),
      untold: cells
        .filter((cell) => !cell.hasAttribute('data-folded') && isCut(cell) && !isTold(cell))
        .map((cell) => cell.textContent.trim()),
      leastName: Math.min(...names.map(roomOf)),
      leastColumn: Math.min(...names.map((cell) => cell.clientWidth)),
    };
  });
}

/** Switches every column of a grid on. */
export async function showAllColumns(window: Page, grid: Locator): Promise<void> {
  await grid.getByRole('button', { name: 'Columns' }).click();
  const menu = window.getByRole('menu', { name: 'Columns' });
  await expect(menu).toBeVisible(); // it is loaded when it is first asked for
  const hidden = menu
    .getByRole('menuitemcheckbox', { checked: false })
    .and(menu.locator(':not(:has-text("Reset columns"))'));
  while ((await hidden.count()) > 0) {
    const name = await hidden.first().innerText(); // one that is asked for shows, while another may give way to it
    await hidden.first().click();
    await expect(menu.getByRole('menuitemcheckbox', { name, exact: true })).toBeChecked();
  }
  await window.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
}
