import { z } from 'zod';
import { auditType, language, typesInMap } from './audit.ts';
import { settingTypes } from './terms.ts';
import {
  as,
  asItCame,
  code,
  idOf,
  isRecord,
  layerOf,
  letters,
  noun,
  type Reading,
  text,
} from './tolerant.ts';
import { aboutList, isLocale, keysIn, listOf } from './tolerant-list.ts';

/** One of the values that a choice offers; `value` is exactly as it came, of whatever type it is. */
export interface SettingOption {
  readonly value: unknown;
  readonly label: string;
}

const settingType = code(settingTypes, {
  boolean: ['bool', 'checkbox', 'toggle', 'flag', 'yes_no'],
  string: ['text', 'str', 'char', 'textarea'],
  integer: ['int'],
  decimal: ['number', 'numeric', 'float', 'double'],
  choice: ['select', 'enum', 'radio', 'dropdown', 'single_choice'],
  multiple_choice: ['multiselect', 'multi_choice', 'checkboxes'],
});

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** An option: a value, a pair of value and label, or an object that has them. */
const option: Reading<SettingOption> = (entry, ...rest) => {
  if (isScalar(entry)) return { value: entry, label: String(entry) };
  if (Array.isArray(entry)) {
    const [value, label] = entry;
    return entry.length === 2 && isScalar(value)
      ? { value, label: text(label, ...rest) ?? String(value) }
      : undefined;
  }
  if (!isRecord(entry)) return undefined;
  const isPair = entry.key !== undefined && isScalar(entry.value) && Object.keys(entry).length === 2; // a key with its label
  if (isPair) return option([entry.key, entry.value], ...rest);
  const name = ['value', 'id', 'key', 'code', 'name', 'label'].find((one) => entry[one] !== undefined);
  if (name === undefined) return undefined;
  const value = entry[name];
  const label = [entry.label, entry.name, entry.title, entry.text, value].map((one) => text(one, ...rest));
  return { value, label: label.find((one) => one !== undefined && one !== '') ?? '' };
};

const optionNames = ['value', 'id', 'key', 'code', 'label'];
const options = listOf(option, (map) =>
  optionNames.some((name) => name in map || (isRecord(map.option) && name in map.option))
    ? undefined
    : Object.entries(map).map(([value, label]) => [value, label]),
);

/** The definition of a setting (decisions.md §5.3). `type` is in our spelling, or as the service spells it where it is none of ours. */
export const Setting = noun(
  ['setting'],
  {
    id: { read: idOf('setting'), names: ['key', 'code', 'slug'], otherwise: '' },
    name: { read: text, names: ['label', 'title', 'display_name'], otherwise: '' },
    type: { read: settingType, names: ['kind', 'data_type', 'value_type', 'field_type'], otherwise: '' },
    default: {
      read: (value): unknown => value,
      names: ['default_value', 'initial', 'initial_value'],
      otherwise: null,
    },
    options: {
      read: (value, ...rest) => (value === null ? [] : options(value, ...rest)),
      names: ['choices', 'values', 'allowed_values', 'enum'],
      otherwise: [],
    },
  },
  'id',
);
export type Setting = z.output<typeof Setting>;

const settingsList = listOf(as(Setting), (map) =>
  'id' in map || 'key' in map || keysIn(map, (name) => aboutList.includes(letters(name))) !== undefined
    ? undefined
    : Object.entries(map).map(([id, one]) => (isRecord(one) ? { id, ...one } : null)),
);

type PriceCondition = 'always' | 'coupled' | 'alone' | 'unknown';

/** A price (decisions.md §5.4): what the service is said to charge in credits where its conditions hold. */
export interface Price {
  /** The empty text where it is not understood. */
  readonly audit_type: string;
  /** Null where it is not understood, which is not "free". */
  readonly credits: number | null;
  /** `unknown` where a condition is not understood, which is not "always". */
  readonly applies: PriceCondition;
  /** The entry as it came, cut where it is long. */
  readonly asItCame: string;
}

/** A price that was read before. */
const KeptPrice = z.strictObject({
  audit_type: z.string(),
  credits: z.number().nullable(),
  applies: z.enum(['always', 'coupled', 'alone', 'unknown']),
  asItCame: z.string(),
});

/** Any value is a price: what is left out would look like none. */
const Price = z.unknown().transform((value): Price => {
  const kept = KeptPrice.safeParse(value);
  if (kept.success) return kept.data;
  const layer = layerOf(isRecord(value) ? value : {});
  const others = [...layer.keys()].filter((name) => !ofPrices.includes(name));
  return {
    audit_type: plain(layer.get('audittype')),
    credits: creditsOf(layer.get('credits')),
    // A field that is not known may be a condition.
    applies: others.length > 0 ? 'unknown' : conditionOf(layer.get('conditions')),
    asItCame: asItCame(value, 300),
  };
});

const ofPrices = ['audittype', 'credits', 'conditions', 'id', 'name', 'label', 'currency', 'unit'];

const plain = (value: unknown): string => (isScalar(value) ? String(value) : '');

const prices: Reading<readonly Price[]> = (value) =>
  value === null ? undefined : (Array.isArray(value) ? value : [value]).map((one) => Price.parse(one));

function creditsOf(value: unknown): number | null {
  const isSpelled = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);
  const credits = isSpelled ? Number(value) : value;
  return typeof credits === 'number' && credits >= 0 && credits <= Number.MAX_SAFE_INTEGER ? credits : null;
}

function conditionOf(conditions: unknown): PriceCondition {
  if (conditions === null || conditions === undefined) return 'always';
  if (!isRecord(conditions)) return 'unknown';
  const names = Object.keys(conditions);
  if (names.length === 0) return 'always';
  const { coupled } = conditions;
  if (names.length > 1 || typeof coupled !== 'boolean') return 'unknown';
  return coupled ? 'coupled' : 'alone';
}

/** A scoping label and the languages it is offered in; null means every language of its package. */
export interface ScopingLabel {
  readonly label: string;
  readonly languages: readonly string[] | null;
}

const languages = listOf(language, (map) => keysIn(map, isLocale));
const labelsInside = ['labels', 'scoping_packages', 'packages'].map(letters);

/** The labels of an entry: itself, or those of a language. */
const scopingLabels: Reading<readonly ScopingLabel[]> = (entry, miss, own) => {
  const inner = isRecord(entry) ? entry : {};
  const offered = inner.languages ?? inner.language;
  const within = offered === undefined || offered === null ? null : (languages(offered, miss, own) ?? null);
  const labels = Object.entries(inner).find(([name]) => labelsInside.includes(letters(name)))?.[1] ?? entry;
  const read = listOf(scopingText)(labels, miss, own);
  return read?.map((label) => ({ label, languages: within }));
};

const scopingText: Reading<string> = (value, ...rest) => {
  const label = typeof value === 'number' ? undefined : text(value, ...rest);
  return label === '' ? undefined : label;
};

const scopingList = listOf(scopingLabels, (map) =>
  keysIn(map, isLocale)?.map((of) => ({ language: of, labels: map[of] })),
);

/** A work package (decisions.md §5.1, §5.2), read from any of the shapes that its scoping labels may come in. */
export const WorkPackage = noun(
  ['work_package', 'package'],
  {
    id: { read: idOf('work_package', 'package'), otherwise: '' },
    name: { read: text, names: ['title', 'display_name', 'label'], otherwise: '' },
    version: { read: text, names: ['version_number', 'release'], otherwise: '' },
    languages: { read: languages, names: ['language', 'available_languages'], otherwise: [] },
    audit_types: { read: listOf(auditType, typesInMap), names: ['audit_type', 'types'], otherwise: [] },
    scoping_packages: {
      read: (value, ...rest) => scopingList(value, ...rest)?.flat(),
      names: ['scoping_labels', 'scoping_package', 'scopings', 'labels'],
      otherwise: [],
    },
    settings: { read: settingsList, names: ['setting_definitions'], otherwise: [] },
    prices: { read: prices, names: ['price', 'pricing'], otherwise: [] },
  },
  'id',
);
export type WorkPackage = z.output<typeof WorkPackage>;
