import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { auditIds, connect } from './journeys.ts';
import { admitCreations, auditsPlan, callBridge, connectionId } from './plans.ts';

test.use({ firm: smallFirm() });

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

test('the command beside the open app has it carry out a plan; without the app it does so itself, with the secret of the keychain', async ({
  launch,
  sandbox,
  keychainService,
}) => {
  const running = await launch();
  const { window, userData } = running;
  await connect(window, sandbox);
  await admitCreations(sandbox, 100);
  const connection = await connectionId(window);
  const plan = auditsPlan(connection, 'Bakery 2026', ['B-1', 'B-2']);
  await callBridge(window, 'plans.submit', plan);
  await callBridge(window, 'plans.pause', { id: plan.id });
  const beside = await desk(userData, keychainService, 'plans', 'run', plan.id);
  expect(beside).toMatchObject({ status: 0, out: `${plan.id}: ended, 2 of 2 done\n` });
  expect(beside.errors).toContain('Audit Desk is open');

  const later = auditsPlan(connection, 'Mill 2026', ['M-1', 'M-2']);
  await callBridge(window, 'plans.submit', later);
  await callBridge(window, 'plans.pause', { id: later.id });
  await running.close();
  expect(await desk(userData, keychainService, 'plans', 'run', later.id)).toEqual({
    status: 0,
    out: `${later.id}: ended, 2 of 2 done\n`,
    errors: '',
  });
  expect((await auditIds(sandbox)).filter((id) => /^[BM]-/.test(id)).toSorted()).toEqual([
    'B-1',
    'B-2',
    'M-1',
    'M-2',
  ]);
});
