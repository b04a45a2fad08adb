import { auditStatuses } from '../shared/model/audit.ts';
import { componentStatus, statusOf } from './audit-state.ts';
import { readLimits } from './auth.ts';
import { readJson } from './body.ts';
import type { Clock } from './clock.ts';
import { type Answer, detail, json, methodNotAllowed, notFound, type ServiceRequest } from './exchange.ts';
import { type Faults, readFault } from './faults.ts';
import type { Reader } from './fields.ts';
import {
  boolean,
  choice,
  country,
  doesNotExist,
  externalId,
  list,
  reference,
  text,
  wrong,
} from './fields.ts';
import { FixtureLimits } from './fixture.ts';
import { optional, readForm, required } from './form.ts';
import { legalEntityOf } from './handlers/clients.ts';
import { jsonPath } from './json-path.ts';
import type { RequestLog } from './request-log.ts';
import { seal } from './secret.ts';
import type { Store } from './store.ts';

interface Desk {
  readonly store: Store;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly reset: () => void;
}

type Body = Readonly<Record<string, unknown>>;
type Command = (desk: Desk, ids: readonly string[], body: Body) => Answer;

interface Row {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Segments below `/__sandbox/`; null stands for an id. */
  readonly path: readonly (string | null)[];
  readonly command: Command;
}

/** Answers requests of the control plane (sandbox.md, "Control plane"). */
export function createControl(desk: Desk): (request: ServiceRequest) => Answer {
  return (request) => {
    const sent = request.path.split('/').slice(2, -1).map(decodedSegment);
    const ends = request.path.endsWith('/');
    const matching = rows.filter(
      ({ path }) =>
        ends &&
        path.length === sent.length &&
        path.every((segment, index) => segment === null || segment === sent[index]),
    );
    const row = matching.find(({ method }) => method === request.method);
    if (matching.length === 0) return notFound;
    if (row === undefined)
      return methodNotAllowed(
        request.method,
        matching.map(({ method }) => method),
      );
    const body = readJson(request);
    if (!body.ok) return body.answer;
    const ids = sent.filter((_, index) => row.path[index] === null);
    return desk.store.transaction(() => row.command(desk, ids, body.value));
  };
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const readClock: Command = ({ clock }) => json(200, { now: new Date(clock.now()).toISOString() });

const longestAdvance = 10 * 365 * 86_400;
const advanceSeconds: Reader<number> = (value) =>
  typeof value === 'number' && value >= 0 && value <= longestAdvance
    ? { ok: true, value }
    : wrong(`A number from 0 to ${String(longestAdvance)} is required.`);

const endOfTime = Date.UTC(10_000, 0, 1); // later years are written with more digits

const advanceClock: Command = (desk, ids, body) => {
  const form = readForm(body, { advance_seconds: required(advanceSeconds) });
  if (!form.ok) return json(400, form.faults);
  const milliseconds = Math.round(form.value.advance_seconds * 1_000);
  if (desk.clock.now() + milliseconds >= endOfTime)
    return json(400, { advance_seconds: ['The clock may not leave the year 9999.'] });
  desk.clock.advance(milliseconds);
  desk.store.setMeta('clock-offset', String(desk.clock.offset()));
  return readClock(desk, ids, body);
};

const changeAudit: Command = ({ store, clock }, [firmId = '', id = ''], body) => {
  const firm = store.accounts.firmById({ id: firmId });
  const row = firm === undefined ? undefined : store.audits.byId({ firm: firm.seq, id });
  if (row === undefined) return notFound;
  const form = readForm(body, { status: optional(choice(auditStatuses)), scope_locked: optional(boolean) });
  if (!form.ok) return json(400, form.faults);
  const { status, scope_locked: locked } = form.value;
  const changed = {
    seq: row.seq,
    status: status ?? row.status,
    changes_at: status === undefined ? row.changes_at : null, // set by hand, it stays (decisions.md §7.4)
    scope_locked: locked === undefined ? row.scope_locked : Number(locked),
    coupled_components: row.coupled_components,
  };
  store.audits.setStatus(changed);
  const group = row.group_audit === null ? undefined : store.audits.bySeq(row.group_audit);
  return json(200, {
    id,
    status:
      group === undefined ? statusOf(changed, clock.now()) : componentStatus(changed, group, clock.now()),
    scope_locked: changed.scope_locked === 1,
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
  const firm = store.accounts.firmById({ id });
  if (firm === undefined) return notFound;
  const form = readForm(body, { credits: optional(credits), rate_limits: optional(limits) });
  if (!form.ok) return json(400, form.faults);
  const changed = {
    credits: form.value.credits ?? firm.credits,
    rate_limits: { ...readLimits(firm.limits), ...form.value.rate_limits },
  };
  const row = { seq: firm.seq, credits: changed.credits, limits: JSON.stringify(changed.rate_limits) };
  store.accounts.changeFirm(row);
  return json(200, { id, ...changed });
};

const entity = {
  client_organisation_id: required(reference),
  id: required(externalId),
  name: required(text({ blank: 'white' })),
  country: required(country),
  parent_id: optional(externalId),
};

const addLegalEntity: Command = ({ store }, [id = ''], body) => {
  const firm = store.accounts.firmById({ id })?.seq;
  if (firm === undefined) return notFound;
  const form = readForm(body, entity, ({ client_organisation_id: client }) =>
    client === undefined || store.clients.byId({ firm, id: client }) !== undefined
      ? {}
      : { client_organisation_id: [doesNotExist(client)] },
  );
  if (!form.ok) return json(400, form.faults);
  const { client_organisation_id: client, parent_id: parent, ...own } = form.value;
  if (store.clients.entityById({ firm, client, id: own.id }) !== undefined)
    return detail(409, 'A legal entity with this id already exists.');
  const row = { ...own, firm, client, parent_id: parent ?? null };
  store.clients.insertEntity(row);
  return json(201, { client_organisation_id: client, ...legalEntityOf(row) });
};

const accountChange = {
  roles: optional(list(text({ blank: 'empty' }), { mayBeEmpty: true })),
  client_secret: optional(text({ blank: 'empty' })),
  revoke_tokens: optional(boolean),
};

const changeAccount: Command = ({ store }, [clientId = ''], body) => {
  const account = store.accounts.account({ clientId });
  if (account === undefined) return notFound;
  const form = readForm(body, accountChange);
  if (!form.ok) return json(400, form.faults);
  const { roles, client_secret: secret, revoke_tokens: revoke } = form.value;
  const sealed = secret === undefined ? { salt: account.salt, hash: account.secret_hash } : seal(secret);
  const names = roles === undefined ? account.roles : JSON.stringify(roles);
  store.accounts.changeAccount({
    seq: account.seq,
    salt: sealed.salt,
    secret_hash: sealed.hash,
    roles: names,
  });
  if (revoke === true) store.accounts.revokeTokens({ account: account.seq });
  return json(200, { client_id: clientId, roles: JSON.parse(names) as unknown });
};

const readContent: Command = ({ store }, [firmId = '', id = '']) => {
  const firm = store.accounts.firmById({ id: firmId });
  const row = firm === undefined ? undefined : store.audits.byId({ firm: firm.seq, id });
  if (row?.component_settings == null) return notFound;
  return json(200, {
    content_items: row.content_items,
    country: row.country,
    component_settings: JSON.parse(row.component_settings) as unknown,
  });
};

const addFault: Command = ({ faults }, _ids, body) => {
  const fault = readFault(body);
  return fault.ok ? json(201, { id: faults.add(fault.value) }) : json(400, fault.faults);
};

const rows: readonly Row[] = [
  { method: 'GET', path: ['clock'], command: readClock },
  { method: 'POST', path: ['clock'], command: advanceClock },
  {
    method: 'POST',
    path: ['reset'],
    command: (desk) => {
      desk.reset();
      return json(200, {});
    },
  },
  { method: 'POST', path: ['audits', null, null], command: changeAudit },
  { method: 'POST', path: ['firms', null], command: changeFirm },
  { method: 'POST', path: ['firms', null, 'legal-entities'], command: addLegalEntity },
  { method: 'POST', path: ['service-accounts', null], command: changeAccount },
  { method: 'GET', path: ['content', null, null], command: readContent },
  { method: 'POST', path: ['faults'], command: addFault },
  {
    method: 'DELETE',
    path: ['faults'],
    command: ({ faults }) => {
      faults.clear();
      return json(200, {});
    },
  },
  { method: 'GET', path: ['requests'], command: ({ log }) => json(200, { results: log.entries() }) },
];
