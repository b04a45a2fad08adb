import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { onStandIn, type Running, test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { auditIds, connect } from './journeys.ts';
import { admitCreations, auditsPlan, callBridge, connectionId } from './plans.ts';

test.use({ firm: smallFirm() });

const eight = ['B-1', 'B-2', 'B-3', 'B-4', 'B-5', 'B-6', 'B-7', 'B-8'];

const twelve = [...eight, 'B-9', 'B-10', 'B-11', 'B-12'];

/** Writes down what the app would show on the desktop, and answers its questions. */
async function watchDesktop(
  { app }: Running,
  {
    quits,
    isInFront = true,
    answers = quits ? 0 : 2,
  }: { quits: boolean; isInFront?: boolean; answers?: number },
) {
  await app.evaluate(
    ({ BrowserWindow, dialog, Notification }, { answered, front }) => {
      const desktop = { marks: [] as string[], notices: [] as unknown[], questions: [] as string[] };
      Reflect.set(globalThis, 'desktop', desktop);
      BrowserWindow.prototype.setProgressBar = (part, options) => {
        desktop.marks.push(part < 0 ? 'none' : `${part} ${options?.mode}`);
      };
      if (!front) BrowserWindow.getFocusedWindow = () => null;
      Notification.prototype.show = function show() {
        desktop.notices.push(this);
      };
      // One function for both of its forms: the options are the last that is given.
      const answer = async (...given: readonly unknown[]) => {
        const { message, detail } = given.at(-1) as Record<'message' | 'detail', string>;
        desktop.questions.push(`${message} ${detail}`);
        return { response: answered, checkboxChecked: false };
      };
      dialog.showMessageBox = answer;
    },
    { answered: answers, front: isInFront },
  );
}

function seen({ app }: Running): Promise<{ marks: string[]; questions: string[]; notices: string[] }> {
  return app.evaluate(() => {
    const { marks, questions, notices } = Reflect.get(globalThis, 'desktop');
    // The words of each notice that `show` was called of.
    const words = notices.map(({ title, body }: Record<'title' | 'body', string>) => `${title}: ${body}`);
    return { marks, questions, notices: words };
  });
}

/** The command as a scheduler starts it, on the data of an app. */
async function desk(folder: string, keychain: string, ...words: readonly string[]) {
  const cli = join(import.meta.dirname, '..', 'src', 'main', 'command', 'cli.ts');
  const env = { ...process.env, AUDIT_DESK_KEYCHAIN_SERVICE: keychain };
  const args = ['--disable-warning=ExperimentalWarning', cli, ...words, '--data-folder', folder];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const status = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, errors, status: await status };
}

test('B6, B9: quitting while a plan is under way asks, and stays or ends as somebody wants; the next start goes on with the plan; the command has an open app carry out, and does so itself without', async ({
  launch,
  sandbox,
  keychainService,
}) => {
  const running = await launch();
  const { app, window, userData } = running;
  let next = running;
  await connect(window, sandbox);
  await callBridge(window, 'plans.submit', auditsPlan(await connectionId(window), 'Bakery 2026', eight));
  await expect(window.getByText(/Bakery 2026” in progress: 4 of 8/)).toBeVisible();

  await test.step('it says that the plan goes on, and stays where somebody wants that', async () => {
    await watchDesktop(running, { quits: false });
    await app.evaluate(({ app: main }) => main.quit());
    await expect.poll(async () => (await seen(running)).questions).toHaveLength(1);
    const [question] = (await seen(running)).questions;
    expect(question).toContain('Bakery 2026” is in progress: 4 of 8.');
    expect(question).toContain('resume at the next start');
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(async () => (await seen(running)).questions).toHaveLength(2);
    await expect(window.getByText(/Bakery 2026” in progress/)).toBeVisible();
  });

  await test.step('somebody quits all the same, in another language, and the next start goes on with the plan', async () => {
    await callBridge(window, 'preferences.change', { language: 'nl' });
    await expect(window.getByText(/Bakery 2026” bezig: 4 van 8/)).toBeVisible();
    await watchDesktop(running, { quits: true });
    const ended = new Promise((resolve) => app.process().once('exit', resolve));
    await app.evaluate(({ app: main }) => {
      setImmediate(() => main.quit()); // the answer of this call goes first
    });
    await ended;
    await admitCreations(sandbox, 100);
    next = await launch({ userData });
    await expect
      .poll(async () => (await auditIds(sandbox)).filter((id) => id.startsWith('B-')).length, {
        timeout: 90_000,
      })
      .toBe(8);
  });

  await test.step('the command, beside the app and without it', async () => {
    await expect(next.window.getByRole('heading', { level: 1 })).toBeVisible();
    const connection = await connectionId(next.window);
    const paused = async (title: string, ids: readonly string[]): Promise<string> => {
      const plan = auditsPlan(connection, title, ids);
      await callBridge(next.window, 'plans.submit', plan);
      await callBridge(next.window, 'plans.act', { act: 'pause', id: plan.id });
      return plan.id;
    };
    const farm = await paused('Farm 2026', ['F-1', 'F-2']);
    const beside = await desk(userData, keychainService, 'plans', 'run', farm);
    expect(beside).toMatchObject({ status: 0, out: `${farm}: ended, 2 of 2 done\n` });
    expect(beside.errors).toContain('Audit Desk is open');
    const mill = await paused('Mill 2026', ['M-1', 'M-2']);
    await next.close();
    const alone = await desk(userData, keychainService, 'plans', 'run', mill);
    expect(alone).toEqual({ status: 0, out: `${mill}: ended, 2 of 2 done\n`, errors: '' });
    const made = (await auditIds(sandbox)).filter((id) => /^[FM]-/.test(id));
    expect(made.toSorted()).toEqual(['F-1', 'F-2', 'M-1', 'M-2']);
  });
});

test('B6: a plan goes on over a closed window and a start without one, under an icon of the system, and ends without', async ({
  launch,
  sandbox,
  keychainService,
}) => {
  const running = await launch({ hasMovableClock: true });
  const { app, window, userData } = running;
  await connect(window, sandbox);
  await callBridge(window, 'plans.submit', auditsPlan(await connectionId(window), 'Bakery 2026', twelve));
  await expect(window.getByText(/Bakery 2026” in progress: 4 of 12/)).toBeVisible();
  const tray = ({ app: main }: Running) =>
    main.evaluate(({ Tray }) => {
      // The stand-in's own list of what it does not show.
      const [shown]: { title: string; menu: Electron.Menu }[] = [...Reflect.get(Tray, 'shown')];
      return shown?.title ?? null;
    });

  await test.step('the last window is closed, which is asked about once', async () => {
    await watchDesktop(running, { quits: false, answers: 0 });
    const closed = window.waitForEvent('close');
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await closed;
    const { questions } = await seen(running);
    expect(questions).toEqual([expect.stringContaining('Plans can also continue in the background')]);
    await expect.poll(() => tray(running)).toMatch(/^Plans (wait|in progress): 4 of 12, until about/);
    await admitCreations(sandbox, 9);
    await running.putForward(61);
    await expect.poll(() => tray(running)).toMatch(/: ([5-9]|1[01]) of 12/);
  });

  await test.step('the icon quits, which is asked about, and the next start needs no window', async () => {
    const ended = new Promise((resolve) => app.process().once('exit', resolve));
    await app.evaluate(({ Tray }) => {
      const [shown]: { menu: Electron.Menu }[] = [...Reflect.get(Tray, 'shown')];
      setImmediate(() => shown?.menu.getMenuItemById('quit')?.click());
    });
    await ended;
    await admitCreations(sandbox, 100);
    const program: string = createRequire(import.meta.url)('electron');
    const env = { ...process.env, AUDIT_DESK_KEYCHAIN_SERVICE: keychainService, AUDIT_DESK_INSPECTS: 'off' };
    const args = [join(import.meta.dirname, '..'), '--no-sandbox', `--user-data-dir=${userData}`, '--hidden'];
    const { exitCode } = await new Promise<ChildProcess>((resolve) => {
      const second = spawn(program, args, { env, stdio: 'ignore' });
      second.once('exit', () => resolve(second));
    });
    expect(exitCode).toBe(0);
    const created = (await auditIds(sandbox)).filter((id) => id.startsWith('B-'));
    expect(created.toSorted()).toEqual(twelve.toSorted());
  });
});

test('B9: the taskbar follows a plan; its end is told once where no window is in front, and a click opens it', async ({
  launch,
  sandbox,
}) => {
  await admitCreations(sandbox, 100);
  const running = await launch();
  const { app, window } = running;
  await connect(window, sandbox);
  await watchDesktop(running, { quits: false, isInFront: false });
  await sandbox.control('POST', 'faults/', {
    method: 'POST',
    path: '/api/v1/audits/',
    skip: 1,
    kind: 'status',
    status: 400,
  });
  await callBridge(
    window,
    'plans.submit',
    auditsPlan(await connectionId(window), 'Bakery 2026', eight.slice(0, 3)),
  );
  await expect.poll(async () => (await seen(running)).notices).toHaveLength(1);
  const { marks, notices } = await seen(running);
  expect(notices).toEqual(['Create 3 audits · Bakery 2026: 1 of 3 were not carried out. Activity says why.']);
  expect(marks[0]).toMatch(/normal$/);
  expect(marks.at(-1)).toBe('none');
  await app.evaluate(() => {
    Reflect.get(globalThis, 'desktop').notices[0].emit('click');
  });
  await expect(window.getByRole('heading', { level: 1, name: 'Bakery 2026' })).toBeVisible();

  await callBridge(window, 'preferences.change', { notifyWhenDone: false });
  await window.getByRole('button', { name: /Retry failed/ }).click();
  await expect(window.getByText('3 of 3 done')).toBeVisible();
  expect((await seen(running)).notices).toHaveLength(1);

  await test.step('nothing is asked where no plan is under way', async () => {
    const ended = new Promise((resolve) => app.process().once('exit', resolve));
    await app.evaluate(({ app: main, dialog }) => {
      dialog.showMessageBox = () => {
        throw new Error('There is nothing to ask.');
      };
      setImmediate(() => main.quit());
    });
    await ended;
  });
});

test('the notice of a plan and the taskbar are the system’s own', { tag: '@electron' }, async ({
  launch,
}) => {
  const { app } = await launch();
  expect(onStandIn).toBe(false);
  expect(await app.evaluate(({ Notification }) => typeof Notification.isSupported())).toBe('boolean');
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setProgressBar(0.5, { mode: 'paused' }),
  );
});
