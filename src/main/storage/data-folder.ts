import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

interface Paths {
  readonly getPath: (name: 'userData') => string;
  readonly setPath: (name: 'userData', path: string) => void;
}

/**
 * The folder of this app's files: the chosen one, or Electron's. One that cannot be made is returned all the same: whoever opens something in
 * it tells the person.
 */
export function chooseDataFolder(paths: Paths, chosen: string | null): string {
  if (chosen === null) return paths.getPath('userData');
  const folder = resolve(chosen);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    paths.setPath('userData', folder); // throws for a relative path and for a folder that is not there
  } catch {
    // What is opened in it fails as well.
  }
  return folder;
}

const ours = /^(audit-desk|journal|records|mirror|demonstration)\.db/;

/**
 * Closes the data folder, databases and logs to other people, which an earlier version left open, and removes its crash dumps: they may hold a
 * token. Returns the names of what failed. Does not follow links; Windows needs nothing.
 */
export function closeToOthers(folder: string): readonly string[] {
  const left: string[] = [];
  const attempt = (name: string, act: (path: string) => void): void => {
    try {
      act(join(folder, name));
    } catch (fault) {
      if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOENT')) left.push(name);
    }
  };
  attempt('Crashpad', (path) => rmSync(path, { recursive: true, force: true }));
  if (process.platform === 'win32') return left;
  const namesIn = (name: string): readonly string[] => {
    let names: readonly string[] = [];
    attempt(name, (path) => {
      names = readdirSync(path);
    });
    return names;
  };
  for (const name of namesIn('.').filter((found) => found === 'logs' || ours.test(found)))
    attempt(name, closeOne);
  for (const name of namesIn('logs')) attempt(join('logs', name), closeOne);
  // A folder that somebody chose may be one that is for other things as well.
  if (resolve(folder) !== homedir()) attempt('.', closeOne);
  return left;
}

function closeOne(path: string): void {
  const file = lstatSync(path);
  const isForEverybody = (file.mode & 0o1000) !== 0; // as /tmp is
  if (!(file.isFile() || file.isDirectory()) || isForEverybody || file.uid !== process.getuid?.()) return;
  if ((file.mode & 0o077) !== 0) chmodSync(path, file.mode & 0o700);
}
