import { type Operation, operations } from '../../shared/api.ts';
import type { AppError, Reply } from '../../shared/error.ts';
import { failureOf, isOutage } from '../../shared/failures.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import type { RequestEntry } from '../../shared/record.ts';
import type { Redactor } from '../diagnostics/redaction.ts';
import { readAnswer } from './answer.ts';
import { exchange, type Wire } from './exchange.ts';
import { type AnyInput, requestOf } from './request.ts';
import type { Slot } from './request-queue.ts';
import type { Token } from './session.ts';
import type { Sites } from './site.ts';

export type ConnectionState = 'connected' | 'unreachable' | 'credentials-rejected';

interface Sending {
  readonly operation: Operation;
  readonly input: AnyInput;
  /** Counted from 1, over the repetitions of one call. */
  readonly attempt: number;
  readonly plan?: string | undefined;
  readonly step?: string | undefined;
  /** Called in the turn in which the request leaves; what it throws keeps it from leaving. */
  readonly beforeSend?: (() => void) | undefined;
  /** Ends it on its way; only for reads, since nobody would know what became of a write. */
  readonly givenUp?: AbortSignal | undefined;
}

interface Deps {
  readonly connection: string;
  readonly wire: Wire;
  readonly sites: Sites;
  readonly redactor: Redactor;
  readonly onLink: (isElsewhere: boolean) => void;
  /** `left` is the request's place in the order in which requests left. */
  readonly onState: (state: ConnectionState, left: number) => void;
  readonly leave: () => number;
  readonly record: (entry: RequestEntry) => void;
  readonly newId: () => string;
  readonly onSurprise: () => void;
}

/** Sends one request in its slot, and tells everybody what became of it: quota, breaker, record and the state of the connection. */
export function createSendOne(deps: Deps) {
  const { connection, wire, sites, redactor, onState, onLink, leave, record, newId, onSurprise } = deps;
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
    const left = leave();
    const requestId = newId();
    const authorization = token.text === '' ? {} : { Authorization: `Bearer ${token.text}` };
    const headers = { ...request.value.headers, ...authorization, 'X-Request-Id': requestId };
    const at = new Date(wire.clock.wall()).toISOString();
    const begun = wire.clock.monotonic();
    const exchanged = await exchange(wire, { ...request.value, headers }, givenUp);
    const asked = { operation, input, url: request.value.url, redactor, onLink };
    const reply = await readAnswer(asked, exchanged, wire.clock.wall());
    if (endSlot(slot, reply)) onSurprise();
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
    if (state !== null) onState(state, left);
    return reply.ok
      ? reply
      : { ok: false, error: { requestId, ...reasonOf(sending, reply.error), ...reply.error } };
  };
}

/** What a refusal means of this very request, where its status alone does not say it (specification, "Coupling rules"). */
function reasonOf({ operation, input: { body } }: Sending, { code }: AppError): Pick<AppError, 'reason'> {
  if (operation === 'components.setOutOfScope' && code === 'conflict') return { reason: 'scope-closed' };
  if (operation !== 'audits.create' || code !== 'forbidden' || !isRecord(body)) return {};
  const { coupled_component_audit_ids: ids } = body;
  return Array.isArray(ids) && ids.length > 1 ? { reason: 'several-coupled' } : {};
}

/** Tells a slot what became of its request. True for a 429 that the log of the quota did not foresee. */
export function endSlot(slot: Slot, reply: Reply<unknown>): boolean {
  if (!reply.ok && reply.error.code === 'throttled') return slot.refused(reply.error.retryAfterSeconds ?? 60);
  if (!reply.ok && reply.error.code === 'unreachable') slot.unused();
  else slot.answered();
  return false;
}

export function provesToken(reply: Reply<unknown>): boolean {
  return reply.ok || failureOf(reply.error.code).shows === 'accepted';
}

/** What the answer to one request tells about its connection; null where it tells nothing. */
function stateAfter(reply: Reply<unknown>): ConnectionState | null {
  if (reply.ok) return 'connected';
  const { shows } = failureOf(reply.error.code);
  if (shows === undefined || shows === 'nothing') return null;
  return shows === 'away' ? 'unreachable' : 'connected';
}
