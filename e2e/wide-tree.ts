import { expect, type Page } from '@playwright/test';
import { row, tree } from './component-tree.ts';
import { answersTo, type Service } from './service.ts';

// The tree of the wide group (fixtures/wide-firm.ts), and what the service made of its components.

export const components = '/api/v1/audits/WIDE/component-audits/';

/** From the list of audits to the tree of the wide group, with one component staged for each of its subsidiaries. */
export async function stageAll(window: Page, count: number): Promise<void> {
  await window.getByRole('row', { name: 'Breedveld group 2026' }).click();
  await window.getByRole('link', { name: 'Components', exact: true }).click();
  await expect(row(window, 'Breedveld Holding N.V.')).toBeVisible();
  await tree(window).focus();
  for (let place = 0; place < count; place += 1) {
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Space');
  }
  await window.getByRole('button', { name: 'Add components' }).click();
  const dialog = window.getByRole('dialog', { name: 'Add components' });
  await dialog.getByText('Inter-office', { exact: true }).click();
  await dialog.getByRole('button', { name: `Stage ${count} components` }).click();
  await expect(window.getByText(`Staged: ${count} to add`)).toBeVisible();
}

/** How the service answered to creations of components, in order; null for one that is under way or was never answered. */
export function answers(sandbox: Service): Promise<readonly (number | null)[]> {
  return answersTo(sandbox, components);
}

/** The legal entities of that many components. */
export function entities(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `wide-${index + 1}`);
}
