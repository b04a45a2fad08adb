import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** A virtual display whose pixels can be looked at. */
export interface Screen {
  readonly display: string;
  /** Resolves when at least `colours` different colours are on it besides black, which it begins with. */
  readonly shows: (colours: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const patience = 120_000;

/** Starts an X server of its own (Linux, Xvfb), so that what a window shows is seen from outside of the app. */
export async function openScreen(): Promise<Screen> {
  const folder = await mkdtemp(join(tmpdir(), 'audit-desk-screen-'));
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x800x24', '-fbdir', folder, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  // What a pipe in `stdio` gives is readable, whatever the general type says.
  const told = server.stdio[3] as Readable;
  const [number] = await Promise.race([once(told, 'data'), once(server, 'error').then((error) => error)]);
  if (number instanceof Error) throw number;
  const frame = join(folder, 'Xvfb_screen0');
  return {
    display: `:${String(number).trim()}`,
    shows: async (colours) => {
      const end = performance.now() + patience;
      while (coloursOf(await readFile(frame)) < colours) {
        if (performance.now() > end) throw new Error('nothing was shown');
        await wait(10);
      }
    },
    close: async () => {
      const gone = once(server, 'exit');
      server.kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Different colours but black in a window dump, of every 16th pixel: a header, a table of colours of 12 bytes, pixels. */
function coloursOf(dump: Buffer): number {
  if (dump.length < 100) return 0;
  const start = dump.readUInt32BE(0) + 12 * dump.readUInt32BE(76);
  const seen = new Set<number>();
  for (let at = start; at + 4 <= dump.length; at += 64) seen.add(dump.readUInt32LE(at) & 0xff_ff_ff);
  seen.delete(0);
  return seen.size;
}
