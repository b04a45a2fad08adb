import { auditStatuses } from '../../shared/model/audit.ts';
import { groupOf, statusOf } from '../domain/audit-state.ts';
import { legalEntityOf } from '../domain/clients.ts';
import { FixtureLimits, jsonPath } from '../fixture/fixture.ts';
import type { AuditRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { readLimits, readNames } from './auth.ts';
import { readJson } from './body.ts';
import { type Answer, detail, json, methodNotAllowed, notFound, type ServiceRequest } from './exchange.ts';
import { type Faults, readFault } from './faults.ts';
import {
  boolean,
  choice,
  country,
  doesNotExist,
  externalId,
  type FieldFaults,
  list,
  optional,
  type Reader,
  readForm,
  reference,
  required,
  type Shape,
  text,
  type Values,
  wrong,
} from './fields.ts';
import type { RequestLog } from './request-log.ts';
import { seal } from './secret.ts';

/** The machine's clock, moved forward by the control plane. Milliseconds since 1970. */
export interface Clock {
  readonly now: () => number;
  readonly advance: (milliseconds: number) => void;
  readonly offset: () => number;
  readonly reset: () => void;
}

export function createClock(machine: () => number, initialOffset: number): Clock {
  let offset = initialOffset;
  return {
    now: () => machine() + offset,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    offset: () => offset,
    reset: () => {
      offset = 0;
    },
  };
}

interface ControlDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly reset: () => void;
}

type Body = Readonly<Record<string, unknown>>;
type Command = (deps: ControlDeps, ids: readonly string[], body: Body) => Answer;

/** Answers requests of the control plane (sandbox.md, "Control plane"). */
export function createControl(deps: ControlDeps): (request: ServiceRequest) => Answer {
  return (request) => {
    const sent = request.path.endsWith('/') ? request.path.split('/').slice(2, -1).map(decodedSegment) : [];
    const { method } = request;
    const matching = commands.filter(
      ({ path }) =>
        path.length === sent.length && path.every((segment, at) => segment === '*' || segment === sent[at]),
    );
    if (matching.length === 0) return notFound;
    const found = matching.find((one) => one.method === method);
    const allowed = matching.map((one) => one.method);
    if (found === undefined) return methodNotAllowed(method, allowed);
    const body = readJson(request);
    if (!body.ok) return body.answer;
    const ids = sent.filter((_, at) => found.path[at] === '*');
    return deps.store.transaction(() => found.command(deps, ids, body.value));
  };
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function withForm<Of extends Shape>(
  body: Body,
  shape: Of,
  answer: (values: Values<Of>) => Answer,
  judge?: (values: Partial<Values<Of>>) => FieldFaults,
): Answer {
  const form = readForm(body, shape, judge);
  return form.ok ? answer(form.value) : json(400, form.faults);
}

const readClock: Command = ({ clock }) => json(200, { now: new Date(clock.now()).toISOString() });

const longestAdvance = 10 * 365 * 86_400;
const advanceSeconds: Reader<number> = (value) =>
  typeof value === 'number' && value >= 0 && value <= longestAdvance
    ? { ok: true, value }
    : wrong(`A number from 0 to ${String(longestAdvance)} is required.`);

const endOfTime = Date.UTC(10_000, 0, 1); // later years have more digits

const advanceClock: Command = (deps, ids, body) =>
  withForm(body, { advance_seconds: required(advanceSeconds) }, ({ advance_seconds: seconds }) => {
    const milliseconds = Math.round(seconds * 1_000);
    if (deps.clock.now() + milliseconds >= endOfTime)
      return json(400, { advance_seconds: ['The clock may not leave the year 9999.'] });
    deps.clock.advance(milliseconds);
    deps.store.setMeta('clock-offset', String(deps.clock.offset()));
    return readClock(deps, ids, body);
  });

function auditAt({ store }: ControlDeps, [firmId = '', id = '']: readonly string[]): AuditRow | undefined {
  const firm = store.accounts.firmById(firmId);
  return firm === undefined ? undefined : store.audits.byId(firm.seq, id);
}

const auditChange = { status: optional(choice(auditStatuses)), scope_locked: optional(boolean) };

const changeAudit: Command = (deps, ids, body) => {
  const row = auditAt(deps, ids);
  if (row === undefined) return notFound;
  const { store, clock } = deps;
  return withForm(body, auditChange, ({ status, scope_locked: locked }) => {
    const changed = {
      ...row,
      status: status ?? row.status,
      changes_at: status === undefined ? row.changes_at : null, // set by hand, it stays (decisions.md §7.4)
      scope_locked: Number(locked ?? row.scope_locked),
    };
    store.audits.setStatus(changed);
    const now = statusOf(changed, groupOf(row, store), clock.now());
    return json(200, { id: row.id, status: now, scope_locked: changed.scope_locked === 1 });
  });
};

const credits: Reader<number> = (value) =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value)
    ? { ok: true, value }
    : wrong('A number from 0 is required.');

const limits: Reader<ReturnType<typeof FixtureLimits.parse>> = (value) => {
  const parsed = FixtureLimits.safeParse(value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : wrong(...parsed.error.issues.map(({ path, message }) => `${jsonPath(path)}: ${message}`));
};

const changeFirm: Command = ({ store }, [id = ''], body) => {
  const firm = store.accounts.firmById(id);
  if (firm === undefined) return notFound;
  const shape = { credits: optional(credits), rate_limits: optional(limits) };
  return withForm(body, shape, ({ credits: amount = firm.credits, rate_limits: given }) => {
    const changed = { ...readLimits(firm.limits), ...given };
    store.accounts.changeFirm(amount, JSON.stringify(changed), firm.seq);
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

const addLegalEntity: Command = ({ store: { accounts, clients } }, [id = ''], body) => {
  const firm = accounts.firmById(id)?.seq;
  if (firm === undefined) return notFound;
  return withForm(
    body,
    entity,
    ({ client_organisation_id: client, parent_id: parent, ...own }) => {
      if (clients.entityById(firm, client, own.id) !== undefined)
        return detail(409, 'A legal entity with this id already exists.');
      const row = { ...own, firm, client, parent_id: parent ?? null };
      clients.insertEntity(row);
      return json(201, { client_organisation_id: client, ...legalEntityOf(row) });
    },
    ({ client_organisation_id: client }) =>
      client === undefined || clients.byId(firm, client) !== undefined
        ? {}
        : { client_organisation_id: [doesNotExist(client)] },
  );
};

const accountChange = {
  roles: optional(list(text({ blank: 'empty' }), { mayBeEmpty: true })),
  client_secret: optional(text({ blank: 'empty' })),
  revoke_tokens: optional(boolean),
};

const changeAccount: Command = ({ store: { accounts } }, [clientId = ''], body) => {
  const account = accounts.account(clientId);
  if (account === undefined) return notFound;
  return withForm(body, accountChange, ({ roles, client_secret: secret, revoke_tokens: revoke }) => {
    const { salt, secret_hash: hash } = secret === undefined ? account : seal(secret);
    const names = roles ?? readNames(account.roles);
    accounts.changeAccount(salt, hash, JSON.stringify(names), account.seq);
    if (revoke === true) accounts.revokeTokens(account.seq);
    return json(200, { client_id: clientId, roles: names });
  });
};

const readContent: Command = (deps, ids) => {
  const row = auditAt(deps, ids);
  if (row?.component_settings == null) return notFound;
  const settings: unknown = JSON.parse(row.component_settings);
  return json(200, { content_items: row.content_items, country: row.country, component_settings: settings });
};

const addFault: Command = ({ faults }, _ids, body) => {
  const fault = readFault(body);
  return fault.ok ? json(201, { id: faults.add(fault.value) }) : json(400, fault.faults);
};

const reset: Command = (deps) => {
  deps.reset();
  return json(200, {});
};

const removeFaults: Command = ({ faults }) => {
  faults.clear();
  return json(200, {});
};

/** By method and path below `/__sandbox/`. An asterisk stands for an id. */
const byPath: Readonly<Record<string, Command>> = {
  'GET clock': readClock,
  'POST clock': advanceClock,
  'POST reset': reset,
  'POST audits/*/*': changeAudit,
  'POST firms/*': changeFirm,
  'POST firms/*/legal-entities': addLegalEntity,
  'POST service-accounts/*': changeAccount,
  'GET content/*/*': readContent,
  'POST faults': addFault,
  'DELETE faults': removeFaults,
  'GET requests': ({ log }) => json(200, { results: log.entries() }),
};
const commands = Object.entries(byPath).map(([name, command]) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path: path.split('/'), command };
});
