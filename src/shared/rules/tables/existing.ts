import type { Difference } from '../../plan.ts';
import { auditDifferences, clientDifferences } from '../plans/same-creation.ts';
import { addressKey } from '../service/audit-user.ts';
import { knownAncestors, knownNetwork } from '../service/known-network.ts';
import { workPackageLines } from '../service/work-package.ts';
import { columnOfField, type ImportColumn } from './columns.ts';
import { columnsNotShown, componentDifferences, existingComponent } from './components.ts';
import { seasonIndex, seasonIssues } from './deadlines.ts';
import { type DeadlineRow, type ImportKnown, people, type SeasonGroup } from './known.ts';
import type { CheckedRow, RowIssue, RowReading } from './model.ts';
import { alikeFinder, nameFinder } from './names.ts';
import { replacingIndex, underwayIndex } from './underway.ts';

/** Made when it is first asked for: few tables couple audits. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The lists of the service and the season, by ids. */
export function serviceIndex(known: ImportKnown, today: string) {
  const entityIds = new Map(
    [...known.entitiesOf].map(([client, entities]) => [client, new Set(entities.map(({ id }) => id))]),
  );
  return {
    today,
    groups: new Map(known.groups.map((group) => [group.id, group])),
    underway: underwayIndex(known.underway),
    replacing: replacingIndex(known.underway),
    clients: new Map(known.clients.map((client) => [client.id, client])),
    audits: new Map(known.audits.map((audit) => [audit.id, audit])),
    componentIds: new Set([...known.componentsOf.values()].flat().map(({ id }) => id)),
    network: lazily(() => ({
      ...knownNetwork({ audits: known.audits, isWhole: true, componentsOf: known.componentsOf }),
      ancestors: knownAncestors(known.entitiesOf),
    })),
    newerPackages: lazily(
      () =>
        new Map(
          workPackageLines(known.workPackages).flatMap(({ newest, older }) =>
            older.map(({ id }) => [id, newest] as const),
          ),
        ),
    ),
    season: lazily(() => seasonIndex(known)),
    auditsOfEntity: lazily(() =>
      Map.groupBy(
        known.audits.flatMap((audit) =>
          audit.legal_entity_ids.map((entity) => ({
            key: entityKey(audit.client_organisation_id, entity),
            audit,
          })),
        ),
        ({ key }) => key,
      ),
    ),
    clientNamed: lazily(() => nameFinder(known.clients)),
    clientsAlike: lazily(() => alikeFinder(known.clients.map(({ id }) => id))),
    entitiesAlike: lazily(() => new Map([...entityIds].map(([client, ids]) => [client, alikeFinder(ids)]))),
    auditsAlike: lazily(() => alikeFinder(known.audits.map(({ id }) => id))),
    packages: new Map(known.workPackages.map((workPackage) => [workPackage.id, workPackage])),
    componentsOf: known.componentsOf,
    usersOf: known.usersOf,
    entityIds,
    countries: new Map(
      [...known.entitiesOf].map(([client, entities]) => [
        client,
        new Map(entities.map(({ id, country }) => [id, country])),
      ]),
    ),
  };
}

export function entityKey(client: string, entity: string): string {
  return JSON.stringify([client, entity]);
}

export type Service = ReturnType<typeof serviceIndex>;

export const ofSetting = 'settings.'; // so the fields of settings begin

export type Compared = Pick<CheckedRow, 'differences' | 'existing'>;

/** What the service has of a row's object, compared as far as the row says something. */
export function compared({ object, blank }: RowReading, service: Service): Compared {
  const fixed = (existing: string, fields: readonly Difference[]): Compared => ({
    existing,
    differences: fields
      .flatMap(({ field }) =>
        field.startsWith(ofSetting) ? 'settings' : (columnOfField(object.kind, field) ?? []),
      )
      .filter((column, place, all) => !blank.has(column) && all.indexOf(column) === place)
      .map((column) => ({ column, canChange: false })),
  });
  switch (object.kind) {
    case 'client': {
      const client = service.clients.get(object.creation.id);
      return client === undefined ? isNew : fixed(client.id, clientDifferences(object.creation, client));
    }
    case 'audit': {
      const audit = service.audits.get(object.creation.id);
      return audit === undefined ? isNew : fixed(audit.id, auditDifferences(object.creation, audit));
    }
    case 'component': {
      const component = existingComponent(object, service.componentsOf);
      return component === null
        ? isNew
        : { existing: component.id, differences: componentDifferences(object, component, blank) };
    }
    case 'user': {
      const key = addressKey(object.assignment.id);
      const user = service.usersOf.get(object.audit)?.find(({ id }) => addressKey(id) === key);
      if (user === undefined) return isNew;
      const isSame = user.role === object.assignment.role;
      return { existing: user.id, differences: isSame ? [] : [{ column: 'role', canChange: true }] };
    }
    case 'deadline': {
      const group = service.season().find(object);
      return group === null || group === 'several' ? isNew : comparedGroup(group, object);
    }
  }
}

/** Made of what the season has of the group. */
function comparedGroup(group: SeasonGroup, row: DeadlineRow): Compared {
  const { day } = row;
  const before = group.deadline?.day;
  const isOther = day !== null && day !== before && group.isOpen;
  return {
    existing: group.id,
    differences: [
      ...(isOther
        ? [{ column: 'deadline' as const, canChange: true, ...(before === undefined ? {} : { before }) }]
        : []),
      ...people
        .filter((of) => group.people !== null && row[of] !== '' && row[of] !== group.people[of])
        .map((column) => ({ column, canChange: true })),
    ],
  };
}

const isNew: Compared = { existing: null, differences: [] };

/** Whether a row without faults makes or changes anything: what is there already is held against no rule for what is made. */
export function needsRequest({ existing, differences }: Compared): boolean {
  return existing === null || differences.some(({ canChange }) => canChange);
}

/** What a person has to know of what is there already: that it goes, or that the service does not show what the row says. */
export function issuesOfExisting(
  { object, blank }: RowReading,
  comparison: Compared,
  service: Service,
): readonly RowIssue[] {
  const statusOf = (audit: string): string | undefined => service.audits.get(audit)?.status;
  const goes = (status: string | undefined, column: ImportColumn): readonly RowIssue[] =>
    status === 'deleting' && !needsRequest(comparison)
      ? [{ code: 'being-deleted', column, isWarning: false }]
      : [];
  switch (object.kind) {
    case 'client':
      return [];
    case 'deadline':
      return seasonIssues(object, service.groups.get(comparison.existing ?? '') ?? null, service.today);
    case 'audit':
      return goes(statusOf(object.creation.id), 'audit_id');
    case 'user':
      return goes(statusOf(object.audit), 'audit_id');
    case 'component': {
      const component = existingComponent(object, service.componentsOf);
      if (component === null) return [];
      const client = service.audits.get(object.group)?.client_organisation_id ?? '';
      const country = service.countries.get(client)?.get(component.legal_entity_ids[0] ?? '') ?? null;
      return [
        ...goes(
          [component.status, statusOf(object.group)].find((each) => each === 'deleting'),
          'group_audit_id',
        ),
        ...columnsNotShown(object, component, blank, country).map(
          (column): RowIssue => ({ code: 'not-compared', column, isWarning: true }),
        ),
      ];
    }
  }
}
