import { type Operation, operations } from '../../shared/api.ts';
import type { RateLimits } from '../../shared/model/rate-limits.ts';
import type { RequestEntry } from '../../shared/record.ts';
import type { Redactor } from '../diagnostics/redaction.ts';
import { readAnswer } from './answer.ts';
import { type Exchange, type ExchangeRequest, exchange, type Wire } from './exchange.ts';
import type { Priority } from './request-queue.ts';
import { endSlot } from './send-one.ts';
import type { Place } from './session.ts';
import type { Sites } from './site.ts';

interface Deps {
  readonly wire: Wire;
  readonly sites: Sites;
  readonly record: (entry: RequestEntry) => void;
  readonly newId: () => string;
}

/** Who reads, where, and until when. */
interface Reader extends Place {
  readonly connection: string;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  readonly priority: Priority;
}

/** Sends one request as it is given; null where its quota has no room for it in time. */
export type PlainSend = (request: ExchangeRequest, operation: Operation | null) => Promise<Exchange | null>;

const longestWait = 65_000; // milliseconds: a little more than the shortest window

/**
 * Sends requests and answers as they came, each once, within its quota, and in the request log: for what looks at the service itself.
 * One of no operation counts against no tier and is in no log, which is by operations.
 */
export function createPlainSend({ wire, sites, record, newId }: Deps, reader: Reader): PlainSend {
  const { clock } = wire;
  const { baseUrl, clientId, connection, redactor, signal, priority } = reader;
  const givenUp: Exchange = { ok: false, fault: { code: 'cancelled' } };
  return async (request, operation) => {
    if (signal.aborted) return givenUp;
    if (operation === null) return exchange(wire, request, signal);
    const { tier } = operations[operation];
    const patience = new AbortController();
    const stop = clock.schedule(longestWait, () => patience.abort());
    const until = AbortSignal.any([signal, patience.signal]);
    const asking = { priority, connection, client: clientId, signal: until } as const;
    const slot = await sites.of(baseUrl).scheduler.enter(tier, asking).finally(stop);
    if (typeof slot === 'string') return signal.aborted ? givenUp : null;
    const at = new Date(clock.wall()).toISOString();
    const begun = clock.monotonic();
    const requestId = newId();
    const headers = { ...request.headers, 'X-Request-Id': requestId };
    const exchanged = await exchange(wire, { ...request, headers }, signal);
    const reply = await readAnswer(
      { operation, input: {}, url: request.url, redactor },
      exchanged,
      clock.wall(),
    );
    endSlot(slot, reply);
    // The table reads the answer to `rateLimits.read` as limits.
    if (operation === 'rateLimits.read' && reply.ok)
      sites.of(baseUrl).scheduler.setLimits(connection, reply.value as RateLimits);
    record({
      at,
      connection,
      operation,
      method: request.method,
      path: request.url.slice(baseUrl.length),
      tier,
      status: exchanged.ok ? exchanged.status : (exchanged.fault.status ?? null),
      outcome: reply.ok ? 'ok' : reply.error.code,
      milliseconds: Math.round(clock.monotonic() - begun),
      attempt: 1,
      plan: null,
      step: null,
      requestId,
    });
    return exchanged;
  };
}
