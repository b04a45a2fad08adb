import { type LieName, lies } from '../src/main/testing/lies.ts';
import type { Outcome, ServiceRequest } from '../src/sandbox/http/exchange.ts';
import type { SimulatedTime } from './simulated-time.ts';
import type { Entry, Traffic } from './traffic.ts';

export type WireFault =
  /** Only latency. */
  | { readonly kind: 'none' }
  /** There is no connection (F1, F2, F3). */
  | { readonly kind: 'unreachable' | 'no-name' | 'bad-certificate' }
  /** The connection is reset before the request arrives, or after it was carried out (F4, F5, F25). */
  | { readonly kind: 'lost-before' | 'lost-after' }
  /** No answer, and no error either (F7, F9). */
  | { readonly kind: 'silent-before' | 'silent-after' }
  /** The body breaks off, or goes silent, or ends, after this part of it (F6, F8, F11, F12). */
  | { readonly kind: 'cut' | 'stalled' | 'short'; readonly part: number }
  /** It arrives so many seconds late, at the service or back again (F26). */
  | { readonly kind: 'late-request' | 'late-answer'; readonly seconds: number }
  /** It is carried out twice (F27). */
  | { readonly kind: 'twice' }
  /** The answer has another body than the service's (F21). */
  | { readonly kind: 'rewritten'; readonly rewrite: (body: string) => string }
  /** A false success, before it was carried out or after (`src/main/testing/lies.ts`). */
  | { readonly kind: 'forged'; readonly carriedOut: boolean; readonly lie: LieName }
  /** A proxy answers instead, before it was carried out or after (F13, F14, F15, F17, F18, F19, F40). */
  | { readonly kind: 'instead'; readonly carriedOut: boolean; readonly answer: Instead };

export interface Instead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface WireDeps {
  readonly time: SimulatedTime;
  readonly answer: (request: ServiceRequest) => Outcome | Promise<Outcome>;
  readonly traffic: Traffic;
  /** Milliseconds that a request takes one way. */
  readonly latency: () => number;
  readonly faultOf: (entry: Entry) => WireFault;
}

/** The network to a sandbox in this process, in simulated time. Everything that passes is in `traffic`. */
export function createWire({ time, answer, traffic, latency, faultOf }: WireDeps) {
  const carryOut = async (entry: Entry, url: string, init: RequestInit): Promise<Outcome> => {
    const outcome = await time.during(Promise.resolve(answer(requestOf(url, init))));
    traffic.carriedOut(entry, outcome.meant ?? outcome.answer);
    if (outcome.delivery === 'none') throw failure('ECONNRESET');
    return outcome;
  };

  const through = async (
    entry: Entry,
    fault: WireFault,
    url: string,
    init: RequestInit,
  ): Promise<Response> => {
    const answered = async (late = 0): Promise<Outcome['answer']> => {
      const outcome = await carryOut(entry, url, init);
      await time.pause(latency() + late);
      return outcome.answer;
    };
    await time.pause(latency());
    switch (fault.kind) {
      case 'none':
        return responseOf(await answered());
      case 'unreachable':
      case 'no-name':
      case 'bad-certificate':
      case 'lost-before':
        throw failure(codes[fault.kind]);
      case 'silent-before':
        return never();
      case 'lost-after':
        await answered();
        if (mayBeRepeated(init)) return responseOf(await answered());
        throw failure('UND_ERR_SOCKET');
      case 'silent-after':
        await answered();
        return never();
      case 'cut':
      case 'stalled':
      case 'short': {
        const given = await answered();
        return new Response(given.body === '' ? null : partly(given.body, fault.kind, fault.part), given);
      }
      case 'late-request':
        await time.pause(fault.seconds * 1_000);
        return responseOf(await answered());
      case 'late-answer':
        return responseOf(await answered(fault.seconds * 1_000));
      case 'twice':
        await carryOut(entry, url, init);
        return responseOf(await answered());
      case 'rewritten': {
        const given = await answered();
        return responseOf({ ...given, body: fault.rewrite(given.body) });
      }
      case 'forged': {
        if (fault.carriedOut) await carryOut(entry, url, init);
        await time.pause(latency());
        const { method = 'GET', headers, body } = init;
        const authorization = new Headers(headers).get('authorization');
        const sent = typeof body === 'string' ? body : ''; // this app sends nothing but texts
        return responseOf(lies[fault.lie]({ method, url, authorization, body: sent }));
      }
      case 'instead':
        if (fault.carriedOut) await carryOut(entry, url, init);
        await time.pause(latency());
        return responseOf(fault.answer);
    }
  };

  return async (url: string, init: RequestInit): Promise<Response> => {
    const entry = traffic.sent(init.method ?? 'GET', new URL(url).pathname, time.now());
    const fault = faultOf(entry);
    traffic.met(entry, fault.kind);
    return through(entry, fault, url, init);
  };
}

/** Chromium sends anew what was on a kept connection, whatever the method; one of its own was asked for by `Connection: close`. */
function mayBeRepeated({ headers }: RequestInit): boolean {
  return new Headers(headers).get('connection') !== 'close';
}

/** Node's codes for a request that does not arrive. */
const codes = {
  unreachable: 'ECONNREFUSED',
  'no-name': 'ENOTFOUND',
  'bad-certificate': 'CERT_HAS_EXPIRED',
  'lost-before': 'ECONNRESET',
} as const;

function never(): Promise<never> {
  return new Promise(() => {});
}

function requestOf(url: string, { method = 'GET', headers, body }: RequestInit): ServiceRequest {
  const { origin, pathname, search } = new URL(url);
  const given = new Headers(headers);
  return {
    method,
    path: pathname,
    query: search.slice(1),
    origin,
    header: (name) => given.get(name) ?? undefined,
    body: new TextEncoder().encode(typeof body === 'string' ? body : ''), // this app sends nothing but texts
  };
}

function responseOf({ status, headers, body }: Instead): Response {
  return new Response(body === '' ? null : body, { status, headers });
}

/** An error as Node's `fetch` throws it. */
function failure(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

function partly(body: string, how: 'cut' | 'stalled' | 'short', part: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  let sent = false;
  return new ReadableStream({
    pull: (controller) => {
      if (!sent) {
        sent = true;
        const some = bytes.subarray(0, Math.floor(bytes.length * part));
        if (some.length > 0) return controller.enqueue(some);
      }
      if (how === 'cut') controller.error(failure('UND_ERR_SOCKET'));
      else if (how === 'short') controller.close();
      else return never();
    },
  });
}
