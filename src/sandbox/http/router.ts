import { type Operation, operations, pathIdNames } from '../../shared/api.ts';
import type { Limits } from '../../shared/model/tiers.ts';
import { type Awaitable, after } from '../awaitable.ts';
import { facts } from '../domain/nouns.ts';
import type { AnyFacts, Call, Service } from '../domain/operation.ts';
import type { Database, Limiter, Moment, Store } from '../store/store.ts';
import { type Caller, createIdentification, invalidToken, readLimits } from './auth.ts';
import { readJsonBody } from './body.ts';
import {
  type Answer,
  because,
  detail,
  type Handled,
  methodNotAllowed,
  notFound,
  type ServiceRequest,
} from './exchange.ts';
import { clientKey, firmKey, nextFreeAt, type WindowStand } from './limits.ts';
import { forbidden, type Result, refused, render } from './result.ts';
import { match } from './routes.ts';

type AnyHandler = (
  call: Call & { readonly path: Readonly<Record<string, string>> },
  service: Service,
) => Awaitable<Result>;

interface RouterDeps extends Omit<Service, 'store'> {
  readonly database: Database;
  readonly limiter: Limiter;
}

const idNames = new Map(
  Object.entries(operations).map(([name, { path }]) => [name, pathIdNames(path)] as const),
);

function namedIds(name: Operation, ids: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries((idNames.get(name) ?? []).map((id, index) => [id, ids[index] ?? '']));
}

/** A look-up counts against no limit. */
export type AnswerRequest = (
  request: ServiceRequest,
  moment: Pick<Moment, 'now' | 'holder'>,
  isLookUp?: boolean,
) => Awaitable<Handled>;

/** Answers every request below `/api/v1/`, with the checks in the order of decisions.md §1.3. */
export function createRouter({ database, limiter, ...rest }: RouterDeps): AnswerRequest {
  const { reference } = rest;
  const identify = createIdentification(database);
  const serviceOf = servicesBy(rest);
  const admit = (key: string, limits: Limits, now: number): Awaitable<Answer | null> =>
    after(limiter.admit(key, limits, now), (wait) =>
      wait === null
        ? null
        : after(limiter.windows(key, limits, now), (stands) => ({
            ...throttled(wait),
            why: () => [{ rule: 'quota', windows: fullOf(stands, now) }],
          })),
    );

  const issueToken = (request: ServiceRequest, now: number): Awaitable<Handled> => {
    const admitClient = (clientId: string) =>
      after(limitsOf(database, clientId), (limits) =>
        admit(clientKey(clientId), (limits ?? reference.limits).token, now),
      );
    return after(
      facts['tokens.issue'].handle(request, now, { database, reference }, admitClient),
      (issued) => ({ ...issued, tier: 'token' }),
    );
  };

  const carryOut = (
    name: Exclude<Operation, 'tokens.issue'>,
    ids: readonly string[],
    call: Call,
    request: ServiceRequest,
  ): Awaitable<Answer> => {
    const path = namedIds(name, ids);
    // Each handler takes the ids of its own path, which has these names.
    const handler = facts[name].handle as AnyHandler;
    // A page reads its entries when it is rendered.
    const work = (store: Store) =>
      after(handler({ ...call, path }, serviceOf(store)), (it) => render(it, request, reference.variants));
    const { isOneLookUp }: AnyFacts = facts[name];
    if (isOneLookUp === true) return work(database.single);
    if (operations[name].method === 'GET') return database.read(work);
    return database.write(call.caller.firm, (store) =>
      after(refusalNow(store, request, call), (refusal) => refusal ?? work(store)),
    );
  };

  return (request, moment, isLookUp = false) => {
    const { now } = moment;
    const found = match(request.path);
    if (found === null) return { answer: notFound, tier: null, clientId: null };
    const name = found.byMethod.get(request.method);
    const tier = name === undefined ? null : operations[name].tier;
    const notAllowed = () => methodNotAllowed(request.method, [...found.byMethod.keys()]);
    if (found.byMethod.get('POST') === 'tokens.issue')
      return name === undefined ? { answer: notAllowed(), tier, clientId: null } : issueToken(request, now);
    return after(identify(request, moment), (identified): Awaitable<Handled> => {
      if (!identified.ok) return { answer: identified.answer, tier, clientId: null };
      const { caller } = identified;
      const handled = (answer: Answer): Handled => ({ answer, tier, clientId: caller.clientId });
      if (name === undefined || name === 'tokens.issue' || tier === null) return handled(notAllowed());
      const { managerOnly }: AnyFacts = facts[name];
      if (managerOnly === true && !caller.isManager) return handled(noRole);
      const admitted = isLookUp ? null : admit(firmKey(tier, caller.firm), caller.limits[tier], now);
      return after(admitted, (refusal) => {
        if (refusal !== null) return handled(refusal);
        const withBody: Call['withBody'] = (answer) => {
          const body = readJsonBody(request);
          return body.ok ? answer(body.value) : refused(body.answer);
        };
        const call = { now, caller, query: request.query, withBody };
        return after(carryOut(name, found.ids, call, request), handled);
      });
    });
  };
}

/** Those of the firm of an account, if there is one. */
function limitsOf(database: Database, clientId: string): Awaitable<Caller['limits'] | null> {
  const firm = database.read(({ accounts }) =>
    after(accounts.account(clientId), (account) =>
      account === undefined ? undefined : accounts.firm(account.firm),
    ),
  );
  return after(firm, (found) => (found === undefined ? null : readLimits(found.limits)));
}

/** While a change waited for others, a reset or a snapshot may have put another state in place, where its firm is another one. */
function refusalNow(
  store: Store,
  request: ServiceRequest,
  { now, caller }: Pick<Call, 'now' | 'caller'>,
): Awaitable<Answer | null> {
  return after(createIdentification({ single: store })(request, { now }), (again) => {
    if (!again.ok) return again.answer;
    return again.caller.firm === caller.firm ? null : invalidToken;
  });
}

const noRole = because(forbidden, 'no-role', { facts: { needed: 'api_account_manager' } });

/** What the handlers get. One object for each store: some answer every request with the same. */
function servicesBy(rest: Omit<Service, 'store'>): (store: Store) => Service {
  const known = new WeakMap<Store, Service>();
  return (store) => {
    const service = known.get(store) ?? { ...rest, store };
    known.set(store, service);
    return service;
  };
}

function fullOf(stands: readonly WindowStand[], now: number) {
  return stands.flatMap((stand) => {
    const { window, limit, counted, wait } = stand;
    return limit === null || wait === 0 ? [] : [{ window, limit, counted, room_at: nextFreeAt(stand, now) }];
  });
}

function throttled(seconds: number): Answer {
  const text = `Request was throttled. Expected available in ${String(seconds)} seconds.`;
  return detail(429, text, { 'Retry-After': String(seconds) });
}
