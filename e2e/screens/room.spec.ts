import { expect, type Locator, type Page } from '@playwright/test';
import { longNamesFirm } from '../fixtures/coupling-firm.ts';
import type { Fixture } from '../fixtures/fixture-file.ts';
import { picture } from '../looks.ts';
import { test } from '../screen.ts';

// How much room the content has, with names of 44 to 60 characters: measured as a person sees it.

const atFull = { width: 1280, height: 720 };
const atOneAndAHalf = { width: 853, height: 480 }; // 1280 × 720 at 150 %

/** A firm with more audits and clients than a window has rows. */
function fullLists(): Fixture {
  const fixture = longNamesFirm(40);
  return {
    ...fixture,
    firms: fixture.firms.map((firm) => {
      const [first] = firm.audits ?? [];
      const [client] = firm.client_organisations ?? [];
      if (first === undefined || client === undefined) return firm;
      const numbers = Array.from({ length: 30 }, (_, index) => String(index + 1).padStart(3, '0'));
      const start = 'Koninklijke Noorderhaven Energie en Netbeheer';
      return {
        ...firm,
        audits: [
          ...(firm.audits ?? []),
          ...numbers.map((number) => ({
            ...first,
            id: `more-${number}`,
            name: `${start} ${number} West 2026`,
          })),
        ],
        client_organisations: [
          ...(firm.client_organisations ?? []),
          ...numbers.map((number) => ({
            ...client,
            id: `client-${number}`,
            name: `${start} ${number} West B.V.`,
            legal_entities: [],
          })),
        ],
      };
    }),
  };
}

test.use({ firm: fullLists() });

/** How many rows of a list are seen whole. */
async function rowsIn(list: Locator): Promise<number> {
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  return list.evaluate((grid) => {
    const box = grid.getBoundingClientRect();
    const bottom = Math.min(box.bottom, innerHeight);
    const head = Math.max(
      box.top,
      ...[...grid.querySelectorAll('[role="columnheader"]')].map((one) => one.getBoundingClientRect().bottom),
    );
    return [...grid.querySelectorAll('[role="row"]')]
      .filter((row) => row.querySelector('[role="columnheader"]') === null)
      .map((row) => row.getBoundingClientRect())
      .filter((row) => row.height > 0 && row.top >= head - 1 && row.bottom <= bottom).length;
  });
}

const tree = (window: Page) => window.getByRole('treegrid', { name: 'Component tree' });

test('the tree of components shows 15 rows at 1280 × 720, and 13 with changes staged', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, at: '/audits/one/T1/components' });
  await window.setViewportSize(atFull);
  await expect.poll(() => rowsIn(tree(window))).toBeGreaterThanOrEqual(15);
  await picture(window, 'room-tree', 'light', 'en-us');
  await tree(window).getByRole('row').nth(4).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(window.getByRole('region', { name: 'Staged changes' })).toBeVisible();
  await picture(window, 'room-tree-staged', 'light', 'en-us');
  expect(await rowsIn(tree(window))).toBeGreaterThanOrEqual(13);
});

for (const [name, at] of [
  ['audits', '/audits'],
  ['clients', '/clients'],
  ['tree', '/audits/one/T1/components'],
] as const)
  test(`at 150 % ${name} shows at least eight rows`, async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox, at });
    await window.setViewportSize(atOneAndAHalf);
    const list = window.getByRole('main').locator('[role=grid], [role=treegrid]');
    await expect(list.getByRole('row').nth(1)).toBeVisible();
    await picture(window, `room-150-${name}`, 'light', 'en-us');
    await expect.poll(() => rowsIn(list)).toBeGreaterThanOrEqual(8);
  });

const heads = [
  ['audits', '/audits'],
  ['the tree', '/audits/one/T1/components'],
  ['audits of a group', '/audits/one/T1/components/audits'],
  ['roll forward', '/audits/one/T1/roll-forward'],
  ['the wizard', '/audits/new'],
  ['templates', '/audits/templates'],
  ['clients', '/clients'],
  ['a client', '/clients/one/noorderhaven-energie'],
  ['season', '/season'],
  ['a network', '/network/client/noorderhaven-energie'],
  ['users', '/users'],
  ['import', '/import'],
  ['activity', '/activity'],
  ['limits', '/limits'],
  ['work packages', '/work-packages'],
  ['connections', '/connections'],
  ['the inspection', '/connections/inspection'],
] as const;

test('the head of each screen is one row', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox });
  await window.setViewportSize(atFull);
  const higher: string[] = [];
  const title = window.getByRole('main').getByRole('heading', { level: 1 });
  for (const [name, at] of heads) {
    const before = await title.innerText();
    await window.evaluate((path) => {
      location.hash = path;
    }, at);
    if (at !== '/audits') await expect(title).not.toHaveText(before);
    const head = window.getByRole('main').locator('header').first();
    const height = await head.evaluate((element) => element.getBoundingClientRect().height);
    if (height > 40) higher.push(`${name}: ${height}`);
  }
  expect(higher).toEqual([]);
});
