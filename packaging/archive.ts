import { createHash } from 'node:crypto';
import { getRawHeader, listPackage, statFile } from '@electron/asar';

/** The paths of all files in an archive, with `/`, without folders. */
export function filesIn(archive: string): readonly string[] {
  return listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => !('files' in statFile(archive, path)));
}

/** Electron compares this hash when it loads the archive. The header has the hash of each file. */
export function headerHash(archive: string): string {
  return createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
}

/** The files whose content does not fit the header. */
export function changedIn(archive: string, read: (path: string) => Buffer): readonly string[] {
  return filesIn(archive).filter((path) => {
    const entry = statFile(archive, path);
    if (!('integrity' in entry) || entry.integrity === undefined) return true;
    const { algorithm, hash } = entry.integrity;
    return createHash(algorithm).update(read(path)).digest('hex') !== hash;
  });
}
