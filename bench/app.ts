import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { Service } from '../e2e/service.ts';
import type { Bridge } from '../src/shared/bridge.ts';

const personAtDialogs = join(import.meta.dirname, '../e2e/native-dialogs.cjs');

/**
 * Runs the built app in `folder`, with data of its own, while `measure` looks at its window with the first screen. `before` are
 * Electron's own arguments.
 */
export async function withApp<Value>(
  root: string,
  folder: string,
  measure: (page: Page, app: ElectronApplication) => Promise<Value>,
  before: readonly string[] = [],
): Promise<Value> {
  const userData = await mkdtemp(join(tmpdir(), 'audit-desk-bench-'));
  const app = await _electron.launch({
    args: ['-r', personAtDialogs, ...before, join(folder, 'main', 'index.js'), `--user-data-dir=${userData}`],
    cwd: root,
    ...executable(root),
  });
  try {
    const page = await app.firstWindow();
    page.setDefaultTimeout(60_000);
    await page.locator('h1').first().waitFor();
    return await measure(page, app);
  } finally {
    const gone = once(app.process(), 'exit');
    app.process().kill('SIGKILL'); // at close it may ask, and nobody is there to answer
    await gone;
    await rm(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Electron as it is installed; without its binary the stand-in, headless: a virtual display would be measured with it. */
export function executable(root: string) {
  if (existsSync(join(root, 'node_modules', 'electron', 'path.txt'))) return {};
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const defined = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    executablePath: join(root, 'tools', 'electron-standin', 'electron'),
    env: Object.fromEntries(defined),
  };
}

/** Calls an operation as the interface would; a failure is an error here. */
export async function callInPage(page: Page, operation: string, input: unknown): Promise<unknown> {
  const reply = await page.evaluate(
    // The page has it from its preload, of which the types of this room know nothing.
    ([name, value]) => (window as unknown as { readonly auditDesk: Bridge }).auditDesk.call(name, value),
    [operation, input] as const,
  );
  if (typeof reply === 'object' && reply !== null && 'ok' in reply && reply.ok === true && 'value' in reply)
    return reply.value;
  throw new Error(`${operation}: ${JSON.stringify(reply)}`);
}

/** Has the app use a service from now on, without anybody entering it; answers the id of the connection. */
export async function connectPage(page: Page, service: Service): Promise<string> {
  const connection = await callInPage(page, 'connections.save', {
    name: 'Large firm',
    baseUrl: service.baseUrl,
    clientId: service.clientId,
    secret: service.clientSecret,
    kind: 'test',
    keep: 'session',
    access: 'read-write',
  });
  if (typeof connection !== 'object' || connection === null || !('id' in connection))
    throw new Error('no connection was saved');
  const id = String(connection.id);
  await callInPage(page, 'preferences.change', { activeConnection: id });
  return id;
}
