import { type Operation, operations, pathIdNames } from '../shared/api.ts';
import type { Limits, Tier } from '../shared/model/limits.ts';
import { createIdentification, mayCall, readLimits } from './auth.ts';
import { readJsonBody } from './body.ts';
import { type Answer, detail, methodNotAllowed, notFound, type ServiceRequest } from './exchange.ts';
import type { Call, Handlers, Service } from './handler.ts';
import type { Limiter } from './limits.ts';
import { forbidden, type Result, render } from './result.ts';
import { match } from './routes.ts';

/** An answer, and what the log says of the request. */
export interface Handled {
  readonly answer: Answer;
  readonly tier: Tier | null;
  readonly clientId: string | null;
}

type AnyHandler = (
  call: Call & { readonly path: Readonly<Record<string, string>> },
  service: Service,
) => Result;

const idNames = new Map(
  Object.entries(operations).map(([name, { path }]) => [name, pathIdNames(path)] as const),
);

/** Answers every request below `/api/v1/`, with the checks in the order of decisions.md §1.3. */
export function createRouter(
  handlers: Handlers,
  service: Service,
  limiter: Limiter,
): (request: ServiceRequest, now: number) => Handled {
  const identify = createIdentification(service.store);
  const admit = (key: string, limits: Limits, now: number): Answer | null => {
    const wait = limiter.admit(key, limits, now);
    return wait === null ? null : throttled(wait);
  };

  const issueToken = (request: ServiceRequest, now: number): Handled => {
    const issued = handlers['tokens.issue'](request, now, service, (clientId) => {
      const { accounts } = service.store;
      const account = accounts.account({ clientId });
      const firm = account === undefined ? undefined : accounts.firm({ seq: account.firm });
      const limits = firm === undefined ? service.reference.limits : readLimits(firm.limits);
      return admit(`token ${clientId}`, limits.token, now);
    });
    return { ...issued, tier: 'token' };
  };

  const carryOut = (name: Exclude<Operation, 'tokens.issue'>, ids: readonly string[], call: Call): Result => {
    const names = idNames.get(name) ?? [];
    const path = Object.fromEntries(names.map((id, index) => [id, ids[index] ?? '']));
    // Each handler takes the ids of its own template, which is where these names come from.
    const handler = handlers[name] as AnyHandler;
    const work = () => handler({ ...call, path }, service);
    return operations[name].method === 'GET' ? work() : service.store.transaction(work);
  };

  return (request, now) => {
    const found = match(request.path);
    if (found === null) return { answer: notFound, tier: null, clientId: null };
    const name = found.byMethod.get(request.method);
    const tier = name === undefined ? null : operations[name].tier;
    const notAllowed = () => methodNotAllowed(request.method, [...found.byMethod.keys()]);
    if (found.byMethod.get('POST') === 'tokens.issue')
      return name === undefined ? { answer: notAllowed(), tier, clientId: null } : issueToken(request, now);
    const identified = identify(request, now);
    if (!identified.ok) return { answer: identified.answer, tier, clientId: null };
    const { caller } = identified;
    const handled = (answer: Answer): Handled => ({ answer, tier, clientId: caller.clientId });
    if (name === undefined || name === 'tokens.issue' || tier === null) return handled(notAllowed());
    if (!mayCall(caller, name)) return handled(forbidden);
    const refusal = admit(`${tier} ${String(caller.firm)}`, caller.limits[tier], now);
    if (refusal !== null) return handled(refusal);
    const result = carryOut(name, found.ids, {
      now,
      caller,
      query: request.query,
      withBody: (answer) => {
        const body = readJsonBody(request);
        return body.ok ? answer(body.value) : { kind: 'unreadable', answer: body.answer };
      },
    });
    return handled(render(result, request, service.reference.variants));
  };
}

function throttled(seconds: number): Answer {
  const text = `Request was throttled. Expected available in ${String(seconds)} seconds.`;
  return detail(429, text, { 'Retry-After': String(seconds) });
}
