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
  const known = register(root, 'work_packages', 'id', knownPackage);
  const auditRoles =
    isReadable(root, 'roles', 'name') && isReadable(root, 'roles', 'associated_model')
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
  /** Null, here and below, where a fault of the shape leaves nothing to judge by. */
  readonly labels: readonly unknown[] | null;
  readonly settings: readonly Setting[] | null;
}

function knownPackage({ value }: Item): KnownPackage {
  const { scoping_packages: labels, settings } = value;
  const definitions = Array.isArray(settings) ? readableSettings(settings.filter(isDictionary)) : [];
  return {
    labels: Array.isArray(labels) && labels.every((label) => typeof label === 'string') ? labels : null,
    settings: Array.isArray(settings) && definitions.length === settings.length ? definitions : null,
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
  packages: Register<KnownPackage>,
  auditRoles: readonly unknown[] | null,
): readonly string[] {
  const clients = items(firm, 'client_organisations');
  const audits = items(firm, 'audits');
  const components = audits.flatMap((audit) => items(audit, 'components'));
  const people = items(firm, 'users');
  const emails = isReadable(firm, 'users', 'email')
    ? new Set(people.map(({ value }) => folded(value.email)))
    : null;
  const entitiesOf = register(firm, 'client_organisations', 'id', (client) =>
    isReadable(client, 'legal_entities', 'id')
      ? new Set(items(client, 'legal_entities').map(({ value }) => value.id))
      : null,
  );
  const componentIds = audits.every(
    (audit) => audit.value.components === undefined || isReadable(audit, 'components', 'id'),
  )
    ? new Set(components.map(({ value }) => value.id))
    : null;
  return [
    ...repeated(people.map(({ path, value }) => [[...path, 'email'], folded(value.email)])),
    ...duplicates(clients, 'id'),
    ...clients.flatMap((client) => duplicates(items(client, 'legal_entities'), 'id')),
    ...duplicates([...audits, ...components], 'id'),
    ...repeated(audits.flatMap((audit) => texts(audit, 'coupled_component_audit_ids'))),
    ...audits.flatMap((audit) => [
      ...texts(audit, 'coupled_component_audit_ids')
        .filter(([, id]) => componentIds?.has(id) === false)
        .map(([path]) => line(path, 'no such component audit in this firm')),
      ...packageReferences(audit, packages),
      ...entityReferences(audit, entitiesOf),
      ...userReferences(audit, emails, auditRoles),
    ]),
  ];
}

function packageReferences(audit: Item, packages: Register<KnownPackage>): readonly string[] {
  const { work_package_id: id, scoping_package_id: label, settings } = audit.value;
  if (typeof id !== 'string') return [];
  const workPackage = packages.entries.get(id);
  if (workPackage === undefined)
    return packages.isWhole ? [line([...audit.path, 'work_package_id'], 'no such work package')] : [];
  const { labels, settings: definitions } = workPackage;
  return [
    ...(typeof label === 'string' && labels?.includes(label) === false
      ? [line([...audit.path, 'scoping_package_id'], 'not a label of the work package')]
      : []),
    ...(definitions === null ? [] : settingFaults(definitions, isDictionary(settings) ? settings : {})).map(
      (setting) =>
        line([...audit.path, 'settings', setting], 'not a setting of the work package, or a wrong value'),
    ),
  ];
}

function entityReferences(audit: Item, entitiesOf: Register<ReadonlySet<unknown> | null>): readonly string[] {
  const id = audit.value.client_organisation_id;
  if (typeof id !== 'string') return [];
  const entities = entitiesOf.entries.get(id);
  if (entities === undefined && entitiesOf.isWhole)
    return [line([...audit.path, 'client_organisation_id'], 'no such client organisation in this firm')];
  return [audit, ...items(audit, 'components')].flatMap((unit) => {
    const named = texts(unit, 'legal_entity_ids');
    return [
      ...repeated(named),
      ...named
        .filter(([, entity]) => entities?.has(entity) === false)
        .map(([path]) => line(path, 'no such legal entity of the client organisation')),
    ];
  });
}

function userReferences(
  audit: Item,
  emails: ReadonlySet<string | null> | null,
  auditRoles: readonly unknown[] | null,
): readonly string[] {
  const users = items(audit, 'users');
  return [
    ...repeated(users.map(({ path, value }) => [[...path, 'id'], folded(value.id)])),
    ...users
      .filter(({ value }) => typeof value.id === 'string' && emails?.has(folded(value.id)) === false)
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

/** What a list names by its ids. Of two with one id the first is meant: the second is told as a duplicate. */
interface Register<Entry> {
  readonly entries: ReadonlyMap<unknown, Entry>;
  /** False where an id cannot be read: then nobody knows whether one is missing. */
  readonly isWhole: boolean;
}

function register<Entry>(
  holder: Item,
  key: string,
  id: string,
  entry: (item: Item) => Entry,
): Register<Entry> {
  return {
    entries: new Map(
      items(holder, key)
        .map((item) => [item.value[id], entry(item)] as const)
        .toReversed(),
    ),
    isWhole: isReadable(holder, key, id),
  };
}

/** Whether a list is there and each of its objects has a text under `id`. */
function isReadable({ value }: Item, key: string, id: string): boolean {
  const among = value[key];
  return Array.isArray(among) && among.every((one) => isDictionary(one) && typeof one[id] === 'string');
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
