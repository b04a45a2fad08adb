import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Summons {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly data: unknown;
}

// A process number may have been given away again: it must be a stand-in, where the system says what it runs.
function runs(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    const commandLine = `/proc/${pid}/cmdline`;
    return !existsSync('/proc') || readFileSync(commandLine, 'utf8').includes('electron-standin');
  } catch {
    return false;
  }
}

/** Takes a folder for this process, or summons the one that has it; all of it synchronous, as Electron's lock is. */
export function takeFolder(folder: string, summons: Summons, onSummons: (summons: Summons) => void): boolean {
  const calls = join(folder, 'standin-calls');
  const owner = join(folder, 'standin-owner');
  mkdirSync(calls, { recursive: true });
  const holder = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0;
  if (holder !== process.pid && runs(holder)) {
    writeFileSync(join(calls, `${process.pid}.json`), JSON.stringify(summons));
    return false;
  }
  writeFileSync(owner, String(process.pid));
  for (const name of readdirSync(calls)) rmSync(join(calls, name), { force: true });
  watch(calls, () => {
    for (const name of readdirSync(calls)) {
      const text = readFileSync(join(calls, name), 'utf8');
      if (!text.endsWith('}')) continue; // still being written
      rmSync(join(calls, name), { force: true });
      onSummons(JSON.parse(text));
    }
  }).unref();
  return true;
}
