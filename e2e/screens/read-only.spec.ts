import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { ConnectionDraft } from '../../src/shared/model/connection.ts';
import { row } from '../component-tree.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { csvOf, goodRows, header, openImport } from '../imports.ts';
import { creations } from '../journeys.ts';
import { auditsPlan } from '../plans.ts';
import { atReview } from '../review.ts';
import { type Rendered, test } from '../screen.ts';

test.use({ firm: smallFirm() });

const access = 'read-only';

async function expectOff(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/is read-only/);
}

async function becomeReadOnly({ call, connection }: Pick<Rendered, 'call' | 'connection'>): Promise<void> {
  const own = await call('connections.list', {});
  const [stored] = own.ok
    ? (own.value as readonly { readonly id: string }[]).filter(({ id }) => id === connection)
    : []; // shared/model/connection
  const draft = ConnectionDraft.omit({ secret: true })
    .strip()
    .parse({ ...stored, access, keep: 'keychain' });
  expect(await call('connections.save', draft)).toMatchObject({ ok: true });
}

async function menuOf(window: Page, name: string | RegExp): Promise<void> {
  await window.getByRole('row', { name }).first().click({ button: 'right' });
}

for (const [language, word] of [
  ['en-us', 'READ-ONLY'],
  ['nl', 'ALLEEN-LEZEN'],
  ['it', 'SOLA LETTURA'],
] as const)
  test(`a read-only connection is said so on top and in the window's title (${language})`, async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox, connection: { access }, locale: language });
    await expect(window.locator('[data-region="environment"]')).toContainText(word);
    await expect.poll(() => window.title()).toContain(word);
  });

test('T7: through a read-only connection nothing is created, and each way to it says why', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, connection: { access } });
  const anew = window.getByRole('button', { name: 'New audit', exact: true });
  await expectOff(anew);
  await anew.click({ force: true });
  await expect(window.getByRole('menu')).toHaveCount(0);
  await window.keyboard.press('Control+n');
  await expect(window.locator('[aria-live=polite]').last()).toContainText(/is read-only/);
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();

  await menuOf(window, /Noorderhaven Groep/);
  for (const name of ['Duplicate', 'Roll forward…', 'Delete audit…'])
    await expect(window.getByRole('menuitem', { name, exact: true })).toContainText(/is read-only/);
  await window.getByRole('menuitem', { name: 'Duplicate', exact: true }).click({ force: true });
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
  await window.keyboard.press('Escape');

  await window.getByRole('link', { name: 'Clients' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible(); // audits have such a row, too
  await menuOf(window, /Noorderhaven Groep/);
  await expect(window.getByRole('menuitem', { name: 'New audit for this client' })).toContainText(
    /is read-only/,
  );
  expect(await creations(sandbox)).toEqual([]);
});

test('T7: an audit that is prepared in the wizard cannot be created through a read-only connection', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({
    service: sandbox,
    connection: { access },
    ...atReview({ id: 'REFUSED' }),
  });
  await expectOff(window.getByRole('button', { name: 'Create audit' }));
  await window.getByRole('button', { name: 'Create audit' }).click({ force: true });
  await window.keyboard.press('Control+Enter');
  expect(await creations(sandbox)).toEqual([]);
});

test('T7: a table is checked through a read-only connection, and not sent', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const running = await renderApp({ service: sandbox, connection: { access } });
  const { window } = running;
  const path = join(folder, 'season.csv');
  await writeFile(path, csvOf([header, ...goodRows(2)]));
  running.chooseToOpen(path);
  await openImport(window);
  await window.getByRole('button', { name: 'Choose a file' }).click();
  await window.getByRole('button', { name: 'Check 2 rows' }).click();
  await expectOff(window.getByRole('button', { name: /^Create 2 / }));
  expect(await creations(sandbox)).toEqual([]);
});

test('T7: the plans of a connection that became read-only are neither undone, retried nor resumed, and the main process refuses, too', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  if (connection === null) throw new Error('There is no connection.');
  await call('plans.submit', auditsPlan(connection, 'Season', ['A']));
  await expect.poll(() => creations(sandbox)).toEqual([201]);
  await becomeReadOnly({ call, connection });
  await window.getByRole('link', { name: 'Activity' }).click();
  await window.getByRole('row', { name: 'Create A' }).dblclick();
  await expectOff(window.getByRole('button', { name: 'Undo…' }));
  expect(await call('plans.submit', auditsPlan(connection, 'Later', ['B']))).toMatchObject({
    ok: false,
    error: { code: 'read-only' },
  });
  expect(await creations(sandbox)).toEqual([201]);
});

const openDialogs: Readonly<Record<string, { at: string; open: readonly string[]; confirm: RegExp }>> = {
  'a client is made': { at: '/clients', open: ['New client'], confirm: /^Create client/ },
  'users are assigned': {
    at: '/audits/one/HIGH/users',
    open: ['Assign users'],
    confirm: /^Assign users/,
  },
  'staged changes are applied': {
    at: '/audits/one/HIGH/components',
    open: ['Delete', 'Apply 1 change'],
    confirm: /^Apply 1 change/,
  },
};
test.describe('with a group', () => {
  test.use({ firm: couplingFirm() });

  for (const [what, { at, open: presses, confirm }] of Object.entries(openDialogs))
    test(`T7: the dialog in which ${what} is off at once when its connection becomes read-only`, async ({
      renderApp,
      sandbox,
    }) => {
      const running = await renderApp({ service: sandbox, at });
      const { window } = running;
      if (presses.length > 1)
        await row(window, 'Noorderhaven Rederij').last().locator('[data-part=box]').click();
      for (const name of presses) await window.getByRole('button', { name }).last().click();
      const dialog = window.getByRole('dialog').or(window.getByRole('alertdialog'));
      await expect(dialog).toBeVisible();
      await becomeReadOnly(running);
      await expectOff(dialog.getByRole('button', { name: confirm }));
    });
});
