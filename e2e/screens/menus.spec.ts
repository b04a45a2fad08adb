import { expect, type Locator, type Page } from '@playwright/test';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { toast } from '../journeys.ts';
import { meanwhile } from '../meanwhile.ts';
import { allAnswered, slowFrames } from '../quiet.ts';
import { type Rendered, test } from '../screen.ts';
import type { Service } from '../service.ts';
import { assignMeanwhile, usersOf } from '../users.ts';

test.use({ firm: couplingFirm(), movesPageClock: true });

const ilse = { id: 'ilse.brand@kantoor.example', role: 'audit_engagement_leader' };
const marco = { id: 'marco.tosi@kantoor.example', role: 'audit_auditor' };

interface Noun {
  readonly at: string;
  /** The id of its grid. */
  readonly grid: string;
  /** How the name of the first row begins; the first of the list unless given. */
  readonly from?: string;
  readonly one: readonly string[];
  /** Undefined where no rows are selected. */
  readonly several?: readonly string[];
}

/** What can be done with one row, and with two, by noun. */
const nouns: Readonly<Record<string, Noun>> = {
  audits: {
    at: '/audits',
    grid: 'audits',
    one: [
      'Open',
      'Open in new window',
      'Copy id',
      'Add star',
      'Components',
      'Users',
      'Assign team…',
      'Roll forward…',
      'Duplicate',
      'Duplicate and couple…',
      'Save as template',
      'Delete audit…',
    ],
    several: ['Open windows', 'Copy IDs', 'Assign team…', 'Roll forward…', 'Delete 2 audits…'],
  },
  components: {
    at: '/audits/one/HIGH/components',
    grid: 'component-tree',
    from: 'Noorderhaven Sch',
    one: [
      'Add component',
      'Open coupled audit',
      'Create the audit for this component',
      'Set out of scope',
      'Delete component',
    ],
    several: ['Add component', 'Set 2 out of scope', 'Delete 2 components'],
  },
  users: {
    at: '/audits/one/HIGH/users',
    grid: 'audit-users',
    one: ['Change role to Auditor (audit_auditor)', 'Remove from the audit'],
    several: [
      'Change role to Engagement leader (audit_engagement_leader)',
      'Change role to Auditor (audit_auditor)',
      'Remove 2 users',
    ],
  },
  clients: {
    at: '/clients',
    grid: 'clients',
    one: ['Open', 'Open in new window', 'Copy id', 'New audit for this client'],
  },
  plans: { at: '/activity', grid: 'plans', one: ['Open', 'Open in new window', 'Copy id'] },
  'groups of a season': {
    at: '/season',
    grid: 'season',
    one: [
      'Deadline and details… (Ctrl+Enter)',
      'Move down (Alt+Down)',
      'Show the network',
      'Create from last year’s audit…',
      'Roll forward…',
      'Expect no longer',
    ],
    several: ['Roll forward 2 groups…', 'Expect 2 groups no longer'],
  },
};

const grid = (window: Page, id: string) => window.locator(`[data-grid=${id}]`);
const bar = (window: Page) => window.getByRole('region', { name: 'Selection' });

/** The entries of the menu that is open, without their keys and reasons. */
async function entriesOf(window: Page): Promise<readonly string[]> {
  await expect(window.getByRole('menu')).toBeVisible();
  return (await window.getByRole('menuitem').allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
}

async function closeMenu(window: Page, list: Locator): Promise<void> {
  await window.keyboard.press('Escape');
  await expect(window.getByRole('menu')).toBeHidden();
  await expect(list).toBeFocused();
}

/** A plan, two groups of a season and two users of an audit. */
async function giveRows({ call, connection }: Rendered): Promise<void> {
  const task = { kind: 'assignUser', audit: 'HIGH', assignment: ilse };
  const group = (id: string, predecessor: string) => ({
    id,
    connection,
    name: `Group ${id}`,
    client: 'noorderhaven',
    predecessor,
    successor: null,
    deadline: null,
    priority: 0,
    components: 2,
    coupled: 0,
  });
  for (const [operation, input] of [
    [
      'plans.submit',
      { id: 'plan', connection, title: 'Users', steps: [{ key: 'user', after: [], subject: 'Ilse', task }] },
    ],
    ['plans.wait', { id: 'plan' }],
    ['items.save', { season: [group('1', 'HIGH'), group('2', 'LOW')] }],
  ] as const)
    expect(await call(operation, input), operation).toMatchObject({ ok: true });
}

test('a menu gives the focus back to its list, however long a frame takes', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  const list = grid(window, 'audits');
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  await list.focus();
  await window.keyboard.press('Shift+F10');
  await expect(window.getByRole('menu')).toBeVisible();
  await slowFrames(window, 250);
  await closeMenu(window, list);
});

for (const chunk of ['row-menu', 'floating'])
  test(`Escape ends a menu whose ${chunk} is still being loaded, and leaves the selection`, async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const list = grid(window, 'audits');
    const row = list.getByRole('row').nth(1);
    await expect(row).toBeVisible();
    const go = Promise.withResolvers<void>();
    await window.route(new RegExp(`${chunk}-[^/]*js`), async (route) => {
      await go.promise;
      await route.continue();
    });
    const asked = window.waitForRequest(new RegExp(`${chunk}-[^/]*js`));
    await list.focus();
    await window.keyboard.press('Home');
    await window.keyboard.press('Space');
    await row.click({ button: 'right' });
    await asked;
    await window.keyboard.press('Escape');
    const came = window.waitForResponse(new RegExp(`${chunk}-[^/]*js`));
    go.resolve();
    await came;
    await window.keyboard.press('Control+k');
    await expect(window.getByRole('combobox')).toBeFocused();
    await expect(window.getByRole('menu')).toHaveCount(0);
    await window.keyboard.press('Escape');
    await expect(bar(window)).toBeVisible();
  });

for (const [noun, { at, grid: id, from = '', one, several }] of Object.entries(nouns))
  test(`the menu of ${noun} is of the rows that are selected, where it is opened on one of them`, async ({
    renderApp,
    sandbox,
  }) => {
    await assignMeanwhile(sandbox, 'HIGH', ilse);
    await assignMeanwhile(sandbox, 'HIGH', marco);
    const rendered = await renderApp({ service: sandbox });
    const { window } = rendered;
    await expect(window.getByRole('row').nth(1)).toBeVisible();
    await giveRows(rendered);
    await window.evaluate((to) => void (location.hash = `#${to}`), at);
    const list = grid(window, id);
    const rows = list.getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    await list.focus();
    await window.keyboard.press('Home');
    await window.keyboard.type(from);
    const first = window.locator(`[id="${await list.getAttribute('aria-activedescendant')}"]`);
    await window.keyboard.press('Shift+F10');
    expect(await entriesOf(window)).toEqual(one);
    await closeMenu(window, list);
    if (several === undefined) return;

    await window.keyboard.press('Shift+ArrowDown');
    await expect(bar(window)).toContainText('2 selected');
    await window.keyboard.press('Shift+F10');
    expect(await entriesOf(window)).toEqual(several);
    await closeMenu(window, list);
    await first.click({ button: 'right', position: { x: 300, y: 16 } });
    expect(await entriesOf(window)).toEqual(several);
    await expect(bar(window)).toContainText('2 selected');
    await closeMenu(window, list);

    await window.keyboard.press('Space'); // lets the first one go: the menu is of it alone, and selects it
    await expect(bar(window)).toContainText('1 selected');
    await expect(first).toHaveAttribute('aria-selected', 'false');
    await window.keyboard.press('Shift+F10');
    expect(await entriesOf(window)).toEqual(one);
    await expect(bar(window)).toContainText('1 selected');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await closeMenu(window, list);
  });

test.describe('rows that vanish while their menu is open', () => {
  async function openMenu({ window }: Rendered, ...keys: readonly string[]): Promise<Locator> {
    await expect(window.getByRole('row').nth(1)).toBeVisible();
    await window.clock.install();
    await window.evaluate(() => void (location.hash = '#/audits/one/HIGH/users'));
    const list = grid(window, 'audit-users');
    await expect(list.getByRole('row').nth(1)).toBeVisible();
    await list.focus();
    for (const key of [...keys, 'Shift+F10']) await window.keyboard.press(key);
    return list;
  }

  /** Somebody else removes a user, and the time passes in which the list is read again. */
  async function leave({ window, putForward }: Rendered, sandbox: Service, id: string): Promise<void> {
    await meanwhile(sandbox, 'DELETE', `audits/HIGH/users/${id}/`);
    await allAnswered(window, sandbox);
    await putForward(61);
    await window.clock.fastForward(61_000);
  }

  test('it stays as it is, does what is left to do, and says so', async ({ renderApp, sandbox }) => {
    await assignMeanwhile(sandbox, 'HIGH', ilse);
    await assignMeanwhile(sandbox, 'HIGH', marco);
    const rendered = await renderApp({ service: sandbox });
    const { window } = rendered;
    const list = await openMenu(rendered, 'Control+a');
    const before = await entriesOf(window);
    await leave(rendered, sandbox, marco.id);
    await expect(list.getByText('Marco Tosi')).toBeHidden();
    expect(await entriesOf(window)).toEqual(before); // nothing moves under the pointer
    await window.keyboard.press('End');
    await window.keyboard.press('Enter');
    await expect(window.getByText('1 of 2 are left').last()).toBeVisible();
    await expect(toast(window, 'User removed')).toBeVisible({ timeout: 30_000 });
    expect(await usersOf(sandbox, 'HIGH')).toEqual([]);
  });

  test('where none is left it says that', async ({ renderApp, sandbox }) => {
    await assignMeanwhile(sandbox, 'HIGH', ilse);
    await assignMeanwhile(sandbox, 'HIGH', marco);
    const rendered = await renderApp({ service: sandbox });
    await openMenu(rendered, 'Home');
    await leave(rendered, sandbox, ilse.id);
    await expect(rendered.window.getByRole('menuitem')).toHaveText(['Nothing is left to act on']);
  });

  test('the palette does to no other row what was chosen for one that has gone', async ({
    renderApp,
    sandbox,
  }) => {
    await assignMeanwhile(sandbox, 'HIGH', ilse);
    await assignMeanwhile(sandbox, 'HIGH', marco);
    const rendered = await renderApp({ service: sandbox });
    const { window } = rendered;
    const list = await openMenu(rendered, 'Home');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Control+k');
    await window.keyboard.type('Remove');
    await expect(window.getByRole('option', { name: /^Remove/ }).first()).toContainText('Ilse');
    await leave(rendered, sandbox, ilse.id);
    await expect(list.getByText('Ilse Brand')).toBeHidden();
    await window.keyboard.press('Enter');
    await expect(toast(window, 'Nothing is left to act on')).toBeVisible();
    expect(await usersOf(sandbox, 'HIGH')).toEqual([marco.id]);
  });
});
