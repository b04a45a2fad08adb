import { randomUUID } from 'node:crypto';
import {
  type Exchange,
  type ExchangeHead,
  type ExchangePage,
  type RecordedText,
  removed,
} from '../../shared/workbench.ts';
import type { Awaitable } from '../awaitable.ts';
import { decoded } from './body.ts';
import type { Handled, Outcome, ServiceRequest } from './exchange.ts';
import { formWithoutSecrets, withoutSecrets } from './redaction.ts';
import { operationAt } from './routes.ts';

/** A request with what became of it. */
export interface Observed {
  /** Milliseconds since 1970 by the service's clock. */
  readonly at: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly request: ServiceRequest;
  readonly handled: Handled;
  readonly outcome: Outcome;
  /** The kind of the fault that acted on it. */
  readonly fault: string | null;
}

/** Keeps the last exchanges for the workbench. Nothing secret comes into it. */
export interface Recorder {
  /** Answers the number that it got, or null if it could not be kept. No answer has to wait for it. */
  readonly add: (observed: Observed) => Awaitable<number | null>;
  /** Those after a number, oldest first. */
  readonly after: (id: number) => Awaitable<ExchangePage>;
  /** Of a run, if one is given: the numbers of another one mean other requests. */
  readonly byId: (id: number, run?: string) => Awaitable<Exchange | undefined>;
  /** The last 1,000 to the API, oldest first. */
  readonly requests: () => Awaitable<readonly LoggedRequest[]>;
  readonly clear: () => Awaitable<void>;
}

/** A request as in the log. */
export type LoggedRequest = Pick<
  ExchangeHead,
  'at' | 'method' | 'path' | 'status' | 'tier' | 'client_id' | 'duration_ms'
>;

export interface RecorderOptions {
  /** How many exchanges it keeps. */
  readonly capacity?: number;
  /** How many characters all bodies together have at most; beyond, the oldest ones go. */
  readonly characters?: number;
}

export const ordinary = { capacity: 10_000, characters: 33_554_432 } satisfies RecorderOptions;
const mostOfOneBody = 131_072; // characters
const mostReasons = 100;
export const apiPath = '/api/';
export const mostRequests = 1_000; // in the log
export const mostAtOnce = 1_000; // exchanges in an answer

/** Keeps them in this process. */
export function createRecorder(options: RecorderOptions = {}) {
  const { capacity, characters } = { ...ordinary, ...options };
  const run = randomUUID();
  const kept = new Map<number, Exchange>();
  let [newest, oldest] = [0, 1];
  let [size, withBodies] = [0, 1]; // of all bodies, and the first exchange that still has its own
  const dropBodies = (id: number): void => {
    const one = kept.get(id);
    if (one === undefined) return;
    size -= lengthOf(one);
    kept.set(id, withoutBodies(one));
  };
  const isTooLarge = () => size > characters;
  return {
    add: (observed): number => {
      newest += 1;
      const one = { id: newest, ...exchangeOf(observed) };
      kept.set(newest, one);
      size += lengthOf(one);
      if (kept.size > capacity) {
        dropBodies(oldest);
        kept.delete(oldest);
        oldest += 1;
      }
      while (isTooLarge() && withBodies < newest) {
        dropBodies(withBodies);
        withBodies += 1;
      }
      return newest;
    },
    after: (id): ExchangePage => {
      const first = Math.max(id + 1, oldest);
      const count = Math.min(mostAtOnce, Math.max(0, newest - first + 1));
      const results = Array.from({ length: count }, (_, index) => kept.get(first + index));
      return { run, results: results.filter((one) => one !== undefined).map(headOf), oldest, newest };
    },
    byId: (id, of = run): Exchange | undefined => (of === run ? kept.get(id) : undefined),
    requests: (): readonly LoggedRequest[] => {
      const found = [...kept.values()].filter(({ path }) => path.startsWith(apiPath));
      return found.slice(-mostRequests).map(loggedAs);
    },
    clear: (): void => {
      kept.clear();
      size = 0;
      oldest = newest + 1;
      withBodies = oldest;
    },
  } satisfies Recorder;
}

export function loggedAs(exchange: ExchangeHead): LoggedRequest {
  const { at, method, path, status, tier, client_id, duration_ms } = exchange;
  return { at, method, path, status, tier, client_id, duration_ms };
}

function headOf(one: Exchange): ExchangeHead {
  const { delivery: _delivery, reasons: _reasons, request: _request, answer: _answer, ...head } = one;
  return head;
}

export function lengthOf({ request, answer }: Pick<Exchange, 'request' | 'answer'>): number {
  return (request.body?.text.length ?? 0) + (answer.body?.text.length ?? 0);
}

function withoutBodies(one: Exchange): Exchange {
  return { ...one, request: { ...one.request, body: null }, answer: { ...one.answer, body: null } };
}

/** What is kept of a request. */
export function exchangeOf(observed: Observed): Omit<Exchange, 'id'> {
  const { at, duration, request, handled, outcome, fault } = observed;
  const { delivery, answer } = outcome;
  const token = tokenOf(request);
  const reasons = (answer.why?.() ?? []).slice(0, mostReasons);
  return {
    at: new Date(at).toISOString(),
    method: request.method,
    path: without(token, request.path),
    query: without(token, formWithoutSecrets(request.query)),
    status: delivery === 'none' ? null : answer.status,
    tier: handled.tier,
    client_id: handled.clientId,
    duration_ms: Math.round(duration * 1_000) / 1_000,
    operation: operationAt(request.method, request.path),
    rules: [...new Set(reasons.map(({ rule }) => rule))],
    fault,
    delivery,
    reasons,
    request: { headers: requestHeaders(request, token), body: requestBody(request, token) },
    answer: {
      headers: answerHeaders(answer.headers),
      body: isPage(answer.headers) ? null : keptText(answer.body, token),
    },
  };
}

const shortestToken = 8; // shorter ones are words that stand elsewhere too

/** What the request was allowed by, which nobody may find in any other place of it either. */
function tokenOf(request: ServiceRequest): string | undefined {
  const token = /^\S+ +(\S+)/.exec(request.header('authorization') ?? '')?.[1];
  return token !== undefined && token.length >= shortestToken ? token : undefined;
}

function without(token: string | undefined, text: string): string {
  return token === undefined ? text : text.replaceAll(token, removed);
}

/** Headers that the service looks at, and that say who asks. Of others nobody knows whether they hold a secret. */
const keptHeaders = ['accept', 'content-type', 'user-agent'] as const;

function requestHeaders(
  request: ServiceRequest,
  token: string | undefined,
): Readonly<Record<string, string>> {
  const authorization = request.header('authorization');
  const scheme = authorization !== undefined && /^Bearer /i.test(authorization) ? 'Bearer ' : '';
  return Object.fromEntries([
    ...(authorization === undefined ? [] : [['authorization', `${scheme}${removed}`] as const]),
    ...keptHeaders.flatMap((name) => {
      const value = request.header(name);
      return value === undefined ? [] : [[name, without(token, value)] as const];
    }),
  ]);
}

function answerHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      /^(set-cookie|authorization)$/i.test(name) ? removed : value,
    ]),
  );
}

/** A page of the documentation may hold the token of its login. */
function isPage(headers: Readonly<Record<string, string>>): boolean {
  return headers['Content-Type']?.startsWith('text/html') === true;
}

function requestBody({ body }: ServiceRequest, token: string | undefined): RecordedText | null {
  const text = body === 'too-large' ? null : decoded(body);
  return text === null ? null : keptText(text, token);
}

function keptText(text: string, token: string | undefined): RecordedText | null {
  const clean = withoutSecrets(without(token, text));
  if (clean === null) return null;
  const kept = clean.slice(0, mostOfOneBody);
  return { text: kept, omitted: clean.length - kept.length, isRedacted: clean !== text };
}
