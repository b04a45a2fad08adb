import { expect, type Locator, type Page } from '@playwright/test';
import { longNamesFirm } from '../fixtures/coupling-firm.ts';
import type { Fixture } from '../fixtures/fixture-file.ts';
import { seasonFirm } from '../fixtures/season-firm.ts';
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

test.describe('at 150 %', () => {
  test('the season shows at least eight rows', async ({ renderApp, sandbox }) => {
    const { window, call, connection } = await renderApp({ service: sandbox });
    const groups = Array.from({ length: 20 }, (_, index) => ({
      id: `group-${index}`,
      connection,
      name: `Koninklijke Noorderhaven Energie en Netbeheer group ${index} 2027`,
      client: 'noorderhaven-energie',
      predecessor: `more-${String(index + 1).padStart(3, '0')}`,
      successor: null,
      deadline: null,
      priority: index,
      components: 1,
      coupled: 0,
    }));
    expect(await call('items.save', { season: groups })).toMatchObject({ ok: true });
    await window.setViewportSize(atOneAndAHalf);
    await window.evaluate(() => void (location.hash = '#/season'));
    const list = window.getByRole('grid', { name: /^Groups of the season/ });
    await expect(list.getByRole('row').nth(1)).toBeVisible();
    await picture(window, 'room-150-season', 'light', 'en-us');
    await expect.poll(() => rowsIn(list)).toBeGreaterThanOrEqual(8);
  });

  test('the people of teams and the users of an audit show at least eight rows', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, call, connection } = await renderApp({ service: sandbox });
    const members = Array.from({ length: 20 }, (_, index) => ({
      id: `person.${index}@kantoor.example`,
      role: 'audit_auditor',
    }));
    const team = { id: 'north', connection, name: 'North', members };
    expect(await call('items.save', { teams: [team] })).toMatchObject({ ok: true });
    await window.setViewportSize(atOneAndAHalf);
    await window.evaluate(() => void (location.hash = '#/users'));
    const people = window.getByRole('grid', { name: 'People' });
    await expect(people.getByRole('row').nth(1)).toBeVisible();
    await picture(window, 'room-150-users', 'light', 'en-us');
    await expect.poll(() => rowsIn(people)).toBeGreaterThanOrEqual(8);
  });
});

/** What scrolls within something else that scrolls. */
function scrollsWithin(window: Page): Promise<readonly string[]> {
  return window.evaluate(() => {
    const scrolls = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowY) &&
      element.scrollHeight > element.clientHeight + 1;
    return [...document.querySelectorAll('main *')]
      .filter((element) => scrolls(element) && [...parents(element)].some(scrolls))
      .map((element) => element.getAttribute('aria-label') ?? element.className);
    function* parents(element: Element) {
      for (let next = element.parentElement; next !== null; next = next.parentElement) yield next;
    }
  });
}

for (const [name, size] of Object.entries({ 'at 1280 × 720': atFull, 'at 150 %': atOneAndAHalf }))
  test(`nothing scrolls inside what scrolls, ${name}`, async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox, at: '/audits/one/T1/components' });
    await window.setViewportSize(size);
    await tree(window).getByRole('row').nth(4).click();
    await expect(window.getByRole('group', { name: 'Detail' })).toBeVisible();
    for (let more = 0; more < 7; more += 1) await tree(window).press('Shift+ArrowDown');
    await window
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: /^Delete/ })
      .click();
    await window.getByRole('button', { name: 'Show', exact: true }).click();
    await picture(window, `room-${size.height}-staged-list`, 'light', 'en-us');
    await expect(window.getByRole('main').locator('header').getByText('Open')).toBeVisible();
    expect(await scrollsWithin(window)).toEqual([]);
  });

for (const [name, size] of Object.entries({ 'at 1280 × 720': atFull, 'at 150 %': atOneAndAHalf }))
  test(`neither list of a client scrolls inside its page, ${name}`, async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox, at: '/clients/one/noorderhaven-energie' });
    await window.setViewportSize(size);
    for (const [section, grid] of [
      ['Overview', 'entity-usage'],
      ['Legal entities', 'legal-entities'],
    ] as const) {
      await window.getByRole('link', { name: section }).click();
      await expect(window.locator(`[data-grid=${grid}]`).first().getByRole('row').nth(3)).toBeVisible();
      expect(await scrollsWithin(window), section).toEqual([]);
    }
    const entities = window.locator('[data-grid=legal-entities]');
    expect(await entities.evaluate((grid) => grid.scrollHeight > grid.clientHeight)).toBe(true);
  });

test('a selection bar neither shortens nor shifts the list, and its last row can be seen', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await window.setViewportSize(atFull);
  for (const [at, name] of [
    ['/audits', 'Audits of the firm'],
    ['/audits/one/T1/components', 'Component tree'],
  ] as const) {
    await window.evaluate((path) => void (location.hash = path), at);
    const list = window.getByLabel(name, { exact: true }).and(window.locator('[data-grid]'));
    await expect(list.getByRole('row').nth(2)).toBeVisible();
    const toolbar = window.getByRole('searchbox');
    const places = async () => [await list.boundingBox(), await toolbar.boundingBox()];
    const before = await places();
    await list.focus();
    await window.keyboard.press('Control+a');
    const bar = window.getByRole('region', { name: 'Selection' });
    await expect(bar).toBeVisible();
    expect(await places(), at).toEqual(before);
    await picture(window, `room-selection-${at.length}`, 'light', 'en-us');
    await window.keyboard.press('End');
    const active = window.locator(`[id="${await list.getAttribute('aria-activedescendant')}"]`);
    await expect
      .poll(async () => {
        const [row, over] = await Promise.all([active.boundingBox(), bar.boundingBox()]);
        return (over?.y ?? 0) - ((row?.y ?? 0) + (row?.height ?? 0));
      })
      .toBeGreaterThanOrEqual(0);
  }
});

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

test('an audit that could not be printed says so below its head, which stays one row', async ({
  renderApp,
  sandbox,
}) => {
  const { window, hold } = await renderApp({ service: sandbox, at: '/audits/one/T1' });
  await window.setViewportSize(atFull);
  const printing = hold('page.print');
  await window.getByRole('button', { name: 'Print' }).click();
  await window.getByRole('menuitem', { name: /PDF/ }).click();
  await printing.answered;
  printing.release({ ok: false, error: { code: 'file-not-written' } });
  const main = window.getByRole('main');
  const head = main.locator('header').first();
  await expect(main.getByRole('status').filter({ hasText: 'print' }).first()).toBeVisible();
  expect(await head.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThanOrEqual(40);
  await picture(window, 'print-failed', 'light', 'en-us');
});

test.describe('an empty season', () => {
  test.use({ firm: seasonFirm() });

  test('at 1280 × 720 and 200 % its first act is in sight', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox, at: '/season' });
    await window.setViewportSize({ width: 640, height: 360 });
    const main = window.getByRole('main');
    for (const name of ['Add last year’s groups', 'Import deadlines…'])
      await expect(main.getByRole('button', { name }).last()).toBeInViewport({ ratio: 1 });
  });
});
