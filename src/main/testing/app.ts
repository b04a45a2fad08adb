import { join } from 'node:path';
import { z } from 'zod';
import type { ListOperation } from '../../shared/api.ts';
import type { BridgeEvent, BridgeInput, BridgeOperation } from '../../shared/bridge.ts';
import { type Reply, succeed } from '../../shared/error.ts';
import type { AuditCreation } from '../../shared/model/audit.ts';
import type { Plan } from '../../shared/plan.ts';
import words from '../../words/en-us/screens/inspection.json' with { type: 'json' };
import { createApp, type Desktop, type Ports } from '../app.ts';
import { createUpdates } from '../desktop/updates.ts';
import { openLog } from '../diagnostics/log.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { versionsOf } from '../diagnostics/versions.ts';
import { readPolicy } from '../policy/policy.ts';
import { forkTables } from '../tables/fork-tables.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { createFakeKeytar } from './keytar.ts';
import { createFakePerson } from './person.ts';
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

export function planOf(connection: string, creation: AuditCreation): Plan {
  const step = { key: 'audit', after: [], subject: 'New', task: { kind: 'createAudit', creation } } as const;
  return { id: 'plan-1', connection, title: 'New', steps: [step] };
}

const languages = ['en-us', 'nl', 'it'];

/** The computer of a test: a keychain in memory, a person who answers, and a sandbox in this process. */
function openComputer(folder: string, desk: Desk, clock: FakeClock, policyText: string | null) {
  const keytar = createFakeKeytar();
  const person = createFakePerson();
  const tokens: string[] = [];
  const redactors = createRedactors();
  const log = openLog(join(folder, 'logs'), 'debug', redactors.all, () => new Date(clock.wall()));
  let ids = 0;
  let demonstrations = 0;
  let offlineKey = Promise.resolve(Buffer.alloc(32, 'k')); // not by `keytar`: what it holds is what a test has put there
  /** The keychain gives the key of the offline copy once the answer is called. */
  const delayOfflineKey = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const key = offlineKey;
    offlineKey = promise.then(() => key);
    return resolve;
  };
  const ports: Ports = {
    folder,
    clock,
    fetch: async (url, init) => {
      const answer = await desk.sandbox.fetch(new Request(url, init));
      if (url.endsWith('/token/')) await noteToken(answer.clone(), tokens);
      return answer;
    },
    certificate: async () => ({ state: 'none' }),
    random: () => 0.5,
    newId: () => `id-${(ids += 1)}`,
    version: '1',
    locale: () => 'nl-NL',
    languages,
    languageFor: (chosen) => chosen ?? 'nl',
    inspectionWords: () => words,
    person: 'anna',
    log,
    redactors,
    policy: readPolicy({ path: 'policy.json', read: () => policyText }, languages),
    keychain: { load: async () => keytar, service: 'Audit Desk' },
    offlineKey: () => offlineKey,
    demonstration: () => ({
      start: async () => {
        demonstrations += 1;
        return succeed({ baseUrl: address, clientId: 'north-manager', secret });
      },
      stop: () => {},
    }),
    tableProcess: forkTables,
    ask: person.ask,
  };
  return { ports, keytar, person, tokens, log, demonstrations: () => demonstrations, delayOfflineKey };
}

function desktopIn({ folder, log }: Ports, restart: () => void): Desktop {
  return {
    licences: () => [],
    versions: versionsOf('1', null, process.versions),
    windows: { open: () => true, forget: () => {} },
    updates: createUpdates({
      rule: () => ({ looks: false, decidedBy: 'package', feed: null }),
      isOwnCopy: false,
      load: () => Promise.reject(new Error('There are none.')),
      release: () => Promise.reject(new Error('There is none.')),
      version: '1.0.0',
      now: () => new Date(0),
      log,
    }),
    restart,
    chooseEvidence: async () => join(folder, 'trail.jsonl'),
    chooseFile: async (name) => join(folder, name),
    chooseOpening: async (kind) => join(folder, kind === 'settings' ? 'opened.json' : 'opened.table'),
    pageOf: () => null,
  };
}

/** The whole main process but for Electron. */
export function openApp(
  folder: string,
  desk: Desk,
  clock: FakeClock = createFakeClock(),
  policyText: string | null = null,
  more: Partial<Ports> = {},
) {
  const { ports: plain, ...computer } = openComputer(folder, desk, clock, policyText);
  const ports = { ...plain, ...more };
  const events: BridgeEvent[] = [];
  let restarts = 0;
  const app = createApp(ports, (fault) => {
    throw fault;
  });
  if (app === null) throw new Error('The files could not be opened.');
  app.listen((event) => events.push(event));
  const desktop = desktopIn(ports, () => {
    restarts += 1;
  });
  const dispatch = app.serve(desktop);
  // The dispatcher answers by the schema of the operation; what a test looks at is checked by its expectation.
  const call = dispatch as <Name extends BridgeOperation>(
    name: Name,
    input: BridgeInput<Name>,
  ) => Promise<Reply<unknown>>;
  /** Reads a list of the service as it is now, as a person would who waits for it. */
  const readList = (connection: string, operation: ListOperation) =>
    call('mirror.read', { connection, list: { operation }, freshFor: 0, waits: true });
  const close = async (): Promise<void> => {
    const closed = app.close();
    await clock.advance(10_000);
    await closed;
  };
  const { records } = app;
  return {
    ...computer,
    call,
    readList,
    dispatch,
    desk,
    folder,
    events,
    clock,
    records,
    close,
    warmUp: app.warmUp,
    restarts: () => restarts,
  };
}

async function noteToken(answer: Response, tokens: string[]): Promise<void> {
  const issued = z.object({ access_token: z.string() }).safeParse(await answer.json().catch(() => null));
  if (issued.success) tokens.push(issued.data.access_token);
}

export async function connect(call: ReturnType<typeof openApp>['call']): Promise<string> {
  const reply = (await call('connections.save', draft)) as Reply<{ readonly id: string }>;
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value.id;
}
