import { type Operation, operations } from '../../shared/api.ts';
import type { Reply } from '../../shared/error.ts';
import type { RequestEntry } from '../../shared/record.ts';
import { readAnswer } from './answer.ts';
import { type ConnectionState, stateAfter } from './evidence.ts';
import { exchange, type Wire } from './exchange.ts';
import type { Slot } from './lane.ts';
import { type AnyInput, requestOf } from './request.ts';
import { isOutage } from './retry.ts';
import type { Token } from './session.ts';
import type { Sites } from './site.ts';

interface Sending {
  readonly operation: Operation;
  readonly input: AnyInput;
  /** Counted from 1, over the repetitions of one call. */
  readonly attempt: number;
  readonly plan?: string | undefined;
  readonly step?: string | undefined;
  /** Called in the turn in which the request leaves; what it throws keeps it from leaving. */
  readonly beforeSend?: (() => void) | undefined;
  /** Ends it on its way. Never given with a write: what became of that would not be known. */
  readonly givenUp?: AbortSignal | undefined;
}

interface Surroundings {
  readonly connection: string;
  readonly wire: Wire;
  readonly sites: Sites;
  readonly onState: (state: ConnectionState) => void;
  readonly record: (entry: RequestEntry) => void;
  readonly newId: () => string;
  /** A 429 came that the log of the quota did not foresee. */
  readonly onSurprise: () => void;
}

/** Sends one request in its slot, and tells everybody what became of it: quota, breaker, record and the state of the connection. */
export function createSendOne({ connection, wire, sites, onState, record, newId, onSurprise }: Surroundings) {
  return async (sending: Sending, token: Token, slot: Slot): Promise<Reply<unknown>> => {
    const { operation, input, attempt, plan, step, beforeSend, givenUp } = sending;
    const request = requestOf(token.baseUrl, operation, input);
    if (!request.ok) {
      slot.unused();
      return request;
    }
    try {
      beforeSend?.();
    } catch (fault) {
      slot.unused();
      throw fault;
    }
    const requestId = newId();
    const authorization = token.text === '' ? {} : { Authorization: `Bearer ${token.text}` };
    const headers = { ...request.value.headers, ...authorization, 'X-Request-Id': requestId };
    const at = new Date(wire.clock.wall()).toISOString();
    const begun = wire.clock.monotonic();
    const exchanged = await exchange(wire, { ...request.value, headers }, givenUp);
    const reply = readAnswer(operation, request.value.url, exchanged, wire.clock.wall());
    if (settleSlot(slot, reply)) onSurprise();
    record({
      at,
      connection,
      operation,
      method: request.value.method,
      path: request.value.url.slice(token.baseUrl.length),
      tier: operations[operation].tier,
      status: exchanged.ok ? exchanged.status : (exchanged.fault.status ?? null),
      outcome: reply.ok ? 'ok' : reply.error.code,
      milliseconds: Math.round(wire.clock.monotonic() - begun),
      attempt,
      plan: plan ?? null,
      step: step ?? null,
      requestId,
    });
    if (!reply.ok && reply.error.code === 'cancelled') return reply; // says nothing of the service
    const { breaker, retries } = sites.of(token.baseUrl);
    if (reply.ok) retries.succeeded();
    if (!reply.ok && isOutage(reply.error)) breaker.failed();
    else if (reply.ok || reply.error.code !== 'not-json') breaker.succeeded(); // a page is nobody's sign of life
    const state = stateAfter(reply);
    if (state !== null) onState(state);
    return reply.ok ? reply : { ok: false, error: { requestId, ...reply.error } };
  };
}

/** Tells a slot what became of its request. True for a 429 that the log of the quota did not foresee. */
export function settleSlot(slot: Slot, reply: Reply<unknown>): boolean {
  if (!reply.ok && reply.error.code === 'throttled') return slot.refused(reply.error.retryAfterSeconds ?? 60);
  if (!reply.ok && reply.error.code === 'unreachable') slot.unused();
  else slot.answered();
  return false;
}
