import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

// An app that is started by hand, without Playwright.

const electron = join(import.meta.dirname, 'electron');
const fixture = join(import.meta.dirname, 'fixture');
const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...headless } = process.env;
const userData = mkdtempSync(join(tmpdir(), 'standin-by-hand-'));
const running = new Set<ChildProcess>();

function start(argument: string, app = fixture): ChildProcess {
  const child = spawn(electron, [app, `--user-data-dir=${userData}`, '--remote-debugging-port=0', argument], {
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

test('goes on after a rejection that nobody caught, as Electron does', async () => {
  const main = join(userData, 'main.mjs');
  writeFileSync(
    main,
    "import { app } from 'electron'; void Promise.reject(new Error('mine')); app.whenReady().then(() => app.exit(4));",
  );
  const child = start('alone', main);
  expect(await once(child, 'exit')).toEqual([4, null]);
});
