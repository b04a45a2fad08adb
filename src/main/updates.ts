import { succeed } from '../shared/error.ts';
import type { UpdateDecider, UpdateView } from '../shared/model/updates.ts';
import type { LocalHandlers } from './dispatch.ts';
import type { Log } from './log.ts';
import type { Policy } from './policy.ts';

/** What everybody who may have a say has said; null for who has not. */
export interface UpdateWishes {
  /** `--updates=off` or `on`. */
  readonly commandLine: string | null;
  /** The same by the environment, for development and tests. */
  readonly environment: string | null;
  readonly policy: Policy['updates'];
  readonly person: 'off' | 'on';
  /** Where the publisher of this package keeps newer ones. */
  readonly feed: string | null;
}

export interface UpdateRule {
  readonly looks: boolean;
  readonly decidedBy: UpdateDecider;
  /** Never null where it looks. */
  readonly feed: string | null;
}

/**
 * Who decides: the command line before the environment, that before the policy of the machine, that before the person
 * (docs/policy.md). Whoever decides, without a place to look there is nothing to look for.
 */
export function updateRule({
  commandLine,
  environment,
  policy,
  person,
  feed: own,
}: UpdateWishes): UpdateRule {
  const feed = policy?.feed ?? own;
  const ruled = (decidedBy: UpdateDecider, wish: string): UpdateRule =>
    wish === 'on' && feed === null
      ? { looks: false, decidedBy: 'package', feed }
      : { looks: wish === 'on', decidedBy, feed };
  if (isWish(commandLine)) return ruled('command-line', commandLine);
  if (isWish(environment)) return ruled('environment', environment);
  if (policy !== null) return ruled('policy', policy.mode);
  if (feed === null) return { looks: false, decidedBy: 'package', feed };
  return ruled('person', person);
}

function isWish(text: string | null): text is 'off' | 'on' {
  return text === 'off' || text === 'on';
}

/** Where this copy of the app is, as far as that says whose it is. */
export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly executable: string;
  /** The folder of this person's own programs, on Windows. */
  readonly localAppData: string | null;
  /** The file that the app was started from, where it is an AppImage. */
  readonly appImage: string | null;
}

/**
 * Whether a copy is the person's own to replace: an AppImage, or a program in their own folder. One that was installed for
 * the whole machine is its administrator's: to replace it would ask for rights, or take them.
 */
export function isOwnCopy({ platform, executable, localAppData, appImage }: Installation): boolean {
  if (platform === 'linux') return appImage !== null;
  if (platform !== 'win32' || localAppData === null) return false;
  const fold = (path: string) => path.replaceAll('/', '\\').toLowerCase();
  return fold(executable).startsWith(`${fold(localAppData).replace(/\\+$/, '')}\\`);
}

/** What looks for versions, downloads and checks them; all of it throws where it fails. */
export interface Updater {
  /** The newest version that is to be had at an address; null where that is the one that runs. */
  readonly look: (feed: string) => Promise<string | null>;
  readonly fetch: () => Promise<void>;
  /** Ends the app as a person does, and starts it again as the new version. */
  readonly restart: () => void;
}

interface Surroundings {
  /** As it is now: a person may change their mind. */
  readonly rule: () => UpdateRule;
  readonly isOwnCopy: boolean;
  /** Brings in the library; called when there is something to look for, and not before. */
  readonly load: () => Promise<Updater>;
  readonly now: () => Date;
  readonly log: Log;
}

export interface Updates {
  readonly read: () => UpdateView;
  readonly check: () => Promise<UpdateView>;
  readonly install: () => Promise<UpdateView>;
}

type Finding = Pick<UpdateView, 'state' | 'version' | 'lookedAt'>;

/** Looks for newer versions when it is asked to and may, one time at once; nothing is downloaded or put in place unasked. */
export function createUpdates({ rule, isOwnCopy: isOwn, load, now, log }: Surroundings): Updates {
  let finding: Finding = { state: 'not-looked', version: null, lookedAt: null };
  let underWay: Promise<void> | null = null;
  let updater: Promise<Updater> | null = null;

  const read = (): UpdateView => {
    const { looks, decidedBy } = rule();
    const shown: Finding = looks ? finding : { state: 'off', version: null, lookedAt: finding.lookedAt };
    return { ...shown, decidedBy, canInstall: isOwn };
  };
  const library = (): Promise<Updater> => {
    updater ??= load();
    return updater;
  };
  const attempt = async (what: string, act: () => Promise<Finding>): Promise<void> => {
    try {
      finding = await act();
    } catch (fault) {
      log.warn('update-failed', { what, fault });
      finding = { ...finding, state: 'failed' };
    }
  };
  /** One thing at a time; who asks meanwhile waits for what is under way. */
  const alone = async (act: () => Promise<void>): Promise<UpdateView> => {
    underWay ??= act().finally(() => {
      underWay = null;
    });
    await underWay;
    return read();
  };

  return {
    read,
    check: async () => {
      const { looks, feed } = rule();
      if (!looks || feed === null) return read();
      return alone(() => {
        finding = { ...finding, state: 'looking' };
        return attempt('look', async () => {
          const version = await (await library()).look(feed);
          return { state: version === null ? 'newest' : 'found', version, lookedAt: now().toISOString() };
        });
      });
    },
    install: async () => {
      if (!isOwn || read().state !== 'found') return read();
      return alone(() => {
        const found = finding;
        finding = { ...found, state: 'fetching' };
        return attempt('install', async () => {
          const { fetch, restart } = await library();
          await fetch();
          restart();
          return found; // what holds the app open may still refuse to let it end
        });
      });
    },
  };
}

/** Who answers for newer versions. */
export function updateHandlers(updates: Updates) {
  return {
    'updates.read': () => succeed(updates.read()),
    'updates.check': async () => succeed(await updates.check()),
    'updates.install': async () => succeed(await updates.install()),
  } satisfies Partial<LocalHandlers>;
}
