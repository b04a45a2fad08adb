import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Runs the command with these words, and with no keychain of a person. */
export async function checkWith(environment: Readonly<Record<string, string>>, words: readonly string[]) {
  const command = join(import.meta.dirname, '..', 'cli.ts');
  const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, ...words], {
    env: { ...process.env, ...environment, AUDIT_DESK_KEYCHAIN_SERVICE: 'audit-desk-no-such' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors, status] = await Promise.all([
    text(running.stdout),
    text(running.stderr),
    new Promise<number | null>((resolve) => {
      running.once('exit', resolve);
    }),
  ]);
  return { out, errors, status };
}
