import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { FaultReason } from '../../shared/failures.ts';

/**
 * Writes a file for its owner alone, whole or not at all, also after a power failure. What is in its place is replaced, links too.
 * Fails as `file-not-written`, with the reason where it is known.
 */
export async function writeWhole(
  path: string,
  chunks: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<Reply<null>> {
  const folder = dirname(path);
  const part = join(folder, `.audit-desk-${randomUUID()}.part`);
  let isMade = false;
  let isWhole = false;
  try {
    const file = await open(part, 'wx', 0o600);
    isMade = true;
    try {
      await file.writeFile(chunks);
      await file.sync();
    } finally {
      await file.close();
    }
    isWhole = true;
    await rename(part, path);
    await syncFolder(folder);
    return succeed(null);
  } catch (fault) {
    if (isMade) await rm(part, { force: true }).catch(() => {}); // a disk that fails may keep it
    if (!(fault instanceof Error && 'syscall' in fault && 'code' in fault)) throw fault;
    const reason = isWhole ? 'file-in-use' : reasons[String(fault.code)];
    return fail('file-not-written', reason === undefined ? {} : { reason });
  }
}

const reasons: Readonly<Record<string, FaultReason>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  EACCES: 'folder-protected',
  EPERM: 'folder-protected',
  EROFS: 'folder-protected',
  ENOENT: 'folder-gone',
  ENOTDIR: 'folder-gone',
};

/** Makes the name of a file outlive a power failure, too, where folders can be opened. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => {}); // not every file system knows it; the file itself is written
  await folder?.close();
}

/** A name that every system takes for a file, and that leads into no folder. */
export function fileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} _-]+/gu, '-').replace(/^[\s-]+|[\s-]+$/gu, '');
  return Array.from(plain).slice(0, 80).join('') || 'table';
}
