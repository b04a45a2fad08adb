import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** Electron's paths, as far as they are needed here. */
interface Paths {
  readonly getPath: (name: 'userData') => string;
  readonly setPath: (name: 'userData', path: string) => void;
}

/**
 * Where this app keeps its files: the chosen folder, which is made where it is missing, or Electron's own choice. One that
 * cannot be made is answered all the same: whoever opens something in it says so, when there is a way to say it.
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
