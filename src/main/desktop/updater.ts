import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AppUpdater } from 'electron-updater';
import { z } from 'zod';
import type { Fetch } from '../api/exchange.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Policy } from '../policy/policy.ts';
import { fetchRelease } from './release.ts';
import { createUpdates, isOwnCopy, type Updater, type Updates, updateRule } from './updates.ts';

/** The place that was put into this package for newer ones; null where there is none. `resources` is Electron's folder of them. */
export function feedOfPackage(resources: string | undefined): string | null {
  if (resources === undefined) return null;
  try {
    const text = readFileSync(join(resources, 'app-update.yml'), 'utf8');
    return /^url: ['"]?(https:\/\/[^\s'"]+)/m.exec(text)?.[1] ?? null;
  } catch {
    return null; // a package without one
  }
}

/** Brings in electron-updater, which downloads nothing and puts nothing in place unless it is told to. */
export async function loadUpdater(): Promise<Updater> {
  const module: object = await import('electron-updater');
  // A CommonJS package: Node gives its exports as `default`, a bundler may give them as they are.
  const { autoUpdater } = ('default' in module ? module.default : module) as {
    readonly autoUpdater: AppUpdater;
  };
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.allowDowngrade = false;
  autoUpdater.disableWebInstaller = true;
  autoUpdater.logger = null; // what fails is told, and logged by who asked
  return {
    look: async (feed) => {
      autoUpdater.setFeedURL({ provider: 'generic', url: feed });
      const found = await autoUpdater.checkForUpdates();
      if (found === null) throw new Error('Nothing could be looked for.');
      const { version, files } = found.updateInfo;
      return found.isUpdateAvailable ? { version, sha512: files.map(({ sha512 }) => sha512) } : null;
    },
    fetch: async () => Promise.all((await autoUpdater.downloadUpdate()).map(hashOf)),
    restart: () => autoUpdater.quitAndInstall(false, true), // visibly, and back again
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64');
}

/** The public key by which this package knows releases, which is in its archive; null where there is none. `root` is the app's folder. */
export function keyOfPackage(root: string): string | null {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const { updateKey } = z.object({ updateKey: z.string().min(1) }).parse(manifest);
    return updateKey;
  } catch {
    return null; // a package without one
  }
}

type Environment = (variable: string) => string | undefined;

export function openUpdates(
  app: {
    readonly commandLine: { readonly getSwitchValue: (name: string) => string };
    readonly getVersion: () => string;
    readonly getAppPath: () => string;
  },
  fetch: Fetch,
  unlessPackaged: Environment,
  policy: Policy['updates'],
  person: () => 'off' | 'on',
  now: () => Date,
  log: Log,
): Updates {
  const feed = unlessPackaged('AUDIT_DESK_UPDATE_FEED') ?? feedOfPackage(process.resourcesPath);
  const key = unlessPackaged('AUDIT_DESK_UPDATE_KEY') ?? keyOfPackage(app.getAppPath());
  const commandLine = app.commandLine.getSwitchValue('updates') || null;
  const environment = unlessPackaged('AUDIT_DESK_UPDATES') ?? null;
  return createUpdates({
    rule: () => updateRule({ commandLine, environment, policy, person: person(), feed }),
    isOwnCopy: isOwnCopy({ platform: process.platform, appImage: process.env.APPIMAGE ?? null }),
    load: loadUpdater,
    release: (at) => fetchRelease(fetch, at, key),
    version: app.getVersion(),
    now,
    log,
  });
}
