import { type Clock, unlessGivenUp } from '../clock.ts';
import { answerLimits, createGauge, type Excess } from './answer-limits.ts';
import { type Fault, faultOf } from './fault.ts';
import { type AnswerHeaders, mayBeJson } from './outcome.ts';

/** What is needed of an answer. A `Response` has it, but cannot be made of every answer that comes. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** What a network is to send: it follows no redirect, adds no cookies and keeps no answer. */
export interface Sending {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: 'manual';
  readonly credentials: 'omit';
  readonly cache: 'no-store';
  readonly signal: AbortSignal;
  /** No deadline counts the time in which a person is asked something before it is sent on. */
  readonly hold?: (asked: Promise<unknown>) => void;
}

/** The network of Electron (`desktop/network.ts`), or the `fetch` of Node. */
export type Fetch = (url: string, sending: Sending) => Promise<Answer>;

export interface ExchangeRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Exchange =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly text: string;
      /** Why the text of a refusal was not read; its status still counts. */
      readonly unread?: Excess;
    }
  | { readonly ok: false; readonly fault: Fault };

/** Milliseconds for each phase: connection and headers, a pause in the body, everything together. */
const deadlines = { headers: 30_000, idle: 15_000, total: 60_000 } as const;

export interface Wire {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/**
 * Sends one request and reads its whole answer within the deadlines; follows no redirect, sends no cookies, caches nothing.
 * Never throws: what goes wrong on the way is a fault.
 */
export async function exchange(
  { fetch, clock }: Wire,
  request: ExchangeRequest,
  givenUp?: AbortSignal,
): Promise<Exchange> {
  const abort = new AbortController();
  const expire = (): void => abort.abort(new DeadlineError());
  let stopTotal = clock.schedule(deadlines.total, expire);
  let stopPhase = clock.schedule(deadlines.headers, expire);
  const restart = (): void => {
    stopPhase();
    stopPhase = clock.schedule(deadlines.idle, expire);
  };
  let isOver = false;
  const hold = (asked: Promise<unknown>): void => {
    stopTotal();
    stopPhase();
    void asked.finally(() => {
      if (isOver) return;
      stopTotal = clock.schedule(deadlines.total, expire);
      stopPhase = clock.schedule(deadlines.headers, expire);
    });
  };
  const giveUp = (): void => abort.abort(new DeadlineError());
  if (givenUp?.aborted) giveUp();
  givenUp?.addEventListener('abort', giveUp, { once: true });
  let status: number | null = null;

  try {
    const response = await unlessAborted(
      abort.signal,
      fetch(request.url, { ...sendingOf(request, abort.signal), hold }),
    );
    status = response.status;
    if (!isStatus(status)) {
      abort.abort();
      return { ok: false, fault: { code: 'unexpected-answer', status } };
    }
    restart();
    const read = await readText(response, abort.signal, restart);
    if (read.excess === null) return { ok: true, status, headers: response.headers, text: read.text };
    abort.abort(); // gives up what is left of it
    if (!isSuccess(status))
      return { ok: true, status, headers: response.headers, text: '', unread: read.excess };
    return { ok: false, fault: { code: 'unexpected-answer', status, reason: read.excess } };
  } catch (thrown) {
    if (givenUp?.aborted) return { ok: false, fault: { code: 'cancelled' } };
    const fault: Fault = abort.signal.aborted ? { code: 'timeout' } : faultOf(thrown);
    if (status === null) return { ok: false, fault };
    // Once there are headers, whatever fails is the answer breaking off.
    return { ok: false, fault: { code: fault.code === 'timeout' ? 'timeout' : 'interrupted', status } };
  } finally {
    isOver = true;
    givenUp?.removeEventListener('abort', giveUp);
    stopTotal();
    stopPhase();
  }
}

/** A request as it is sent: on a connection of its own, since the network may repeat what it sends on one that was kept. */
export function sendingOf(
  { method, headers, body }: Omit<ExchangeRequest, 'url'>,
  signal: AbortSignal,
): Sending {
  return {
    method,
    headers: { ...headers, Connection: 'close' },
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    signal,
    ...(body === undefined ? {} : { body }),
  };
}

/** Whether it is the status of an answer (RFC 9110, section 15). What is on the way makes up others. */
function isStatus(status: number): boolean {
  return status >= 200 && status <= 599;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

class DeadlineError extends Error {}

type Read = { readonly excess: null; readonly text: string } | { readonly excess: Excess };

const muchToRead = 256 * 1024; // bytes
const chunksInARow = 200; // a service may send its answer byte by byte: others get their turn in between

/**
 * The whole body as text, or why it is too large (`answer-limits.ts`). It is measured while it comes, so that what would stop the app is
 * never built.
 */
async function readText(
  { status, headers, body }: Answer,
  signal: AbortSignal,
  onChunk: () => void,
): Promise<Read> {
  if (body === null) return { excess: null, text: '' };
  const most = isSuccess(status) ? answerLimits.bytes : answerLimits.refusalBytes;
  const gauge = mayBeJson(headers) ? createGauge(isSuccess(status)) : null;
  const pieces = body[Symbol.asyncIterator]();
  let bytes = Buffer.alloc(16 * 1024);
  let size = 0;
  for (let chunks = 1; ; chunks += 1) {
    const { done, value } = await unlessAborted(signal, pieces.next());
    if (done) {
      if (size > muchToRead) await new Promise(setImmediate); // to read it will take a while: what waits comes first
      return { excess: null, text: new TextDecoder().decode(bytes.subarray(0, size)) };
    }
    onChunk();
    if (size + value.byteLength > most) return { excess: 'answer-limit' };
    const excess = gauge?.add(value) ?? null;
    if (excess !== null) return { excess };
    // Copied, since many small pieces would take a hundred times their size.
    if (size + value.byteLength > bytes.byteLength)
      bytes = Buffer.concat([bytes], Math.min(most, 2 * (size + value.byteLength)));
    bytes.set(value, size);
    size += value.byteLength;
    if (chunks % chunksInARow === 0) await new Promise(setImmediate);
  }
}

/** Rejects when the signal is given, even if the promise heeds no signal. */
async function unlessAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  const given = await unlessGivenUp(signal, promise);
  if (given === 'given-up') throw new DeadlineError();
  return given;
}
