import { expect, type Locator, type Page } from '@playwright/test';
import { beginAudit, choose, chooseClient, expectStep, goOn, openWizard } from './journeys.ts';
import { authorization } from './meanwhile.ts';
import type { Service } from './service.ts';

// What a person does with the coupling of an audit, by the names on the screen (en-us).

/** From the list of audits to the coupling of a new audit. */
export async function toCoupling(
  window: Page,
  type: 'Single audit' | 'Consolidated audit' = 'Single audit',
): Promise<void> {
  await beginAudit(window, type);
}

/** Fills an audit of a client that has nothing to do with any group, and goes back to its coupling. */
export async function fillThenCouple(window: Page): Promise<void> {
  await openWizard(window, 'Single audit');
  await chooseClient(window, 'Forno Vecchio S.r.l.');
  await goOn(window);
  await choose(window, 'Small');
  await goOn(window);
  await window.getByRole('button', { name: '2025', exact: true }).click();
  await choose(window, 'Nederlands (Dutch)');
  await window.getByRole('link', { name: /^Coupling/ }).click();
  await expectStep(window, 'Coupling');
}

/** From a coupling that holds to the review: all else is proposed. */
export async function toReview(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Go to review' }).click();
  await expectStep(window, 'Review');
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
  return candidates(window).locator('[role=row][aria-selected]').filter({ hasText: words });
}

/** The row with the name of a network, above its component audits. */
export function networkHead(window: Page, words: string): Locator {
  return candidates(window).locator('[role=row]:not([aria-selected])').filter({ hasText: words });
}

/** Shows the component audits that cannot be coupled, below the others. */
export async function showIneligible(window: Page): Promise<void> {
  await window.getByRole('button', { name: /^Show .* that cannot be coupled$/ }).click();
}

/** Pastes ids of component audits into the choice. */
export async function paste(window: Page, ids: readonly string[]): Promise<void> {
  if (!(await window.getByRole('textbox', { name: 'Ids of component audits' }).isVisible()))
    await window.getByText('Paste ids', { exact: true }).click();
  await window.getByRole('textbox', { name: 'Ids of component audits' }).fill(ids.join('\n'));
  await window.getByRole('button', { name: 'Add these ids' }).click();
}

/** Unfolds the rules below their verdict. */
export async function unfoldRules(window: Page): Promise<void> {
  const rules = window.getByRole('region', { name: 'Rules' });
  if (!(await rules.getByRole('listitem').first().isVisible())) await rules.locator('summary').click();
}

/** A coupling rule, where it stands so. */
export function rule(window: Page, number: number, state: string): Locator {
  return window.getByRole('listitem', { name: new RegExp(`^Rule ${number}, ${state}`) });
}

/** The couplings of a group's components as the service has them on both sides, read past the app. */
export async function couplingsOf(
  service: Service,
  group: string,
): Promise<
  readonly {
    readonly component: string;
    readonly entities: readonly string[];
    /** What the audit that the component names says that it is coupled to. */
    readonly itsCoupling: readonly string[];
  }[]
> {
  const headers = await authorization(service);
  const read = async (path: string) =>
    (await fetch(`${service.baseUrl}/api/v1/audits/${path}`, { headers })).json();
  const list = (await read(`${group}/component-audits/?page_size=100`)) as {
    readonly results: readonly {
      readonly id: string;
      readonly legal_entity_ids: readonly string[];
      readonly coupled_entity_audit_id: string | null;
    }[];
  }; // specification, "Component audit"
  return Promise.all(
    list.results.flatMap(({ id, legal_entity_ids: entities, coupled_entity_audit_id: audit }) =>
      audit === null
        ? []
        : [
            read(`${encodeURIComponent(audit)}/`).then(
              ({
                coupled_component_audit_ids: itsCoupling,
              }: {
                readonly coupled_component_audit_ids: readonly string[];
              }) => ({
                component: id,
                entities,
                itsCoupling,
              }),
            ),
          ],
    ),
  );
}
