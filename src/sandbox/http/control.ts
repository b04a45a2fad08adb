import { auditStatuses } from '../../shared/model/audit.ts';
import { isCalendarDate } from '../../shared/rules/service/calendar.ts';
import type { Awaitable } from '../awaitable.ts';
import { groupOf, statusOf } from '../domain/audit-state.ts';
import { legalEntityOf } from '../domain/clients.ts';
import { FixtureLimits, jsonPath } from '../fixture/fixture.ts';
import { scenarioList } from '../fixture/named.ts';
import type { AuditRow } from '../store/schema.ts';
import { type Database, endOfTime, type Store } from '../store/store.ts';
import { readLimits, readNames } from './auth.ts';
import { readJson } from './body.ts';
import { callsOf } from './calls.ts';
import { type Answer, detail, json, notFound, type ServiceRequest } from './exchange.ts';
import { readFault } from './faults.ts';
import {
  boolean,
  choice,
  country,
  doesNotExist,
  externalId,
  flaw,
  list,
  optional,
  type Reader,
  readExactly,
  readJudged,
  reference,
  required,
  type Shape,
  text,
  type Values,
  wrong,
} from './fields.ts';
import type { LimiterOptions } from './limits.ts';
import type { Recorder } from './recorder.ts';
import { badRequest } from './result.ts';
import { seal } from './secret.ts';
import { auditPage, auditState, firmStates, type UsersOf } from './state.ts';

interface ControlDeps {
  readonly store: Store;
  /** How the service counts requests. */
  readonly counting: LimiterOptions;
  readonly usersOf: UsersOf;
  readonly recorder: Recorder;
  readonly reset: (store: Store) => Promise<void>;
}

type Body = Readonly<Record<string, unknown>>;
type Command = (deps: ControlDeps, ids: readonly string[], body: Body) => Awaitable<Answer>;

/** Answers requests of the control plane (sandbox.md, "Control plane"). */
export function createControl({
  database,
  ...rest
}: Omit<ControlDeps, 'store'> & { readonly database: Database }): (
  request: ServiceRequest,
) => Awaitable<Answer> {
  return (request) => {
    const found = find(request);
    if (found.kind !== 'found') return found.answer;
    const body = readJson(request);
    if (!body.ok) return body.answer;
    const work = (store: Store) => found.command({ ...rest, store }, found.ids, body.value);
    return request.method === 'GET' ? database.read(work) : database.write('all', work);
  };
}

function withForm<Of extends Shape>(
  body: Body,
  shape: Of,
  answer: (values: Values<Of>) => Awaitable<Answer>,
): Awaitable<Answer> {
  const form = readExactly(body, shape);
  return form.ok ? answer(form.value) : badRequest(form.faults);
}

const readClock: Command = async ({ store }) => {
  const { now, isFrozen } = await store.controls.clock.read();
  return json(200, { now: new Date(now).toISOString(), ...(isFrozen ? { frozen: true } : {}) });
};

const longestAdvance = 10 * 365 * 86_400;
const advanceSeconds: Reader<number> = (value) =>
  typeof value === 'number' && value >= 0 && value <= longestAdvance
    ? { ok: true, value }
    : wrong('out-of-range', `A number from 0 to ${String(longestAdvance)} is required.`);

const moment: Reader<number> = (value) => {
  const isWritten = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(value);
  const time = isWritten ? Date.parse(value) : Number.NaN;
  return time < endOfTime && isCalendarDate(String(value).slice(0, 10))
    ? { ok: true, value: time }
    : wrong('wrong-type', 'A time is required, such as 2027-01-15T09:00:00Z.');
};

const clockChange = {
  advance_seconds: optional(advanceSeconds),
  now: optional(moment),
  frozen: optional(boolean),
};

const changeClock: Command = (deps, ids, body) =>
  withForm(body, clockChange, async ({ advance_seconds: seconds, now, frozen }) => {
    const { clock } = deps.store.controls;
    const { now: before } = await clock.read();
    if (seconds === undefined && now === undefined && frozen === undefined)
      return json(400, { advance_seconds: ['This field is required.'] });
    if (seconds !== undefined && now !== undefined)
      return json(400, { now: ['Give either this field or advance_seconds.'] });
    if (now !== undefined && now < before)
      return json(400, { now: ['The clock only moves forward. Reset, or restore a snapshot, to go back.'] });
    const time = now ?? before + Math.round((seconds ?? 0) * 1_000);
    if (time >= endOfTime) return json(400, { advance_seconds: ['The clock may not leave the year 9999.'] });
    if (frozen !== undefined) await clock.freeze(frozen); // first, so that a time given with it is held
    await clock.set(time);
    return readClock(deps, ids, body);
  });

async function auditAt(
  { store }: ControlDeps,
  [firmId = '', id = '']: readonly string[],
): Promise<AuditRow | undefined> {
  const firm = await store.accounts.firmById(firmId);
  return firm === undefined ? undefined : store.audits.byId(firm.seq, id);
}

const auditChange = { status: optional(choice(auditStatuses)), scope_locked: optional(boolean) };

const changeAudit: Command = async (deps, ids, body) => {
  const row = await auditAt(deps, ids);
  if (row === undefined) return notFound;
  const { store } = deps;
  return withForm(body, auditChange, async ({ status, scope_locked: locked }) => {
    const changed = {
      ...row,
      status: status ?? row.status,
      changes_at: status === undefined ? row.changes_at : null, // set by hand, it stays (decisions.md §7.4)
      scope_locked: Number(locked ?? row.scope_locked),
    };
    await store.audits.setStatus(changed);
    const now = statusOf(changed, await groupOf(row, store), await nowOf(store));
    return json(200, { id: row.id, status: now, scope_locked: changed.scope_locked === 1 });
  });
};

const credits: Reader<number> = (value) =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value)
    ? { ok: true, value }
    : wrong('out-of-range', 'A number from 0 is required.');

const limits: Reader<ReturnType<typeof FixtureLimits.parse>> = (value) => {
  const parsed = FixtureLimits.safeParse(value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : {
        ok: false,
        faults: parsed.error.issues.map(({ path, message }) =>
          flaw('wrong-type', `${jsonPath(path)}: ${message}`),
        ),
      };
};

const changeFirm: Command = async ({ store }, [id = ''], body) => {
  const firm = await store.accounts.firmById(id);
  if (firm === undefined) return notFound;
  const shape = { credits: optional(credits), rate_limits: optional(limits) };
  return withForm(body, shape, async ({ credits: amount = firm.credits, rate_limits: given }) => {
    const changed = { ...readLimits(firm.limits), ...given };
    await store.accounts.changeFirm(amount, JSON.stringify(changed), firm.seq);
    return json(200, { id, credits: amount, rate_limits: changed });
  });
};

const entity = {
  client_organisation_id: required(reference),
  id: required(externalId),
  name: required(text({ blank: 'white' })),
  country: required(country),
  parent_id: optional(externalId),
};

const addLegalEntity: Command = async ({ store: { accounts, clients } }, [id = ''], body) => {
  const firm = (await accounts.firmById(id))?.seq;
  if (firm === undefined) return notFound;
  const exact = readExactly(body, entity);
  if (!exact.ok) return badRequest(exact.faults);
  const form = await readJudged(body, entity, async ({ client_organisation_id: client }) =>
    client === undefined || (await clients.byId(firm, client)) !== undefined
      ? {}
      : { client_organisation_id: [doesNotExist(client)] },
  );
  if (!form.ok) return badRequest(form.faults);
  const { client_organisation_id: client, parent_id: parent, ...own } = form.value;
  if ((await clients.entityById(firm, client, own.id)) !== undefined)
    return detail(409, 'A legal entity with this id already exists.');
  const row = { ...own, firm, client, parent_id: parent ?? null };
  await clients.insertEntity(row);
  return json(201, { client_organisation_id: client, ...legalEntityOf(row) });
};

const accountChange = {
  roles: optional(list(text({ blank: 'empty' }), { mayBeEmpty: true })),
  client_secret: optional(text({ blank: 'empty' })),
  revoke_tokens: optional(boolean),
};

const changeAccount: Command = async ({ store: { accounts } }, [clientId = ''], body) => {
  const account = await accounts.account(clientId);
  if (account === undefined) return notFound;
  return withForm(body, accountChange, async ({ roles, client_secret: secret, revoke_tokens: revoke }) => {
    const { salt, secret_hash: hash } = secret === undefined ? account : seal(secret);
    const names = roles ?? readNames(account.roles);
    await accounts.changeAccount(salt, hash, JSON.stringify(names), account.seq);
    if (revoke === true) await accounts.revokeTokens(account.seq);
    return json(200, { client_id: clientId, roles: names });
  });
};

const readContent: Command = async (deps, ids) => {
  const row = await auditAt(deps, ids);
  if (row?.component_settings == null) return notFound;
  const settings: unknown = JSON.parse(row.component_settings);
  return json(200, { content_items: row.content_items, country: row.country, component_settings: settings });
};

const addFault: Command = async ({ store }, _ids, body) => {
  const fault = readFault(body);
  return fault.ok
    ? json(201, { id: await store.controls.faults.add(fault.value) })
    : badRequest(fault.faults);
};

const reset: Command = async (deps) => {
  await deps.reset(deps.store);
  return json(200, {});
};

async function nowOf({ controls }: Store): Promise<number> {
  return (await controls.clock.read()).now;
}

/** `exchanges/after/{id}/`: a cursor in the path, as all ids are. */
const readExchanges: Command = async ({ recorder }, [id = '']) =>
  !/^\d{1,15}$/.test(id) ? notFound : json(200, await recorder.after(Number(id)));

/** `exchanges/{id}/`, or of a run. */
const readExchange: Command = async ({ recorder }, ids) => {
  const [id = '', run] = ids.toReversed();
  const found = /^\d{1,15}$/.test(id) ? await recorder.byId(Number(id), run) : undefined;
  return found === undefined ? notFound : json(200, found);
};

const readState: Command = async ({ store, counting, usersOf }) => {
  const limiter = store.controls.limiter(counting);
  return json(200, { firms: await firmStates(store, { limiter, usersOf }, await nowOf(store)) });
};

const readUsers: Command = async ({ store, usersOf }, [id = '']) => {
  const firm = await store.accounts.firmById(id);
  return firm === undefined ? notFound : json(200, { results: usersOf(firm.seq) });
};

const readAudits: Command = async ({ store }, [id = '', from = '']) => {
  const firm = await store.accounts.firmById(id);
  return firm === undefined || !/^\d{1,9}$/.test(from)
    ? notFound
    : json(200, await auditPage(store, firm.seq, Number(from), await nowOf(store)));
};

const readAudit: Command = async (deps, ids) => {
  const row = await auditAt(deps, ids);
  const { store } = deps;
  return row === undefined ? notFound : json(200, await auditState(store, row, await nowOf(store)));
};

const removeFaults: Command = async ({ store }) => {
  await store.controls.faults.clear();
  return json(200, {});
};

const removeFault: Command = async ({ store }, [id = '']) =>
  (await store.controls.faults.remove(id)) ? json(200, {}) : notFound;

const readScenarios: Command = async () => json(200, { results: await scenarioList() });

const find = callsOf<Command>({
  'GET clock': readClock,
  'POST clock': changeClock,
  'POST reset': reset,
  'POST audits/*/*': changeAudit,
  'POST firms/*': changeFirm,
  'POST firms/*/legal-entities': addLegalEntity,
  'POST service-accounts/*': changeAccount,
  'GET content/*/*': readContent,
  'POST faults': addFault,
  'GET faults/waiting': async ({ store }) => json(200, { results: await store.controls.faults.entries() }),
  'DELETE faults': removeFaults,
  'DELETE faults/*': removeFault,
  'GET scenarios': readScenarios,
  'GET exchanges/after/*': readExchanges,
  'GET exchanges/*': readExchange,
  'GET exchanges/*/*': readExchange,
  'GET state': readState,
  'GET state/*/users': readUsers,
  'GET state/*/audits/*': readAudits,
  'GET state/*/audit/*': readAudit,
  'GET requests': async ({ recorder }) => json(200, { results: await recorder.requests() }),
});
