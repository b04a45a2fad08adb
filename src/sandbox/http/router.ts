import { type Operation, operationNames, operations, pathIdNames } from '../../shared/api.ts';
import type { Limits, Tier } from '../../shared/model/tiers.ts';
import { facts } from '../domain/nouns.ts';
import type { AnyFacts, Call, Service } from '../domain/operation.ts';
import { createIdentification, readLimits } from './auth.ts';
import { readJsonBody } from './body.ts';
import { type Answer, detail, methodNotAllowed, notFound, type ServiceRequest } from './exchange.ts';
import type { Limiter } from './limits.ts';
import { forbidden, type Result, refused, render } from './result.ts';

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
  service: Service,
  limiter: Limiter,
): (request: ServiceRequest, now: number) => Handled {
  const identify = createIdentification(service.store);
  const admit = (key: string, limits: Limits, now: number): Answer | null => {
    const wait = limiter.admit(key, limits, now);
    return wait === null ? null : throttled(wait);
  };

  const issueToken = (request: ServiceRequest, now: number): Handled => {
    const issued = facts['tokens.issue'].handle(request, now, service, (clientId) => {
      const { accounts } = service.store;
      const account = accounts.account(clientId);
      const firm = account === undefined ? undefined : accounts.firm(account.firm);
      const limits = firm === undefined ? service.reference.limits : readLimits(firm.limits);
      return admit(`token ${clientId}`, limits.token, now);
    });
    return { ...issued, tier: 'token' };
  };

  const carryOut = (name: Exclude<Operation, 'tokens.issue'>, ids: readonly string[], call: Call): Result => {
    const names = idNames.get(name) ?? [];
    const path = Object.fromEntries(names.map((id, index) => [id, ids[index] ?? '']));
    // Each handler takes the ids of its own path, which has these names.
    const handler = facts[name].handle as AnyHandler;
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
    const { managerOnly }: AnyFacts = facts[name];
    if (managerOnly === true && !caller.isManager) return handled(forbidden);
    const refusal = admit(`${tier} ${String(caller.firm)}`, caller.limits[tier], now);
    if (refusal !== null) return handled(refusal);
    const result = carryOut(name, found.ids, {
      now,
      caller,
      query: request.query,
      withBody: (answer) => {
        const body = readJsonBody(request);
        return body.ok ? answer(body.value) : refused(body.answer);
      },
    });
    return handled(render(result, request, service.reference.variants));
  };
}

function throttled(seconds: number): Answer {
  const text = `Request was throttled. Expected available in ${String(seconds)} seconds.`;
  return detail(429, text, { 'Retry-After': String(seconds) });
}

/** Operations that share a path. The names of its ids may differ. */
interface Route {
  /** Null stands for an id. */
  readonly segments: readonly (string | null)[];
  readonly byMethod: Map<string, Operation>;
}

interface Match {
  readonly byMethod: ReadonlyMap<string, Operation>;
  readonly ids: readonly string[];
}

const routes: ReadonlyMap<number, readonly Route[]> = Map.groupBy(
  operationNames.reduce<readonly Route[]>((known, name) => {
    const { method, path } = operations[name];
    const segments = path.split('/').map((segment) => (segment.startsWith('{') ? null : segment));
    const same = known.find((route) => route.segments.join('\0') === segments.join('\0'));
    if (same === undefined) return [...known, { segments, byMethod: new Map([[method, name]]) }];
    same.byMethod.set(method, name);
    return known;
  }, []),
  ({ segments }) => segments.length,
);

/** Finds the operations of a path (decisions.md §1.1–2). */
function match(path: string): Match | null {
  const sent = path.split('/');
  for (const { segments, byMethod } of routes.get(sent.length) ?? []) {
    if (
      !segments.every((segment, index) => (segment === null ? sent[index] !== '' : segment === sent[index]))
    )
      continue;
    const ids = sent.filter((_, index) => segments[index] === null).map((segment) => decodedId(segment));
    return ids.includes(null) ? null : { byMethod, ids: ids.filter((id) => id !== null) };
  }
  return null;
}

function decodedId(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
