import { z } from 'zod';
import { type InputOf, type Operation, type OutputOf, operations } from './api.ts';
import type { Reply } from './error.ts';
import { AppError } from './error.ts';
import { Audit } from './model/audit.ts';
import { Connection, ConnectionDraft, connectionLayers, keychainStates } from './model/connection.ts';
import { Draft } from './model/draft.ts';
import { QuotaUsage, tiers } from './model/limits.ts';
import { Preferences } from './model/preferences.ts';
import { Team } from './model/team.ts';
import { Estimate, Plan, PlanProgress, StepProgress, stepStates } from './plan.ts';
import { EntryFilter, RequestEntry, TrailEntry } from './record.ts';

/**
 * The contract between the interface and the main process: the operations of the service that the interface may
 * call (never `tokens.issue`, never one that writes: writes are steps of plans), and those of this app.
 */
const Id = z.strictObject({ id: z.string().min(1) });
const Nothing = z.strictObject({});
const paging = {
  cursor: z.string().max(200).optional(),
  pageSize: z.number().int().min(1).max(100).optional(),
};

function pageSchema<Entry extends z.ZodType>(entry: Entry) {
  return z.strictObject({
    count: z.number().int().nullable(),
    cursor: z.string().nullable(),
    results: z.array(entry).readonly(),
  });
}

interface LocalRow {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** What a test of a connection found: `failed` null means that every layer holds. */
export const ConnectionReport = z.strictObject({
  passed: z.array(z.enum(connectionLayers)).readonly(),
  failed: z.strictObject({ layer: z.enum(connectionLayers), error: AppError }).nullable(),
  /** Seconds by which the service's clock is ahead of this one; null where it does not tell. */
  clockSkewSeconds: z.number().nullable(),
});
export type ConnectionReport = z.output<typeof ConnectionReport>;

export const Environment = z.strictObject({
  version: z.string(),
  platform: z.string(),
  /** The system's language, BCP 47. */
  locale: z.string(),
  /** Whether this runs on the development stand-in for Electron. */
  standIn: z.boolean(),
});
export type Environment = z.output<typeof Environment>;

export const localOperations = {
  'environment.read': { input: Nothing, output: Environment },
  'preferences.read': { input: Nothing, output: Preferences },
  'preferences.change': { input: Preferences.partial(), output: Preferences },
  'keychain.check': { input: Nothing, output: z.strictObject({ state: z.enum(keychainStates) }) },
  'connections.list': { input: Nothing, output: z.array(Connection).readonly() },
  'connections.test': { input: ConnectionDraft, output: ConnectionReport },
  'connections.testStored': { input: Id, output: ConnectionReport },
  'connections.save': { input: ConnectionDraft, output: Connection },
  /** Tests the new secret, then stores it; the old one stays in use until the new one is confirmed (ux C3). */
  'connections.rotate': {
    input: z.strictObject({
      id: z.string(),
      secret: z.string().min(1),
      keep: z.enum(['keychain', 'session']),
    }),
    output: z.strictObject({ report: ConnectionReport, connection: Connection }),
  },
  'connections.remove': { input: Id, output: z.null() },
  /** A person lets this production connection write, until the app ends or the connection changes. */
  'connections.allowWrites': { input: Id, output: z.null() },
  /** Forgets the token and tries the stored secret again, after `credentials-rejected`. */
  'connections.reconnect': { input: Id, output: z.null() },
  /** Starts the demonstration service, if it is not running, and answers its connection. */
  'demonstration.start': { input: Nothing, output: Connection },
  'drafts.list': { input: z.strictObject({ connection: z.string() }), output: z.array(Draft).readonly() },
  'drafts.save': { input: Draft.omit({ savedAt: true }), output: Draft },
  'drafts.remove': { input: Id, output: z.null() },
  'teams.list': { input: z.strictObject({ connection: z.string() }), output: z.array(Team).readonly() },
  'teams.save': { input: Team, output: Team },
  'teams.remove': { input: Id, output: z.null() },
  /** Reads these audits again and again for as long as they are being initialised; `audit-seen` tells what is read. */
  'audits.watch': {
    input: z.strictObject({
      connection: z.string(),
      ids: z.array(z.string().min(1).max(255)).min(1).max(100).readonly(),
    }),
    output: z.null(),
  },
  'plans.estimate': { input: Plan, output: Estimate },
  /** Writes a plan down and begins with it. A plan whose id is known is not begun again, and answered as it stands. */
  'plans.submit': { input: Plan, output: PlanProgress },
  /** The newest first. */
  'plans.list': {
    input: z.strictObject({ connection: z.string().optional(), ...paging }),
    output: pageSchema(PlanProgress),
  },
  'plans.read': { input: Id, output: PlanProgress },
  'plans.steps': {
    input: z.strictObject({
      ...Id.shape,
      states: z.array(z.enum(stepStates)).max(stepStates.length).readonly().optional(),
      ...paging,
    }),
    output: pageSchema(StepProgress),
  },
  /** Answers once a plan is paused or has ended, or has nothing left to do but what a person has to settle. */
  'plans.wait': { input: Id, output: PlanProgress },
  /** Sends nothing new; what is under way is brought to its end. */
  'plans.pause': { input: Id, output: PlanProgress },
  'plans.resume': { input: Id, output: PlanProgress },
  /** Gives up on what has not begun. */
  'plans.cancel': { input: Id, output: PlanProgress },
  /** Takes up again what has failed, with the same ids. */
  'plans.retry': { input: Id, output: PlanProgress },
  /** A person tells what became of an `unclear` step: done, as `object`, or to be done again. */
  'plans.settle': {
    input: z.strictObject({
      ...Id.shape,
      step: z.string(),
      as: z.enum(['done', 'again']),
      object: z.string().min(1).max(255).optional(),
    }),
    output: PlanProgress,
  },
  'quota.read': { input: z.strictObject({ connection: z.string() }), output: QuotaUsage },
  /** The newest first, as the next one. */
  'requests.list': { input: EntryFilter, output: pageSchema(RequestEntry) },
  'trail.list': { input: EntryFilter, output: pageSchema(TrailEntry) },
  /** Asks for a file and writes the trail to it; `intact` is whether every row is as it was written, null if nothing was saved. */
  'trail.export': {
    input: z.strictObject({ format: z.enum(['csv', 'jsonl']), connection: z.string().optional() }),
    output: z.strictObject({ saved: z.boolean(), intact: z.boolean().nullable() }),
  },
  /** Asks for a file and writes a table to it, as CSV; the first row has the titles. */
  'table.export': {
    input: z.strictObject({
      name: z.string().max(400),
      rows: z
        .array(z.array(z.string().max(20_000)).max(50).readonly())
        .min(1)
        .max(20_000)
        .readonly(),
    }),
    output: z.strictObject({ saved: z.boolean() }),
  },
  /** Gives up on everything that waits for a tier of a connection; each ends as `cancelled`. */
  'waits.cancel': {
    input: z.strictObject({ connection: z.string(), tier: z.enum(tiers) }),
    output: z.null(),
  },
} as const satisfies Record<string, LocalRow>;

export type LocalOperations = typeof localOperations;
export type LocalOperation = keyof LocalOperations;

/** Operations of the service that the interface may name: all that read. */
export const openOperations = [
  'workPackages.list',
  'workPackages.read',
  'clients.list',
  'legalEntities.list',
  'audits.list',
  'audits.read',
  'components.list',
  'users.list',
  'roles.list',
  'rateLimits.read',
] as const satisfies readonly Operation[];
export type OpenOperation = (typeof openOperations)[number];

export type BridgeOperation = OpenOperation | LocalOperation;

export type BridgeInput<Name extends BridgeOperation> = Name extends OpenOperation
  ? InputOf<Name> & { readonly connection: string }
  : Name extends LocalOperation
    ? z.input<LocalOperations[Name]['input']>
    : never;

export type BridgeOutput<Name extends BridgeOperation> = Name extends OpenOperation
  ? OutputOf<Name>
  : Name extends LocalOperation
    ? z.output<LocalOperations[Name]['output']>
    : never;

export type Call = <Name extends BridgeOperation>(
  operation: Name,
  input: BridgeInput<Name>,
) => Promise<Reply<BridgeOutput<Name>>>;

/** The schema of what an open operation takes over the bridge; ids are checked for what a path can hold. */
export function openInput(name: OpenOperation): z.ZodType {
  const row = operations[name];
  return z.strictObject({
    connection: z.string().min(1),
    ...('list' in row
      ? { cursor: z.string().max(2_000).optional(), pageSize: z.number().int().min(1).max(100).optional() }
      : {}),
    ...('query' in row ? { query: row.query.optional() } : {}),
    ...(row.path.includes('{') ? { path: z.record(z.string(), z.string().min(1).max(255)) } : {}),
  });
}

/** What the main process tells every window, unasked. */
export const BridgeEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('connections-changed') }),
  z.strictObject({ type: z.literal('preferences-changed'), preferences: Preferences }),
  /** A request waits because the service asked for it; `until` is milliseconds since 1970, 0 when it goes on. */
  z.strictObject({
    type: z.literal('waiting'),
    connection: z.string(),
    tier: z.enum(tiers),
    until: z.number(),
  }),
  /** What the last request of a connection told about it. */
  z.strictObject({
    type: z.literal('connection-state'),
    connection: z.string(),
    state: z.enum(['connected', 'unreachable', 'credentials-rejected']),
    at: z.number(),
  }),
  z.strictObject({ type: z.literal('plan-changed'), plan: PlanProgress }),
  /** How an audit that is watched stands; null when it is not there. */
  z.strictObject({
    type: z.literal('audit-seen'),
    connection: z.string(),
    id: z.string(),
    audit: Audit.nullable(),
  }),
  /** The demonstration service ended without being asked to. */
  z.strictObject({ type: z.literal('demonstration-ended') }),
]);
export type BridgeEvent = z.output<typeof BridgeEvent>;

/** What the preload exposes as `window.auditDesk`, frozen. */
export interface Bridge {
  readonly call: (operation: string, input: unknown) => Promise<unknown>;
  /** Calls back with each event's value; answers what ends it. */
  readonly listen: (listener: (event: unknown) => void) => () => void;
}

/** The one channel each way. */
export const callChannel = 'audit-desk:call';
export const eventChannel = 'audit-desk:event';
