import { z } from 'zod';
import { identifier, isRecord, optionalText, readable, text, texts } from './tolerant.ts';

const SettingOption = z.union([
  z
    .object({ value: z.unknown(), label: text.optional() })
    .transform(({ value, label }): SettingOption => ({ value, label: label || text.parse(value) })),
  z.string().transform((value): SettingOption => ({ value, label: value })),
]);
/** One of the values that a choice offers; `value` is kept to the letter, of whatever type it is. */
export interface SettingOption {
  readonly value: unknown;
  readonly label: string;
}

/** The definition of a setting (decisions.md §5.3). `type` is kept as the service spells it, known or not. */
export const Setting = z
  .object({
    id: identifier,
    name: text.optional(),
    type: text.optional(),
    default: z.unknown().optional(),
    options: readable(SettingOption).optional(),
  })
  .transform(
    (setting): Setting => ({
      id: setting.id,
      name: setting.name || setting.id,
      type: setting.type ?? '',
      default: setting.default ?? null,
      options: setting.options ?? [],
    }),
  );
export interface Setting {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly default: unknown;
  readonly options: readonly SettingOption[];
}

/** A price (decisions.md §5.4): what the service charges in credits where its conditions hold. */
export const Price = z
  .object({ audit_type: text, credits: z.coerce.number(), conditions: z.unknown().optional() })
  .transform(
    (price): Price => ({
      audit_type: price.audit_type,
      credits: price.credits,
      coupled:
        isRecord(price.conditions) && typeof price.conditions.coupled === 'boolean'
          ? price.conditions.coupled
          : null,
    }),
  );
export interface Price {
  readonly audit_type: string;
  readonly credits: number;
  /** Whether it is the price of a coupled audit; null where that makes no difference. */
  readonly coupled: boolean | null;
}

/** A scoping label and the languages it is offered in; null means every language of its package. */
export interface ScopingLabel {
  readonly label: string;
  readonly languages: readonly string[] | null;
}

const ScopingLabels = z.unknown().transform((value): readonly ScopingLabel[] => {
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

/** A work package (decisions.md §5.1, §5.2), read from any of the shapes that its scoping labels may come in. */
export const WorkPackage = z
  .object({
    id: identifier,
    name: text.optional(),
    version: text.optional(),
    languages: texts.optional(),
    audit_types: z.unknown().optional(),
    scoping_packages: ScopingLabels.optional(),
    settings: readable(Setting).optional(),
    prices: readable(Price).optional(),
  })
  .transform(
    (workPackage): WorkPackage => ({
      id: workPackage.id,
      name: workPackage.name || workPackage.id,
      version: workPackage.version ?? '',
      languages: workPackage.languages ?? [],
      audit_types: auditTypes(workPackage.audit_types),
      scoping_packages: workPackage.scoping_packages ?? [],
      settings: workPackage.settings ?? [],
      prices: workPackage.prices ?? [],
    }),
  );
export interface WorkPackage {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly languages: readonly string[];
  readonly audit_types: readonly string[];
  readonly scoping_packages: readonly ScopingLabel[];
  readonly settings: readonly Setting[];
  readonly prices: readonly Price[];
}

// The specification leaves the shape of an entry open: a name, or an object that holds one.
function auditTypes(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return texts.parse(value);
  return value
    .map((entry) =>
      isRecord(entry)
        ? optionalText.parse(entry.audit_type ?? entry.id ?? entry.name)
        : optionalText.parse(entry),
    )
    .filter((entry) => entry !== null);
}
