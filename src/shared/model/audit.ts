import { z } from 'zod';
import { currencies } from './currency.ts';
import { auditLanguages, auditStatuses, auditTypes } from './terms.ts';
import {
  as,
  code,
  day,
  idOf,
  isRecord,
  listOf,
  listOrNone,
  noun,
  nullable,
  prototypeKeys,
  type Reading,
  text,
} from './tolerant.ts';

export {
  type AuditLanguage,
  type AuditStatus,
  type AuditType,
  auditLanguages,
  auditStatuses,
  auditTypes,
} from './terms.ts';

/** Languages by their specified codes, also as locales and by their names. */
export const language = code(auditLanguages, {
  'en-us': ['en', 'English', 'English (US)', 'American English', 'Engels'],
  nl: ['nl-nl', 'Dutch', 'Nederlands', 'Olandese'],
  it: ['it-it', 'Italian', 'Italiano', 'Italiaans'],
});

const everyType: readonly string[] = [...auditTypes, 'component'];
export const auditType = code(everyType, {
  single: ['single audit'],
  consolidated: ['consolidated audit'],
  component: ['component audit'],
});

/** What an object calls its type may be what kind of object it is. */
const knownType: Reading<string> = (value, ...rest) => {
  const said = auditType(value, ...rest);
  return said !== undefined && everyType.includes(said) ? said : undefined;
};

export const statusNames = ['state', 'lifecycle_status', 'lifecycle_state'] as const;
/** The states of the specification, also in other languages and in words that mean no other; another word may mean any of them. */
export const status = code(auditStatuses, {
  initializing: [
    'initialising',
    'creating',
    'being created',
    'provisioning',
    'preparing',
    'setting up',
    'wordt aangemaakt',
    'in creazione',
    'wird erstellt',
    'initialiseren',
    'wordt geïnitialiseerd',
    'in inizializzazione',
    'wird initialisiert',
    'en cours d’initialisation',
    'inicializando',
  ],
  open: ['opened', 'geopend', 'aperto', 'aperta', 'offen', 'ouvert', 'ouverte', 'abierto', 'abierta'],
  archived: [
    'gearchiveerd',
    'archiviato',
    'archiviata',
    'archiviert',
    'archivé',
    'archivée',
    'archivado',
    'archivada',
  ],
  deleting: ['wordt verwijderd', 'in eliminazione', 'wird gelöscht', 'en cours de suppression', 'eliminando'],
});

const currency = code(currencies.map((one) => one.code));

const SettingValue = noun(
  ['setting'],
  {
    id: { read: idOf('setting'), names: ['key', 'setting', 'name'], otherwise: '' },
    value: { read: (value) => (value === undefined ? undefined : { is: value }), otherwise: { is: null } },
  },
  'id',
);
const settingValues = listOf(as(SettingValue));

/** The value of each setting by its id: a map, or a list of ids with their values. */
const settings: Reading<Readonly<Record<string, unknown>>> = (value, miss, own) => {
  if (isRecord(value)) {
    const inner = Object.values(value);
    const areObjects = inner.length > 0 && inner.every((one) => isRecord(one) && 'value' in one);
    return areObjects
      ? Object.fromEntries(Object.entries(value).map(([id, one]) => [id, isRecord(one) ? one.value : one]))
      : value;
  }
  if (!Array.isArray(value)) return undefined;
  const values = (settingValues(value, miss, own) ?? []).filter((one) => one.unseen === undefined);
  const known = values.filter(({ id }) => !prototypeKeys.includes(id));
  if (known.length < value.length) miss();
  return Object.fromEntries(known.map(({ id, value: { is } }) => [id, is]));
};

const entityId = idOf('legal_entity', 'entity');
const severalIds = listOf(entityId, (map) =>
  entityId(map, () => {}, undefined) === undefined &&
  Object.values(map).every((one) => one === true || isRecord(one))
    ? Object.keys(map)
    : undefined,
);

/** A list of ids of legal entities, or a map by them. Where one text may be several ids, it is noted. */
export const entityIds: Reading<readonly string[]> = (value, miss, own) => {
  const ids = severalIds(value, miss, own);
  if (typeof value !== 'string' || /^\s*\[/.test(value) || !/[,;|]/.test(value)) return ids;
  miss();
  return value.split(/[,;|]/).map((one) => one.trim());
};

/** The same under a name for one: there a number is its id. */
export const oneEntity: Reading<readonly string[]> = (value, ...rest) =>
  entityIds(typeof value === 'number' ? String(value) : value, ...rest);
export const entityNames = ['legal_entities', 'entities', 'entity_ids'] as const;
export const oneEntityNames = ['legal_entity_id', 'legal_entity'] as const;

const componentIds = listOrNone(listOf(idOf('component_audit', 'component')));

const aDay = { read: day, otherwise: '', rest: text } as const;

/** An audit as read. `status`, `audit_type` and `language` are in their specified spelling, or as the service spells them where they are none. */
export const Audit = noun(
  ['audit'],
  {
    id: { read: idOf('audit'), otherwise: '' },
    name: { read: text, names: ['title', 'display_name', 'label'], otherwise: '' },
    work_package_id: {
      read: idOf('work_package'),
      names: ['work_package', 'package_id', 'package'],
      otherwise: '',
    },
    scoping_package_id: { read: text, names: ['scoping_package', 'scoping_label', 'scoping'], otherwise: '' },
    client_organisation_id: {
      read: idOf('client_organisation', 'client'),
      names: ['client_organisation', 'client_id', 'client', 'organisation_id', 'organisation'],
      otherwise: '',
    },
    legal_entity_ids: {
      read: entityIds,
      names: [...entityNames, ...oneEntityNames.map((name) => [name, oneEntity] as const)],
      otherwise: [],
    },
    /** `YYYY-MM-DD`, inclusive; never a moment in time. */
    period_start: { ...aDay, names: ['period.start', 'period.from', 'period.start_date', 'start_date'] },
    /** `YYYY-MM-DD`, inclusive; never a moment in time. */
    period_end: { ...aDay, names: ['period.end', 'period.to', 'period.end_date', 'end_date'] },
    language: { read: language, names: ['language_code', 'locale'], otherwise: '' },
    unit_of_measurement: { read: nullable(currency), names: ['unit', 'currency'], otherwise: null },
    settings: { read: settings, names: ['setting_values', 'applied_settings'], otherwise: {} },
    status: { read: status, names: statusNames, otherwise: '' },
    audit_type: {
      read: auditType,
      names: [
        ['type', knownType],
        ['kind', knownType],
      ],
      otherwise: '',
    },
    created_at: { read: nullable(text), names: ['created', 'created_on', 'creation_date'], otherwise: null },
    group_audit_id: { read: nullable(idOf('audit')), names: ['group_audit', 'group_id'], otherwise: null },
    coupled_component_audit_ids: {
      read: componentIds,
      names: ['coupled_component_audits', 'coupled_components', 'coupled_component_ids'],
      otherwise: [],
    },
  },
  'id',
);
export type Audit = z.output<typeof Audit>;

/** What creates an audit. The app always sends an `id`, which makes a creation safe to repeat (decisions.md §4.2). */
export const AuditCreation = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  work_package_id: z.string(),
  scoping_package_id: z.string(),
  client_organisation_id: z.string(),
  legal_entity_id: z.string(),
  period_start: z.string(),
  period_end: z.string(),
  language: z.string(),
  unit_of_measurement: z.string().optional(),
  audit_type: z.string().optional(),
  coupled_component_audit_ids: z.array(z.string()).readonly().optional(),
  settings: z.record(z.string(), z.unknown()).readonly().optional(),
});
export type AuditCreation = z.output<typeof AuditCreation>;
