import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { fail, succeed } from '../../shared/error.ts';
import type { Environment, Versions } from '../../shared/operations/app.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ask } from '../connections/consent.ts';
import type { Keychain } from '../connections/keychain.ts';
import { createAliases } from '../diagnostics/aliases.ts';
import { bundleOf } from '../diagnostics/bundle.ts';
import { createDiagnostics, newestLines } from '../diagnostics/diagnostics.ts';
import { logFiles } from '../diagnostics/log.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import { type Policy, viewOf } from '../policy/policy.ts';
import type { OfConnectionStores } from '../storage/of-connection.ts';
import type { PreferenceStore } from '../storage/preferences.ts';
import { createSettingsExchange } from '../storage/settings-file.ts';
import type { ReadingDeps } from '../tables/reading-process.ts';
import type { LocalHandlers } from './dispatch.ts';
import { allPlans, type PlanDeps, wholeList } from './plan-handlers.ts';
import type { RecordDeps } from './record-handlers.ts';

export interface CareDeps extends Pick<PlanDeps, 'engine'>, Pick<RecordDeps, 'records' | 'chooseFile'> {
  readonly environment: () => Environment;
  readonly versions: Versions;
  readonly preferences: PreferenceStore;
  readonly policy: Policy;
  readonly languages: readonly string[];
  readonly teams: OfConnectionStores['teams'];
  readonly templates: OfConnectionStores['templates'];
  readonly keychain: Pick<Keychain, 'state'>;
  readonly connections: Connections;
  readonly redactors: Redactors;
  readonly chooseOpening: (kind: 'settings') => Promise<string | null>;
  readonly tableProcess: ReadingDeps['fork'];
  readonly ask: Ask;
  readonly clock: ReadingDeps['clock'];
  readonly now: () => Date;
  readonly newId: () => string;
}

const most = { plans: 500, requests: 2_000, logBytes: 512 * 1024 } as const;

/** Settings as a file, and the diagnostics bundle. */
export function careHandlers(deps: CareDeps) {
  const { environment, versions, preferences, policy, keychain, connections, records, engine, redactors } =
    deps;
  const exchange = createSettingsExchange(deps);

  const collect = async () => {
    const { dataFolder, locale } = environment();
    const accounts = connections.list();
    const plans = allPlans(engine.plans, undefined, most.plans);
    const found = {
      versions,
      locale,
      now: deps.now(),
      preferences: preferences.read(),
      policy: viewOf(policy),
      keychain: await keychain.state(),
      connections: accounts,
      plans,
      requests: wholeList((cursor) => records.requests.list({ cursor }), most.requests),
      log: newestLines(logFiles(join(dataFolder, 'logs')), most.logBytes),
    };
    const about = { dataFolder, home: homedir(), person: userInfo().username, machine: hostname() };
    return bundleOf(found, createAliases({ connections: accounts, plans, ...about }), redactors.all);
  };
  const { chooseFile: choose, now, newId } = deps;
  const diagnostics = createDiagnostics({ collect, choose, now, newId });

  return {
    'settings.export': () => exchange.save(),
    'settings.open': async () => (deps.policy.mayImport ? succeed(await exchange.open()) : fail('managed')),
    'settings.import': (wanted) => (deps.policy.mayImport ? exchange.take(wanted) : fail('managed')),
    'diagnostics.preview': async () => succeed(await diagnostics.preview()),
    'diagnostics.save': (wanted) => diagnostics.save(wanted),
  } satisfies Partial<LocalHandlers>;
}
