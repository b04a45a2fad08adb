import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type Running, test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { accessibilityFaults } from './looks.ts';
import { chooseInMenu } from './menu.ts';
import { requestsOf } from './service.ts';
import { openThroughSettings } from './through-settings.ts';

test.use({ firm: smallFirm() });

const heading = (window: Page, name: string | RegExp) => window.getByRole('heading', { level: 1, name });

/** The window that opens because of something. What Chromium opens by itself, and the stand-in closes, is none. */
async function opened({ app }: Running, act: () => Promise<unknown>): Promise<Page> {
  const before = new Set(app.windows());
  await act();
  const added: Page[] = []; // kept when seen: a heading that shows may be on its way to another the moment after
  const hasAdded = async () => {
    for (const window of app.windows().filter((each) => !before.has(each)))
      if (
        await heading(window, /./)
          .isVisible()
          .catch(() => false)
      )
        added.push(window);
    return added.length > 0;
  };
  await expect.poll(hasAdded).toBe(true);
  const [window] = added;
  if (window === undefined) throw new Error('no window has opened');
  return window;
}

/** Starts the app once more on the same files, as a click on a link does, and waits until that start has ended. */
async function startAgain({ userData }: Running, ...args: readonly string[]): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const electron = String(createRequire(import.meta.url)('electron')); // outside of Electron the package is the path to it
  const again = spawn(electron, [root, `--user-data-dir=${userData}`, ...args], { stdio: 'ignore' });
  await once(again, 'exit');
}

test('windows: each goes its own way', async ({ launch, sandbox }) => {
  const running = await launch();
  const { window } = running;
  await connect(window, sandbox);
  const beside: Page[] = [];
  const open = async (act: () => Promise<unknown>): Promise<Page> => {
    const other = await opened(running, act);
    beside.push(other);
    return other;
  };
  const closeOthers = async () => {
    for (const each of beside.splice(0)) await each.close();
  };

  await test.step('a screen opens in a window of its own, from the menu and from an audit', async () => {
    await window.getByRole('link', { name: 'Clients' }).click();
    await expect(heading(window, 'Clients')).toBeVisible();
    const second = await open(() => chooseInMenu(running, 'new-window'));
    await expect(heading(second, 'Clients')).toBeVisible();
    await second.getByRole('link', { name: 'Audits' }).click();
    await expect(heading(second, 'Audits')).toBeVisible();
    await second.getByRole('row', { name: /Noorderhaven/ }).click();
    const third = await open(async () => {
      await second.getByRole('button', { name: 'More actions' }).click();
      await second.getByRole('menuitem', { name: 'Open in new window' }).click();
    });
    await expect(heading(third, /Noorderhaven/)).toBeVisible();
    await expect(heading(window, 'Clients')).toBeVisible();
    expect(await accessibilityFaults(third)).toEqual([]);
    await closeOthers();
  });

  await test.step('a link with Control or the middle button held opens in a window of its own', async () => {
    await window.getByRole('link', { name: 'Audits' }).click();
    await expect(heading(window, 'Audits')).toBeVisible();
    const link = window.getByRole('link', { name: 'Clients' });
    const second = await open(() => link.click({ modifiers: ['Control'] }));
    await expect(heading(second, 'Clients')).toBeVisible();
    const third = await open(() => link.click({ button: 'middle' }));
    await expect(heading(third, 'Clients')).toBeVisible();
    await expect(heading(window, 'Audits')).toBeVisible();
    await closeOthers();
  });
});

test('windows: what one changes all of them show; the connection is each one’s own', async ({
  launch,
  sandbox,
}) => {
  const running = await launch();
  const { window } = running;
  await connect(window, sandbox);
  const second = await opened(running, () => chooseInMenu(running, 'new-window'));
  await expect(heading(second, 'Audits')).toBeVisible();
  await second.getByRole('button', { name: 'Language' }).click();
  await second.getByRole('menuitemradio', { name: 'Nederlands' }).click();
  await expect(window.getByRole('link', { name: 'Cliënten' })).toBeVisible();
  await second.keyboard.press('Control+9');
  await second
    .getByRole('button', { name: /Verbinding toevoegen/ })
    .first()
    .click();
  await second.getByRole('textbox', { name: 'Naam', exact: true }).fill('Kantoor Zuid');
  await second.getByText('Test', { exact: true }).click();
  await second.getByRole('textbox', { name: /URL/ }).fill(sandbox.baseUrl);
  await second.getByRole('textbox', { name: 'Client-id' }).fill(sandbox.clientId);
  await second.locator('input[type=password]').fill(sandbox.clientSecret);
  await second.getByRole('button', { name: /opslaan/ }).click();
  await expect(second.getByRole('banner')).toContainText('Kantoor Zuid');
  await expect(window.getByRole('banner')).toContainText('Kantoor Noord');
  // And what is opened from a window sees what that window sees.
  const third = await opened(running, () => window.keyboard.press('Control+Shift+n'));
  await expect(third.getByRole('banner')).toContainText('Kantoor Noord');
});

test('the windows that were open are open again after a restart and after a power cut', async ({
  launch,
  sandbox,
}) => {
  const first = await launch();
  await connect(first.window, sandbox);
  const second = await opened(first, () => chooseInMenu(first, 'new-window'));
  await second.getByRole('row', { name: /Noorderhaven/ }).click();
  await expect(second.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  await first.window.getByRole('link', { name: 'Clients' }).click();
  await expect(heading(first.window, 'Clients')).toBeVisible();
  const { userData } = first;
  const titlesOf = async ({ app }: Running) =>
    (await Promise.all(app.windows().map((each) => each.title()))).toSorted();
  const titles = [expect.stringMatching(/^Clients – /), expect.stringMatching(/Noorderhaven.* – /)];
  await first.close();
  const restarted = await launch({ userData });
  await expect.poll(() => titlesOf(restarted)).toEqual(titles);
  await restarted.kill();
  const afterCut = await launch({ userData });
  await expect.poll(() => titlesOf(afterCut)).toEqual(titles);
});

test('a link opens what it names: at a start, while the app runs, and as macOS tells', async ({
  launch,
  sandbox,
}) => {
  const first = await launch();
  await connect(first.window, sandbox);
  await first.window.getByRole('row', { name: /Noorderhaven/ }).click();
  await expect(first.window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  const name = (await first.window.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const id = new URL(first.window.url()).hash.split('/').at(-1)?.replaceAll('~', '%') ?? '';
  await first.window.getByRole('link', { name: 'All audits' }).click();
  await expect(heading(first.window, 'Audits')).toBeVisible();

  await test.step('one app runs: a second start shows the first one', async () => {
    await startAgain(first);
    await expect(heading(first.window, 'Audits')).toBeVisible();
    expect(first.app.windows()).toHaveLength(1);
  });

  await startAgain(first, `auditdesk://audit/${id}`);
  await expect(heading(first.window, name)).toBeVisible();
  await first.window.getByRole('link', { name: 'All audits' }).click();
  await expect(heading(first.window, 'Audits')).toBeVisible();
  await first.app.evaluate(
    ({ app }, url) => app.emit('open-url', { preventDefault: () => undefined }, url),
    `auditdesk://audit/${id}/`,
  );
  await expect(heading(first.window, name)).toBeVisible();
  // In the window that is there, which asks before it leaves what is not saved.
  expect(first.app.windows()).toHaveLength(1);
  await openThroughSettings(first.window, 'Connections');
  await first.window.getByRole('button', { name: 'Add a connection' }).click();
  await first.window.getByRole('textbox', { name: 'Name', exact: true }).fill('Half entered');
  await startAgain(first, `auditdesk://audit/${id}`);
  const question = first.window.getByRole('alertdialog', { name: 'Leave without saving' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(first.window.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half entered');
  await first.window.getByRole('link', { name: 'Audits' }).click();
  await question.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(heading(first.window, 'Audits')).toBeVisible();
  await first.close();

  const cold = await launch({ userData: first.userData, args: [`auditdesk://audit/${id}`] });
  await expect.poll(() => cold.app.windows().length).toBe(2);
  await expect
    .poll(async () => (await Promise.all(cold.app.windows().map((each) => each.title()))).join())
    .toContain(name);
});

test('a link that is unknown or foreign ends in a sentence, and does nothing', async ({
  launch,
  sandbox,
}) => {
  const running = await launch({ args: ['auditdesk://audit/ELSEWHERE'] });
  await expect.poll(() => running.app.windows().length).toBe(2);
  const titles = async () => (await Promise.all(running.app.windows().map((each) => each.title()))).join();
  await expect.poll(titles).toContain('The link needs a connection');
  const [first, second] = running.app.windows();
  const isLink = (await first?.title())?.startsWith('The link') === true;
  const [window, other] = isLink ? [second, first] : [first, second];
  if (window === undefined || other === undefined) throw new Error('there are two windows');
  await other.close(); // a link opens in the window that is there
  await expect
    .poll(() => running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
    .toBe(1);
  await connect(window, sandbox);
  await startAgain(running, 'auditdesk://audit/ELSEWHERE');
  await expect(heading(window, 'Audit not found')).toBeVisible();
  await expect(window.getByText('Kantoor Noord has no “ELSEWHERE”.')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await startAgain(running, 'auditdesk://client/ELSEWHERE');
  await expect(heading(window, 'Client not found')).toBeVisible();
  await startAgain(running, 'auditdesk://audits.delete/HOLD?force=1');
  await expect(heading(window, 'Unknown link')).toBeVisible();
  const written = await requestsOf(sandbox);
  expect(written.filter(({ method, path }) => method !== 'GET' && !path.includes('token'))).toEqual([]);
});

test('W8: with unsaved work, closing and quitting ask; with none they do not', async ({
  launch,
  sandbox,
}) => {
  const running = await launch();
  const { window } = running;
  await connect(window, sandbox);
  const second = await opened(running, () => chooseInMenu(running, 'new-window'));
  await openThroughSettings(second, 'Connections');
  await second.getByRole('button', { name: 'Add a connection' }).click();
  await second.getByRole('textbox', { name: 'Name', exact: true }).fill('Half entered');
  second.on('dialog', () => undefined); // Playwright would have the window closed, and not ask the app
  await running.app.evaluate(({ app }) => app.quit());
  const dialog = second.getByRole('alertdialog', { name: 'Leave without saving' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await expect(second.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half entered');
  await running.app.evaluate(({ app }) => app.quit());
  const closed = running.app.waitForEvent('close');
  // The page can be gone before it has said that it was clicked. Without a click nothing closes.
  const discard = dialog.getByRole('button', { name: 'Discard and leave' });
  await Promise.all([closed, discard.click().catch(() => undefined)]);
});
