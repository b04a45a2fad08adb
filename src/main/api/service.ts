import {
  type EntryOf,
  type InputOf,
  type ListOperation,
  type Operation,
  type OutputOf,
  operations,
} from '../../shared/api.ts';
import type { Reply } from '../../shared/error.ts';
import type { AccessToken } from '../../shared/model/access-token.ts';
import type { RateLimits, Tier } from '../../shared/model/limits.ts';
import type { Page } from '../../shared/model/page.ts';
import type { RequestEntry } from '../../shared/record.ts';
import { pauseUnless } from '../clock.ts';
import { type ConnectionState, provesToken } from './evidence.ts';
import type { Wire } from './exchange.ts';
import type { Priority } from './lane.ts';
import { createLimitsReading } from './limits-reading.ts';
import { unlessGivenUp } from './patience.ts';
import type { QuotaTime } from './quota-time.ts';
import { type AnyInput, requestOf } from './request.ts';
import { isNoAnswer, retryDelay } from './retry.ts';
import type { Scheduler } from './scheduler.ts';
import { createSendOne } from './send-one.ts';
import { type Credentials, createSession, type Session } from './session.ts';
import type { Site, Sites } from './site.ts';
import { inName, isThrottled, notAdmitted } from './unsent.ts';
import { readWholeList } from './whole-list.ts';

export interface CallOptions {
  /** `interactive` where it is not given. */
  readonly priority?: Priority;
  /** The plan and its step that this is done for, for the record. */
  readonly plan?: string;
  readonly step?: string;
  /** Ends every wait as `cancelled`, or as the failure that was waited after. What has been sent is not given up. */
  readonly signal?: AbortSignal;
  /** Called in the same turn in which a request of the operation leaves, each time: an outcome without it was never sent. */
  readonly beforeSend?: () => void;
}

/**
 * The service of one connection: every operation of the table, with its tokens and within its quotas. A read is repeated after a
 * failure that passes; a write is sent once, and once more only where a 401 or a 429 says that it was not carried out.
 */
export interface Service {
  readonly call: <Name extends Operation>(
    operation: Name,
    input: InputOf<Name>,
    options?: CallOptions,
  ) => Promise<Reply<OutputOf<Name>>>;
  /** A list to its end (`whole-list.ts`). */
  readonly all: <Name extends ListOperation>(
    operation: Name,
    input: InputOf<Name>,
    options?: CallOptions,
  ) => Promise<Reply<readonly EntryOf<Name>[]>>;
  /** Asks for something small, once, to find out whether the service answers; true where the way to it is still not open. */
  readonly look: (signal: AbortSignal) => Promise<boolean>;
  /** What can wait does, until one small request has shown that the service answers. */
  readonly doubt: () => void;
  readonly session: Pick<Session, 'token' | 'forget'>;
  readonly waiting: {
    /** Gives up on the interactive requests of this connection that wait for a tier. */
    readonly cancel: (tier: Tier) => void;
  };
  /** The quotas of where this connection leads; null where that is not known. */
  readonly quota: () => (Pick<Scheduler, 'forecast' | 'expected'> & QuotaReader) | null;
  /** Ends every wait: the connection is gone or another one. */
  readonly close: () => void;
}

interface QuotaReader {
  readonly usage: () => ReturnType<Scheduler['usage']>;
}

/** Where a connection leads, and as whom. */
export type Place = Pick<Credentials, 'baseUrl' | 'clientId'>;

export interface ServiceSurroundings {
  readonly connection: string;
  readonly wire: Wire;
  readonly time: QuotaTime;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sites: Sites;
  /** Where it leads as far as that is known without asking for its secret. */
  readonly place: () => Place | null;
  readonly credentials: () => Promise<Reply<Credentials>>;
  readonly onIssue: (token: string) => void;
  readonly onState: (state: ConnectionState) => void;
  /** Hears of every request, once it is over. */
  readonly record: (entry: RequestEntry) => void;
  readonly newId: () => string;
}

const longestWaitForLimits = 10_000; // milliseconds

export function createService(surroundings: ServiceSurroundings): Service {
  const { connection, wire, time, random, sites, place, credentials, onIssue, onState } = surroundings;
  const closing = new AbortController();
  let asked: Place | null = null; // where the last token came from

  const where = (): Place | null => asked ?? place();
  const site = (): Site | null => {
    const here = where();
    return here === null ? null : sites.of(here.baseUrl);
  };

  const sendOne = createSendOne({ ...surroundings, onSurprise: () => limits.surprised() });

  const session = createSession({
    clock: wire.clock,
    credentials,
    onIssue,
    onReject: () => onState('credentials-rejected'),
    issue: async ({ baseUrl, clientId, secret }) => {
      asked = { baseUrl, clientId };
      const operation = 'tokens.issue';
      const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
      const { scheduler } = sites.of(baseUrl);
      const asking = {
        priority: 'interactive',
        connection,
        client: clientId,
        signal: closing.signal,
      } as const;
      for (let attempt = 1; ; attempt += 1) {
        const slot = await scheduler.enter('token', asking);
        if (typeof slot === 'string') return notAdmitted(slot, operation);
        const reply = await sendOne({ operation, input: { body }, attempt }, { text: '', baseUrl }, slot);
        // The table reads the answer to `tokens.issue` as an access token.
        if (!isThrottled(reply)) return reply as Reply<AccessToken>;
      }
    },
  });

  /** Sends an operation once there is a token and a slot for it, and again after what says that it was not carried out. */
  const send = async (
    operation: Operation,
    input: AnyInput,
    options: CallOptions,
    countAttempt: () => number,
  ): Promise<Reply<unknown>> => {
    const { priority = 'interactive', plan, step, beforeSend } = options;
    const { tier, method } = operations[operation];
    const signal =
      options.signal === undefined ? closing.signal : AbortSignal.any([closing.signal, options.signal]);
    let isReplay = false;
    for (;;) {
      if (signal.aborted || !(await passesBreaker(priority, signal, plan !== undefined)))
        return notAdmitted('given-up', operation);
      const known = await unlessGivenUp([signal], session.token());
      if (known === 'given-up') return notAdmitted(known, operation);
      if (!known.ok) return inName(known.error, operation);
      const { baseUrl } = known.value;
      const request = requestOf(baseUrl, operation, input);
      if (!request.ok) return request;
      const client = where()?.clientId ?? '';
      const slot = await sites.of(baseUrl).scheduler.enter(tier, { priority, connection, client, signal });
      if (typeof slot === 'string') return notAdmitted(slot, operation);
      // The wait may have outlasted the first token.
      const token = await unlessGivenUp([signal], session.token()).catch((fault: unknown) => {
        slot.unused(); // else it would count as under way for ever
        throw fault;
      });
      if (token === 'given-up' || !token.ok || token.value.baseUrl !== baseUrl) {
        slot.unused();
        if (token === 'given-up') return notAdmitted(token, operation);
        if (token.ok) continue;
        return inName(token.error, operation);
      }
      const givenUp = method === 'GET' ? closing.signal : undefined;
      const sending = { operation, input, attempt: countAttempt(), plan, step, beforeSend, givenUp };
      const reply = await sendOne(sending, token.value, slot);
      if (provesToken(reply)) session.accepted(token.value);
      if (isThrottled(reply)) {
        isReplay = false;
        continue;
      }
      if (reply.ok || reply.error.code !== 'unauthorized') return reply;
      if (isReplay) return session.refusedAgain(token.value, operation);
      const other = await session.tokenAfter(token.value, operation);
      if (!other.ok) return inName(other.error, operation);
      isReplay = true; // a 401 says that nothing was carried out
    }
  };

  const passesBreaker = async (
    priority: Priority,
    signal: AbortSignal,
    isOfPlan: boolean,
  ): Promise<boolean> => {
    const breaker = site()?.breaker;
    if (breaker === undefined) return true;
    // A person's request is a probe itself, and so is what a person has a small plan do now.
    if (priority === 'interactive' && !(isOfPlan && breaker.isDoubted())) return true;
    const probe = async (): Promise<boolean> => {
      const reply = await send('rateLimits.read', {}, {}, () => 1);
      // What is no outage and yet opened no way was never sent: the credentials are missing, or the quota is none.
      return reply.ok || isNoAnswer(reply.error);
    };
    return breaker.pass(probe, signal);
  };

  /** Waits with the others where what can wait does: their one probe is enough for all. */
  const look = async (signal: AbortSignal): Promise<boolean> => {
    if (site()?.breaker.isOpen() === true) return !(await passesBreaker('polling', signal, false));
    const reply = await send('rateLimits.read', {}, { priority: 'polling', signal }, () => 1);
    return !reply.ok && isNoAnswer(reply.error);
  };

  /** The same, and again after a failure that passes, where that can do no harm. */
  const sendRepeatedly = async (
    operation: Operation,
    input: AnyInput,
    options: CallOptions,
  ): Promise<Reply<unknown>> => {
    let attempts = 0;
    for (let failures = 1; ; failures += 1) {
      const reply = await send(operation, input, options, () => (attempts += 1));
      if (reply.ok || operations[operation].method !== 'GET') return reply;
      const delay = retryDelay(reply.error, failures, random());
      if (delay === null || site()?.retries.take() !== true) return reply;
      if (!(await pauseUnless(wire.clock, delay, [closing.signal, options.signal]))) return reply;
    }
  };

  const limits = createLimitsReading(
    time.now,
    // The table reads the answer to `rateLimits.read` as limits.
    () => sendPatiently('rateLimits.read', {}) as Promise<Reply<RateLimits>>,
    (read) => {
      site()?.scheduler.setLimits(connection, read);
    },
  );

  /** What everything else may wait for must not wait long itself. */
  const sendPatiently = async (operation: Operation, input: AnyInput): Promise<Reply<unknown>> => {
    const patience = new AbortController();
    const stop = wire.clock.schedule(longestWaitForLimits, () => patience.abort());
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
    if (operation !== 'rateLimits.read') await unlessGivenUp([signal], limits.before(priority, wouldWait));
    return sendRepeatedly(operation, input, options);
  };

  return {
    // The table's schema of the operation has read the value: its type is the one that `OutputOf` names.
    call: (operation, input, options) =>
      perform(operation, anyInput(input), options) as Promise<Reply<OutputOf<typeof operation>>>,
    all: (operation, input, options) =>
      readWholeList(
        operation,
        (cursor) =>
          // A list operation gives a page of its entries.
          perform(operation, { ...anyInput(input), cursor }, options) as Promise<
            Reply<Page<EntryOf<typeof operation>>>
          >,
      ),
    look,
    doubt: () => site()?.breaker.recheck(),
    session,
    waiting: {
      cancel: (tier) => site()?.scheduler.cancel(connection, tier),
    },
    quota: () => {
      const here = where();
      if (here === null) return null;
      const { scheduler } = sites.of(here.baseUrl);
      return { ...scheduler, usage: () => scheduler.usage(here.clientId) };
    },
    close: () => {
      session.forget();
      closing.abort();
      site()?.scheduler.forget(connection);
    },
  };
}

function anyInput<Name extends Operation>(input: InputOf<Name>): AnyInput {
  return input as AnyInput; // every `InputOf` is one; the compiler cannot see it through the conditional types
}
