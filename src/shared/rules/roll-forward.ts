import type { Audit, AuditCreation } from '../model/audit.ts';
import type { AuditUser } from '../model/audit-user.ts';
import type { LegalEntity } from '../model/client-organisation.ts';
import type { ComponentAudit, ComponentCreation } from '../model/component-audit.ts';
import type { WorkPackage } from '../model/work-package.ts';
import { endsBeforeStart, isCalendarDate } from './calendar.ts';
import { componentViolations } from './component.ts';
import { type CouplingCode, couplingVerdict } from './coupling.ts';
import { type KnownAudits, knownAncestors, knownNetwork } from './known-network.ts';
import { type NetworkGraph, type NetworkPlace, networkGraph } from './network-graph.ts';
import { idByPattern, nameByPattern, patternFaults, patternValues } from './patterns.ts';
import { carriedSettings, carriedUsers, type RollForwardRemark } from './roll-forward-carried.ts';
import { movedText, nextId, nextName } from './roll-forward-names.ts';
import type { Period } from './roll-forward-period.ts';
import { successorOf } from './successor.ts';
import { scopingLabels, supportsAuditType, supportsLanguage, workPackageLines } from './work-package.ts';

/** Last year's network, and what is there today. */
export interface RollForwardKnown extends Omit<KnownAudits, 'isWhole'> {
  /** Any audit of the network that is rolled forward as a whole. */
  readonly audit: Audit;
  readonly clientName: string;
  /** Today's legal entities of the client. */
  readonly entities: readonly LegalEntity[];
  readonly packages: readonly WorkPackage[];
  readonly roles: readonly string[];
  /** The users of audits, as far as they are to be carried over. */
  readonly usersOf: ReadonlyMap<string, readonly AuditUser[]>;
  /** The successors that this computer remembers, by the audit before. */
  readonly remembered: ReadonlyMap<string, string>;
}

/** What becomes of a component: in scope, out of scope with a reason, or not carried over. */
export type ScopeDecision =
  | { readonly as: 'in' | 'left' }
  | { readonly as: 'out'; readonly explanation: string };

/** What a person has decided; everything that is not in it stands open or has one evident value. */
export interface RollForwardDecisions {
  readonly period: Period;
  /** The work package; null for the newest of the line. */
  readonly workPackage: string | null;
  /** In place of a label or language that the package no longer offers. */
  readonly label: string | null;
  readonly language: string | null;
  /** Empty where the years of a name or an id are moved. */
  readonly namePattern: string;
  readonly idPattern: string;
  /** Typed by hand, by the audit before. */
  readonly names: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, string>;
  /** By the component before. */
  readonly scopes: ReadonlyMap<string, ScopeDecision>;
  /** Today's legal entity in place of one that is gone, by that one. */
  readonly replacements: ReadonlyMap<string, string>;
}

type OpenCode =
  | 'period'
  | 'package'
  | 'label'
  | 'language'
  | 'name-pattern'
  | 'id-pattern'
  | 'name'
  /** Taken, or none that a service takes. */
  | 'id'
  /** Nobody has affirmed or changed the scope. */
  | 'scope'
  /** Out of scope without a reason. */
  | 'explanation'
  /** The legal entity is not there any more. */
  | 'entity'
  /** No relation of the auditor that a component can be created with. */
  | 'relation'
  /** The audit has a successor already. */
  | 'rolled'
  | 'coupling'
  /** The components of the group were not read, or an audit of the network was not. */
  | 'unread';

/** Something that has to be settled before the plan can be made. */
export interface OpenPoint {
  readonly code: OpenCode;
  /** The audit or component before; empty where it is about all. */
  readonly of: string;
  /** The legal entity, the successor, or the coupling rule in question. */
  readonly subject?: string;
}

interface Rolled {
  readonly place: NetworkPlace;
  readonly name: string;
  /** Today's. */
  readonly entities: readonly string[];
  /** False where a person left it out, or all that it hangs from. */
  readonly isRolled: boolean;
  readonly open: readonly OpenPoint[];
  readonly remarks: readonly RollForwardRemark[];
}
export interface RolledAudit extends Rolled {
  readonly kind: 'audit';
  readonly before: Audit;
  readonly creation: AuditCreation;
  /** Components before whose successors it is coupled to. */
  readonly couple: readonly string[];
  readonly users: readonly AuditUser[];
}
export interface RolledComponent extends Rolled {
  readonly kind: 'component';
  readonly before: ComponentAudit;
  readonly group: Audit;
  readonly creation: ComponentCreation;
  /** Null while it stands open. */
  readonly scope: ScopeDecision | null;
}
export type RolledEntry = RolledAudit | RolledComponent;

/** A network of the next period as it would be, with everything that stands open. */
export interface RollForwardProposal {
  /** From the top down: each behind all that it hangs from. */
  readonly entries: readonly RolledEntry[];
  readonly graph: NetworkGraph;
  /** The package of last year, and that of the next; null where it is not known. */
  readonly packages: { readonly before: WorkPackage | null; readonly after: WorkPackage | null };
  /** Today's legal entities that nothing in the network is about. */
  readonly newEntities: readonly LegalEntity[];
  readonly open: readonly OpenPoint[];
}

/** The audits and components that hang together with one. */
export function networkAround(
  known: Omit<KnownAudits, 'isWhole'>,
  audit: Audit,
): Omit<KnownAudits, 'isWhole'> {
  const graph = networkGraph(known, audit.client_organisation_id);
  const audits = wholeNetwork(graph, audit.id).flatMap(({ item }) =>
    item.kind === 'audit' ? [item.audit] : [],
  );
  return {
    audits,
    componentsOf: new Map(audits.map(({ id }) => [id, known.componentsOf.get(id) ?? []])),
  };
}

/** The network of the next period, from last year's and from what a person has decided so far. */
export function rollForward(known: RollForwardKnown, decisions: RollForwardDecisions): RollForwardProposal {
  const graph = networkGraph(known, known.audit.client_organisation_id);
  const places = wholeNetwork(graph, known.audit.id);
  const basis = basisOf(known, decisions);
  const state: State = {
    known,
    decisions,
    basis,
    taken: new Set([
      ...known.audits.map(({ id }) => id),
      ...[...known.componentsOf.values()].flat().map(({ id }) => id),
    ]),
    rolled: new Map(),
    entitiesTaken: new Map(),
  };
  const unread: OpenPoint[] = [];
  for (const place of places) {
    const { item } = place;
    if (item.kind === 'unread') unread.push({ code: 'unread', of: place.id });
    else if (item.kind === 'audit') state.rolled.set(place.id, rolledAudit(place, item.audit, state));
    else state.rolled.set(place.id, rolledComponent(place, item.component, item.group, state));
    if (item.kind === 'audit' && item.isGroup && !item.isRead) unread.push({ code: 'unread', of: place.id });
  }
  const entries = [...state.rolled.values()];
  const used = new Set(entries.flatMap(({ entities }) => entities));
  return {
    entries,
    graph,
    packages: { before: basis.before, after: basis.after },
    newEntities: known.entities.filter(({ id }) => !used.has(id)),
    open: [...basis.open, ...unread, ...entries.flatMap(({ open, isRolled }) => (isRolled ? open : []))],
  };
}

/** All places that hang together with one, from the top down. */
function wholeNetwork({ places }: NetworkGraph, start: string): readonly NetworkPlace[] {
  const reached = new Set(places.has(start) ? [start] : []);
  const below = new Map<string, string[]>();
  for (const { id, above } of places.values())
    for (const each of above) below.set(each, [...(below.get(each) ?? []), id]);
  for (const id of reached)
    for (const next of [...(places.get(id)?.above ?? []), ...(below.get(id) ?? [])]) reached.add(next); // a set also visits what is added
  return [...places.values()].filter(({ id }) => reached.has(id)).toSorted((a, b) => a.level - b.level);
}

/** What all audits of the network have in common. */
interface Basis {
  readonly before: WorkPackage | null;
  readonly after: WorkPackage | null;
  readonly label: string;
  readonly open: readonly OpenPoint[];
}

function basisOf({ audit, packages }: RollForwardKnown, decisions: RollForwardDecisions): Basis {
  const { period, workPackage, namePattern, idPattern } = decisions;
  const before = packages.find(({ id }) => id === audit.work_package_id) ?? null;
  const line = workPackageLines(packages).find(({ name }) => name === before?.name);
  const after = packages.find(({ id }) => id === workPackage) ?? line?.newest ?? null;
  const label = decisions.label ?? audit.scoping_package_id;
  const isPeriod =
    isCalendarDate(period.start) && isCalendarDate(period.end) && !endsBeforeStart(period.start, period.end);
  const points: readonly (readonly [OpenCode, boolean])[] = [
    ['period', !isPeriod],
    ['package', after === null || !supportsAuditType(after, audit.audit_type)],
    ['label', after !== null && !scopingLabels(after, '').includes(label)],
    ['name-pattern', patternFaults(namePattern, { of: 'name', hasBefore: true }).length > 0],
    ['id-pattern', patternFaults(idPattern, { of: 'id', hasBefore: true }).length > 0],
  ];
  const open = points.flatMap(([code, isOpen]) => (isOpen ? [{ code, of: '' }] : []));
  return { before, after, label, open };
}

interface State {
  readonly known: RollForwardKnown;
  readonly decisions: RollForwardDecisions;
  readonly basis: Basis;
  /** Ids of audits that are there, and that this makes. */
  readonly taken: Set<string>;
  readonly rolled: Map<string, RolledEntry>;
  /** The component that has a legal entity, by group and entity. */
  readonly entitiesTaken: Map<string, string>;
}

function rolledAudit(place: NetworkPlace, before: Audit, state: State): RolledAudit {
  const { known, decisions, basis } = state;
  const couple = before.coupled_component_audit_ids.filter((id) => state.rolled.get(id)?.isRolled === true);
  const isRolled = place.above.length === 0 || couple.length > 0;
  const entity = today(before.legal_entity_ids, before.id, state);
  const coupling = couplingOf(before, couple, entity.ids[0] ?? '', state);
  const language = languageOf(before, basis.after, decisions);
  const named = namesOf(before, coupling.entity, state);
  const settings = carriedSettings(before, basis.after);
  const users = carriedUsers(known.usersOf.get(before.id) ?? [], known.roles);
  const successor = successorOf(before, known.audits, known.remembered.get(before.id) ?? null);
  if (isRolled) state.taken.add(named.id);
  return {
    kind: 'audit',
    place,
    before,
    name: named.name,
    entities: [coupling.entity],
    isRolled,
    couple,
    users: users.kept,
    creation: {
      id: named.id,
      name: named.name,
      work_package_id: basis.after?.id ?? '',
      scoping_package_id: basis.label,
      client_organisation_id: before.client_organisation_id,
      legal_entity_id: coupling.entity,
      period_start: decisions.period.start,
      period_end: decisions.period.end,
      language: language.value,
      audit_type: before.audit_type,
      ...(before.unit_of_measurement === null ? {} : { unit_of_measurement: before.unit_of_measurement }),
      ...(Object.keys(settings.kept).length === 0 ? {} : { settings: settings.kept }),
    },
    open: [
      ...(successor === null
        ? []
        : [{ code: 'rolled', of: before.id, subject: successor.audit.id } as const]),
      ...(couple.length === 0 ? entity.open : []),
      ...coupling.open,
      ...language.open,
      ...named.open,
    ],
    remarks: [
      ...(isRolled ? [] : [{ code: 'not-rolled', subject: '' } as const]),
      ...entity.remarks,
      ...settings.remarks,
      ...users.remarks,
    ],
  };
}

function rolledComponent(
  place: NetworkPlace,
  before: ComponentAudit,
  group: Audit,
  state: State,
): RolledComponent {
  const { known, decisions } = state;
  const { id } = before;
  const scope = decisions.scopes.get(id) ?? null;
  const isRolled = state.rolled.get(group.id)?.isRolled !== false && scope?.as !== 'left';
  const entity = today(before.legal_entity_ids, id, state);
  const period = { start: group.period_start, end: group.period_end };
  const name = decisions.names.get(id) ?? movedText(before.name, period, decisions.period) ?? before.name;
  const creation = {
    legal_entity_ids: entity.ids,
    ...(name === '' ? {} : { name }),
    auditor_relation: before.auditor_relation,
  };
  const faults = componentViolations(creation, new Set(known.entities.map((one) => one.id)));
  const merged = isRolled ? mergedWith(before, group, entity.ids, state) : [];
  const isWrong = (field: string): boolean => faults.some((fault) => fault.field === field);
  return {
    kind: 'component',
    place,
    before,
    group,
    name,
    entities: entity.ids,
    isRolled,
    scope,
    creation,
    open: [
      ...(scope === null ? [{ code: 'scope', of: id } as const] : []),
      ...(scope?.as === 'out' && scope.explanation.trim() === ''
        ? [{ code: 'explanation', of: id } as const]
        : []),
      ...entity.open,
      ...(entity.open.length === 0 && isWrong('legal_entity_ids')
        ? [{ code: 'entity', of: id, subject: before.legal_entity_ids.join(', ') } as const]
        : []),
      ...(isWrong('auditor_relation') ? [{ code: 'relation', of: id } as const] : []),
      ...(isWrong('name') ? [{ code: 'name', of: id } as const] : []),
    ],
    remarks: [
      ...(isRolled ? [] : [{ code: 'not-rolled', subject: '' } as const]),
      ...entity.remarks,
      ...merged,
    ],
  };
}

/** Two components of one group that are about the same legal entity now, as after a merger. */
function mergedWith(
  { id, name }: ComponentAudit,
  group: Audit,
  entities: readonly string[],
  { entitiesTaken }: State,
): readonly RollForwardRemark[] {
  const key = JSON.stringify([group.id, ...entities]);
  const other = entitiesTaken.get(key);
  if (other === undefined) entitiesTaken.set(key, name === '' ? id : name);
  return other === undefined ? [] : [{ code: 'merged', subject: other }];
}

/** The legal entities of today in place of last year's; one that is gone stands open until another is named. */
function today(before: readonly string[], of: string, { known, decisions }: State) {
  const here = new Set(known.entities.map(({ id }) => id));
  const pairs = before.map((id) => ({ id, now: here.has(id) ? id : decisions.replacements.get(id) }));
  return {
    ids: [...new Set(pairs.map(({ id, now }) => now ?? id))],
    open: pairs.flatMap(({ id, now }): readonly OpenPoint[] =>
      now !== undefined && here.has(now) ? [] : [{ code: 'entity', of, subject: id }],
    ),
    remarks: pairs.flatMap(({ id, now }): readonly RollForwardRemark[] =>
      now === undefined || now === id ? [] : [{ code: 'replaced', subject: id }],
    ),
  };
}

/** The legal entity that a coupled audit takes from its initialising component, by all coupling rules. */
function couplingOf(before: Audit, couple: readonly string[], own: string, state: State) {
  if (couple.length === 0) return { entity: own, open: [] };
  const { known } = state;
  const network = {
    ...knownNetwork(networkSoFar(state)),
    ancestors: knownAncestors(new Map([[before.client_organisation_id, known.entities]])),
  };
  const { rules, values } = couplingVerdict({ ids: couple, values: {} }, network);
  const violations = rules.flatMap((rule) => rule.violations);
  const isOpen = values === null && violations.length === 0;
  const codes: readonly (CouplingCode | 'unknown')[] = [
    ...new Set(violations.map(({ code }) => code)),
    ...(isOpen ? (['unknown'] as const) : []),
  ];
  return {
    entity: values?.legal_entity_id ?? own,
    open: codes.map((subject): OpenPoint => ({ code: 'coupling', of: before.id, subject })),
  };
}

/** The network as far as it would have been made, under last year's ids. */
function networkSoFar({ rolled }: Pick<State, 'rolled'>): KnownAudits {
  const entries = [...rolled.values()].filter(({ isRolled }) => isRolled);
  const audits = entries.flatMap((entry) => (entry.kind === 'audit' ? [newAudit(entry)] : []));
  const coupledTo = new Map(
    audits.flatMap(({ id, coupled_component_audit_ids: ids }) => ids.map((component) => [component, id])),
  );
  const components = entries.flatMap((entry) => (entry.kind === 'component' ? [entry] : []));
  const inGroups = Map.groupBy(components, ({ group }) => group.id);
  const componentsOf = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'audit' && entry.before.audit_type === 'consolidated'
        ? [
            [
              entry.before.id,
              (inGroups.get(entry.before.id) ?? []).map((one) =>
                newComponent(one, coupledTo.get(one.before.id) ?? null),
              ),
            ] as const,
          ]
        : [],
    ),
  );
  return { audits, isWhole: true, componentsOf };
}

function newAudit({ before, creation, couple }: RolledAudit): Audit {
  const { legal_entity_id: entity, unit_of_measurement: unit = null, settings = {}, ...fields } = creation;
  return {
    ...before,
    ...fields,
    id: before.id,
    audit_type: before.audit_type,
    legal_entity_ids: [entity],
    unit_of_measurement: unit,
    settings,
    status: 'open',
    coupled_component_audit_ids: couple,
  };
}

function newComponent(
  { before, name, entities, scope }: RolledComponent,
  coupled: string | null,
): ComponentAudit {
  return {
    ...before,
    name,
    legal_entity_ids: entities,
    in_scope: scope === null ? before.in_scope : scope.as !== 'out',
    out_of_scope_explanation: scope?.as === 'out' ? scope.explanation : '',
    status: 'open',
    coupled_entity_audit_id: coupled,
  };
}

/** The network that a proposal makes, as it would be read, but under last year's ids. */
export function proposedNetwork({ entries }: RollForwardProposal): KnownAudits {
  return networkSoFar({ rolled: new Map(entries.map((entry) => [entry.before.id, entry])) });
}

function languageOf({ id, language }: Audit, after: WorkPackage | null, decisions: RollForwardDecisions) {
  const isKept = language !== '' && (after === null || supportsLanguage(after, language));
  const value = isKept ? language : (decisions.language ?? language);
  const isOpen = value === '' || (after !== null && !supportsLanguage(after, value));
  return { value, open: isOpen ? [{ code: 'language', of: id } as const] : [] };
}

function namesOf(before: Audit, entity: string, { known, decisions, taken }: State) {
  const { period, namePattern, idPattern, names, ids } = decisions;
  const from = { start: before.period_start, end: before.period_end };
  const values = patternValues({
    client: { id: before.client_organisation_id, name: known.clientName },
    entity: { id: entity, name: known.entities.find(({ id }) => id === entity)?.name ?? entity },
    period,
    name: before.name,
  });
  const name =
    names.get(before.id) ??
    (namePattern.trim() === '' ? nextName(before.name, from, period) : nameByPattern(namePattern, values));
  const id =
    ids.get(before.id) ??
    (idPattern.trim() === ''
      ? nextId(before.id, from, period, taken)
      : idByPattern(idPattern, values, taken));
  const isUsable = id.trim() !== '' && id !== '.' && id !== '..' && !/\p{Cc}/u.test(id) && !taken.has(id);
  return {
    name,
    id,
    open: [
      ...(name.trim() === '' ? [{ code: 'name', of: before.id } as const] : []),
      ...(isUsable ? [] : [{ code: 'id', of: before.id } as const]),
    ],
  };
}

/** The decisions that keep every scope as it was, of components of which the service told it; with last year's reasons. */
export function unchangedScopes({ entries }: RollForwardProposal): ReadonlyMap<string, ScopeDecision> {
  return new Map(
    entries.flatMap((entry): readonly (readonly [string, ScopeDecision])[] => {
      if (entry.kind !== 'component' || entry.scope !== null || entry.before.in_scope === null) return [];
      if (entry.before.in_scope) return [[entry.before.id, { as: 'in' }]];
      const explanation = entry.before.out_of_scope_explanation;
      return explanation.trim() === '' ? [] : [[entry.before.id, { as: 'out', explanation }]];
    }),
  );
}
