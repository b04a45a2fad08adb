import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { succeed } from '../shared/error.ts';
import type { Environment, Versions } from '../shared/operations/app.ts';
import type { PlanProgress } from '../shared/plan.ts';
import type { RequestEntry } from '../shared/record.ts';
import type { Connections } from './connections/connections.ts';
import type { Keychain } from './connections/keychain.ts';
import { createAliases } from './diagnostics/aliases.ts';
import { bundleOf } from './diagnostics/bundle.ts';
import { createDiagnostics, newestLines } from './diagnostics/diagnostics.ts';
import type { LocalHandlers } from './dispatch.ts';
import { logFiles } from './log.ts';
import type { PlanRooms } from './plan-handlers.ts';
import { type Policy, viewOf } from './policy.ts';
import type { PreferenceBook } from './preferences.ts';
import type { RecordRooms } from './record-handlers.ts';
import type { Redactor } from './redaction.ts';
import { createSettingsExchange } from './settings-file.ts';
import type { TeamBook } from './teams.ts';

export interface CareRooms extends Pick<PlanRooms, 'engine'>, Pick<RecordRooms, 'records' | 'chooseFile'> {
  readonly environment: () => Environment;
  readonly versions: Versions;
  readonly preferences: PreferenceBook;
  readonly policy: Policy;
  readonly teams: TeamBook;
  readonly keychain: Pick<Keychain, 'state'>;
  readonly connections: Connections;
  readonly redactor: Redactor;
  /** Lets a person choose a file to be read; null where they choose none. */
  readonly chooseOpening: () => Promise<string | null>;
  readonly now: () => Date;
  readonly newId: () => string;
}

const most = { plans: 500, requests: 2_000, logBytes: 512 * 1024 } as const;

/** Who answers for settings as a file, and for the bundle that whoever helps asks for. */
export function careHandlers(rooms: CareRooms) {
  const { environment, versions, preferences, policy, keychain, connections, records, engine, redactor } =
    rooms;
  const exchange = createSettingsExchange(rooms);

  const collect = async () => {
    const { dataFolder, locale } = environment();
    const accounts = connections.list();
    const plans = newest<PlanProgress>(most.plans, (cursor) => {
      const page = engine.plans.list({ cursor });
      return page.ok ? page.value : { cursor: null, results: [] }; // another process owns the journal
    });
    const found = {
      versions,
      locale,
      now: rooms.now(),
      preferences: preferences.read(),
      policy: viewOf(policy),
      keychain: await keychain.state(),
      connections: accounts,
      plans,
      requests: newest<RequestEntry>(most.requests, (cursor) => records.requests.list({ cursor })),
      log: newestLines(logFiles(join(dataFolder, 'logs')), most.logBytes),
    };
    const about = { dataFolder, home: homedir(), person: userInfo().username, machine: hostname() };
    return bundleOf(found, createAliases({ connections: accounts, plans, ...about }), redactor);
  };
  const { chooseFile: choose, now, newId } = rooms;
  const diagnostics = createDiagnostics({ collect, choose, now, newId });

  return {
    'settings.export': () => exchange.save(),
    'settings.open': async () => succeed(await exchange.open()),
    'settings.import': (wanted) => exchange.take(wanted),
    'diagnostics.preview': async () => succeed(await diagnostics.preview()),
    'diagnostics.save': (wanted) => diagnostics.save(wanted),
  } satisfies Partial<LocalHandlers>;
}

/** The newest entries of a list that comes in pages, at most so many. */
function newest<Entry>(
  mostEntries: number,
  page: (cursor: string | undefined) => {
    readonly cursor: string | null;
    readonly results: readonly Entry[];
  },
): readonly Entry[] {
  const found: Entry[] = [];
  let cursor: string | undefined;
  do {
    const { results, cursor: next } = page(cursor);
    found.push(...results);
    cursor = next ?? undefined;
  } while (cursor !== undefined && found.length < mostEntries);
  return found.slice(0, mostEntries);
}
