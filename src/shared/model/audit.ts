import { z } from 'zod';
import { currencies } from './currency.ts';
import { auditLanguages, auditStatuses, auditTypes } from './terms.ts';
import {
  as,
  code,
  day,
  idOf,
  isRecord,
  letters,
  noun,
  nullable,
  prototypeKeys,
  type Reading,
  text,
} from './tolerant.ts';
import { aboutList, keysIn, listOf, listOrNone } from './tolerant-list.ts';

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
  'en-us': [
    'en',
    'eng',
    'English',
    'English (US)',
    'English (United States)',
    'American English',
    'Engels',
    'Inglese',
    'Englisch',
    'anglais',
  ],
  nl: [
    'nl-nl',
    'nld',
    'dut',
    'Dutch',
    'Dutch (Netherlands)',
    'Nederlands',
    'Olandese',
    'Niederländisch',
    'néerlandais',
  ],
  it: ['it-it', 'ita', 'Italian', 'Italian (Italy)', 'Italiano', 'Italiaans', 'Italienisch', 'italien'],
});

const everyType: readonly string[] = [...auditTypes, 'component'];
export const auditType = code(everyType, {
  single: ['single audit'],
  consolidated: [
    'consolidated audit',
    'group',
    'group audit',
    'geconsolideerd',
    'consolidato',
    'consolidata',
    'konsolidiert',
    'consolidé',
  ],
  component: ['component audit'],
});

/** One of the words, and no other: what is called so may be another thing. */
export function oneOf(words: readonly string[], read: Reading<string>): Reading<string> {
  return (value, ...rest) => {
    const said = read(value, ...rest);
    return said !== undefined && words.includes(said) ? said : undefined;
  };
}
const knownType = oneOf(everyType, auditType);
export const typesInMap = (map: Record<string, unknown>): unknown =>
  keysIn(map, (name) => knownType(name, () => {}, undefined) !== undefined);

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

const statusNames = ['status', 'state', 'lifecycle_status', 'lifecycle_state', 'audit_status'] as const;
/** The status of an object; beside it may stand one of the answer, which is none of an object. */
export const statusField = {
  read: oneOf(auditStatuses, status),
  names: [
    ...statusNames.map((name) => [name, oneOf(auditStatuses, status)] as const),
    ...statusNames.map((name) => [name, status] as const),
  ],
  otherwise: '',
} as const;

const currency = code(currencies.map((one) => one.code));

const SettingValue = noun(
  ['setting'],
  {
    id: {
      read: (value, ...rest) => (typeof value === 'number' ? undefined : idOf('setting')(value, ...rest)),
      names: ['key', 'code', 'setting', 'name', ['id', idOf('setting')]],
      otherwise: '',
    },
    value: { read: (value) => (value === undefined ? undefined : { is: value }), otherwise: { is: null } },
  },
  'id',
);
const settingValues = listOf(as(SettingValue));

/** The value of each setting by its id: a map, or a list of ids with their values. */
const settings: Reading<Readonly<Record<string, unknown>>> = (value, miss, own) => {
  const list = settingsIn(value, own);
  if (isRecord(value) && list === null) {
    const inner = Object.values(value);
    if (inner.length > 0 && Object.keys(value).every((name) => aboutList.includes(letters(name))))
      return undefined;
    const areObjects = inner.length > 0 && inner.every((one) => isRecord(one) && 'value' in one);
    return areObjects
      ? Object.fromEntries(Object.entries(value).map(([id, one]) => [id, isRecord(one) ? one.value : one]))
      : value;
  }
  if (list === null) return undefined;
  const known = list.filter((one) => one.unseen === undefined && !prototypeKeys.includes(one.id));
  const all = Array.isArray(value) ? value.length : list.length;
  if (known.length < all) miss();
  return Object.fromEntries(known.map(({ id, value: { is } }) => [id, is]));
};

/** The settings of a list, also in an envelope; null where it is none. */
function settingsIn(value: unknown, own: unknown): readonly z.output<typeof SettingValue>[] | null {
  if (!isRecord(value) && !Array.isArray(value)) return null;
  const read = settingValues(value, () => {}, own);
  if (Array.isArray(value)) return read ?? [];
  return read?.every((one) => one.unseen === undefined) === true ? read : null;
}

const entityId = idOf('legal_entity', 'entity');
/** A list of ids of legal entities, or a map by them. Where one text may be several ids, it is noted. */
export const entityIds: Reading<readonly string[]> = listOf(entityId, (map) =>
  entityId(map, () => {}, undefined) === undefined &&
  Object.values(map).every((one) => one === true || isRecord(one))
    ? keysIn(map, (name) => !aboutList.includes(letters(name)) && !nounNames.includes(letters(name)))
    : undefined,
);
const nounNames = ['legalentity', 'entity', 'item', 'node'];

/** The same under a name for one: there a number is its id. */
export const oneEntity: Reading<readonly string[]> = (value, ...rest) =>
  entityIds(typeof value === 'number' ? String(value) : value, ...rest);
export const entityNames = [
  'legal_entities',
  'entities',
  'entity_ids',
  'legal_entity_codes',
  'legal_entity_refs',
] as const;
export const oneEntityNames = ['legal_entity_id', 'legal_entity'] as const;

const componentIds = listOrNone(listOf(idOf('component_audit', 'component')));

const clientNames =
  'client_organisation client_id client organisation_id organisation client_organization_id client_organization organization_id organization customer_id client_organisation_code client_organisation_ref client_organisation_url client_code'.split(
    ' ',
  );

const aDay = { read: day, otherwise: '', rest: text } as const;

/** An audit as read. `status`, `audit_type` and `language` are in their specified spelling, or as the service spells them where they are none. */
export const Audit = noun(
  ['audit'],
  {
    id: { read: idOf('audit'), otherwise: '' },
    name: { read: text, names: ['title', 'display_name', 'label'], otherwise: '' },
    work_package_id: {
      read: idOf('work_package'),
      names: [
        'work_package',
        'package_id',
        'package',
        'work_package_code',
        'work_package_ref',
        'work_package_url',
      ],
      otherwise: '',
    },
    scoping_package_id: {
      read: text,
      names: ['scoping_package', 'scoping_label', 'scoping_package_label', 'scoping'],
      otherwise: '',
    },
    client_organisation_id: {
      read: idOf('client_organisation', 'client'),
      names: clientNames,
      otherwise: '',
    },
    legal_entity_ids: {
      read: entityIds,
      names: [...entityNames, ...oneEntityNames.map((name) => [name, oneEntity] as const)],
      otherwise: [],
    },
    /** `YYYY-MM-DD`, inclusive; never a moment in time. */
    period_start: {
      ...aDay,
      names: [
        'period.start',
        'period.from',
        'period.start_date',
        'period.begin',
        'period_start_date',
        'period_from',
        'start_date',
        'date_from',
      ],
    },
    /** `YYYY-MM-DD`, inclusive; never a moment in time. */
    period_end: {
      ...aDay,
      names: [
        'period.end',
        'period.to',
        'period.end_date',
        'period.until',
        'period_end_date',
        'period_to',
        'end_date',
        'date_to',
      ],
    },
    language: { read: language, names: ['language_code', 'locale'], otherwise: '' },
    unit_of_measurement: { read: nullable(currency), names: ['unit', 'currency'], otherwise: null },
    settings: { read: settings, names: ['setting_values', 'applied_settings'], otherwise: {} },
    status: statusField,
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
