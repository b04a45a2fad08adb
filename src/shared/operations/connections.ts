import { z } from 'zod';
import { AppError } from '../error.ts';
import { Connection, ConnectionDraft, connectionLayers, keychainStates } from '../model/connection.ts';
import { tiers } from '../model/tiers.ts';
import { Id, type LocalRow, Nothing } from './shapes.ts';

/** What a test of a connection found: `failed` null means that every layer holds. */
export const ConnectionReport = z.strictObject({
  passed: z.array(z.enum(connectionLayers)).readonly(),
  failed: z.strictObject({ layer: z.enum(connectionLayers), error: AppError }).nullable(),
  /** Seconds by which the service's clock is ahead of this one; null where it does not tell. */
  clockSkewSeconds: z.number().nullable(),
  /** What the service says the token may be used for, cut where it is long; empty where it says nothing, null where none was issued. */
  scope: z.string().nullable(),
});
export type ConnectionReport = z.output<typeof ConnectionReport>;

/** What goes with a connection when it is removed; `changeLog` and `damaged` are what stays. */
export const Dependants = z.strictObject({
  drafts: z.array(z.string()).readonly(),
  teams: z.array(z.string()).readonly(),
  templates: z.array(z.string()).readonly(),
  views: z.array(z.string()).readonly(),
  /** Names of expected groups. */
  season: z.array(z.string()).readonly(),
  sentTables: z.number().int(),
  /** Whether an inspection of it is kept. */
  inspection: z.boolean(),
  unfinishedPlans: z.strictObject({ count: z.number().int(), titles: z.array(z.string()).readonly() }),
  finishedPlans: z.number().int(),
  requests: z.number().int(),
  changeLog: z.number().int(),
  /** Copies of files in the form of older versions, which go as well. */
  copies: z.number().int(),
  /** Files that were set aside as damaged and hold something of it: they stay. */
  damaged: z.array(z.string()).readonly(),
});
export type Dependants = z.output<typeof Dependants>;

export const connectionOperations = {
  'keychain.check': { input: Nothing, output: z.strictObject({ state: z.enum(keychainStates) }) },
  'connections.list': { input: Nothing, output: z.array(Connection).readonly() },
  /** Of what a person enters, or of a connection as it is stored. */
  'connections.test': { input: z.union([ConnectionDraft, Id]), output: ConnectionReport },
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
  'connections.dependants': { input: Id, output: Dependants },
  /** Removes everything of a connection from this computer, but for its change log. */
  'connections.remove': { input: Id, output: z.null() },
  /**
   * `doubt`: the service may be away, so what can wait does, until one small request has shown that it answers. `reconnect` forgets the token
   * and tries the stored secret again, after `credentials-rejected`. `newToken` asks for another one, since the present one may be older than
   * a role that the account was given; it ends no wait. `stopReading` gives up on what windows wait for; each reading ends as `cancelled`.
   * `allowWrites` asks whether this production connection may write, until the app ends or the connection changes.
   */
  'connections.act': {
    input: z.strictObject({
      ...Id.shape,
      act: z.enum(['allowWrites', 'doubt', 'reconnect', 'newToken', 'stopReading', 'stopInspection']),
    }),
    output: z.null(),
  },
  /** Starts the demonstration service, if it is not running, and answers its connection. */
  'demonstration.start': { input: Nothing, output: Connection },
  /** Gives up on everything that waits for a tier of a connection, which ends as `cancelled`; or sends the next of it, whatever that waits for. */
  'waits.act': {
    input: z.strictObject({ connection: z.string(), tier: z.enum(tiers), act: z.enum(['cancel', 'tryNow']) }),
    output: z.null(),
  },
} as const satisfies Record<string, LocalRow>;
