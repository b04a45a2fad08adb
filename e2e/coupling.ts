import { expect, type Locator, type Page } from '@playwright/test';
import { choose, chooseClient, expectStep, goOn, openWizard } from './journeys.ts';

// What a person does with the coupling of an audit, by the names on the screen (en-us).

/** From the list of audits to the coupling of a new audit of a client, which has nothing to do with any group yet. */
export async function toCoupling(
  window: Page,
  { type = 'Single audit', client = 'Forno Vecchio S.r.l.' }: CouplingOf = {},
): Promise<void> {
  await openWizard(window, type);
  await chooseClient(window, client);
  await goOn(window);
  await choose(window, 'Small');
  await goOn(window);
  await window.getByRole('button', { name: '2025', exact: true }).click();
  await choose(window, 'Nederlands (Dutch)');
  await goOn(window);
  await goOn(window);
  await expectStep(window, 'Coupling');
}

interface CouplingOf {
  readonly type?: 'Single audit' | 'Consolidated audit';
  readonly client?: string;
}

/** Decides to couple, and waits for the first candidates. */
export async function couple(window: Page): Promise<void> {
  await choose(window, 'Couple to component audits');
  await expect(candidates(window).getByRole('row').nth(1)).toBeVisible();
}

function candidates(window: Page): Locator {
  return window.getByRole('grid', { name: 'Component audits' });
}

/** The row of a component audit that can be chosen, by words in it. */
export function candidate(window: Page, words: string): Locator {
  return candidates(window).getByRole('row').filter({ hasText: words });
}

/** Pastes ids of component audits into the choice. */
export async function paste(window: Page, ids: readonly string[]): Promise<void> {
  if (!(await window.getByRole('textbox', { name: 'Ids of component audits' }).isVisible()))
    await window.getByText('Paste ids', { exact: true }).click();
  await window.getByRole('textbox', { name: 'Ids of component audits' }).fill(ids.join('\n'));
  await window.getByRole('button', { name: 'Add these ids' }).click();
}

/** A coupling rule, where it stands so. */
export function rule(window: Page, number: number, state: string): Locator {
  return window.getByRole('listitem', { name: new RegExp(`^Rule ${number}, ${state}`) });
}
