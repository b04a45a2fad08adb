import type { UpdateDecider, UpdateView } from '../../shared/model/updates.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Policy } from '../policy/policy.ts';
import { isNewer, NotAuthentic, type Release } from './release.ts';

/** What everybody who may have a say has said; null for who has not. */
export interface UpdateWishes {
  /** `--updates=off`; nothing else counts: a command line can make it stricter, and no more. */
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
 * Who decides: a command line that says no, else the environment, else the policy, else the person (docs/policy.md). Without a feed nothing is
 * looked for.
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
  if (commandLine === 'off') return ruled('command-line', commandLine);
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
  /** The file that the app was started from, where it is an AppImage. */
  readonly appImage: string | null;
}

/** Whether the person may replace this copy: an AppImage. One for the whole machine is its administrator's. */
export function isOwnCopy({ platform, appImage }: Installation): boolean {
  return platform === 'linux' && appImage !== null;
}

/** A version as the folder of updates describes it; anybody who can write there may have written it. */
interface Offer {
  readonly version: string;
  readonly sha512: readonly string[];
}

/** What looks for versions, downloads and checks them; all of it throws where it fails. */
export interface Updater {
  /** The newest version that is to be had at an address, with the hashes of its packages; null where that is the one that runs. */
  readonly look: (feed: string) => Promise<Offer | null>;
  /** Answers the hash of each file as it is here now. */
  readonly fetch: () => Promise<readonly string[]>;
  /** Ends the app as a person does, and starts it again as the new version. */
  readonly restart: () => void;
}

interface Deps {
  /** As it is now: a person may change their mind. */
  readonly rule: () => UpdateRule;
  readonly isOwnCopy: boolean;
  readonly load: () => Promise<Updater>;
  /** The release that a folder offers, once its signature was found to be the publisher's. */
  readonly release: (feed: string) => Promise<Release>;
  readonly version: string;
  readonly now: () => Date;
  readonly log: Log;
}

type Finding = Pick<UpdateView, 'state' | 'version' | 'lookedAt'>;

export type Updates = ReturnType<typeof createUpdates>;

/** Looks for newer versions when asked; downloads and installs nothing unasked. */
export function createUpdates({ rule, isOwnCopy: isOwn, load, release, version: own, now, log }: Deps) {
  let finding: Finding = { state: 'not-looked', version: null, lookedAt: null };
  let authentic: ReadonlySet<string> = new Set(); // hashes of the release that was found
  let underWay: Promise<void> | null = null;
  let updater: Promise<Updater> | null = null;

  const read = (): UpdateView => {
    const { looks, decidedBy } = rule();
    const shown: Finding = looks ? finding : { state: 'off', version: null, lookedAt: finding.lookedAt };
    return { ...shown, decidedBy, canInstall: isOwn };
  };
  const areAuthentic = (hashes: readonly string[]): boolean =>
    hashes.length > 0 && hashes.every((hash) => authentic.has(hash));
  const library = (): Promise<Updater> => {
    updater ??= load();
    return updater;
  };
  const attempt = async (what: string, act: () => Promise<Finding>): Promise<void> => {
    try {
      finding = await act();
    } catch (fault) {
      log.warn('update-failed', { what, fault });
      finding =
        fault instanceof NotAuthentic
          ? { ...finding, state: 'untrusted', version: null }
          : { ...finding, state: 'failed' };
    }
  };
  /** One thing at a time; later callers wait for the first. */
  const alone = async (act: () => Promise<void>): Promise<UpdateView> => {
    underWay ??= act().finally(() => {
      underWay = null;
    });
    await underWay;
    return read();
  };

  return {
    read,
    check: async (): Promise<UpdateView> => {
      const { looks, feed } = rule();
      if (!looks || feed === null) return read();
      return alone(() => {
        finding = { ...finding, state: 'looking' };
        return attempt('look', async () => {
          const found = await release(feed);
          const lookedAt = now().toISOString();
          if (!isNewer(found.version, own)) return { state: 'newest', version: null, lookedAt };
          if (!isOwn) return { state: 'found', version: found.version, lookedAt };
          const offer = await (await library()).look(feed);
          if (offer === null) throw new Error('What is signed is not there yet.');
          authentic = new Set(found.files.map(({ sha512 }) => sha512));
          if (offer.version !== found.version || !areAuthentic(offer.sha512))
            throw new NotAuthentic('What is offered is not what was signed.');
          return { state: 'found', version: found.version, lookedAt };
        });
      });
    },
    install: async (): Promise<UpdateView> => {
      if (!isOwn || read().state !== 'found') return read();
      return alone(() => {
        const found = finding;
        finding = { ...found, state: 'fetching' };
        return attempt('install', async () => {
          const { fetch, restart } = await library();
          if (!areAuthentic(await fetch()))
            throw new NotAuthentic('What was downloaded is not what was signed.');
          restart();
          return found; // what holds the app open may still refuse to let it end
        });
      });
    },
  };
}
