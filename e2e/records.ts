import { expect, type Page } from '@playwright/test';
import { auditsPlan, callBridge, connectionId } from './plans.ts';
import type { Service } from './service.ts';

// What a person does with the two logs of the activity, by the names on the screen (en-us).

/** From anywhere to a part of the activity. */
export async function openRecords(window: Page, section: 'Requests' | 'Change log'): Promise<void> {
  await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click();
  await window
    .getByRole('navigation', { name: 'Parts of this page' })
    .getByRole('link', { name: section })
    .click();
  await expect(window.getByRole('grid', { name: section })).toBeVisible();
}

/** Chooses in one of the filters above a list. */
export async function filter(window: Page, label: string, choice: string): Promise<void> {
  await window.getByRole('button', { name: label, expanded: false }).click();
  await window.getByRole('option', { name: choice, exact: true }).click();
}

/** Lets only these values pass one of the filters above a list; none lets all pass. */
export async function filterMany(window: Page, label: string, ...choices: readonly string[]): Promise<void> {
  await window.getByRole('button', { name: label, expanded: false }).click();
  const list = window.getByRole('dialog', { name: label });
  const chosen = list.getByRole('option', { selected: true });
  await list.getByRole('button', { name: 'Clear selection' }).click();
  await expect(chosen).toHaveCount(0);
  for (const choice of choices) await list.getByRole('option', { name: choice }).click();
  await window.keyboard.press('Escape');
  await expect(list).toBeHidden();
}

/** The entries of the list that is open. */
export function rows(window: Page) {
  return window
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasNot: window.getByRole('columnheader') });
}

/** Two audits through the service, the second of which it refuses. */
export async function twoAudits(window: Page, sandbox: Service): Promise<void> {
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    skip: 1,
    kind: 'status',
    status: 400,
    body: { name: ['Not today.'] },
  });
  const plan = auditsPlan(await connectionId(window), 'Bakery 2026', ['B-1', 'B-2']);
  const [first, second] = plan.steps;
  await callBridge(window, 'plans.submit', { ...plan, steps: [first, { ...second, after: ['B-1'] }] });
  await callBridge(window, 'plans.wait', { id: plan.id });
}
