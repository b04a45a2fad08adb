import { z } from 'zod';
import {
  anything,
  asItCame,
  identifier,
  isRecord,
  named,
  optionalText,
  readable,
  text,
  texts,
} from './tolerant.ts';

const SettingOption = z.union([
  z
    .object({ value: z.unknown(), label: text })
    .transform(({ value, label }): SettingOption => ({ value, label: label || text.parse(value) })),
  z.string().transform((value): SettingOption => ({ value, label: value })),
]);
/** One of the values that a choice offers; `value` is exactly as it came, of whatever type it is. */
export interface SettingOption {
  readonly value: unknown;
  readonly label: string;
}

/** The definition of a setting (decisions.md §5.3). `type` is as the service spells it, known or not. */
export const Setting = z
  .object({
    id: identifier,
    name: text,
    type: text,
    default: anything.transform((value): unknown => value ?? null),
    options: readable(SettingOption),
  })
  .transform(named);
export type Setting = z.output<typeof Setting>;

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

/** Any value is a price: what is left out would look like none. */
const Price = z.unknown().transform((value): Price => {
  const { audit_type: type, credits, conditions } = isRecord(value) ? value : {};
  return {
    audit_type: text.parse(type),
    credits: creditsOf(credits),
    applies: conditionOf(conditions),
    asItCame: asItCame(value, 300),
  };
});

const Prices = anything.transform((value): readonly Price[] =>
  (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map((one) =>
    Price.parse(one),
  ),
);

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

const ScopingLabels = anything.transform((value): readonly ScopingLabel[] => {
  if (Array.isArray(value)) return value.flatMap((entry) => scopingLabel(entry));
  if (isRecord(value))
    return Object.entries(value).flatMap(([language, labels]) =>
      texts.parse(labels).map((label) => ({ label, languages: [language] })),
    );
  return [];
});

function scopingLabel(entry: unknown): readonly ScopingLabel[] {
  if (typeof entry === 'string') return entry === '' ? [] : [{ label: entry, languages: null }];
  if (!isRecord(entry)) return [];
  const label = text.parse(entry.label ?? entry.name ?? entry.id);
  const languages = texts.parse(entry.languages ?? entry.language);
  return label === '' ? [] : [{ label, languages: languages.length > 0 ? languages : null }];
}

// The specification leaves the shape of an entry open: a name, or an object that holds one.
const AuditTypes = anything.transform((value): readonly string[] => {
  if (!Array.isArray(value)) return texts.parse(value);
  return value
    .map((entry) =>
      isRecord(entry)
        ? optionalText.parse(entry.audit_type ?? entry.id ?? entry.name)
        : optionalText.parse(entry),
    )
    .filter((entry) => entry !== null);
});

/** A work package (decisions.md §5.1, §5.2), read from any of the shapes that its scoping labels may come in. */
export const WorkPackage = z
  .object({
    id: identifier,
    name: text,
    version: text,
    languages: texts,
    audit_types: AuditTypes,
    scoping_packages: ScopingLabels,
    settings: readable(Setting),
    prices: Prices,
  })
  .transform(named);
export type WorkPackage = z.output<typeof WorkPackage>;
