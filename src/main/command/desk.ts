import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { BridgeInput, BridgeOperation, BridgeOutput } from '../../shared/bridge.ts';
import { fail, type Reply } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { type App, createApp, type Desktop, type Ports } from '../app.ts';
import type { Dispatch } from '../bridge/dispatch.ts';
import { type Handover, type Owner, openHandover, reachOwner } from '../bridge/handover.ts';
import { pause, systemClock } from '../clock.ts';
import type { Question } from '../connections/consent.ts';
import { loadKeytar } from '../connections/keychain.ts';
import { createUpdates } from '../desktop/updates.ts';
import { type Log, openLog } from '../diagnostics/log.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { versionsOf } from '../diagnostics/versions.ts';
import { certificateOf } from '../inspection/certificate.ts';
import { policyOfMachine } from '../policy/policy-files.ts';
import { closeToOthers } from '../storage/data-folder.ts';
import { keyInKeychain } from '../storage/sealing.ts';
import { forkTables } from '../tables/fork-tables.ts';
import { manifest } from './place.ts';
import { languageFolders, wordsIn } from './words.ts';

/** The data of the app, whoever owns its journal: this very process, or another that carries out what it is asked. */
export interface Desk {
  readonly isOwn: boolean;
  readonly call: <Name extends BridgeOperation>(
    operation: Name,
    input: BridgeInput<Name>,
  ) => Promise<Reply<BridgeOutput<Name>>>;
  /** Begins nothing any more, waits a little for what is under way, and for whoever else was let in unless `atOnce`. */
  readonly close: (how: { readonly atOnce: boolean }) => Promise<void>;
}

export interface DeskOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Which plans go on by themselves in this process. */
  readonly takesUp: Ports['takesUp'];
  readonly givenSecret: NonNullable<Ports['givenSecret']>;
  /** What a person has answered on the command line; all else is not agreed to. */
  readonly answers: (question: Question) => boolean;
}

/** Where the app keeps its files, as Electron tells it. */
export function folderOf(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const own = environment['AUDIT_DESK_USER_DATA'];
  if (own !== undefined && own !== '') return own;
  const bases: Readonly<Record<string, string | undefined>> = {
    win32: environment['APPDATA'],
    darwin: join(homedir(), 'Library', 'Application Support'),
  };
  const base = bases[platform] ?? environment['XDG_CONFIG_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.config') : base, 'Audit Desk');
}

const longestWait = 15_000; // milliseconds for an owner that starts or ends
const betweenTries = 250; // milliseconds

/** Opens the data of a folder; the fault where that fails, `null` where another process has it and does not answer. */
export async function openDesk(options: DeskOptions): Promise<Desk | { readonly fault: unknown } | null> {
  const until = systemClock.monotonic() + longestWait;
  for (;;) {
    const inside = await reachOwner(options.folder);
    if (inside !== null) return deskOf(false, inside.call, async () => inside.close());
    const own = openOwn(options);
    if ('fault' in own) return own;
    if (own.app.plans.list({ pageSize: 1 }).ok) return ownDesk(options, own);
    await own.app.close();
    if (systemClock.monotonic() > until) return null;
    await pause(systemClock, betweenTries);
  }
}

interface Own {
  readonly app: App;
  readonly log: Log;
  readonly dispatch: Dispatch;
}

function ownDesk({ folder }: DeskOptions, { app, dispatch, log }: Own): Desk {
  const handover: Handover = openHandover(folder, dispatch, log);
  return deskOf(true, dispatch, async ({ atOnce }) => {
    if (!atOnce) await handover.empty();
    handover.close();
    await app.close();
    log.info('ended');
  });
}

function deskOf(isOwn: boolean, call: Owner['call'] | Dispatch, close: Desk['close']): Desk {
  // The dispatcher answers by the schema of the operation.
  return { isOwn, call: call as Desk['call'], close };
}

/** The main process of the app without a desktop, on Node alone. */
function openOwn(options: DeskOptions): Own | { readonly fault: unknown } {
  const { folder, environment, takesUp, givenSecret, answers } = options;
  const redactors = createRedactors();
  const log = openLog(join(folder, 'logs'), 'info', redactors.all, () => new Date());
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }; // npm's
  const languages = languageFolders();
  const ports: Ports = {
    folder,
    clock: systemClock,
    fetch,
    certificate: (baseUrl) => certificateOf(baseUrl, 'node'),
    random: Math.random,
    newId: randomUUID,
    version,
    locale: () => new Intl.DateTimeFormat().resolvedOptions().locale,
    languages,
    languageFor: () => 'en-us',
    inspectionWords: () => wordsIn('inspection'),
    person: userInfo().username,
    takesUp,
    givenSecret,
    log,
    redactors,
    policy: policyOfMachine(environment['AUDIT_DESK_POLICY'], languages, log),
    keychain: {
      load: loadKeytar,
      service: environment['AUDIT_DESK_KEYCHAIN_SERVICE'] ?? 'Audit Desk',
    },
    offlineKey: (keychain) => keyInKeychain(keychain, 'offline-copy', redactors.all.add),
    demonstration: () => ({ start: async () => fail('unreachable'), stop: () => {} }),
    tableProcess: forkTables,
    ask: async (question) => answers(question),
  };
  let cause: unknown = null;
  const app = createApp(ports, (fault) => {
    cause = fault;
  });
  if (app === null) return { fault: cause };
  closeToOthers(folder);
  log.info('started', { command: true, version });
  return { app, log, dispatch: app.serve(noDesktop(ports)) };
}

function noDesktop({ version, log }: Ports): Desktop {
  const none = (): Promise<never> => Promise.reject(new Error('There is no desktop.'));
  const noFile = async (): Promise<null> => null;
  return {
    licences: () => [],
    versions: versionsOf(version, null, process.versions),
    windows: { open: () => false, forget: () => {} },
    updates: createUpdates({
      rule: () => ({ looks: false, decidedBy: 'package', feed: null }),
      isOwnCopy: false,
      load: none,
      release: none,
      version,
      now: () => new Date(),
      log,
    }),
    restart: () => {},
    chooseEvidence: noFile,
    chooseFile: noFile,
    chooseOpening: noFile,
    pageOf: () => null,
  };
}

/** What a person means by its id or name; null where none or several are called so. */
export function oneNamed<One extends Pick<Connection, 'id' | 'name'>>(
  all: readonly One[],
  name: string,
): One | null {
  const found = all.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const [only, ...others] = all.filter((one) => one.name === name);
  return only === undefined || others.length > 0 ? null : only;
}
