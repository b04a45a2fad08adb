import { readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Environment, Licence, type Versions } from '../../shared/operations/app.ts';

declare const BUILT_FROM: string;

/** The commit that this was built from, which the build writes in here; null where there was none to tell. */
const commit: string | null = typeof BUILT_FROM === 'string' && BUILT_FROM !== '' ? BUILT_FROM : null;

export function versionsOf(
  app: string,
  built: string | null,
  own: Readonly<Record<string, string | undefined>>,
): Versions {
  const { electron = null, chrome: chromium = null, node = '', v8 = '' } = own;
  return { app, commit: built, electron, chromium, node, v8, system: `${type()} ${release()} ${arch()}` };
}

/** What this very program is made of; the build has written the licences of everything inside into a file beside it. */
export function aboutThis(version: string, folder: string) {
  return {
    versions: versionsOf(version, commit, process.versions),
    licences: (): readonly Licence[] =>
      z.array(Licence).parse(JSON.parse(readFileSync(join(folder, 'licences.json'), 'utf8'))),
  };
}

export function environmentOf(versions: Versions, locale: string, dataFolder: string): Environment {
  return {
    ...versions,
    locale,
    standIn: !('electron' in process.versions), // the stand-in leaves it out
    dataFolder,
  };
}
