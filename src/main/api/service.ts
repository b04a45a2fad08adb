import {
  type EntryOf,
  type InputOf,
  type ListOperation,
  type Operation,
  type OutputOf,
  operations,
} from '../../shared/api.ts';
import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import { isNoAnswer } from '../../shared/failures.ts';
import type { AccessToken } from '../../shared/model/access-token.ts';
import type { Page } from '../../shared/model/page.ts';
import type { RateLimits } from '../../shared/model/rate-limits.ts';
import type { Tier } from '../../shared/model/tiers.ts';
import type { RequestEntry } from '../../shared/record.ts';
import { pauseUnless, unlessGivenUp } from '../clock.ts';
import type { Redactor } from '../diagnostics/redaction.ts';
import type { Wire } from './exchange.ts';
import { createLimitsReading } from './limits-reading.ts';
import {
  entriesAlone,
  type ListReading,
  readWholeList,
  type WholeReading,
  withSmallPages,
} from './list-reader.ts';
import type { QuotaTime } from './quota-time.ts';
import { type AnyInput, requestOf } from './request.ts';
import type { Priority } from './request-queue.ts';
import { retryDelay } from './retry.ts';
import type { Scheduler } from './scheduler.ts';
import { type ConnectionState, createSendOne, provesToken } from './send-one.ts';
import { type Credentials, createSession, type Place, type Session } from './session.ts';
import type { Site, Sites } from './site.ts';

export interface CallOptions {
  /** `interactive` where it is not given. */
  readonly priority?: Priority;
  readonly plan?: string;
  readonly step?: string;
  /** Ends every wait, as `cancelled` or as the failure before the wait. A request that was sent is not given up. */
  readonly signal?: AbortSignal;
  /** Called in the turn in which a request leaves. If it was never called, nothing was sent. */
  readonly beforeSend?: () => void;
  /** See `Asking`. */
  readonly rank?: () => number;
}

/**
 * The service of one connection, with its tokens and within its quotas. A read is repeated after a failure that passes; a write is sent
 * once, and again only after a 401 or a 429, which say that it was not carried out.
 */
export interface Service {
  readonly call: <Name extends Operation>(
    operation: Name,
    input: InputOf<Name>,
    options?: CallOptions,
  ) => Promise<Reply<OutputOf<Name>>>;
  /** A list to its end (`list-reader.ts`), with what of it could not be read. */
  readonly list: <Name extends ListOperation>(
    operation: Name,
    input: InputOf<Name>,
    options?: CallOptions,
  ) => Promise<Reply<WholeReading<EntryOf<Name>>>>;
  /** The entries of a list of which all were read; it fails where one was not. */
  readonly all: <Name extends ListOperation>(
    operation: Name,
    input: InputOf<Name>,
    options?: CallOptions,
  ) => Promise<Reply<readonly EntryOf<Name>[]>>;
  /** Asks for something small, once; true if the service is still not reached. */
  readonly look: (signal: AbortSignal) => Promise<boolean>;
  /** Plans and polling wait until one small request has shown that the service answers. */
  readonly doubt: () => void;
  readonly session: Pick<Session, 'token' | 'forget' | 'again'>;
  /** A test has shown whether the credentials are accepted. */
  readonly tested: (accepted: boolean) => void;
  /** A forecast needs the limits: they are read if they are not known, and `onLimits` hears of it. Answers whether that was in vain so far. */
  readonly wantLimits: () => boolean;
  readonly waiting: {
    readonly cancel: (tier: Tier) => void;
    /** A person tries in spite of a wait: the next request of this connection skips the queue, once. */
    readonly tryNow: (tier: Tier) => void;
  };
  /** The quotas of where this connection leads; null where that is not known. */
  readonly quota: () =>
    | (Pick<Scheduler, 'forecast' | 'expected' | 'baseUrl'> & {
        readonly usage: () => ReturnType<Scheduler['usage']>;
      })
    | null;
  readonly close: () => void;
}

export interface ServiceDeps {
  readonly connection: string;
  readonly wire: Wire;
  readonly time: QuotaTime;
  readonly random: () => number;
  readonly sites: Sites;
  readonly place: () => Place | null;
  readonly credentials: () => Promise<Reply<Credentials>>;
  /** Learns the secret and each token before anything is answered that could repeat them. */
  readonly redactor: Redactor;
  /** Told how each attempt to get a token ended, also without credentials. */
  readonly onToken: (reply: Reply<unknown>) => void;
  /** Hears of each link to a next page whether it is at another address than its list: a property of the service, or of a proxy. */
  readonly onLink: (isElsewhere: boolean) => void;
  /** Told what the `left`-th request showed; later ones count more. */
  readonly onState: (state: ConnectionState, left: number) => void;
  /** The service has provided its limits, or has not when it was asked first. */
  readonly onLimits: () => void;
  /** Hears how each call ended, before who has asked. */
  readonly onAnswer?: (operation: Operation, input: AnyInput, reply: Reply<unknown>) => void;
  /** Hears each list that was read to its end by `list` or `all`, before who has asked. */
  readonly onList?: (operation: ListOperation, input: AnyInput, reading: ListReading<unknown>) => void;
  readonly record: (entry: RequestEntry) => void;
  readonly newId: () => string;
}

const longestWaitForLimits = 10_000; // milliseconds

export function createService(deps: ServiceDeps): Service {
  const { connection, time, onState } = deps;
  const closing = new AbortController();
  let departures = 0;
  const leave = (): number => (departures += 1);
  const place = createKnownPlace(deps);
  const { site } = place;

  const sendOne = createSendOne({ ...deps, leave, onSurprise: () => limits.surprised() });
  const session = openSession(deps, {
    sendOne,
    signal: closing.signal,
    onAsk: place.note,
    onReject: () => onState('credentials-rejected', leave()),
  });
  const send = createSend(deps, { sendOne, session, place, signal: closing.signal });
  const sendRepeatedly = createRepeatedSend(deps, { send, place, closing: closing.signal });

  const limits = createLimitsReading(
    time.now,
    () => sendPatiently('rateLimits.read', {}) as Promise<Reply<RateLimits>>,
    (read) => {
      site()?.scheduler.setLimits(connection, read);
      deps.onLimits();
    },
    deps.onLimits,
  );

  /** Others wait for the limits, so reading them must not wait long. */
  const sendPatiently = async (operation: Operation, input: AnyInput): Promise<Reply<unknown>> => {
    const patience = new AbortController();
    const stop = deps.wire.clock.schedule(longestWaitForLimits, () => patience.abort());
    return sendRepeatedly(operation, input, { priority: 'polling', signal: patience.signal }).finally(stop);
  };

  const perform = async (
    operation: Operation,
    input: AnyInput,
    options: CallOptions = {},
  ): Promise<Reply<unknown>> => {
    const { priority = 'interactive', signal } = options;
    const wouldWait = (): boolean => {
      const { tier } = operations[operation];
      return (site()?.scheduler.expected({ [tier]: 1 }, priority)[tier] ?? 0) > 0;
    };
    if (operation !== 'rateLimits.read') await unlessGivenUp(signal, limits.before(priority, wouldWait));
    const reply = await sendRepeatedly(operation, input, options);
    // The table reads the answer to `rateLimits.read` as limits.
    if (operation === 'rateLimits.read' && reply.ok) limits.told(reply.value as RateLimits);
    if (!closing.signal.aborted) deps.onAnswer?.(operation, input, reply);
    return reply;
  };

  return {
    ...callsOf(perform, (...read) => deps.onList?.(...read)),
    look: (signal) => lookOnce(send, site(), signal),
    doubt: () => site()?.breaker.recheck(),
    session,
    tested: (accepted) => {
      if (accepted) session.again();
      onState(accepted ? 'connected' : 'credentials-rejected', leave());
    },
    wantLimits: limits.wanted,
    waiting: {
      cancel: (tier) => site()?.scheduler.cancel(connection, tier),
      tryNow: (tier) => site()?.scheduler.tryNow(connection, tier),
    },
    quota: place.quota,
    close: () => {
      session.forget();
      closing.abort();
      site()?.scheduler.forget(connection);
    },
  };
}

function callsOf(
  perform: (operation: Operation, input: AnyInput, options?: CallOptions) => Promise<Reply<unknown>>,
  onList: NonNullable<ServiceDeps['onList']>,
): Pick<Service, 'call' | 'list' | 'all'> {
  const send = withSmallPages(perform);
  const list: Service['list'] = (operation, input, options) =>
    readWholeList(
      operation,
      (cursor) =>
        // A list operation gives a page of its entries.
        send(operation, { ...anyInput(input), cursor }, options) as Promise<
          Reply<Page<EntryOf<typeof operation>>>
        >,
      (reading) => onList(operation, anyInput(input), reading),
    );
  return {
    // The table's schema of the operation has read the value: its type is the one that `OutputOf` names.
    call: (operation, input, options) =>
      send(operation, anyInput(input), options) as Promise<Reply<OutputOf<typeof operation>>>,
    list,
    all: async (operation, input, options) => entriesAlone(operation, await list(operation, input, options)),
  };
}

interface KnownPlace {
  readonly where: () => Place | null;
  readonly site: () => Site | null;
  readonly quota: Service['quota'];
  readonly note: (place: Place) => void;
}

/** Requests go where the last token was asked for; before the first, where the connection leads. */
function createKnownPlace({ place, sites }: Pick<ServiceDeps, 'place' | 'sites'>): KnownPlace {
  let asked: Place | null = null;
  const where = (): Place | null => asked ?? place();
  return {
    where,
    site: () => {
      const here = where();
      return here === null ? null : sites.of(here.baseUrl);
    },
    quota: () => {
      const here = where();
      if (here === null) return null;
      const { scheduler } = sites.of(here.baseUrl);
      return { ...scheduler, usage: () => scheduler.usage(here.clientId) };
    },
    note: ({ baseUrl, clientId }) => {
      asked = { baseUrl, clientId };
    },
  };
}

type SendOne = ReturnType<typeof createSendOne>;

interface TokenDeps {
  readonly sendOne: SendOne;
  readonly signal: AbortSignal;
  readonly onAsk: (place: Place) => void;
  readonly onReject: () => void;
}

/** The session of a service: it asks for tokens within their quota, with the secret that is stored when the request leaves. */
function openSession(deps: ServiceDeps, { sendOne, signal, onAsk, onReject }: TokenDeps): Session {
  const { connection, wire, sites, credentials, redactor, onToken } = deps;

  const issue = async (place: Place): Promise<Reply<AccessToken>> => {
    const { baseUrl, clientId } = place;
    onAsk(place);
    const operation = 'tokens.issue';
    const { scheduler } = sites.of(baseUrl);
    const asking = { priority: 'interactive', connection, client: clientId, signal } as const;
    for (let attempt = 1; ; attempt += 1) {
      const slot = await scheduler.enter('token', asking);
      if (typeof slot === 'string') return notAdmitted(slot, operation);
      // Read only now: during the wait the secret may change, and must not stay in memory.
      const given = await credentials().catch((fault: unknown) => {
        slot.unused();
        throw fault;
      });
      if (!given.ok || given.value.baseUrl !== baseUrl || given.value.clientId !== clientId) {
        slot.unused();
        return given.ok ? notAdmitted('given-up', operation) : given;
      }
      const { secret } = given.value;
      redactor.add(secret);
      const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
      const reply = await sendOne({ operation, input: { body }, attempt }, { text: '', baseUrl }, slot);
      // The table reads the answer to `tokens.issue` as an access token.
      if (!isThrottled(reply)) return reply as Reply<AccessToken>;
    }
  };

  return createSession({
    clock: wire.clock,
    place: async () => {
      const given = await credentials(); // where there is no secret, nothing waits for a slot
      if (!given.ok) {
        onToken(given);
        return given;
      }
      const { baseUrl, clientId } = given.value;
      return succeed({ baseUrl, clientId });
    },
    onIssue: (token) => redactor.add(token),
    onReject,
    issue: async (at) => {
      const reply = await issue(at);
      onToken(reply);
      return reply;
    },
  });
}

interface SendDeps {
  readonly sendOne: SendOne;
  readonly session: Session;
  readonly place: KnownPlace;
  readonly signal: AbortSignal;
}

type Send = (
  operation: Operation,
  input: AnyInput,
  options: CallOptions,
  countAttempt: () => number,
) => Promise<Reply<unknown>>;

/** Sends an operation once there is a token and a slot for it, and again after what says that it was not carried out. */
function createSend(
  { connection, sites }: ServiceDeps,
  { sendOne, session, place, signal: closing }: SendDeps,
): Send {
  const send: Send = async (operation, input, options, countAttempt) => {
    const { priority = 'interactive', plan, step, beforeSend, rank } = options;
    const { tier, method } = operations[operation];
    const signal = anyOf(closing, options.signal);
    let [isReplay, wasRefused] = [false, false];
    for (;;) {
      if (signal.aborted || !(await passesBreaker(send, place.site(), priority, signal, plan !== undefined)))
        return notAdmitted('given-up', operation);
      const known = await unlessGivenUp(signal, session.token());
      if (known === 'given-up') return notAdmitted(known, operation);
      if (!known.ok) return inName(known.error, operation);
      const { baseUrl } = known.value;
      const request = requestOf(baseUrl, operation, input);
      if (!request.ok) return request;
      const client = place.where()?.clientId ?? '';
      const asking = { priority, connection, client, signal, rank, wasRefused };
      const slot = await sites.of(baseUrl).scheduler.enter(tier, asking);
      if (typeof slot === 'string') return notAdmitted(slot, operation);
      // The wait may have outlasted the first token.
      const token = await unlessGivenUp(signal, session.token()).catch((fault: unknown) => {
        slot.unused(); // else it would count as under way for ever
        throw fault;
      });
      if (token === 'given-up' || !token.ok || token.value.baseUrl !== baseUrl) {
        slot.unused();
        if (token === 'given-up') return notAdmitted(token, operation);
        if (token.ok) continue;
        return inName(token.error, operation);
      }
      const givenUp = method === 'GET' ? closing : undefined;
      const sending = { operation, input, attempt: countAttempt(), plan, step, beforeSend, givenUp };
      const reply = await sendOne(sending, token.value, slot);
      if (provesToken(reply)) session.accepted(token.value);
      if (isThrottled(reply)) {
        [isReplay, wasRefused] = [false, true];
        continue;
      }
      if (reply.ok || reply.error.code !== 'unauthorized') return reply;
      if (isReplay) return session.refusedAgain(token.value, operation);
      const other = await session.tokenAfter(token.value, operation);
      if (!other.ok) return inName(other.error, operation);
      isReplay = true; // a 401 says that nothing was carried out
    }
  };
  return send;
}

async function passesBreaker(
  send: Send,
  site: Site | null,
  priority: Priority,
  signal: AbortSignal,
  isOfPlan: boolean,
): Promise<boolean> {
  if (site === null) return true;
  const { breaker } = site;
  // A person's request is a probe itself, and so is that of a small plan.
  if (priority === 'interactive' && !(isOfPlan && breaker.isDoubted())) return true;
  const probe = async (): Promise<boolean> => {
    const reply = await send('rateLimits.read', {}, {}, () => 1);
    // Otherwise nothing was sent: there are no credentials, or the limit is 0.
    return reply.ok || isNoAnswer(reply.error);
  };
  return breaker.pass(probe, signal);
}

/** Asks for something small, with the others where what can wait does: their one probe is enough for all. */
async function lookOnce(send: Send, site: Site | null, signal: AbortSignal): Promise<boolean> {
  if (site?.breaker.isOpen() === true) return !(await passesBreaker(send, site, 'polling', signal, false));
  const reply = await send('rateLimits.read', {}, { priority: 'polling', signal }, () => 1);
  return !reply.ok && isNoAnswer(reply.error);
}

/** The same as `send`, and again after a failure that passes, where that can do no harm. */
function createRepeatedSend(
  { random, wire }: ServiceDeps,
  {
    send,
    place,
    closing,
  }: { readonly send: Send; readonly place: KnownPlace; readonly closing: AbortSignal },
) {
  return async (operation: Operation, input: AnyInput, options: CallOptions): Promise<Reply<unknown>> => {
    let attempts = 0;
    for (let failures = 1; ; failures += 1) {
      const reply = await send(operation, input, options, () => (attempts += 1));
      if (reply.ok || operations[operation].method !== 'GET') return reply;
      const delay = retryDelay(reply.error, failures, random());
      if (delay === null || place.site()?.retries.take() !== true) return reply;
      if (!(await pauseUnless(wire.clock, delay, anyOf(closing, options.signal)))) return reply;
    }
  };
}

function anyOf(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}

/** A failure of the token request, as that of the operation that needed the token. */
function inName(error: AppError, operation: Operation): Reply<never> {
  return { ok: false, error: { ...error, operation } };
}

/** Why nothing was sent: the wait was given up, or the limit is 0. */
function notAdmitted(why: 'given-up' | 'never', operation: Operation): Reply<never> {
  const { tier } = operations[operation];
  return why === 'never'
    ? fail('throttled', { operation, tier, reason: 'limit-none' })
    : fail('cancelled', { operation, tier });
}

function isThrottled(reply: Reply<unknown>): boolean {
  return !reply.ok && reply.error.code === 'throttled' && reply.error.status === 429;
}

function anyInput<Name extends Operation>(input: InputOf<Name>): AnyInput {
  return input as AnyInput; // every `InputOf` is one; the compiler cannot see it through the conditional types
}
