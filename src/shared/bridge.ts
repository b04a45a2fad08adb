import { z } from 'zod';
import {
  type InputOf,
  type ListOperation,
  type Operation,
  type OutputOf,
  operationNames,
  operations,
} from './api.ts';
import { commandIds } from './commands.ts';
import type { Reply } from './error.ts';
import { Audit } from './model/audit.ts';
import { Preferences } from './model/preferences.ts';
import { tiers } from './model/tiers.ts';
import { appOperations } from './operations/app.ts';
import { connectionOperations } from './operations/connections.ts';
import { importOperations } from './operations/import.ts';
import { inspectionOperations } from './operations/inspection.ts';
import { itemKinds, itemOperations } from './operations/items.ts';
import { mirrorOperations } from './operations/mirror.ts';
import { planOperations } from './operations/plans.ts';
import { recordOperations } from './operations/records.ts';
import { seasonOperations } from './operations/season.ts';
import { settingsOperations } from './operations/settings.ts';
import { tableOperations } from './operations/tables.ts';
import { PlanProgress } from './plan.ts';

/**
 * The contract between the interface and the main process: the operations of the service that the interface may
 * call (never `tokens.issue`, never one that writes: writes are steps of plans), and those of this app.
 */
export const localOperations = {
  ...appOperations,
  ...connectionOperations,
  ...importOperations,
  ...inspectionOperations,
  ...itemOperations,
  ...mirrorOperations,
  ...planOperations,
  ...recordOperations,
  ...seasonOperations,
  ...settingsOperations,
  ...tableOperations,
} as const;

export type LocalOperations = typeof localOperations;
export type LocalOperation = keyof LocalOperations;

/** Operations of the service that the interface may name: all that read one object. Its lists come from main (`mirror.read`). */
export type OpenOperation = {
  [Name in Exclude<Operation, ListOperation>]: (typeof operations)[Name]['method'] extends 'GET'
    ? Name
    : never;
}[Exclude<Operation, ListOperation>];
export const openOperations = operationNames.filter(
  (name): name is OpenOperation => operations[name].method === 'GET' && !('list' in operations[name]),
);

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
    ...(row.path.includes('{') ? { path: z.record(z.string(), z.string().min(1).max(255)) } : {}),
  });
}

/** What the main process tells every window, unasked. */
export const BridgeEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('connections-changed') }),
  /** The keychain has answered after it had seemed not to: what failed for that may succeed now. */
  z.strictObject({ type: z.literal('keychain-answered') }),
  /** Another process has let the journal go: plans can be read and carried out. */
  z.strictObject({ type: z.literal('journal-opened') }),
  z.strictObject({ type: z.literal('preferences-changed'), preferences: Preferences }),
  z.strictObject({ type: z.literal('items-changed'), of: z.enum(itemKinds), connection: z.string() }),
  /** The service has provided its limits: what was forecast by others is old. */
  z.strictObject({ type: z.literal('limits-read'), connection: z.string() }),
  /** A request waits for the limits, `isAsked` where the service has asked for it (429); `until` is milliseconds since 1970, 0 when it goes on. */
  z.strictObject({
    type: z.literal('waiting'),
    connection: z.string(),
    tier: z.enum(tiers),
    until: z.number(),
    isAsked: z.boolean(),
  }),
  /** What the last request of a connection told about it; `unknown` once it has another secret or address, or is begun anew. */
  z.strictObject({
    type: z.literal('connection-state'),
    connection: z.string(),
    state: z.enum(['connected', 'unreachable', 'credentials-rejected', 'unknown']),
    at: z.number(),
  }),
  /** Whether the lists of a service name their next pages at another address; they are read from the connection's own all the same. */
  z.strictObject({ type: z.literal('links-elsewhere'), connection: z.string(), isElsewhere: z.boolean() }),
  /** How many of its requests an inspection has sent; `most` is 0 when it has ended. */
  z.strictObject({
    type: z.literal('inspecting'),
    connection: z.string(),
    done: z.number().int(),
    most: z.number().int(),
  }),
  z.strictObject({ type: z.literal('plan-changed'), plan: PlanProgress }),
  /** What the table of a judging is judged against is other, or how far it is read. */
  z.strictObject({ type: z.literal('import-known'), id: z.string() }),
  /** Rows of a list, or how far it is read, are others; `list` is its name (`nameOfList`). */
  z.strictObject({ type: z.literal('mirror-changed'), connection: z.string(), list: z.string() }),
  /** How an audit that is watched stands; null when it is not there. */
  z.strictObject({
    type: z.literal('audit-seen'),
    connection: z.string(),
    id: z.string(),
    audit: Audit.nullable(),
  }),
  /** A person has pressed the notice of a plan's end, and wants to see it in this window. */
  z.strictObject({ type: z.literal('show-address'), address: z.string().max(30_000).startsWith('/') }),
  /** A command that was chosen in the menu, for this window. */
  z.strictObject({ type: z.literal('command'), id: z.enum(commandIds) }),
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
