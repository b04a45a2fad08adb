import { createHash } from 'node:crypto';
import { getRawHeader, listPackage, statFile } from '@electron/asar';

/** The paths of all files in an archive, with `/` between their parts; folders are not among them. */
export function filesIn(archive: string): readonly string[] {
  return listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => !('files' in statFile(archive, path)));
}

/** What Electron compares an archive with when it loads it: SHA-256 of its header, which holds a hash of each file. */
export function headerHash(archive: string): string {
  return createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
}

/** The files of an archive whose content is not what the header says of it. */
export function changedIn(archive: string, read: (path: string) => Buffer): readonly string[] {
  return filesIn(archive).filter((path) => {
    const entry = statFile(archive, path);
    if (!('integrity' in entry) || entry.integrity === undefined) return true;
    const { algorithm, hash } = entry.integrity;
    return createHash(algorithm).update(read(path)).digest('hex') !== hash;
  });
}
