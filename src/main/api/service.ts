import {
  type AnyRow,
  type EntryOf,
  type InputOf,
  type ListOperation,
  type Operation,
  type OutputOf,
  operations,
} from '../../shared/api.ts';
import { type AppError, type ErrorCode, fail, type Reply, succeed } from '../../shared/error.ts';
import type { AccessToken } from '../../shared/model/access-token.ts';
import type { Page } from '../../shared/model/page.ts';
import type { Log } from '../log.ts';
import { readAnswer } from './answer.ts';
import { exchange, type Wire } from './exchange.ts';
import { type AnyInput, requestOf } from './request.ts';
import { type Credentials, createSession, type Session, type Token } from './session.ts';
import type { Waiting } from './waiting.ts';

export type ConnectionState = 'connected' | 'unreachable' | 'credentials-rejected';

/** The service of one connection: every operation of the table, with its tokens and its waits. */
export interface Service {
  readonly call: <Name extends Operation>(
    operation: Name,
    input: InputOf<Name>,
  ) => Promise<Reply<OutputOf<Name>>>;
  /** A list to its end, without the entries that turn up twice when rows shift between pages (decisions.md §3.5). */
  readonly all: <Name extends ListOperation>(
    operation: Name,
    input: InputOf<Name>,
  ) => Promise<Reply<readonly EntryOf<Name>[]>>;
  readonly session: Pick<Session, 'token' | 'forget'>;
  readonly waiting: Pick<Waiting, 'cancel'>;
}

interface ServiceSurroundings {
  readonly wire: Wire;
  readonly waiting: Waiting;
  readonly credentials: () => Promise<Reply<Credentials>>;
  readonly onIssue: (token: string) => void;
  readonly onState: (state: ConnectionState) => void;
  readonly log: Log;
  readonly newId: () => string;
}

const mostPages = 5_000; // half a million entries: a list that is longer does not end

/** The service behind one connection. Requests go out once; only a 429 and a refused token make them go out again. */
export function createService(surroundings: ServiceSurroundings): Service {
  const { wire, waiting, credentials, onIssue, onState, log, newId } = surroundings;

  const once = async (operation: Operation, input: AnyInput, token: Token): Promise<Reply<unknown>> => {
    const request = requestOf(token.baseUrl, operation, input);
    if (!request.ok) return request;
    const requestId = newId();
    const begun = wire.clock.monotonic();
    const authorization = token.text === '' ? {} : { Authorization: `Bearer ${token.text}` };
    const headers = { ...request.value.headers, ...authorization, 'X-Request-Id': requestId };
    const exchanged = await exchange(wire, { ...request.value, headers });
    const reply = readAnswer(operation, request.value.url, exchanged, wire.clock.wall());
    log.info('request', {
      requestId,
      operation,
      status: exchanged.ok ? exchanged.status : (exchanged.fault.status ?? null),
      outcome: reply.ok ? 'ok' : reply.error.code,
      milliseconds: Math.round(wire.clock.monotonic() - begun),
    });
    const state = stateAfter(reply);
    if (state !== null) onState(state);
    return reply.ok ? reply : { ok: false, error: { requestId, ...reply.error } };
  };

  /** Repeats what was refused for its quota, which is to say not carried out, once its tier is free again. */
  const throughTier = async (
    operation: Operation,
    attempt: () => Promise<Reply<unknown>>,
  ): Promise<Reply<unknown>> => {
    const { tier } = operations[operation];
    for (;;) {
      if (!(await waiting.pass(tier))) return fail('cancelled', { operation, tier });
      const reply = await attempt();
      if (reply.ok || reply.error.code !== 'throttled') return reply;
      // A token that was throttled on the way holds the tokens' tier, where it has waited already.
      waiting.hold(tier, reply.error.retryAfterSeconds ?? 60);
    }
  };

  const session = createSession({
    clock: wire.clock,
    credentials,
    onIssue,
    onReject: () => onState('credentials-rejected'),
    issue: async ({ baseUrl, clientId, secret }) => {
      const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
      // The table reads the answer to `tokens.issue` as an access token.
      return (await throughTier('tokens.issue', () =>
        once('tokens.issue', { body }, { text: '', baseUrl }),
      )) as Reply<AccessToken>;
    },
  });

  const withToken = async (operation: Operation, input: AnyInput): Promise<Reply<unknown>> => {
    const first = await session.token();
    if (!first.ok) return inName(first.error, operation);
    const reply = await once(operation, input, first.value);
    if (provesToken(reply)) session.accepted(first.value);
    if (reply.ok || reply.error.code !== 'unauthorized') return reply;
    const second = await session.tokenAfter(first.value, operation);
    if (!second.ok) return inName(second.error, operation);
    const again = await once(operation, input, second.value); // a 401 says that nothing was carried out
    if (provesToken(again)) session.accepted(second.value);
    if (again.ok || again.error.code !== 'unauthorized') return again;
    return session.refusedAgain(second.value, operation);
  };

  const send = (operation: Operation, input: AnyInput): Promise<Reply<unknown>> =>
    throughTier(operation, () => withToken(operation, input));

  return {
    // The table's schema of the operation has read the value: its type is the one that `OutputOf` names.
    call: (operation, input) =>
      send(operation, anyInput(input)) as Promise<Reply<OutputOf<typeof operation>>>,
    all: async (operation, input) => {
      type Entry = EntryOf<typeof operation>;
      const entries = new Map<unknown, Entry>();
      const visited = new Set<string>();
      let cursor: string | undefined;
      for (let pages = 0; pages < mostPages; pages += 1) {
        const page = await send(operation, { ...anyInput(input), cursor });
        if (!page.ok) return page;
        const { results, cursor: next } = page.value as Page<Entry>; // a list operation gives a page
        for (const entry of results) entries.set(keyOf(entry) ?? entries.size, entry);
        if (next === null || visited.has(next)) return succeed([...entries.values()]);
        visited.add(next);
        cursor = next;
      }
      const row: AnyRow = operations[operation];
      return fail('unexpected-answer', { operation, tier: row.tier });
    },
    session,
    waiting,
  };
}

function anyInput<Name extends Operation>(input: InputOf<Name>): AnyInput {
  return input as AnyInput; // every `InputOf` is one; the compiler cannot see it through the conditional types
}

function inName(error: AppError, operation: Operation): Reply<never> {
  return { ok: false, error: { ...error, operation } };
}

/** An entry's id, or a role's name, which is all that a role has. */
function keyOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return null;
  return 'id' in entry ? entry.id : 'name' in entry ? entry.name : null;
}

const afterAuthentication: readonly ErrorCode[] = [
  'validation',
  'no-credits',
  'forbidden',
  'conflict',
  'throttled',
];

/** Whether an answer shows that the service took the token; a 404 does not, for a path is looked up before it is read. */
function provesToken(reply: Reply<unknown>): boolean {
  return reply.ok || afterAuthentication.includes(reply.error.code);
}

const notReached: readonly ErrorCode[] = [
  'unreachable',
  'tls',
  'timeout',
  'interrupted',
  'redirected',
  'not-json',
];
const saysNothing: readonly ErrorCode[] = ['unauthorized', 'credentials-rejected', 'invalid-input'];

function stateAfter(reply: Reply<unknown>): ConnectionState | null {
  if (reply.ok) return 'connected';
  if (saysNothing.includes(reply.error.code)) return null;
  return notReached.includes(reply.error.code) ? 'unreachable' : 'connected';
}
