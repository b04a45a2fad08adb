import type { AuditCreation } from '../../model/audit.ts';
import { auditViolations, codePoints, isLongUnit, longestUnit } from '../service/audit.ts';
import { isAddress, usersChangeable } from '../service/audit-user.ts';
import { clientViolations } from '../service/client.ts';
import { componentRefusal, componentViolations, isRefusalDoubt } from '../service/component.ts';
import { couplingVerdict } from '../service/coupling.ts';
import { comparedFields } from '../service/coupling-component.ts';
import { isDoubt } from '../service/doubt.ts';
import type { Violation } from '../service/violation.ts';
import { packageName } from '../service/work-package.ts';
import type { ImportColumn } from './columns.ts';
import { existingComponent } from './components.ts';
import {
  type Compared,
  columnsOfFields,
  compared,
  needsRequest,
  ofSetting,
  type Service,
  serviceIndex,
  verdictsOfExisting,
} from './existing.ts';
import {
  cellWarnings,
  type ImportKnown,
  type ImportObject,
  type ImportRow,
  type ImportSetup,
  type JudgedRow,
  type RowCode,
  type RowReading,
  type RowState,
  type RowVerdict,
  rowCodes,
  type Underway,
} from './model.ts';
import { rowReader } from './rows.ts';
import { nothingFilled } from './template.ts';
import { keyOf } from './underway.ts';

/** What a person should look at, and no service refuses. */
const notes: readonly RowCode[] = [...cellWarnings, 'long-unit', 'package-older', 'not-compared', 'underway'];

/** Whether a verdict is a doubt of the app: what it is about is sent only with a person's word, and the service decides. */
export function isDoubted({ code, isWarning }: RowVerdict): boolean {
  return isWarning && !notes.includes(code);
}

export interface Judgement {
  readonly rows: readonly JudgedRow[];
  readonly counts: Readonly<Record<RowState, number>>;
}

interface Alone extends Compared, Pick<JudgedRow, 'underway'> {
  readonly reading: RowReading;
  readonly verdicts: readonly RowVerdict[];
  /** What makes two rows the same thing; null where that cannot be known yet. */
  readonly key: string | null;
}

/** Judges a whole table. */
export type ImportJudge = (rows: readonly ImportRow[]) => Judgement;

/** Judges rows by themselves, each once. */
function rowJudge(setup: ImportSetup, known: ImportKnown) {
  const service = serviceIndex(known);
  const read = rowReader(setup, known);
  const judged = new WeakMap<ImportRow, Alone>();

  const alone = (row: ImportRow): Alone => {
    const before = judged.get(row);
    if (before !== undefined) return before;
    const reading = read(row);
    const comparison = compared(reading, service);
    const { existing } = comparison;
    const key = reading.asksNothing ? null : keyOf(reading.object, existing);
    const underway =
      existing === null ? service.underway(reading.object.kind, key) : service.replacing(existing);
    const needsRules = needsRequest(comparison) && !reading.asksNothing && underway === null;
    const verdicts = reading.verdicts.filter((verdict) => !isAsThere(verdict, comparison));
    const result: Alone = {
      reading,
      verdicts: [
        ...verdicts,
        ...(needsRules ? violationsOf(reading, comparison, service) : []),
        ...(existing === null || underway !== null ? [] : verdictsOfExisting(reading, comparison, service)),
        ...(underway === null ? [] : [underwayVerdict(underway)]),
      ],
      key,
      underway,
      ...(underway === null ? comparison : { existing, differences: [] }),
    };
    judged.set(row, result);
    return result;
  };

  return { service, alone };
}

/**
 * Judges a whole table by one setup and the service's lists. A row that is judged again as the same object is not read again: after an edit only
 * the rows that are new are.
 */
export function importJudge(setup: ImportSetup, known: ImportKnown): ImportJudge {
  const { service, alone } = rowJudge(setup, known);
  return (rows) => {
    const results = rows.map((row) => ({ row, ...alone(row) }));
    const audits = auditsIn(results.map(({ reading }) => reading.object));
    const first = new Map<string, number>();
    const coupled = new Map<string, number>();
    const together = ({ row, reading, verdicts, key, ...rest }: (typeof results)[number]): JudgedRow => {
      const all = [
        ...verdicts,
        ...(needsRequest(rest) && !reading.asksNothing && rest.underway === null
          ? groupVerdicts(reading.object, audits, service)
          : []),
        ...twiceVerdict(reading.object, key === null ? undefined : first.get(key), rest),
        ...(rest.existing === null && rest.underway === null
          ? coupledTwice(reading.object, row.number, coupled)
          : []),
      ];
      if (key !== null && !first.has(key)) first.set(key, row.number);
      const state = stateOf(all, rest, reading);
      const isMade = rest.existing === null && rest.underway === null;
      const filled = isMade ? reading.filled : nothingFilled;
      return { row, object: reading.object, filled, verdicts: all, state, ...rest };
    };
    const judgedRows = results.map(together);
    const counts = { new: 0, underway: 0, unchanged: 0, different: 0, wrong: 0 };
    for (const { state } of judgedRows) counts[state] += 1;
    return { rows: judgedRows, counts };
  };
}

/** Whether a value that no list has is what the service has already: a package that was withdrawn, a role of tomorrow. */
function isAsThere({ code, column }: RowVerdict, { existing, differences }: Compared): boolean {
  return (
    (code === 'unknown-value' || code === 'unknown-work-package' || code === 'unknown-role') &&
    column !== 'scope' && // of which the service has only a yes or no
    existing !== null &&
    differences.every((difference) => difference.column !== column)
  );
}

function stateOf(
  verdicts: readonly RowVerdict[],
  { existing, differences, underway }: Omit<Alone, 'reading' | 'verdicts' | 'key'>,
  { asksNothing }: RowReading,
): RowState {
  if (verdicts.some(({ isWarning }) => !isWarning)) return 'wrong';
  if (asksNothing) return 'unchanged';
  if (underway !== null) return 'underway';
  if (existing === null) return 'new';
  return differences.length === 0 ? 'unchanged' : 'different';
}

/** An error, unless it rests on our own reading. */
function fault(code: RowCode, column: ImportColumn | null, facts?: RowVerdict['facts']): RowVerdict {
  const said = facts === undefined ? {} : { facts };
  return { code, column, isWarning: isDoubt({ code, field: column ?? '', ...said }), ...said };
}

function underwayVerdict({ title }: Underway['plan']): RowVerdict {
  return { code: 'underway', column: null, isWarning: true, facts: { plan: title } };
}

/** What a row says whose audit is not there: that a plan is making it, or else what is given. */
function noAudit(id: string, column: ImportColumn, service: Service, otherwise: RowCode): RowVerdict {
  const plan = service.underway('audit', id);
  return plan === null ? fault(otherwise, column) : fault('in-underway', column, { plan: plan.title });
}

/** What a row breaks by itself. A cell that could not be read is named once, by that. */
function violationsOf(reading: RowReading, { existing }: Compared, service: Service): readonly RowVerdict[] {
  const { object, verdicts } = reading;
  const unread = new Set(verdicts.filter(({ isWarning }) => !isWarning).map(({ column }) => column));
  return ruleVerdicts(reading, object, existing === null, service).filter(
    ({ column }) => column === null || !unread.has(column),
  );
}

function ruleVerdicts(
  { blank }: RowReading,
  object: ImportObject,
  isMade: boolean,
  service: Service,
): readonly RowVerdict[] {
  const ofRules = (violations: readonly Violation[]): readonly RowVerdict[] =>
    violations.flatMap((violation) => {
      const { code, field, facts } = violation;
      const isWarning = isDoubt(violation);
      if (field.startsWith(ofSetting)) {
        const setting = field.slice(ofSetting.length);
        return [{ ...fault('setting-unfit', 'settings', { setting }), isWarning }];
      }
      const known = rowCodes.find((each) => each === code);
      const column = columnsOfFields[object.kind][field] ?? null;
      return known === undefined ? [] : [{ ...fault(known, column, facts), isWarning }];
    });
  switch (object.kind) {
    case 'client':
      return ofRules(clientViolations(object.creation));
    case 'audit': {
      const { id, client_organisation_id: client, work_package_id: packageId } = object.creation;
      const entities = service.entityIds.get(client);
      return [
        ...ofRules(
          auditViolations(object.creation, {
            workPackage: service.packages.get(packageId) ?? null,
            legalEntityIds: entities === undefined ? null : [...entities],
          }),
        ),
        ...longUnit(object.creation),
        ...olderPackage(packageId, service),
        ...(client === '' || service.clients.has(client) ? [] : [fault('unknown-client', 'client_id')]),
        ...(service.componentIds.has(id) ? [fault('id-taken', 'audit_id', { component: 1 })] : []),
        ...couplingVerdicts(object.creation, service),
      ];
    }
    case 'component': {
      const group = service.audits.get(object.group);
      const entities = group === undefined ? null : service.entityIds.get(group.client_organisation_id);
      return [
        ...(object.group === '' ? [fault('required', 'group_audit_id')] : []),
        ...(isMade ? ofRules(componentViolations(object.creation, entities ?? null)) : []),
        ...(object.outOfScope !== null && blank.has('out_of_scope_explanation')
          ? [fault('explanation-needed', 'out_of_scope_explanation')]
          : []),
      ];
    }
    case 'user':
      return userVerdicts(object, isMade, service);
  }
}

function longUnit({ unit_of_measurement: unit = '' }: AuditCreation): readonly RowVerdict[] {
  if (!isLongUnit(unit)) return [];
  const facts = { max: longestUnit, length: codePoints(unit) };
  return [{ code: 'long-unit', column: 'unit_of_measurement', isWarning: true, facts }];
}

/** The newest package is the one to select, whatever the period (specification, "Work package"). */
function olderPackage(id: string, { newerPackages }: Service): readonly RowVerdict[] {
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
function couplingVerdicts(creation: AuditCreation, service: Service): readonly RowVerdict[] {
  const ids = creation.coupled_component_audit_ids ?? [];
  if (ids.length === 0) return [];
  const given = comparedFields.filter((name) => creation[name] !== '');
  const values = Object.fromEntries(given.map((name) => [name, creation[name]]));
  const broken = couplingVerdict({ ids, values }, service.network()).rules.flatMap(
    ({ violations }) => violations,
  );
  return broken.map((coupling) => ({
    ...fault('coupling', columnsOfFields.audit[coupling.field] ?? 'coupled_component_ids'),
    coupling,
    isWarning: isDoubt(coupling),
  }));
}

function userVerdicts(
  { audit: id, assignment }: Extract<ImportObject, { kind: 'user' }>,
  isMade: boolean,
  service: Service,
): readonly RowVerdict[] {
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
function auditsIn(objects: readonly ImportObject[]): ReadonlyMap<string, AuditCreation> {
  return new Map(
    objects.flatMap((object) =>
      object.kind === 'audit' ? [[object.creation.id, object.creation] as const] : [],
    ),
  );
}

/** What a component breaks because of its group, which stands anywhere in the file or is there. */
function groupVerdicts(
  object: ImportObject,
  audits: ReadonlyMap<string, AuditCreation>,
  service: Service,
): readonly RowVerdict[] {
  if (object.kind !== 'component' || object.group === '') return [];
  const group = service.audits.get(object.group);
  const made = audits.get(object.group);
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
        .map(({ code, facts }) => fault(code, 'legal_entity_ids', facts));
}

const idColumns = {
  client: 'client_id',
  audit: 'audit_id',
  component: 'legal_entity_ids',
  user: 'user_id',
} as const;

/** Two components for the same legal entities may be meant; what has an id cannot be there twice. */
function twiceVerdict(
  { kind }: ImportObject,
  row: number | undefined,
  { existing }: Pick<Alone, 'existing'>,
): readonly RowVerdict[] {
  if (row === undefined) return [];
  const component = kind === 'component' && existing === null ? { component: 1 } : {};
  return [fault('twice', idColumns[kind], { row, ...component })];
}

/** A component has one audit: the second row that couples one is wrong. Remembers who has which. */
function coupledTwice(
  object: ImportObject,
  row: number,
  coupled: Map<string, number>,
): readonly RowVerdict[] {
  const ids = object.kind === 'audit' ? (object.creation.coupled_component_audit_ids ?? []) : [];
  const before = [...new Set(ids)].flatMap((id) => {
    const other = coupled.get(id);
    return other === undefined ? [] : [fault('coupled-twice', 'coupled_component_ids', { row: other, id })];
  });
  for (const id of ids) if (!coupled.has(id)) coupled.set(id, row);
  return before;
}
