import type { Difference } from '../../plan.ts';
import { auditDifferences, clientDifferences } from '../plans/same-creation.ts';
import { addressKey } from '../service/audit-user.ts';
import { knownAncestors, knownNetwork } from '../service/known-network.ts';
import { workPackageLines } from '../service/work-package.ts';
import type { ImportColumn } from './columns.ts';
import { columnsNotShown, componentDifferences, existingComponent } from './components.ts';
import type { ImportKnown, ImportObject, JudgedRow, RowReading, RowVerdict } from './model.ts';
import { replacingIndex, underwayIndex } from './underway.ts';

/** Made when it is first asked for: few tables couple audits. */
function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The service's lists, by ids. */
export function serviceIndex(known: ImportKnown) {
  const entityIds = new Map(
    [...known.entitiesOf].map(([client, entities]) => [client, new Set(entities.map(({ id }) => id))]),
  );
  return {
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
export type Service = ReturnType<typeof serviceIndex>;

/** The columns of what a row asks for, by the service's names. */
export const columnsOfFields: Readonly<Record<ImportObject['kind'], Readonly<Record<string, ImportColumn>>>> =
  {
    client: {
      id: 'client_id',
      name: 'client_name',
      country: 'country',
      domains: 'domains',
      allow_password_login: 'allow_password_login',
    },
    audit: {
      id: 'audit_id',
      name: 'audit_name',
      client_organisation_id: 'client_id',
      legal_entity_id: 'legal_entity_ids',
      work_package_id: 'work_package_id',
      scoping_package_id: 'scoping_label',
      period_start: 'period_start',
      period_end: 'period_end',
      language: 'language',
      unit_of_measurement: 'unit_of_measurement',
      audit_type: 'audit_type',
      coupled_component_audit_ids: 'coupled_component_ids',
    },
    component: {
      legal_entity_ids: 'legal_entity_ids',
      name: 'component_name',
      country: 'country',
      auditor_relation: 'auditor_relation',
      'component_settings.component_auditor_works_in_audit': 'works_in_audit',
    },
    user: {},
  };

export const ofSetting = 'settings.'; // so the fields of settings begin

export type Compared = Pick<JudgedRow, 'differences' | 'existing'>;

/** What the service has of a row's object, compared as far as the row says something. */
export function compared({ object, blank }: RowReading, service: Service): Compared {
  const columns = columnsOfFields[object.kind];
  const fixed = (existing: string, fields: readonly Difference[]): Compared => ({
    existing,
    differences: fields
      .flatMap(({ field }) => (field.startsWith(ofSetting) ? 'settings' : (columns[field] ?? [])))
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
  }
}

const isNew: Compared = { existing: null, differences: [] };

/** Whether a row without faults makes or changes anything: what is there already is held against no rule for what is made. */
export function needsRequest({ existing, differences }: Compared): boolean {
  return existing === null || differences.some(({ canChange }) => canChange);
}

/** What a person has to know of what is there already: that it goes, or that the service does not show what the row says. */
export function verdictsOfExisting(
  { object, blank }: RowReading,
  comparison: Compared,
  service: Service,
): readonly RowVerdict[] {
  const statusOf = (audit: string): string | undefined => service.audits.get(audit)?.status;
  const goes = (status: string | undefined, column: ImportColumn): readonly RowVerdict[] =>
    status === 'deleting' && !needsRequest(comparison)
      ? [{ code: 'being-deleted', column, isWarning: false }]
      : [];
  switch (object.kind) {
    case 'client':
      return [];
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
          (column): RowVerdict => ({ code: 'not-compared', column, isWarning: true }),
        ),
      ];
    }
  }
}
