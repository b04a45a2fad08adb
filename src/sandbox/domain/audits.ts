import { auditLanguages, auditTypes } from '../../shared/model/audit.ts';
import { longestAuditName, longestUnit } from '../../shared/rules/service/audit.ts';
import { endsBeforeStart } from '../../shared/rules/service/calendar.ts';
import { comparedFields } from '../../shared/rules/service/coupling-component.ts';
import { type SettingFault, settingViolations } from '../../shared/rules/service/setting.ts';
import { after } from '../awaitable.ts';
import { readNames } from '../http/auth.ts';
import { because } from '../http/exchange.ts';
import {
  choice,
  date,
  defaulted,
  dictionary,
  doesNotExist,
  externalId,
  type FieldFaults,
  type Flaw,
  flaw,
  givenSettings,
  list,
  notAChoice,
  optional,
  pythonType,
  readJudged,
  reference,
  required,
  text,
  type Values,
} from '../http/fields.ts';
import { exactly, kind, listOf, orNull, said } from '../http/json-schema.ts';
import {
  conflict,
  created,
  done,
  forbidden,
  given,
  invalid,
  listed,
  missing,
  missingBecause,
  noCredits,
  refused,
} from '../http/result.ts';
import type { AnsweredAudit, AuditRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { AnsweredAlone } from '../store/tables.ts';
import { insertAudit, statusOf, statusSchema, type Timed } from './audit-state.ts';
import { couplingFaults } from './coupling.ts';
import {
  type Answered,
  bodyOf,
  type Call,
  type FactsOf,
  firstOne,
  idGiven,
  idListed,
  link,
  pathId,
  type Service,
} from './operation.ts';
import type { ReferencePackage } from './reference.ts';

/** An audit as the service answers it, in JSON. A component audit has the values of its group (decisions.md §8.6). */
function auditJson(row: AnsweredAudit, group: Timed | undefined, now: number): string {
  const status = statusOf(row, group, now);
  return `${row.lasting},"status":"${status}","coupled_component_audit_ids":${row.coupled_components}}`;
}

const answer: Answered = {
  name: 'Audit',
  schema: exactly({
    id: kind.id,
    name: kind.text,
    work_package_id: kind.id,
    scoping_package_id: kind.text,
    client_organisation_id: kind.id,
    legal_entity_ids: listOf(kind.id),
    period_start: kind.date,
    period_end: kind.date,
    language: { type: 'string', enum: auditLanguages },
    unit_of_measurement: orNull(kind.text),
    settings: said('Value by setting id: the defaults of the work package with what was sent.', {
      type: 'object',
      additionalProperties: {},
    }),
    audit_type: { type: 'string', enum: [...auditTypes, 'component'] },
    created_at: { type: 'string', format: 'date-time' },
    group_audit_id: said('Set on component audits.', orNull(kind.id)),
    status: statusSchema,
    coupled_component_audit_ids: listOf(kind.id),
  }),
  example: {
    id: 'my-first-audit',
    name: 'Tessitura Lanaro S.r.l., bilancio 2026',
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Small',
    client_organisation_id: 'tessitura-lanaro',
    legal_entity_ids: ['tessitura-lanaro'],
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'it',
    unit_of_measurement: 'EUR',
    settings: { use_sampling: true, materiality_benchmark: 'profit_before_tax' },
    audit_type: 'single',
    created_at: '2027-01-15T09:00:00.000Z',
    group_audit_id: null,
    status: 'initializing',
    coupled_component_audit_ids: [],
  },
};

/** The body that creates an audit (specification, "Audit"; decisions.md §4, §7). */
const creation = bodyOf(
  'AuditCreation',
  {
    id: optional(externalId),
    name: required(text({ blank: 'white', max: longestAuditName })),
    work_package_id: required(reference),
    scoping_package_id: required(text({ blank: 'empty' })),
    client_organisation_id: required(reference),
    legal_entity_id: required(reference),
    period_start: required(date),
    period_end: required(date),
    language: required(choice(auditLanguages)),
    unit_of_measurement: optional(text({ blank: 'white', max: longestUnit })),
    audit_type: defaulted(choice(auditTypes), 'single'),
    coupled_component_audit_ids: defaulted(list(reference, { mayBeEmpty: true }), []),
    settings: defaulted(dictionary, {}),
  },
  {
    id: 'my-first-audit',
    name: 'Tessitura Lanaro S.r.l., bilancio 2026',
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Small',
    client_organisation_id: 'tessitura-lanaro',
    legal_entity_id: 'tessitura-lanaro',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'it',
    unit_of_measurement: 'EUR',
  },
  {
    id: 'Unique within the firm, and never changed. Send one: it makes a creation safe to repeat. Without it the service makes one up.',
    work_package_id: 'Of a work package; the newest is the one to take.',
    scoping_package_id: 'One of the labels of the work package.',
    legal_entity_id: 'Of a legal entity of the client.',
    period_start: 'Inclusive.',
    period_end: 'Inclusive; not before `period_start`.',
    language: 'Also one of the languages of the work package.',
    unit_of_measurement: 'For amounts; normally a currency, as its ISO 4217 code.',
    audit_type: 'Also one of the types of the work package.',
    coupled_component_audit_ids: {
      description: 'Component audits to couple. Coupling is possible only now; see the rules of coupling.',
      uniqueItems: true,
    },
    settings: 'Value by setting id of the work package. What is left out, or null, has its default.',
  },
);
type Creation = Values<typeof creation.shape>;

export const auditId = pathId('Id of an audit.');
const path = { audit_id: auditId('my-first-audit') };

const parts = { audit_id: idGiven };
const leads = {
  remove: link('audits.delete', 'Not of a component audit.', parts),
  components: link('components.list', 'Of a consolidated audit.', parts),
  users: link('users.list', 'Who is assigned.', parts),
};

export const audits = {
  'audits.list': {
    summary: 'List audits',
    text: 'Single and consolidated audits only; component audits are listed under their group audit.',
    success: 'A page of audits.',
    answer,
    links: { read: link('audits.read', firstOne, { audit_id: idListed }) },
    // decisions.md §3.4
    handle: ({ caller: { firm }, now }, { store }) =>
      after(store.audits.listed(firm), (rows) =>
        listed(rows, (row) => auditJson(row, undefined, now), {
          alwaysPaged: true,
          changes: ({ changes_at: changesAt }) => changesAt !== null,
        }),
      ),
  },
  'audits.create': {
    summary: 'Create an audit',
    text: 'Answers at once; the audit is `initializing` at first and opens by itself. Costs the credits of its price, unless the client is a test organisation. Needs the role `api_account_manager`, and for more than one coupled component the permission `update:audit.linked_entity_audit`.',
    success: 'The audit.',
    managerOnly: true,
    costsCredits: true,
    conflict:
      'An audit with this id exists. Told before anything else of the body is looked at, so that a creation which is repeated because its answer was lost is recognised as one.',
    body: creation,
    answer,
    links: {
      read: link('audits.read', 'To be repeated until `status` is `open`.', parts),
      remove: link('audits.delete', 'Deletes it.', parts),
      components: leads.components,
      addComponent: link('components.create', 'Of a consolidated audit, once it is `open`.', {
        group_audit_id: idGiven,
      }),
      users: leads.users,
      assign: link('users.assign', 'Once it is `open`.', parts),
    },
    // decisions.md §4, §7
    handle: ({ caller, now, withBody }, service) =>
      withBody(async (body) => {
        const { store } = service;
        const { firm } = caller;
        if (typeof body.id === 'string' && (await store.audits.byId(firm, body.id)) !== undefined)
          return { kind: 'duplicate', noun: 'audit' };
        const named = body.coupled_component_audit_ids;
        if (Array.isArray(named) && named.length > 1 && !caller.mayCoupleSeveral)
          return refused(because(forbidden, 'may-not-couple-several'));
        const form = await readJudged(body, creation.shape, (values) =>
          creationFaults(values, { firm, now }, service),
        );
        if (!form.ok) return invalid(form.faults);
        return create(form.value, { firm, now }, service);
      }),
  },
  'audits.read': {
    summary: 'Read an audit',
    text: 'Also a component audit. Repeat it to see when an audit opens.',
    success: 'The audit.',
    path,
    answer,
    links: leads,
    isOneLookUp: true,
    // The two that are asked most, this and the list, wait for nothing that is there at once.
    handle: ({ caller: { firm }, path: { audit_id: id }, now }, { store }) =>
      after(store.audits.answeredById(firm, id), (row) =>
        row === undefined ? missing : given(auditJson(row, groupBeside(row), now)),
      ),
  },
  'audits.delete': {
    summary: 'Delete an audit',
    text: 'Its component audits go with it, and the components that it is coupled to are free at once. It is `deleting` for a while, then gone; deleting it again meanwhile is no error. Component audits are deleted under their group audit. Needs the role `api_account_manager`.',
    success: 'It will be gone.',
    managerOnly: true,
    conflict: 'A component audit of it is coupled.',
    path,
    // decisions.md §7.5
    handle: async (
      { caller: { firm }, path: { audit_id: id }, now },
      { store, initialisationMilliseconds: wait },
    ) => {
      const row = await store.audits.byId(firm, id);
      if (row === undefined) return missing;
      if (row.group_audit !== null) return missingBecause('component-by-itself');
      if (row.status === 'deleting' && row.changes_at !== null) return done;
      const components = await (await store.audits.components(row.seq)).slice();
      const coupled = components.filter((component) => component.coupled_audit !== null);
      if (coupled.length > 0) {
        const ids = coupled.map((component) => component.id).join(', ');
        return conflict(flaw('components-coupled', `Components are coupled: ${ids}.`, { ids }));
      }
      for (const component of readNames(row.coupled_components))
        await store.audits.setCoupledAudit(null, firm, component);
      if (wait === 0) await removeAudit(store, row);
      else
        await store.audits.setStatus({
          ...row,
          status: 'deleting',
          changes_at: now + wait,
          coupled_components: '[]',
        });
      return done;
    },
  },
} satisfies FactsOf<'audits'>;

/** The group of an audit that was read together with it. */
function groupBeside({
  group_status: status,
  group_changes_at: changesAt,
}: AnsweredAlone): Timed | undefined {
  return status === null ? undefined : { status, changes_at: changesAt };
}

export async function removeAudit({ audits: table }: Store, row: AuditRow): Promise<void> {
  const components = await table.components(row.seq);
  for (const component of await components.slice()) await table.remove(component);
  await table.remove(row);
}

type Circumstances = Pick<Call, 'now'> & Pick<Call['caller'], 'firm'>;

async function create(values: Creation, { firm, now }: Circumstances, service: Service) {
  const { store, reference: known, initialisationMilliseconds: wait } = service;
  const workPackage = known.workPackage(values.work_package_id);
  const coupled = values.coupled_component_audit_ids;
  // decisions.md §5.4
  const price = workPackage?.document.prices.find(
    ({ audit_type: type, conditions }) =>
      type === values.audit_type && (conditions === null || conditions.coupled === coupled.length > 0),
  );
  const lack = await charge(store, firm, values, price?.credits ?? 0);
  if (lack !== null) return noCredits(lack);
  const row = await insertAudit(store, {
    firm,
    id: values.id ?? service.newId(),
    audit_type: values.audit_type,
    name: values.name,
    work_package: values.work_package_id,
    scoping_package: values.scoping_package_id,
    client: values.client_organisation_id,
    legal_entities: JSON.stringify([values.legal_entity_id]),
    period_start: values.period_start,
    period_end: values.period_end,
    language: values.language,
    unit: values.unit_of_measurement ?? null,
    settings: JSON.stringify({
      ...workPackage?.defaults,
      ...givenSettings(values.settings),
    }),
    status: wait === 0 ? 'open' : 'initializing',
    changes_at: wait === 0 ? null : now + wait,
    scope_locked: 0,
    created_at: now,
    coupled_components: JSON.stringify(coupled),
  });
  for (const component of coupled) await store.audits.setCoupledAudit(row.id, firm, component);
  return created(auditJson(row, undefined, now));
}

/** Takes the price from the firm's credits, or answers both if they are too few (decisions.md §7.6). */
async function charge(
  { clients, accounts }: Store,
  firm: number,
  { client_organisation_id: client }: Creation,
  costs: number,
): Promise<{ readonly costs: number; readonly credits: number } | null> {
  if ((await clients.byId(firm, client))?.is_test === 1) return null;
  const isPaid = (await accounts.takeCredits(costs, firm, costs)) > 0;
  return isPaid ? null : { costs, credits: (await accounts.firm(firm))?.credits ?? 0 };
}

/** Faults that need several fields, or the objects that they name (decisions.md §7.1–3). */
async function creationFaults(
  values: Partial<Creation>,
  { firm, now }: Circumstances,
  { reference: known, store }: Service,
): Promise<FieldFaults> {
  const faults: Record<string, FieldFaults[string]> = {};
  const { work_package_id: packageId, client_organisation_id: client, legal_entity_id: entity } = values;
  if (packageId !== undefined) {
    const workPackage = known.workPackage(packageId);
    if (workPackage === undefined) faults.work_package_id = [doesNotExist(packageId)];
    else Object.assign(faults, packageFaults(values, workPackage));
  }
  const clientExists = client !== undefined && (await store.clients.byId(firm, client)) !== undefined;
  if (client !== undefined && !clientExists) faults.client_organisation_id = [doesNotExist(client)];
  if (entity !== undefined && client !== undefined) {
    const found = clientExists
      ? await store.clients.entityById(firm, client, entity)
      : await store.clients.someEntity(firm, entity); // any client's, since the client is wrong
    if (found === undefined)
      faults.legal_entity_id = [doesNotExist(entity, clientExists ? 'not-of-client' : 'unknown-reference')];
  }
  const { period_start: start, period_end: end } = values;
  if (start !== undefined && end !== undefined && endsBeforeStart(start, end))
    faults.period_end = [flaw('period-order', 'The period may not end before it starts.')];
  const ids = values.coupled_component_audit_ids ?? [];
  if (ids.length === 0) return faults;
  const compared = Object.fromEntries(
    comparedFields.map((name) => [name, name in faults ? undefined : values[name]]),
  );
  return { ...faults, ...(await couplingFaults({ ids, values: compared }, firm, now, store)) };
}

function packageFaults(values: Partial<Creation>, { document }: ReferencePackage): FieldFaults {
  const { language, scoping_package_id: label, audit_type: type, settings = {} } = values;
  const offered = [
    ['scoping_package_id', label, document.scoping_packages],
    ['language', language, document.languages],
    ['audit_type', type, document.audit_types],
  ] as const;
  const choices = offered.flatMap(([field, value, all]) =>
    value === undefined || all.some((one) => one === value)
      ? []
      : [[field, [notAChoice(value, 'not-offered')]]],
  );
  const wrong = settingViolations(document.settings, givenSettings(settings)).map(({ code, field }) => {
    const id = field.slice('settings.'.length);
    const setting = document.settings.find((one) => one.id === id);
    return [id, settingMessages(code, settings[id], setting)] as const;
  });
  return {
    ...Object.fromEntries(choices),
    ...(wrong.length === 0 ? {} : { settings: Object.fromEntries(wrong) }),
  };
}

type SettingCode = SettingFault | 'unknown-setting';

function settingMessages(
  code: SettingCode,
  value: unknown,
  setting: ReferencePackage['document']['settings'][number] | undefined,
): readonly Flaw[] {
  // A list has a message for each wrong value.
  if (code === 'not-a-choice' && setting?.type === 'multiple_choice' && Array.isArray(value))
    return value
      .filter((one) => setting.options?.some((option) => option.value === one) !== true)
      .map((one) => notAChoice(one, 'setting'));
  return [flaw(code === 'unknown-setting' ? code : 'setting', settingMessage[code](value))];
}

const settingMessage: Readonly<Record<SettingCode, (value: unknown) => string>> = {
  'not-a-boolean': () => 'Must be a valid boolean.',
  'not-a-string': () => 'Not a valid string.',
  'not-an-integer': () => 'A valid integer is required.',
  'not-a-decimal': () => 'A valid number is required.',
  'not-a-date': () => 'Date has wrong format. Use YYYY-MM-DD.',
  'not-a-choice': (value) => notAChoice(value).words,
  'not-a-list': (value) => `Expected a list of items but got type "${pythonType(value)}".`,
  'unknown-setting': () => 'The work package has no such setting.',
};
