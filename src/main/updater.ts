import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import type { Log } from './log.ts';
import type { Policy } from './policy.ts';
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
      return found.isUpdateAvailable ? found.updateInfo.version : null;
    },
    fetch: async () => {
      await autoUpdater.downloadUpdate();
    },
    restart: () => autoUpdater.quitAndInstall(false, true), // visibly, and back again
  };
}

type Environment = (variable: string) => string | undefined;

/** The updates of this copy of the app, by all that has a say in them. */
export function openUpdates(
  app: { readonly commandLine: { readonly getSwitchValue: (name: string) => string } },
  unlessPackaged: Environment,
  policy: Policy['updates'],
  person: () => 'off' | 'on',
  now: () => Date,
  log: Log,
): Updates {
  const feed = unlessPackaged('AUDIT_DESK_UPDATE_FEED') ?? feedOfPackage(process.resourcesPath);
  const commandLine = app.commandLine.getSwitchValue('updates') || null;
  const environment = unlessPackaged('AUDIT_DESK_UPDATES') ?? null;
  return createUpdates({
    rule: () => updateRule({ commandLine, environment, policy, person: person(), feed }),
    isOwnCopy: isOwnCopy({
      platform: process.platform,
      executable: process.execPath,
      localAppData: process.env.LOCALAPPDATA ?? null,
      appImage: process.env.APPIMAGE ?? null,
    }),
    load: loadUpdater,
    now,
    log,
  });
}
