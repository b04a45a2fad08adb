import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { DiagnosticsFile } from '../../shared/operations/settings.ts';
import { writeWhole } from '../records/whole-file.ts';

interface Deps {
  readonly collect: () => Promise<readonly DiagnosticsFile[]>;
  readonly choose: (fileName: string) => Promise<string | null>;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** A bundle is saved exactly as it was previewed. */
export function createDiagnostics({ collect, choose, now, newId }: Deps) {
  let last: { readonly id: string; readonly files: readonly DiagnosticsFile[] } | null = null;
  return {
    preview: async (): Promise<{ readonly id: string; readonly files: readonly DiagnosticsFile[] }> => {
      last = { id: newId(), files: await collect() };
      return last;
    },
    /** Fails as `not-found-here` for a bundle that is not the last one previewed, and as `file-not-written`. */
    save: async ({
      id,
      files,
    }: {
      readonly id: string;
      readonly files: readonly string[];
    }): Promise<Reply<{ readonly saved: boolean }>> => {
      if (last?.id !== id) return fail('not-found-here');
      const wanted = last.files.filter(({ name }) => files.includes(name));
      const path = await choose(`audit-desk-diagnostics-${now().toISOString().slice(0, 10)}.zip`);
      if (path === null) return succeed({ saved: false });
      const content = Object.fromEntries(wanted.map(({ name, text }) => [name, strToU8(text)]));
      const written = await writeWhole(path, [zipSync(content, { mtime: now() })]);
      return written.ok ? succeed({ saved: true }) : written;
    },
  };
}

/** The last bytes of a log, from the beginning of a line. The first file is the newest. */
export function newestLines(files: readonly string[], mostBytes: number): string {
  let text = Buffer.alloc(0);
  for (const file of files) {
    const room = mostBytes - text.length;
    if (room <= 0) break;
    text = Buffer.concat([endOf(file, room), text]);
  }
  const whole = text.toString('utf8');
  return text.length < mostBytes ? whole : whole.slice(whole.indexOf('\n') + 1);
}

function endOf(path: string, mostBytes: number): Buffer {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return Buffer.alloc(0); // there is no such file yet
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.subarray(0, read);
  } finally {
    closeSync(file);
  }
}
