import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail, type Reply, succeed } from '../../shared/error.ts';

/** Writes a file for its owner alone; it is there whole or not at all. Fails as `file-not-written`. */
export async function writeWhole(path: string, chunks: Iterable<string | Uint8Array>): Promise<Reply<null>> {
  const part = `${path}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part, { mode: 0o600 }));
    await rename(part, path);
    return succeed(null);
  } catch (fault) {
    await rm(part, { force: true });
    if (fault instanceof Error && 'syscall' in fault) return fail('file-not-written');
    throw fault;
  }
}
