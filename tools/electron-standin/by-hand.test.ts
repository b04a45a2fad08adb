import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

// An app that is started by hand, without Playwright.

const electron = join(import.meta.dirname, 'electron');
const fixture = join(import.meta.dirname, 'fixture');
const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...headless } = process.env;
const userData = mkdtempSync(join(tmpdir(), 'standin-by-hand-'));
const running = new Set<ChildProcess>();

function start(argument: string, app = fixture, ...others: readonly string[]): ChildProcess {
  const known = [app, `--user-data-dir=${userData}`, '--remote-debugging-port=0', argument];
  const child = spawn(electron, [...known, ...others], {
    env: headless,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  return child;
}

/** Reads on to the end, so that what the app says later finds a reader too: it would end with an error of its own. */
function said(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk: unknown) => {
      text += String(chunk);
      const found = pattern.exec(text);
      if (found !== null) resolve(found);
    });
    child.stderr?.once('end', () => reject(new Error(`It never said ${String(pattern)}, but ${text}`)));
  });
}

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(userData, { recursive: true, force: true, maxRetries: 3 });
});

test('says that it is a stand-in', async () => {
  const child = start('first');
  await said(child, /^This is the development stand-in for Electron 45\.\d+\.\d+, on Node v24\..*\nDevTools/);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('runs once for a folder, and takes its Chromium with it when it is killed', async () => {
  const first = start('first');
  const [, address = ''] = await said(first, /DevTools listening on (ws:\S+)/);
  const second = start('second');
  expect(await once(second, 'exit')).toEqual([3, null]);
  const socket = new WebSocket(address);
  await once(socket, 'open');
  first.kill('SIGKILL');
  await once(socket, 'close');
  const third = start('third');
  await said(third, /DevTools listening on/);
  third.kill('SIGTERM');
  expect(await once(third, 'exit')).toEqual([0, null]);
});

/** The main module of an app of these lines. */
function mainOf(name: string, ...lines: readonly string[]): string {
  const main = join(userData, name);
  writeFileSync(main, ["import { app } from 'electron';", ...lines].join('\n'));
  return main;
}

const endsWhenReady = 'app.whenReady().then(() => app.exit(4));';

test('goes on after a rejection that nobody caught, as Electron does', async () => {
  const main = mainOf('rejected.mjs', "void Promise.reject(new Error('mine'));", endsWhenReady);
  expect(await once(start('alone', main), 'exit')).toEqual([4, null]);
});

test.runIf(process.getuid?.() === 0)(
  'as root: starts without a sandbox where that was said, and not where the app takes the word back',
  async () => {
    const plain = mainOf('plain.mjs', endsWhenReady);
    expect(await once(start('alone', plain, '--no-sandbox'), 'exit')).toEqual([4, null]);
    const taking = start(
      'alone',
      mainOf('taking.mjs', 'app.enableSandbox();', endsWhenReady),
      '--no-sandbox',
    );
    await said(taking, /Running as root without --no-sandbox/);
    expect(await once(taking, 'exit')).toEqual([1, null]);
  },
);

test('starts anew once it has ended, in its folder, with its own arguments or with others', async () => {
  const file = join(userData, 'told');
  const told = (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  const main = mainOf(
    'again.mjs',
    "import { appendFileSync, readFileSync } from 'node:fs';",
    `const file = ${JSON.stringify(file)};`,
    'const alone = app.requestSingleInstanceLock();',
    'appendFileSync(file, `${alone} ${process.cwd()} ${process.argv.at(-1)}\\n`);',
    "const starts = readFileSync(file, 'utf8').trim().split('\\n').length;",
    "if (starts === 1) app.relaunch({ args: [...process.argv.slice(1, -1), 'other'] });",
    'if (starts === 2) app.relaunch();',
    'app.exit(4);',
  );
  expect(await once(start('first', main), 'exit')).toEqual([4, null]);
  const folder = process.cwd();
  await expect.poll(told).toEqual([`true ${folder} first`, `true ${folder} other`, `true ${folder} other`]);
});
