import type { Audit, AuditCreation } from '../../model/audit.ts';
import type { ComponentAudit } from '../../model/component-audit.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import { auditViolations } from '../service/audit.ts';
import { endsBeforeStart, isCalendarDate } from '../service/calendar.ts';
import { carryOver, carryUsers, hidesSettings, type Loss } from '../service/carry-over.ts';
import { componentViolations, mayWorkInAudit } from '../service/component.ts';
import { type CouplingNetwork, couplingVerdict } from '../service/coupling.ts';
import { blocking, isDoubt } from '../service/doubt.ts';
import { type KnownNetwork, knownAncestors, knownNetwork } from '../service/known-network.ts';
import { type NetworkPlace, networkGraph } from '../service/network-graph.ts';
import { lineOf, scopingLabels, supportsAuditType, supportsLanguage } from '../service/work-package.ts';
import { idByPattern, nameByPattern, patternFaults, patternValues } from '../texts/patterns.ts';
import { auditThere, componentThere, isMade, rolledComponentThere, servesAnother } from './completion.ts';
import { coupledToAll } from './coupled-too.ts';
import type {
  OpenCode,
  OpenPoint,
  RolledAudit,
  RolledComponent,
  RolledEntry,
  RollForwardDecisions,
  RollForwardKnown,
  RollForwardProposal,
  RollForwardRemark,
  ScopeDecision,
} from './model.ts';
import { movedTexts, nextIds, nextNames } from './names.ts';
import { coupledTo, networkOf, wholeNetwork } from './network.ts';
import { rolledAdditions, worksSetting } from './open.ts';
import { successorOf } from './successor.ts';

/**
 * The network of the next period, from last year's and from what a person has decided so far. The ids of its audits are added to those that are
 * taken, so that another network which is rolled forward beside it gets others.
 */
export function rollForward(
  known: RollForwardKnown,
  decisions: RollForwardDecisions,
  taken: Set<string> = takenIds(known),
): RollForwardProposal {
  const graph = networkGraph(known, known.audit.client_organisation_id);
  const places = wholeNetwork(graph, known.audit);
  const basis = basisOf(known, decisions);
  const state: State = {
    known,
    decisions,
    basis,
    taken,
    rolled: new Map(),
    found: new Set(),
    entitiesTaken: new Map(),
    entityNames: new Map(known.entities.map(({ id, name }) => [id, name])),
    ancestors: knownAncestors(new Map([[known.audit.client_organisation_id, known.entities]])),
    above: null,
    coupled: new Set(),
  };
  const unread: OpenPoint[] = [];
  for (const place of places) {
    const { item } = place;
    if (item.kind === 'unread') unread.push({ code: 'unread', of: place.id });
    else if (item.kind === 'audit') state.rolled.set(place.id, rolledAudit(place, item.audit, state));
    else state.rolled.set(place.id, rolledComponent(place, item.component, item.group, state));
    if (item.kind === 'audit' && item.isGroup && !item.isRead) unread.push({ code: 'unread', of: place.id });
  }
  const { uncoupled, period } = decisions;
  const entries = withNamesakes(
    coupledToAll([...state.rolled.values()], { uncoupled, ancestors: state.ancestors }),
  );
  const additions = rolledAdditions(entries, known, decisions);
  return {
    entries,
    graph,
    period,
    packages: { before: basis.before, after: basis.after },
    additions,
    open: [
      ...basis.open,
      ...unread,
      ...entries.flatMap(({ open, isRolled }) => (isRolled ? open : [])),
      ...additions.flatMap(({ open }) => open),
    ],
  };
}

/** The ids that audits and components have already. */
export function takenIds({
  audits,
  componentsOf,
}: Pick<RollForwardKnown, 'audits' | 'componentsOf'>): Set<string> {
  return new Set([...audits, ...[...componentsOf.values()].flat()].map(({ id }) => id));
}

/** What all audits of the network have in common. */
interface Basis {
  readonly before: WorkPackage | null;
  readonly after: WorkPackage | null;
  readonly label: string;
  readonly open: readonly OpenPoint[];
}

function basisOf(known: RollForwardKnown, decisions: RollForwardDecisions): Basis {
  const { audit, packages } = known;
  const { period, workPackage, namePattern, idPattern } = decisions;
  const before = packages.find(({ id }) => id === audit.work_package_id) ?? null;
  const line = lineOf(packages, before?.name);
  // What is coupled to a group that is there is of the same package.
  const there = successorIn(audit, known, decisions)?.audit;
  const after =
    packages.find(({ id }) => id === (workPackage ?? there?.work_package_id)) ?? line?.newest ?? null;
  const label = decisions.label ?? (there ?? audit).scoping_package_id;
  const isPeriod = isCalendarDate(period.start) && isCalendarDate(period.end);
  const hasFault = (pattern: string, of: 'name' | 'id') =>
    patternFaults(pattern, { of, hasBefore: true }).length > 0;
  const open = openPoints('', [
    ['period', !isPeriod],
    ['period', isPeriod && endsBeforeStart(period.start, period.end), true],
    ['package', after === null],
    ['package', after !== null && !supportsAuditType(after, audit.audit_type), true],
    ['label', after !== null && !scopingLabels(after, '').includes(label)],
    ['name-pattern', hasFault(namePattern, 'name')],
    ['id-pattern', hasFault(idPattern, 'id')],
  ]);
  return { before, after, label, open };
}

/** The points that stand open about one thing, each with whether it is only doubted. */
function openPoints(
  of: string,
  points: readonly (readonly [code: OpenCode, isOpen: boolean, isDoubted?: boolean])[],
): readonly OpenPoint[] {
  return points.flatMap(([code, isOpen, isDoubted = false]) =>
    isOpen ? [{ code, of, ...(isDoubted ? { isDoubted } : {}) }] : [],
  );
}

interface State {
  readonly known: RollForwardKnown;
  readonly decisions: RollForwardDecisions;
  readonly basis: Basis;
  /** Ids of audits that are there, and that this makes. */
  readonly taken: Set<string>;
  readonly rolled: Map<string, RolledEntry>;
  /** Components that are there, and stand for one of last year. */
  readonly found: Set<string>;
  /** The component that has a legal entity, by group and entity. */
  readonly entitiesTaken: Map<string, string>;
  /** The names of today's legal entities, by their ids. */
  readonly entityNames: ReadonlyMap<string, string>;
  readonly ancestors: CouplingNetwork['ancestors'];
  /** The network above a level, to which its audits are coupled; null before the first of these. */
  above: { readonly level: number; readonly network: KnownNetwork } | null;
  /** The components before to whose successors an audit is coupled. */
  readonly coupled: Set<string>;
}

function rolledAudit(place: NetworkPlace, before: Audit, state: State): RolledAudit {
  const { known, decisions, basis } = state;
  const entity = today(before.legal_entity_ids, before.id, state);
  const above = componentsAbove(before, place, state);
  const users = usersFor(before, known);
  const successor = successorIn({ ...before, legal_entity_ids: entity.ids }, known, decisions);
  // One whose network is still to be made could not be coupled to it any more.
  const isThere = place.above.length === 0 || above.some(({ there }) => there !== null);
  if (successor !== null && isThere)
    return auditThere({ place, before, there: successor.audit, above, wanted: users.users }, known);
  const couple = above.filter((one) => one.isRolled && !servesAnother(one)).map((one) => one.before.id);
  const isRolled = place.above.length === 0 || couple.length > 0;
  const coupling = couplingOf(before, couple, entity.ids[0] ?? '', { state, level: place.level });
  const language = languageOf(before, basis.after, decisions);
  const named = namesOf(before, coupling.entity, state);
  const settings = settingsFor(before, state);
  const unit = before.unit_of_measurement ?? decisions.unit;
  const creation = {
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
    ...(unit === '' ? {} : { unit_of_measurement: unit }),
    ...(Object.keys(settings.values).length === 0 ? {} : { settings: settings.values }),
  };
  const faults = creationFaults(before, creation, state);
  if (isRolled) state.taken.add(named.id);
  return {
    kind: 'audit',
    place,
    before,
    there: null,
    name: named.name,
    entities: [coupling.entity],
    isRolled,
    couple,
    more: [],
    users: users.users,
    creation,
    open: [
      ...(successor === null
        ? []
        : [{ code: 'rolled', of: before.id, subject: successor.audit.id } as const]),
      ...(couple.length === 0 ? entity.open : []),
      ...named.open,
      ...coupling.open,
      ...language.open,
      ...faults,
    ],
    remarks: [...(isRolled ? [] : [{ code: 'not-rolled', subject: '' } as const]), ...entity.remarks],
    losses: [
      ...(before.language === '' || language.value === before.language
        ? []
        : [{ code: 'language-gone', subject: before.language } as const]),
      ...settings.losses,
      ...users.losses,
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
  const named = namesIn(before.legal_entity_ids, state);
  const typed = decisions.names.get(id);
  const names = movedTexts(before.name, period, decisions.period, named).map((moved) => moved ?? before.name);
  const [name = ''] = typed === undefined ? names : [typed];
  const there = componentThere(
    state.rolled.get(group.id),
    { name, entities: entity.ids },
    { ...known, found: state.found },
  );
  if (there !== null) return rolledComponentThere({ place, before, group, there });
  const relation = decisions.relations.get(id) ?? before.auditor_relation;
  const works = mayWorkInAudit(relation)
    ? (decisions.works.get(id) ?? known.sentWorks.get(id) ?? null)
    : null;
  const creation = {
    legal_entity_ids: entity.ids,
    ...(name === '' ? {} : { name }),
    auditor_relation: relation,
    ...worksSetting(works),
  };
  const faults = componentViolations(creation, state.entityNames);
  const merged = isRolled ? mergedWith(before, group, entity.ids, state) : [];
  const isWrong = (field: string): boolean => faults.some((fault) => fault.field === field);
  return {
    kind: 'component',
    place,
    before,
    group,
    there: null,
    name,
    entities: entity.ids,
    isRolled,
    scope,
    works,
    creation,
    open: [
      ...(scope === null ? [{ code: 'scope', of: id } as const] : []),
      ...(scope?.as === 'out' && scope.explanation.trim() === ''
        ? [{ code: 'explanation', of: id } as const]
        : []),
      // A person changes it, or sends it as it is: a year can be meant.
      ...(movedTexts(explanationIn(before, scope), period, decisions.period, named).some(
        (moved) => moved !== null,
      )
        ? [{ code: 'explanation-year', of: id, isDoubted: true } as const]
        : []),
      ...(typed === undefined ? unclear('name-reading', id, names) : []),
      ...entity.open,
      ...(entity.open.length === 0 && isWrong('legal_entity_ids')
        ? [{ code: 'entity-unknown', of: id } as const]
        : []),
      ...(works === null && mayWorkInAudit(relation) ? [{ code: 'works', of: id } as const] : []),
      ...(isWrong('auditor_relation') ? [{ code: 'relation', of: id } as const] : []),
      ...(isWrong('name') ? [{ code: 'name', of: id, isDoubted: true } as const] : []),
    ],
    remarks: [
      ...(isRolled ? [] : [{ code: 'not-rolled', subject: '' } as const]),
      ...entity.remarks,
      ...merged,
    ],
  };
}

/** Why a component is out of scope; that of last year while nobody has decided it. */
function explanationIn(before: ComponentAudit, scope: ScopeDecision | null): string {
  if (scope === null) return before.in_scope === false ? before.out_of_scope_explanation : '';
  return scope.as === 'out' ? scope.explanation : '';
}

/** The components before that an audit hangs from. */
function componentsAbove(before: Audit, place: NetworkPlace, { rolled }: State): readonly RolledComponent[] {
  return coupledTo(before, place).flatMap((id) => {
    const entry = rolled.get(id);
    return entry?.kind === 'component' ? [entry] : [];
  });
}

/** The successor of an audit, without those of which a person has said that they do not follow it. */
export function successorIn(
  before: Audit,
  { audits, remembered }: Pick<RollForwardKnown, 'audits' | 'remembered'>,
  { apart }: Pick<RollForwardDecisions, 'apart'>,
) {
  const others = apart.get(before.id) ?? [];
  const candidates = audits.filter(({ id }) => !others.includes(id));
  return successorOf(before, candidates, remembered.get(before.id) ?? null);
}

function usersFor({ id }: Audit, { usersOf, roles }: RollForwardKnown) {
  const users = usersOf.get(id);
  return users === null
    ? { users: [], losses: [{ code: 'users-unknown', subject: '' } as const] }
    : carryUsers(users ?? [], roles);
}

/** Last year's settings or those that are to be in their place. Label and language have been decided apart. */
function settingsFor(
  { settings: own }: Audit,
  { decisions, basis }: State,
): { readonly values: Audit['settings']; readonly losses: readonly Loss[] } {
  if (decisions.settings === null && hidesSettings(own, basis.before))
    return { values: {}, losses: [{ code: 'settings-unknown', subject: '' }] };
  const settings = decisions.settings ?? own;
  const { values, losses } = carryOver({ scoping_package_id: '', language: '', settings }, basis.after);
  return { values: values.settings, losses };
}

/** What the service would refuse of an audit, by the rules of every creation, and an id that is taken; of what holds for all audits, only what concerns this one. */
function creationFaults(
  before: Audit,
  creation: AuditCreation,
  { known, basis, taken }: State,
): readonly OpenPoint[] {
  const { after, open } = basis;
  const violations = auditViolations(creation, { workPackage: after, legalEntityIds: null });
  const isWrong = (field: string): boolean => violations.some((violation) => violation.field === field);
  const isSure = (field: string): boolean =>
    blocking(violations).some((violation) => violation.field === field);
  const isOpen = (code: OpenCode): boolean => open.some((point) => point.code === code);
  const isTaken = taken.has(creation.id);
  return openPoints(before.id, [
    ['package', isWrong('audit_type') && before.audit_type !== known.audit.audit_type, true],
    [
      'label',
      isWrong('scoping_package_id') && !isWrong('language') && !isOpen('label'),
      !isSure('scoping_package_id'),
    ],
    ['entity-unknown', isWrong('legal_entity_id')],
    ['name', isWrong('name')],
    ['id', isWrong('id') || isTaken, !isSure('id') && !isTaken],
  ]);
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
function today(before: readonly string[], of: string, { entityNames: here, decisions }: State) {
  const pairs = before.map((id) => ({ id, now: here.has(id) ? id : decisions.replacements.get(id) }));
  return {
    ids: [...new Set(pairs.map(({ id, now }) => now ?? id))],
    open: pairs.flatMap(({ id, now }): readonly OpenPoint[] =>
      now !== undefined && here.has(now) ? [] : [{ code: 'entity', of, subject: id, isDoubted: true }],
    ),
    remarks: pairs.flatMap(({ id, now }): readonly RollForwardRemark[] =>
      now === undefined || now === id ? [] : [{ code: 'replaced', subject: id }],
    ),
  };
}

/** The legal entity that a coupled audit takes from its initialising component, by all coupling rules. */
function couplingOf(
  before: Audit,
  couple: readonly string[],
  own: string,
  { state, level }: { readonly state: State; readonly level: number },
) {
  if (couple.length === 0) return { entity: own, open: [] };
  const network = { ...networkAbove(level, couple, state), ancestors: state.ancestors };
  const { rules, values } = couplingVerdict({ ids: couple, values: {} }, network);
  const violations = rules.flatMap((rule) => rule.violations);
  const isOpen = values === null && violations.length === 0;
  return {
    entity: values?.legal_entity_id ?? own,
    open: [
      ...violations.map(
        (violation): OpenPoint => ({
          code: 'coupling',
          of: before.id,
          violation,
          ...(isDoubt(violation) ? { isDoubted: true } : {}),
        }),
      ),
      ...(isOpen ? [{ code: 'coupling', of: before.id, isDoubted: true } as const] : []),
    ],
  };
}

/** All audits of a level are coupled to what stands above it, so that this is put together once; but for one that wants what another has. */
function networkAbove(level: number, couple: readonly string[], state: State): KnownNetwork {
  const isFree = couple.every((id) => !state.coupled.has(id));
  for (const id of couple) state.coupled.add(id);
  if (isFree && state.above?.level === level) return state.above.network;
  const network = knownNetwork(networkOf(state.rolled.values()));
  state.above = { level, network };
  return network;
}

function namesIn(ids: readonly string[], { entityNames }: State): readonly string[] {
  return ids.flatMap((id) => entityNames.get(id) ?? []);
}

function languageOf({ id, language }: Audit, after: WorkPackage | null, decisions: RollForwardDecisions) {
  const isKept = language !== '' && (after === null || supportsLanguage(after, language));
  const value = isKept ? language : (decisions.language ?? language);
  const isOpen = value === '' || (after !== null && !supportsLanguage(after, value));
  return { value, open: isOpen ? [{ code: 'language', of: id } as const] : [] };
}

function namesOf(before: Audit, entity: string, state: State) {
  const { known, decisions, taken, entityNames } = state;
  const { period, namePattern, idPattern, names, ids } = decisions;
  const from = { start: before.period_start, end: before.period_end };
  const values = patternValues({
    client: { id: before.client_organisation_id, name: known.clientName },
    entity: { id: entity, name: entityNames.get(entity) ?? entity },
    period,
    name: before.name,
  });
  const byYears = {
    names: nextNames(before.name, from, period, [
      known.clientName,
      ...namesIn(before.legal_entity_ids, state),
    ]),
    ids: nextIds(before.id, from, period, taken),
  };
  const name =
    names.get(before.id) ??
    (namePattern.trim() === '' ? byYears.names[0] : nameByPattern(namePattern, values));
  const id =
    ids.get(before.id) ?? (idPattern.trim() === '' ? byYears.ids[0] : idByPattern(idPattern, values, taken));
  const open = [
    ...(names.has(before.id) || namePattern.trim() !== ''
      ? []
      : unclear('name-reading', before.id, byYears.names)),
    ...(ids.has(before.id) || idPattern.trim() !== '' ? [] : unclear('id-reading', before.id, byYears.ids)),
  ];
  return { name, id, open };
}

/** A text whose years can be read in several ways stands open until a person says which is meant. */
function unclear(code: OpenCode, of: string, all: readonly string[]): readonly OpenPoint[] {
  const readings = [...new Set(all)];
  return readings.length < 2 ? [] : [{ code, of, readings, subject: readings.join(' · ') }];
}

/** Audits that get one name, as a pattern without the legal entity makes them, say how many they are. */
function withNamesakes(entries: readonly RolledEntry[]): readonly RolledEntry[] {
  const named = Map.groupBy(
    entries.filter((entry) => entry.kind === 'audit' && isMade(entry)),
    ({ name }) => name,
  );
  return entries.map((entry) => {
    const count = entry.kind === 'audit' && isMade(entry) ? (named.get(entry.name)?.length ?? 0) : 0;
    if (count < 2) return entry;
    return { ...entry, remarks: [...entry.remarks, { code: 'same-name', subject: String(count) }] };
  });
}
