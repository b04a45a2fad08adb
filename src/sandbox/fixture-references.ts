import { Setting } from '../shared/model/work-package.ts';
import { settingViolations } from '../shared/rules/setting.ts';
import { isDictionary } from './fields.ts';
import { type JsonPath, jsonPath } from './json-path.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Item {
  readonly path: JsonPath;
  readonly value: Fields;
}

/**
 * Duplicates and references to nothing in a fixture, as lines with their JSON path. It looks only at what has the
 * right shape, so that these faults are told together with those of the shape.
 */
export function referenceFaults(fixture: unknown): readonly string[] {
  if (!isDictionary(fixture)) return [];
  const root: Item = { path: [], value: fixture };
  const packages = items(root, 'work_packages');
  const roles = items(root, 'roles');
  const firms = items(root, 'firms');
  const known = new Map(packages.map((one) => [one.value.id, knownPackage(one)]));
  const auditRoles = Array.isArray(fixture.roles)
    ? roles.filter(({ value }) => value.associated_model === 'Audit').map(({ value }) => value.name)
    : null; // nothing to judge by
  return [
    ...duplicates(packages, 'id'),
    ...packages.flatMap((one) => packageFaults(one)),
    ...repeated(roles.map(({ path, value }) => [path, JSON.stringify([value.name, value.associated_model])])),
    ...duplicates(firms, 'id'),
    ...duplicates(
      firms.flatMap((firm) => items(firm, 'service_accounts')),
      'client_id',
    ),
    ...firms.flatMap((firm) => firmFaults(firm, known, auditRoles)),
  ];
}

/** What an audit refers to in a work package. */
interface KnownPackage {
  readonly labels: readonly unknown[];
  readonly settings: readonly Setting[];
}
type Packages = ReadonlyMap<unknown, KnownPackage>;

function knownPackage(workPackage: Item): KnownPackage {
  return {
    labels: list(workPackage.value.scoping_packages),
    settings: readableSettings(items(workPackage, 'settings').map(({ value }) => value)),
  };
}

function packageFaults(workPackage: Item): readonly string[] {
  const settings = items(workPackage, 'settings');
  return [
    ...duplicates(settings, 'id'),
    ...settings.flatMap((setting) => {
      const { id, default: preset } = setting.value;
      if (typeof id !== 'string' || preset === null || preset === undefined) return [];
      return settingFaults(readableSettings([setting.value]), { [id]: preset }).map(() =>
        line([...setting.path, 'default'], 'does not fit the type'),
      );
    }),
  ];
}

function firmFaults(
  firm: Item,
  packages: Packages,
  auditRoles: readonly unknown[] | null,
): readonly string[] {
  const clients = items(firm, 'client_organisations');
  const audits = items(firm, 'audits');
  const components = audits.flatMap((audit) => items(audit, 'components'));
  const people = items(firm, 'users');
  const emails = new Set(people.map(({ value }) => folded(value.email)));
  const entitiesOf = new Map(
    clients.map((client) => [
      client.value.id,
      new Set(items(client, 'legal_entities').map(({ value }) => value.id)),
    ]),
  );
  const componentIds = new Set(components.map(({ value }) => value.id));
  return [
    ...repeated(people.map(({ path, value }) => [[...path, 'email'], folded(value.email)])),
    ...duplicates(clients, 'id'),
    ...clients.flatMap((client) => duplicates(items(client, 'legal_entities'), 'id')),
    ...duplicates([...audits, ...components], 'id'),
    ...repeated(audits.flatMap((audit) => texts(audit, 'coupled_component_audit_ids'))),
    ...audits.flatMap((audit) => [
      ...texts(audit, 'coupled_component_audit_ids')
        .filter(([, id]) => !componentIds.has(id))
        .map(([path]) => line(path, 'no such component audit in this firm')),
      ...packageReferences(audit, packages),
      ...entityReferences(audit, entitiesOf),
      ...userReferences(audit, emails, auditRoles),
    ]),
  ];
}

function packageReferences(audit: Item, packages: Packages): readonly string[] {
  const { work_package_id: id, scoping_package_id: label, settings } = audit.value;
  if (typeof id !== 'string') return [];
  const workPackage = packages.get(id);
  if (workPackage === undefined) return [line([...audit.path, 'work_package_id'], 'no such work package')];
  return [
    ...(typeof label === 'string' && !workPackage.labels.includes(label)
      ? [line([...audit.path, 'scoping_package_id'], 'not a label of the work package')]
      : []),
    ...settingFaults(workPackage.settings, isDictionary(settings) ? settings : {}).map((setting) =>
      line([...audit.path, 'settings', setting], 'not a setting of the work package, or a wrong value'),
    ),
  ];
}

function entityReferences(
  audit: Item,
  entitiesOf: ReadonlyMap<unknown, ReadonlySet<unknown>>,
): readonly string[] {
  const id = audit.value.client_organisation_id;
  if (typeof id !== 'string') return [];
  const entities = entitiesOf.get(id);
  if (entities === undefined)
    return [line([...audit.path, 'client_organisation_id'], 'no such client organisation in this firm')];
  return [audit, ...items(audit, 'components')].flatMap((unit) => {
    const named = texts(unit, 'legal_entity_ids');
    return [
      ...repeated(named),
      ...named
        .filter(([, entity]) => !entities.has(entity))
        .map(([path]) => line(path, 'no such legal entity of the client organisation')),
    ];
  });
}

function userReferences(
  audit: Item,
  emails: ReadonlySet<string | null>,
  auditRoles: readonly unknown[] | null,
): readonly string[] {
  const users = items(audit, 'users');
  return [
    ...repeated(users.map(({ path, value }) => [[...path, 'id'], folded(value.id)])),
    ...users
      .filter(({ value }) => typeof value.id === 'string' && !emails.has(folded(value.id)))
      .map(({ path }) => line([...path, 'id'], 'no such user in this firm')),
    ...users
      .filter(({ value }) => typeof value.role === 'string' && auditRoles?.includes(value.role) === false)
      .map(({ path }) => line([...path, 'role'], 'no such audit role')),
  ];
}

/** Ids of the settings among `values` that no definition has, or whose value does not fit. */
function settingFaults(definitions: readonly Setting[], values: Fields): readonly string[] {
  return settingViolations(definitions, values).map(({ field }) => field.slice('settings.'.length));
}

function readableSettings(definitions: readonly Fields[]): readonly Setting[] {
  return definitions.flatMap((definition) => {
    const setting = Setting.safeParse(definition);
    return setting.success ? [setting.data] : [];
  });
}

function duplicates(among: readonly Item[], key: string): readonly string[] {
  return repeated(
    among.map(({ path, value: { [key]: id } }) => [[...path, key], typeof id === 'string' ? id : null]),
  );
}

/** A line for each text that stood before; null is nothing to compare. */
function repeated(entries: readonly (readonly [JsonPath, string | null])[]): readonly string[] {
  const seen = new Set<string>();
  return entries.flatMap(([path, text]) => {
    if (text === null) return [];
    if (seen.has(text)) return [line(path, 'stands twice')];
    seen.add(text);
    return [];
  });
}

function items({ path, value }: Item, key: string): readonly Item[] {
  return list(value[key]).flatMap((one, index) =>
    isDictionary(one) ? [{ path: [...path, key, index], value: one }] : [],
  );
}

function texts({ path, value }: Item, key: string): readonly (readonly [JsonPath, string])[] {
  return list(value[key]).flatMap((one, index) =>
    typeof one === 'string' ? [[[...path, key, index], one] as const] : [],
  );
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function folded(email: unknown): string | null {
  return typeof email === 'string' ? email.toLowerCase() : null;
}

function line(path: JsonPath, text: string): string {
  return `${jsonPath(path)}: ${text}`;
}
