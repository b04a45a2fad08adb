import type { Clock } from '../clock.ts';
import { type Fault, faultOf } from './fault.ts';

/** The `fetch` of Node or of Electron's network stack. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ExchangeRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Exchange =
  | { readonly ok: true; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly ok: false; readonly fault: Fault };

/** Milliseconds that each phase may take (design: connect and headers, a silent body, all together). */
const deadlines = { headers: 30_000, idle: 15_000, total: 60_000 } as const;
const largestAnswer = 32 * 1024 * 1024; // bytes; some thousand times the largest page that makes sense

export interface Wire {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/**
 * Sends one request and reads its answer to the end, within the deadlines, following no redirect, sending no cookies and
 * caching nothing; ends it where `givenUp` is given. Never throws: what went wrong on the way is a fault.
 */
export async function exchange(
  { fetch, clock }: Wire,
  request: ExchangeRequest,
  givenUp?: AbortSignal,
): Promise<Exchange> {
  const abort = new AbortController();
  const expire = (): void => abort.abort(new DeadlineError());
  const stopTotal = clock.schedule(deadlines.total, expire);
  let stopPhase = clock.schedule(deadlines.headers, expire);
  const restart = (): void => {
    stopPhase();
    stopPhase = clock.schedule(deadlines.idle, expire);
  };
  const giveUp = (): void => abort.abort(new DeadlineError());
  if (givenUp?.aborted) giveUp();
  givenUp?.addEventListener('abort', giveUp, { once: true });
  let status: number | null = null;

  try {
    const response = await unlessAborted(
      abort.signal,
      fetch(request.url, {
        method: request.method,
        headers: request.headers,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        signal: abort.signal,
        ...(request.body === undefined ? {} : { body: request.body }),
      }),
    );
    status = response.status;
    if (response.type === 'opaqueredirect') return { ok: false, fault: { code: 'redirected' } };
    restart();
    const text = await readText(response, abort.signal, restart);
    if (text === null) {
      abort.abort(); // gives up what is left of it
      return { ok: false, fault: { code: 'unexpected-answer', status } };
    }
    return { ok: true, status, headers: response.headers, text };
  } catch (thrown) {
    if (givenUp?.aborted) return { ok: false, fault: { code: 'cancelled' } };
    const fault: Fault = abort.signal.aborted ? { code: 'timeout' } : faultOf(thrown);
    if (status === null) return { ok: false, fault };
    // Once there are headers, whatever fails is the answer breaking off.
    return { ok: false, fault: { code: fault.code === 'timeout' ? 'timeout' : 'interrupted', status } };
  } finally {
    givenUp?.removeEventListener('abort', giveUp);
    stopTotal();
    stopPhase();
  }
}

class DeadlineError extends Error {}

/** The whole body as text, without byte order mark; null where it is longer than any answer can be. */
async function readText(
  response: Response,
  signal: AbortSignal,
  onChunk: () => void,
): Promise<string | null> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await unlessAborted(signal, reader.read());
    if (done) return new TextDecoder().decode(Buffer.concat(chunks));
    onChunk();
    size += value.byteLength;
    if (size > largestAnswer) return null;
    chunks.push(value);
  }
}

/** Settles with the promise, or rejects when the signal is given, even if the promise heeds no signal. */
function unlessAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new DeadlineError());
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
