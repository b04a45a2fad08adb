import type { Audit, AuditCreation } from '../../model/audit.ts';
import { auditViolations, codePoints, isLongUnit, longestUnit } from '../service/audit.ts';
import { isAddress, usersChangeable } from '../service/audit-user.ts';
import { clientViolations } from '../service/client.ts';
import { componentRefusal, componentViolations, isRefusalDoubt } from '../service/component.ts';
import { couplingVerdict } from '../service/coupling.ts';
import { comparedFields } from '../service/coupling-component.ts';
import { isDoubt } from '../service/doubt.ts';
import { coupledTogether } from '../service/shared-audits.ts';
import type { Violation } from '../service/violation.ts';
import { packageName } from '../service/work-package.ts';
import { columnOfField, type ImportColumn, importColumns } from './columns.ts';
import { existingComponent } from './components.ts';
import { seasonIssues } from './deadlines.ts';
import {
  type Compared,
  compared,
  entityKey,
  issuesOfExisting,
  lazily,
  needsRequest,
  ofSetting,
  type Service,
  serviceIndex,
} from './existing.ts';
import type { ImportKnown, ImportObject, Underway } from './known.ts';
import {
  type CheckedRow,
  cellWarnings,
  type ImportRow,
  type ImportSetup,
  type RowCode,
  type RowIssue,
  type RowReading,
  type RowState,
  rowCodes,
} from './model.ts';
import { nameFinder } from './names.ts';
import {
  alikeKeys,
  clientIssues,
  fault,
  firstRows,
  idAlike,
  isTotalsRow,
  otherClient,
  otherGroup,
  periodIssues,
  repeatIssues,
  swappedDays,
} from './plausible.ts';
import { rowReader, withoutOuterBlanks } from './rows.ts';
import { nothingFilled } from './template.ts';
import { keyOf } from './underway.ts';

/** What a person should look at, and no service refuses. */
const notes: readonly RowCode[] = [
  ...cellWarnings,
  'long-unit',
  'package-older',
  'coupled-in-part',
  'not-compared',
  'underway',
  'deadline-past',
  'not-kept',
  'other-year-end',
  'period-overlaps',
];

/** Whether a issue is a doubt of the app: what it is about is sent only with a person's word, and the service decides. */
export function isDoubted({ code, isWarning }: RowIssue): boolean {
  return isWarning && !notes.includes(code);
}

/** Errors stand before doubts, and these before what is only said. */
function weight(issue: RowIssue): number {
  return issue.isWarning ? Number(isDoubted(issue)) : 2;
}

export interface CheckResult {
  readonly rows: readonly CheckedRow[];
  readonly counts: Readonly<Record<RowState, number>>;
}

interface Alone {
  readonly reading: RowReading;
  /** The row where no other row has a say. */
  readonly checked: CheckedRow;
  /** What makes two rows the same thing; null where that cannot be known yet. */
  readonly key: string | null;
  readonly alike: ReturnType<typeof alikeKeys>;
}

/** Checks a whole table. */
export type ImportCheck = (rows: readonly ImportRow[]) => CheckResult;

/** A row beside what the service has: as it is written where that is there so, else without outer blanks. */
function comparedAs(written: RowReading, service: Service) {
  const reading = withoutOuterBlanks(written);
  const comparison = compared(written, service);
  const isAsWritten =
    reading === written || (comparison.existing !== null && comparison.differences.length === 0);
  return isAsWritten ? { reading: written, comparison } : { reading, comparison: compared(reading, service) };
}

/** Checks rows by themselves, each once. */
function rowCheck(setup: ImportSetup, known: ImportKnown) {
  const service = serviceIndex(known, setup.today);
  const read = rowReader(setup, known);
  const before = new WeakMap<ImportRow, Alone>();
  const used = new Set(Object.values(setup.mapping));
  const unusedIn = ({ cells }: ImportRow) => cells.filter((_, place) => !used.has(place));

  const alone = (row: ImportRow): Alone => {
    const last = before.get(row);
    if (last !== undefined) return last;
    const { reading, comparison } = comparedAs(read(row), service);
    const { existing } = comparison;
    const { object, asksNothing } = reading;
    const key = asksNothing ? null : keyOf(object, existing);
    const underway = existing === null ? service.underway(object.kind, key) : service.replacing(existing);
    const needsRules = needsRequest(comparison) && !asksNothing && underway === null;
    const issues = [
      ...reading.issues.filter((issue) => !isAsThere(issue, comparison, asksNothing)),
      ...(needsRules ? violationsOf(reading, comparison, service) : []),
      ...(needsRules && object.kind === 'audit'
        ? otherClient(object.creation, unusedIn(row), service.clientNamed)
        : []),
      ...(needsRules && row.isWider === true ? [fault('wider-row', null)] : []),
      ...(existing === null || underway !== null ? [] : issuesOfExisting(reading, comparison, service)),
      ...(underway === null ? [] : [underwayIssue(underway)]),
    ];
    const facts = { ...(underway === null ? comparison : { existing, differences: [] }), underway };
    const filled = isNew(facts) ? reading.filled : nothingFilled;
    const said = saidOf(asksNothing ? issues : orTotals(issues, row), facts, asksNothing);
    const checked = { row, object, filled, ...facts, ...said };
    const result = { reading, checked, key, alike: alikeKeys(object) };
    before.set(row, result);
    return result;
  };

  return { service, alone };
}

/**
 * Checks a whole table by one setup and the service's lists. A row that is checked again as the same object is not read again, and is
 * the same object then: after an edit only the rows that are new are others.
 */
export function importCheck(setup: ImportSetup, known: ImportKnown): ImportCheck {
  const { service, alone } = rowCheck(setup, known);
  return (rows) => {
    const results = rows.map(alone);
    const audits = lazily(() => auditsIn(results));
    const groupNamed = lazily(() => nameFinder([...audits().values()]));
    const [first, same, spelled, coupled] = [firstRows(), firstRows(), firstRows(), firstRows()];
    const named = new Set(results.flatMap(({ reading }) => coupledBy(reading.object)));
    const swapped = swappedDays(rows, setup);
    const together = ({ reading, checked, key, alike: [butId, spelling] }: Alone): CheckedRow => {
      const { row, object } = checked;
      const { number } = row;
      const before = [first(key, number), same(butId, number), spelled(spelling, number)];
      const issues = [
        ...(swapped.get(row) ?? []).map(
          (column): RowIssue => ({ code: 'swapped-days', column, isWarning: true }),
        ),
        ...(needsRequest(checked) && !reading.asksNothing && checked.underway === null
          ? groupIssues(object, audits, service)
          : []),
        ...otherGroup(checked, row.cells[setup.mapping.group_audit_id ?? -1] ?? '', groupNamed),
        ...repeatIssues(checked, isNew(checked), before),
        ...(isNew(checked)
          ? [...coupledTwice(object, number, coupled), ...coupledInPart(object, named, service)]
          : []),
      ];
      if (issues.length === 0) return checked;
      return { ...checked, ...saidOf([...checked.issues, ...issues], checked, reading.asksNothing) };
    };
    const checkedRows = results.map(together);
    const counts = { new: 0, underway: 0, unchanged: 0, different: 0, wrong: 0 };
    for (const { state } of checkedRows) counts[state] += 1;
    return { rows: checkedRows, counts };
  };
}

type Facts = Pick<CheckedRow, 'existing' | 'differences' | 'underway'>;

function isNew({ existing, underway }: Facts): boolean {
  return existing === null && underway === null;
}

/** What is said of a row, errors first, and how it stands. */
function saidOf(all: readonly RowIssue[], facts: Facts, asksNothing: boolean) {
  return {
    issues: all.toSorted((one, other) => weight(other) - weight(one)),
    state: stateOf(all, facts, asksNothing),
  };
}

/** What is said of a row; of one that cannot be sent and seems to sum the others up, or to repeat the titles, that alone, in place of what it lacks. */
function orTotals(issues: readonly RowIssue[], row: ImportRow): readonly RowIssue[] {
  const isWrong = issues.some(({ isWarning }) => !isWarning);
  return isWrong && (row.isTitles === true || isTotalsRow(row)) ? [fault('totals-row', null)] : issues;
}

/** Whether a value that no list has, or that reads as an error, is what the service has already: a package that was withdrawn, a role of tomorrow. */
function isAsThere(
  { code, column }: RowIssue,
  { existing, differences }: Compared,
  asksNothing: boolean,
): boolean {
  if (code === 'error-value' && (column === null || importColumns[column].reading === 'day')) return false;
  if (code === 'error-value' && asksNothing) return true;
  return (
    asThere.includes(code) &&
    column !== 'scope' && // of which the service has only a yes or no
    existing !== null &&
    differences.every((difference) => difference.column !== column)
  );
}

const asThere: readonly RowCode[] = [
  'unknown-value',
  'unknown-work-package',
  'unknown-role',
  'error-value',
  'no-value',
];

function stateOf(
  issues: readonly RowIssue[],
  { existing, differences, underway }: Facts,
  asksNothing: boolean,
): RowState {
  if (issues.some(({ isWarning }) => !isWarning)) return 'wrong';
  if (asksNothing) return 'unchanged';
  if (underway !== null) return 'underway';
  if (existing === null) return 'new';
  return differences.length === 0 ? 'unchanged' : 'different';
}

function underwayIssue({ title }: Underway['plan']): RowIssue {
  return { code: 'underway', column: null, isWarning: true, facts: { plan: title } };
}

/** What a row says whose audit is not there: that a plan is making it, or else what is given. */
function noAudit(id: string, column: ImportColumn, service: Service, otherwise: RowCode): RowIssue {
  const plan = service.underway('audit', id);
  if (plan !== null) return fault('in-underway', column, { plan: plan.title });
  return idAlike(id, column, service.auditsAlike()) ?? fault(otherwise, column);
}

/** What a row breaks by itself. A cell that could not be read is named once, by that. */
function violationsOf(reading: RowReading, { existing }: Compared, service: Service): readonly RowIssue[] {
  const { object, issues } = reading;
  const unread = new Set(issues.filter(({ isWarning }) => !isWarning).map(({ column }) => column));
  return ruleIssues(reading, object, existing === null, service).filter(
    ({ column }) => column === null || !unread.has(column),
  );
}

function ruleIssues(
  { blank }: RowReading,
  object: ImportObject,
  isMade: boolean,
  service: Service,
): readonly RowIssue[] {
  const ofRules = (violations: readonly Violation[], client = ''): readonly RowIssue[] =>
    violations.flatMap((violation) => {
      const { code, field, facts } = violation;
      if (code === 'not-of-client') return [foreignEntity(client, violation, service)];
      const isWarning = isDoubt(violation);
      if (field.startsWith(ofSetting)) {
        const setting = field.slice(ofSetting.length);
        return [{ ...fault('setting-unfit', 'settings', { setting }), isWarning }];
      }
      const known = rowCodes.find((each) => each === code);
      const column = columnOfField(object.kind, field) ?? null;
      return known === undefined ? [] : [{ ...fault(known, column, facts), isWarning }];
    });
  switch (object.kind) {
    case 'client':
      return [
        ...ofRules(clientViolations(object.creation)),
        ...(isMade ? clientIssues(object.creation, service) : []),
      ];
    case 'audit': {
      const { id, client_organisation_id: client, work_package_id: packageId } = object.creation;
      const entities = service.entityIds.get(client);
      return [
        ...ofRules(
          auditViolations(object.creation, {
            workPackage: service.packages.get(packageId) ?? null,
            legalEntityIds: entities === undefined ? null : [...entities],
          }),
          client,
        ),
        ...longUnit(object.creation),
        ...olderPackage(packageId, service),
        ...(client === '' || service.clients.has(client)
          ? []
          : [idAlike(client, 'client_id', service.clientsAlike()) ?? fault('unknown-client', 'client_id')]),
        ...[idAlike(id, 'audit_id', service.auditsAlike())].filter((alike) => alike !== null),
        ...(service.componentIds.has(id) ? [fault('id-taken', 'audit_id', { component: 1 })] : []),
        ...couplingIssues(object.creation, service),
        ...periodIssues(object.creation, auditsBeside(object.creation, service), service.today),
      ];
    }
    case 'component': {
      const client = service.audits.get(object.group)?.client_organisation_id ?? '';
      const entities = service.entityIds.get(client) ?? null;
      return [
        ...(object.group === '' ? [fault('required', 'group_audit_id')] : []),
        ...(isMade ? ofRules(componentViolations(object.creation, entities), client) : []),
        ...(object.outOfScope !== null && blank.has('out_of_scope_explanation')
          ? [fault('explanation-needed', 'out_of_scope_explanation')]
          : []),
      ];
    }
    case 'user':
      return userIssues(object, isMade, service);
    case 'deadline': {
      if (!isMade) return []; // what is there tells what is wrong
      const { find, newGroupIssues, zerosLost } = service.season();
      return find(object) === 'several'
        ? [fault('several-groups', 'audit_name')]
        : [...newGroupIssues(object), ...zerosLost(object), ...seasonIssues(object, null, service.today)];
    }
  }
}

/** What a client has no legal entity for, unless it has one whose id is alike. */
function foreignEntity(
  client: string,
  { facts }: Pick<Violation, 'facts'>,
  { entitiesAlike }: Service,
): RowIssue {
  const find = entitiesAlike().get(client);
  const column = 'legal_entity_ids';
  return (find && idAlike(String(facts?.['id']), column, find)) ?? fault('not-of-client', column, facts);
}

function auditsBeside(creation: AuditCreation, { auditsOfEntity }: Service): readonly Audit[] {
  const key = entityKey(creation.client_organisation_id, creation.legal_entity_id);
  return (auditsOfEntity().get(key) ?? []).map(({ audit }) => audit);
}

function longUnit({ unit_of_measurement: unit = '' }: AuditCreation): readonly RowIssue[] {
  if (!isLongUnit(unit)) return [];
  const facts = { max: longestUnit, length: codePoints(unit) };
  return [{ code: 'long-unit', column: 'unit_of_measurement', isWarning: true, facts }];
}

/** The newest package is the one to select, whatever the period (specification, "Work package"). */
function olderPackage(id: string, { newerPackages }: Service): readonly RowIssue[] {
  const newest = newerPackages().get(id);
  if (newest === undefined) return [];
  return [
    {
      code: 'package-older',
      column: 'work_package_id',
      isWarning: true,
      facts: { newest: packageName(newest), id: newest.id },
    },
  ];
}

/** What the coupling rules say of the components that a row names, as far as the service's lists tell. */
function couplingIssues(creation: AuditCreation, service: Service): readonly RowIssue[] {
  const ids = creation.coupled_component_audit_ids ?? [];
  if (ids.length === 0) return [];
  const given = comparedFields.filter((name) => creation[name] !== '');
  const values = Object.fromEntries(given.map((name) => [name, creation[name]]));
  const broken = couplingVerdict({ ids, values }, service.network()).rules.flatMap(
    ({ violations }) => violations,
  );
  return broken.map((coupling) => ({
    ...fault('coupling', columnOfField('audit', coupling.field) ?? 'coupled_component_ids'),
    coupling,
    isWarning: isDoubt(coupling),
  }));
}

function userIssues(
  { audit: id, assignment }: Extract<ImportObject, { kind: 'user' }>,
  isMade: boolean,
  service: Service,
): readonly RowIssue[] {
  const audit = service.audits.get(id);
  const group = service.audits.get(audit?.group_audit_id ?? '');
  const changeable = audit === undefined ? null : usersChangeable(audit.status, group?.status);
  const assigns = isMade && usersChangeable(audit?.status ?? '') === changeable ? 1 : 0;
  return [
    ...(id === '' ? [fault('required', 'audit_id')] : []),
    ...(id !== '' && audit === undefined ? [noAudit(id, 'audit_id', service, 'unknown-audit')] : []),
    ...(changeable === 'archived' ? [fault('audit-closed', 'audit_id', { assigns })] : []),
    ...(changeable === 'deleting' ? [fault('being-deleted', 'audit_id', { assigns })] : []),
    ...(assignment.id === '' ? [fault('required', 'user_id')] : []),
    ...(assignment.id === '' || isAddress(assignment.id) ? [] : [fault('no-address', 'user_id')]),
    ...(assignment.role === '' ? [fault('required', 'role')] : []),
  ];
}

/** The audits of the file itself, by their ids. */
function auditsIn(rows: readonly Alone[]): ReadonlyMap<string, AuditCreation> {
  return new Map(
    rows.flatMap(({ reading: { object } }) =>
      object.kind === 'audit' ? [[object.creation.id, object.creation] as const] : [],
    ),
  );
}

/** What a component breaks because of its group, which stands anywhere in the file or is there. */
function groupIssues(
  object: ImportObject,
  audits: () => ReadonlyMap<string, AuditCreation>,
  service: Service,
): readonly RowIssue[] {
  if (object.kind !== 'component' || object.group === '') return [];
  const group = service.audits.get(object.group);
  const made = audits().get(object.group);
  const isSent = made !== undefined && service.underway('audit', object.group) === null; // as a row of this table
  if (group === undefined && !isSent)
    return [noAudit(object.group, 'group_audit_id', service, 'unknown-group')];
  if (group !== undefined) {
    const component = existingComponent(object, service.componentsOf);
    const action = component === null ? 'create' : 'set-out-of-scope';
    const refusal = componentRefusal(action, group, component);
    if (refusal === null) return [];
    const isWarning = isRefusalDoubt(action, refusal);
    return [{ ...fault('group-closed', 'group_audit_id', { reason: refusal }), isWarning }];
  }
  if (made?.audit_type !== 'consolidated')
    return [fault('group-closed', 'group_audit_id', { reason: 'not-consolidated' })];
  const entities = service.entityIds.get(made.client_organisation_id);
  return entities === undefined
    ? []
    : componentViolations(object.creation, entities)
        .filter(({ code }) => code === 'not-of-client')
        .map((violation) => foreignEntity(made.client_organisation_id, violation, service));
}

/** A component has one audit: the second row that couples one is wrong. */
function coupledTwice(
  object: ImportObject,
  row: number,
  coupled: ReturnType<typeof firstRows>,
): readonly RowIssue[] {
  return [...new Set(coupledBy(object))].flatMap((id) => {
    const other = coupled(id, row);
    return other === undefined ? [] : [fault('coupled-twice', 'coupled_component_ids', { row: other, id })];
  });
}

/** What could be coupled together with what a row couples, and no row of the table does: no later audit can. */
function coupledInPart(
  object: ImportObject,
  named: ReadonlySet<string>,
  service: Service,
): readonly RowIssue[] {
  const ids = coupledBy(object);
  if (ids.length === 0) return [];
  const more = coupledTogether(ids, service.network(), named).slice(ids.length);
  if (more.length === 0) return [];
  const facts = { count: more.length, list: more.slice(0, mostNamed).join(', ') };
  return [{ ...fault('coupled-in-part', 'coupled_component_ids', facts), isWarning: true }];
}

const mostNamed = 5; // of 500 components the first ones tell which legal entity it is about

function coupledBy(object: ImportObject): readonly string[] {
  return object.kind === 'audit' ? (object.creation.coupled_component_audit_ids ?? []) : [];
}
