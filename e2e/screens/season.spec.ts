import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import { fail } from '../../src/shared/error.ts';
import { exported, rowsOf } from '../exports.ts';
import { unlimited } from '../fixtures/fixture-file.ts';
import { manyAudits } from '../fixtures/many-audits.ts';
import { alike, seasonFirm } from '../fixtures/season-firm.ts';
import { passUntil } from '../journeys.ts';
import { accessibilityFaults, picture } from '../looks.ts';
import { groupPlan } from '../plans.ts';
import { test } from '../screen.ts';
import { openService } from '../service-inside.ts';

const firm = seasonFirm();
const year = new Date().getUTCFullYear();

test.use({ firm });

test('a season is begun with last year’s groups; one that cannot hold is said before, keys change who goes first, and all remains after a restart', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, userData, close } = await renderApp({ service: sandbox });
  await window.getByRole('link', { name: 'Season' }).click();
  await expect(window.getByText('Plan the season: which group is ready when')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);

  await window.getByRole('button', { name: 'Add last year’s groups' }).click();
  const dialog = window.getByRole('dialog');
  await expect(dialog).toContainText('Not rolled forward: 2 groups. Already rolled forward: 1.');
  await dialog.getByRole('button', { name: 'Add 3 groups' }).click();
  await expect(dialog).toBeHidden();
  const row = (part: string) => window.getByRole('row', { name: new RegExp(`deel ${part}`) });
  await expect(row('A')).toContainText('Not rolled forward');
  await expect(row('A')).toContainText('On time');
  await expect(row('C')).toContainText('Created');

  // By the newest package, of which a group costs 12.
  await expect(window.getByText('Needed: 24 credits.')).toBeVisible();

  // A deadline that has passed cannot hold: the dialog, the head and the row say so, and nothing was begun yet.
  await row('B').click();
  await dialog.getByRole('textbox', { name: 'Deadline' }).fill('2020-01-31');
  await expect(dialog).toContainText('This day has passed');
  await dialog.getByRole('button', { name: 'Save deadline' }).click();
  await expect(dialog).toBeHidden();
  const head = window.getByRole('status').filter({ hasText: 'Groups that miss their deadline: 1' });
  await expect(head).toContainText('Not started: 1. Deadline passed: 1.');
  await expect(row('B')).toContainText('Overdue');
  await expect(row('B')).toHaveAccessibleDescription(/^Its deadline has passed\.( Deadline of |$)/);
  expect(await accessibilityFaults(window)).toEqual([]);
  await head.getByRole('button', { name: /deel B/ }).click();
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The earliest deadline stands first until keys change it.
  const names = window.getByRole('grid').getByRole('rowheader');
  await expect(names).toContainText([/B \d+$/, /A \d+$/, /C \d+$/]);
  await window.getByRole('grid').focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('Alt+ArrowDown');
  await expect(names).toContainText([/A \d+$/, /B \d+$/, /C \d+$/]);
  await expect(window.getByText(/deel B \d+ is now 2 of 2/)).toBeAttached();
  const [first] = rowsOf(await exported(window, folder, 'json'));
  expect(first).toMatchObject({ state: 'notRolled', priority: 1, on_time: true });

  await close();
  const again = await renderApp({ userData, at: '/season' });
  await expect(again.window.getByRole('grid').getByRole('rowheader')).toContainText([
    /A \d+$/,
    /B \d+$/,
    /C \d+$/,
  ]);
  await expect(again.window.getByText('Groups that miss their deadline: 1')).toBeVisible();
  await again.window.getByRole('button', { name: 'Order by deadline' }).click();
  await expect(again.window.getByRole('grid').getByRole('rowheader')).toContainText([
    /B \d+$/,
    /A \d+$/,
    /C \d+$/,
  ]);
});

test('keys that come while a move is being saved are no less heeded: the group comes to the place they ask for', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox, at: '/season' });
  if (connection === null) throw new Error('no connection');
  const expected = ['D', 'E', 'F', 'G', 'H', 'I'].map((letter, index) => ({
    id: letter,
    connection,
    name: `${alike} ${letter} ${year}`,
    client: 'noorderhaven',
    predecessor: null,
    successor: null,
    deadline: { day: `${year + 1}-06-0${index + 1}`, from: 'imported' },
    priority: 0,
    components: 1,
    coupled: 0,
  }));
  expect(await call('items.save', { season: expected })).toMatchObject({ ok: true });
  const names = window.getByRole('grid').getByRole('rowheader');
  const inOrder = (letters: string) => letters.split('').map((letter) => new RegExp(`${letter} \\d+$`));
  await expect(names).toContainText(inOrder('DEFGHI'));
  await window.getByRole('grid').focus();
  await window.keyboard.press('Home');
  const press = (...keys: readonly string[]) =>
    window.evaluate((all) => {
      for (const key of all)
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true }),
        );
    }, keys);
  await press('ArrowDown', 'ArrowDown', 'ArrowDown');
  await expect(names).toContainText(inOrder('EFGDHI'));
  await expect(window.getByText(/deel D \d+ is now 4 of 6/)).toBeAttached();
  await press('ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
  await expect(names).toContainText(inOrder('DEFGHI'));
  await press('ArrowDown', 'ArrowUp');
  await expect(names).toContainText(inOrder('DEFGHI'));
});

/** The plan of the next group of a place. */
function planAt(connection: string, place: number, components: number, deadline: string) {
  const name = `${alike} ${'ABCD'[place - 1]} ${year}`;
  const entity = place === 4 ? 'noorderhaven' : `NH-${place}`;
  return groupPlan(connection, { id: `G-${place}-${year}`, name, entity, year }, components, deadline);
}

test('a deadline that could not be saved stays in its dialog, which says why', async ({
  renderApp,
  sandbox,
}) => {
  const { window, userData } = await renderApp({ service: sandbox, at: '/season' });
  await window.getByRole('button', { name: 'Add last year’s groups' }).click();
  await window.getByRole('button', { name: 'Add 3 groups' }).click();
  const names = window.getByRole('grid').getByRole('rowheader');
  await expect(names).toContainText([/A \d+$/, /B \d+$/, /C \d+$/]);
  const dialog = window.getByRole('dialog');
  await names.nth(1).click();
  await dialog.getByRole('textbox', { name: 'Deadline' }).fill(`${year}-06-30`);
  const store = new DatabaseSync(join(userData, 'audit-desk.db'));
  store.exec('BEGIN EXCLUSIVE'); // a disk that takes nothing more
  const save = dialog.getByRole('button', { name: 'Save deadline' });
  await save.click();
  const told = 'Another running copy of this app uses its files.';
  await expect(dialog.getByText(told)).toBeVisible();
  await expect(window.getByText(told)).toHaveCount(1);
  store.close();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(names).toContainText([/B \d+$/, /A \d+$/, /C \d+$/]);
  await expect(window.getByText(told)).toHaveCount(0);
});

test('groups as their plans stand: expected, not rolled forward, planned, initializing, in trouble and created, with what each still needs', async ({
  renderApp,
}) => {
  const sandbox = await openService(
    {
      ...firm,
      rate_limits: { lifecycle: { burst: 2 } }, // one creation a minute by a plan: none overtakes another
      firms: firm.firms.map((one) => ({ ...one, credits: 12 })),
    },
    { initialisationSeconds: 3_600 },
  );
  const { window, call, connection, putForward } = await renderApp({ service: sandbox, at: '/season' });
  if (connection === null) throw new Error('no connection');
  await window.getByRole('button', { name: 'Add last year’s groups' }).click();
  await window.getByRole('button', { name: 'Add 3 groups' }).click();
  const fromFile = {
    id: 'from a file',
    connection,
    name: `${alike} D ${year}`,
    client: 'noorderhaven',
    predecessor: null,
    successor: `G-4-${year}`,
    deadline: { day: `${year + 1}-06-30`, from: 'imported' },
    priority: 0,
    components: 1,
    coupled: 0,
  };
  expect(await call('items.save', { season: [fromFile] })).toMatchObject({ ok: true });
  await window.reload();
  const row = (part: string) => window.getByRole('row', { name: new RegExp(`deel ${part}`) });
  const shows = (part: string, ...texts: readonly string[]) =>
    Promise.all(texts.map((text) => expect(row(part)).toContainText(text)));
  const comesTo = (part: string, text: string) =>
    passUntil(sandbox, { putForward }, async () => (await row(part).innerText()).includes(text));
  await shows('A', 'Not rolled forward', 'On time', '12');
  await shows('C', 'Created');
  await shows('D', 'Expected', 'On time', 'Not known');

  // From a row to the network of last year, from several to the next period of those that are not there yet.
  await row('A').click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Show the network' }).click();
  await expect(window.getByRole('heading', { level: 1 })).toContainText('Noorderhaven Groep N.V.');
  await window.getByRole('link', { name: 'Season' }).click();
  await window.getByRole('grid').focus();
  await window.keyboard.press('Control+a');
  await window.getByRole('button', { name: 'Roll forward 2 groups…' }).click();
  await expect(window.getByRole('heading', { level: 1 })).toContainText('2');
  await window.getByRole('link', { name: 'Season' }).click();

  // The first group opens; while it does, those that are due later wait for a minute.
  const submit = (...how: Parameters<typeof planAt>) => call('plans.submit', planAt(...how));
  expect(await submit(connection, 1, 2, `${year + 1}-03-01`)).toMatchObject({ ok: true });
  await shows('A', 'Initializing', 'On time');
  expect(await submit(connection, 2, 2, `${year + 1}-03-02`)).toMatchObject({ ok: true });
  expect(await submit(connection, 4, 2, `${year + 1}-06-30`)).toMatchObject({ ok: true });
  await shows('D', 'Planned', 'On time', '12');
  await expect(window.getByText('Needed: 24 credits.')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);

  // The second one is refused; the first opens, its components are created, and it is ready.
  await sandbox.control('POST', 'firms/kantoor/', { credits: 100 });
  const refusal = { kind: 'status', status: 402, body: { detail: 'No credits are left.' }, times: 1 };
  await sandbox.control('POST', 'faults/', { method: 'POST', path: '/api/v1/audits/', ...refusal });
  await sandbox.control('POST', `audits/kantoor/G-1-${year}/`, { status: 'open' });
  await comesTo('A', 'Created');
  await comesTo('B', 'In trouble');
  await shows('B', '12');
  await comesTo('D', 'Initializing');
  await shows('D', '0');

  // What is in trouble is found by its status, and its plan from its menu.
  await row('B').click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Open the plan' }).click();
  await window.getByRole('button', { name: /Retry/ }).first().click();
  await window.getByRole('link', { name: 'Season' }).click();
  await comesTo('B', 'Initializing');
  await shows('B', 'On time');
  await sandbox.end();
});

test('credits that no price list tells are not counted as none', async ({ renderApp, sandbox }) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  const group = {
    id: 'gone',
    connection,
    name: 'Gone 2026',
    client: 'gone',
    predecessor: 'GONE',
    successor: null,
  };
  const facts = { deadline: null, priority: 0, components: 3, coupled: 0 };
  expect(await call('items.save', { season: [{ ...group, ...facts }] })).toMatchObject({ ok: true });
  await window.getByRole('link', { name: 'Season' }).click();
  await expect(window.getByText('Credits not known for 1 group.')).toBeVisible();
  await expect(window.getByText('0 credits')).toHaveCount(0);
});

test('a group that nobody has begun shows the last day on which to begin it; those of two weeks come first, are counted and a press away', async ({
  renderApp,
}) => {
  const sandbox = await openService(firm, { initialisationSeconds: 3_600 });
  const { window, call, connection } = await renderApp({ service: sandbox });
  if (connection === null) throw new Error('no connection');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const expected = (
    [
      ['A', 10],
      ['B', 200],
    ] as const
  ).map(([part, days]) => ({
    id: part,
    connection,
    name: `${alike} ${part} ${year}`,
    client: 'noorderhaven',
    predecessor: null,
    successor: null,
    deadline: { day: inDays(days), from: 'typed' },
    priority: 0,
    components: 3,
    coupled: 0,
  }));
  expect(await call('items.save', { season: expected })).toMatchObject({ ok: true });
  expect(await call('plans.submit', planAt(connection, 4, 2, inDays(5)))).toMatchObject({ ok: true });
  await window.getByRole('link', { name: 'Season' }).click();
  const row = (part: string) => window.getByRole('row', { name: new RegExp(`deel ${part}`) });
  await expect(row('A')).toContainText('Start soon');
  await expect(window.getByRole('grid').getByRole('rowheader')).toContainText([/A \d+$/, /D \d+$/, /B \d+$/]);
  await expect(row('B')).toContainText('On time');
  await expect(row('B').getByRole('img', { name: /^Start by [A-Z]/ })).toBeVisible();
  const head = window
    .getByRole('status')
    .filter({ hasText: 'Groups that have to start within two weeks: 1' });
  await expect(head).toBeVisible();
  await picture(window, 'season-start', 'light', 'en-US');
  expect(await accessibilityFaults(window)).toEqual([]);
  await head.getByRole('button', { name: 'Show all' }).click();
  await expect(row('B')).toHaveCount(0);
  await expect(row('A')).toBeVisible();
  await row('A').click();
  await expect(window.getByRole('dialog')).toContainText(/Start by [A-Z]/);
  await sandbox.end();
});

test.describe('a season of 203 groups that are created', () => {
  const groups = manyAudits(203, unlimited, () => ({ audit_type: 'consolidated' as const }));
  test.use({ firm: groups });

  test('whether all is there is read of 200 of them; of another where it is known, else when a person asks', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, call, connection } = await renderApp({ service: sandbox });
    if (connection === null) throw new Error('no connection');
    const idOf = (place: number) => `MANY-${String(place).padStart(5, '0')}`;
    const season = Array.from({ length: 203 }, (_, place) => ({
      id: `${place}`,
      connection,
      name: `Verwegen ${place}`,
      client: 'verwegen',
      predecessor: null,
      successor: idOf(place + 1),
      deadline: null,
      priority: 0,
      components: 1,
      coupled: 0,
    }));
    expect(await call('items.save', { season })).toMatchObject({ ok: true });
    const list = { operation: 'components.list', path: { audit_id: idOf(202) } } as const;
    const asked = { connection, list, freshFor: 0, waits: true };
    expect(await call('mirror.read', asked)).toMatchObject({ ok: true });
    await window.getByRole('link', { name: 'Season' }).click();
    const row = (place: number) =>
      window.getByRole('row', { name: new RegExp(`Verwegen ${idOf(place).slice(5)}`) });
    await expect(row(1)).toContainText('Partly, 1 missing');
    await window.getByRole('grid').focus();
    await window.keyboard.press('End');
    await expect(row(202)).toContainText('Partly, 1 missing');
    await expect(row(203)).toContainText('Created, size not known');
    await row(203).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Load what is there' }).click();
    await expect(row(203)).toContainText('Partly, 1 missing');
  });
});

test('plans that cannot be read are said: nobody is told that nothing is left to do', async ({
  renderApp,
  sandbox,
}) => {
  const { window, hold } = await renderApp({ service: sandbox });
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  const plans = hold('plans.list');
  await window.getByRole('link', { name: 'Season' }).click();
  await plans.answered;
  await expect(window.getByText('Plan the season: which group is ready when')).toBeHidden();
  plans.release(fail('internal'));
  await expect(window.getByRole('main').getByText('The app has an error.')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
});

test('a plan whose steps cannot be read is said in the season, and keeps every group from being rolled forward', async ({
  renderApp,
}) => {
  const sandbox = await openService(firm, { initialisationSeconds: 3_600 });
  const { window, hold, call, connection } = await renderApp({ service: sandbox });
  if (connection === null) throw new Error('no connection');
  const told = window.getByRole('main').getByText('The app has an error.');
  expect(await call('plans.submit', planAt(connection, 1, 2, `${year + 1}-03-01`))).toMatchObject({
    ok: true,
  });
  const steps = hold('plans.parts');
  await window.evaluate((to) => location.assign(to), `#/audits/one/G-2-${year - 1}/roll-forward`);
  await steps.answered;
  await expect(window.getByRole('button', { name: /^Create \d/ })).toHaveAttribute('aria-disabled', 'true');
  steps.release(fail('internal'));
  await expect(told).toBeVisible();
  const again = hold('plans.parts');
  await window.getByRole('link', { name: 'Season' }).click();
  await again.answered;
  again.release(fail('internal'));
  await expect(told).toBeVisible();
  await sandbox.end();
});
