import { expect, type Page } from '@playwright/test';
import { test } from './app.ts';
import { affirmScopes, auditIds, connect, listOf, passUntil } from './journeys.ts';
import type { Service } from './service.ts';

const apply = (window: Page) => window.getByRole('button', { name: /^Create \d+ items?$/ });

/** From any screen to the next period of a group. */
async function rollForward(window: Page, id: string): Promise<void> {
  await window.keyboard.press('Control+1');
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
  await window.getByRole('searchbox', { name: /^Search/ }).fill(id);
  await expect(window.getByRole('row')).toHaveCount(2); // with that of the titles
  await window.getByRole('row').last().click();
  await window.getByRole('button', { name: 'Roll forward…' }).click();
  await expect(window.getByRole('heading', { level: 1, name: /^Roll forward: Valkenhorst/ })).toBeVisible();
}

interface Component {
  readonly legal_entity_ids: readonly string[];
  readonly in_scope: boolean;
  readonly auditor_relation: string;
  readonly coupled_entity_audit_id: string | null;
}

/** The components of these groups by the service: which audit each is coupled to by what its id says after the year. */
async function componentsOf(service: Service, groups: readonly string[]): Promise<readonly unknown[]> {
  const lists = groups.map((group) => listOf<Component>(service, `audits/${group}/component-audits/`));
  return (await Promise.all(lists)).map((components) =>
    components
      .map(({ legal_entity_ids, in_scope, auditor_relation, coupled_entity_audit_id }) =>
        [legal_entity_ids, in_scope, auditor_relation, coupled_entity_audit_id?.slice(4)].join(' '),
      )
      .toSorted(),
  );
}

test('a three-tier group is rolled forward through the screens: scopes affirmed in bulk, the app killed in the middle, and the second time nothing is planned', async ({
  launch,
  sandbox,
}) => {
  test.slow();
  const before = await auditIds(sandbox);
  const first = await launch({ hasMovableClock: true });
  await connect(first.window, sandbox);
  await rollForward(first.window, '2026-VH-GRP');
  await expect(apply(first.window)).toHaveAccessibleDescription('Open scope decisions: 22');
  await affirmScopes(first.window);
  await first.window.getByRole('button', { name: 'Leave out 13 legal entities' }).click();
  await first.window.getByRole('button', { name: /^Works in audit: No \(\d+\)$/ }).click();
  await first.window.getByText('Send anyway').click(); // an explanation names last year
  await expect(first.window.getByText('The structure is the same.')).toBeVisible();

  // The 12th creation is carried out and never answered: the app is gone when it would be.
  const slow = { method: 'POST', path: '/api/v1/audits/', kind: 'delay', seconds: 20, skip: 11 };
  await sandbox.control('POST', 'faults/', slow);
  await apply(first.window).click();
  await expect(first.window.getByRole('heading', { level: 1, name: /Valkenhorst/ })).toBeVisible();
  await passUntil(sandbox, first, async () => {
    const { results } = (await sandbox.control('GET', 'faults/waiting/')) as {
      readonly results: readonly unknown[];
    }; // docs/sandbox.md
    return results.length === 0;
  });
  await first.kill();

  const second = await launch({ userData: first.userData, hasMovableClock: true });
  const { window } = second;
  const compare = window.getByRole('link', { name: 'Compare with last year' });
  await passUntil(sandbox, second, () => compare.isVisible());
  const network = ['VH-GRP', 'VH-IT', 'VH-US', 'VH-1100', 'VH-2100'];
  const created = (await auditIds(sandbox)).filter((id) => !before.includes(id));
  expect(created.toSorted()).toEqual(network.map((name) => `2027-${name}`).toSorted());
  const groups = (year: number) => network.slice(0, 3).map((name) => `${year}-${name}`);
  expect(await componentsOf(sandbox, groups(2027))).toEqual(await componentsOf(sandbox, groups(2026)));

  await compare.click();
  await expect(window.getByText('Already rolled forward')).toBeVisible();
  await expect(window.getByText('The structure is the same.')).toBeVisible();

  await rollForward(window, '2026-VH-GRP');
  await expect(window.getByText('Already rolled forward')).toBeVisible();
  await expect(window.getByText('The structure is the same.')).toBeVisible();
  await expect(apply(window)).toHaveAttribute('aria-disabled', 'true');
  await expect(apply(window)).toHaveAccessibleDescription('This group already has a successor.');
  await expect(window.getByText(/^Estimated: /)).toBeHidden();
});
