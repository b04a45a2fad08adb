import { join } from 'node:path';
import type { BridgeEvent, BridgeInput, BridgeOperation } from '../../shared/bridge.ts';
import { type Reply, succeed } from '../../shared/error.ts';
import type { AuditCreation } from '../../shared/model/audit.ts';
import { defaultPreferences } from '../../shared/model/preferences.ts';
import type { Plan } from '../../shared/plan.ts';
import { createQuotaTime } from '../api/quota-time.ts';
import { createServices } from '../api/services.ts';
import { withinPolicy } from '../connections/allowed.ts';
import { openConnections } from '../connections/connections.ts';
import { createKeychain } from '../connections/keychain.ts';
import { createPermission } from '../connections/permission.ts';
import { probe } from '../connections/probe.ts';
import { createSecrets } from '../connections/secrets.ts';
import { createDispatch } from '../dispatch.ts';
import { openDrafts } from '../drafts.ts';
import { openEngine, openJournalFile } from '../engine.ts';
import { localHandlers, openHandler } from '../handlers.ts';
import { openKeptAnswers } from '../kept-answers.ts';
import { openLog } from '../log.ts';
import { readPolicy } from '../policy.ts';
import { openPreferences } from '../preferences.ts';
import { openRecords } from '../records/records.ts';
import { createRedactor } from '../redaction.ts';
import { filesAside } from '../set-aside.ts';
import { openStore } from '../store.ts';
import { openTeams } from '../teams.ts';
import { createUpdates } from '../updates.ts';
import { versionsOf } from '../versions.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { createFakeKeytar } from './keytar.ts';
import { unmeasured } from './quota.ts';
import { address, type Desk } from './services.ts';

export const secret = 'north manager secret'; // as the fixture of the sandbox has it

export const draft = {
  name: 'Firm',
  baseUrl: address,
  clientId: 'north-manager',
  kind: 'test',
  access: 'read-write',
  secret,
  keep: 'keychain',
} as const;

/** A plan that creates one audit. */
export function planOf(connection: string, creation: AuditCreation): Plan {
  const step = { key: 'audit', after: [], subject: 'New', task: { kind: 'createAudit', creation } } as const;
  return { id: 'plan-1', connection, title: 'New', steps: [step] };
}

/** The whole main process but for Electron, a keychain in memory, and a sandbox in this process. */
export function openApp(
  folder: string,
  desk: Desk,
  clock: FakeClock = createFakeClock(),
  policyText: string | null = null,
) {
  const keytar = createFakeKeytar();
  const time = createQuotaTime(clock);
  const opened: { readonly close: () => void }[] = [];
  const events: BridgeEvent[] = [];
  const tokens: string[] = [];
  const redactor = createRedactor();
  const now = (): Date => new Date('2026-01-05T09:00:00Z');
  let ids = 0;
  const newId = (): string => `id-${(ids += 1)}`;
  const log = openLog(join(folder, 'logs'), 'debug', redactor, now);
  const store = openStore(join(folder, 'audit-desk.db'), log, () => 0);
  opened.push(store);
  const records = openRecords(join(folder, 'records.db'), redactor, log, () => 0);
  opened.push(records);
  const kept = openKeptAnswers(join(folder, 'kept.db'), { redactor, log, now: clock.wall, version: '1' });
  opened.push(kept);
  const policy = readPolicy('policy.json', { read: () => policyText, isProtected: () => true });
  const preferences = openPreferences(store, policy, (changed) =>
    events.push({ type: 'preferences-changed', preferences: changed }),
  );
  const drafts = openDrafts(store, now);
  const teams = openTeams(store);
  const keychain = createKeychain({ load: async () => keytar, service: 'Audit Desk', clock });
  const wire = {
    fetch: async (url: string, init: RequestInit) => desk.sandbox.fetch(new Request(url, init)),
    clock,
  };
  const everyConnection = openConnections({
    store,
    secrets: createSecrets(keychain, redactor.add),
    demonstration: {
      start: async () => succeed({ baseUrl: address, clientId: 'north-manager', secret }),
      stop: () => {},
    },
    probe: (target) => probe(wire, target, redactor.add, services.note),
    log,
    now,
    newId,
    onChange: (forgotten) => {
      if (forgotten !== null) {
        services.forget(forgotten);
        permission.forget(forgotten);
      }
      events.push({ type: 'connections-changed' });
    },
  });
  const connections = withinPolicy(everyConnection, policy);
  const services = createServices({
    wire,
    ...unmeasured(clock),
    time,
    place: (id) => connections.list().find((one) => one.id === id) ?? null,
    credentials: connections.credentials,
    onIssue: (connection, token) => {
      tokens.push(token);
      redactor.add(token);
      connections.used(connection);
    },
    emit: (event) => events.push(event),
    record: records.requests.record,
    newId,
  });
  const permission = createPermission(connections.list);
  const engine = openEngine({
    journal: openJournalFile(join(folder, 'journal.db'), log, clock.wall),
    services,
    connections,
    permission,
    trail: records.trail,
    drafts,
    emit: (event) => events.push(event),
    redactor,
    clock,
    time,
    random: () => 0.5,
    log,
    person: 'anna',
  });
  const environment = () => ({
    version: '1',
    platform: 'linux',
    locale: 'nl-NL',
    standIn: true,
    dataFolder: folder,
    defaults: defaultPreferences,
  });
  const local = localHandlers({
    environment,
    licences: () => [],
    versions: versionsOf('1', null, process.versions),
    windows: { open: () => true },
    preferences,
    policy,
    updates: createUpdates({
      rule: () => ({ looks: false, decidedBy: 'package', feed: null }),
      isOwnCopy: false,
      load: () => Promise.reject(new Error('There are none.')),
      now,
      log,
    }),
    drafts,
    teams,
    keychain,
    connections,
    permission,
    kept,
    records,
    aside: () => filesAside(folder),
    chooseExport: async (format) => join(folder, `trail.${format}`),
    chooseFile: async (name) => join(folder, name),
    chooseOpening: async () => join(folder, 'opened.json'),
    redactor,
    now,
    newId,
    pageOf: () => null,
    locale: () => 'nl-NL',
    services,
    engine,
  });
  const dispatch = createDispatch({
    local,
    open: openHandler(connections, services, kept),
    log,
    redactor,
    newId,
  });
  // The dispatcher answers by the schema of the operation; what a test looks at is checked by its expectation.
  const call = dispatch as <Name extends BridgeOperation>(
    name: Name,
    input: BridgeInput<Name>,
  ) => Promise<Reply<unknown>>;
  const close = async (): Promise<void> => {
    const closed = engine.close();
    await clock.advance(10_000);
    await closed;
    for (const file of opened) file.close();
  };
  return { call, dispatch, desk, folder, keytar, events, tokens, clock, records, log, close };
}

export async function connect(call: ReturnType<typeof openApp>['call']): Promise<string> {
  const reply = (await call('connections.save', draft)) as Reply<{ readonly id: string }>;
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value.id;
}
