import { type SettingType, settingTypes } from '../../model/terms.ts';
import type { ScopingLabel, Setting, SettingOption, WorkPackage } from '../../model/work-package.ts';
import { sameValue } from '../plans/same-creation.ts';
import { type PriceQuote, priceOf } from './work-package.ts';

/** One thing in which a version of a work package differs from another; of settings and labels those of the version they are in. */
export type WorkPackageChange =
  | { readonly kind: 'setting-added' | 'setting-removed'; readonly setting: Setting }
  | {
      readonly kind: 'setting-renamed' | 'setting-type' | 'setting-default';
      readonly before: Setting;
      readonly after: Setting;
    }
  | {
      readonly kind: 'option-added' | 'option-removed';
      readonly setting: Setting;
      readonly option: SettingOption;
    }
  | {
      readonly kind: 'option-renamed';
      readonly setting: Setting;
      readonly before: SettingOption;
      readonly after: SettingOption;
    }
  | { readonly kind: 'label-added' | 'label-removed'; readonly label: ScopingLabel }
  | { readonly kind: 'label-languages'; readonly before: ScopingLabel; readonly after: ScopingLabel }
  | { readonly kind: 'language-added' | 'language-removed'; readonly language: string }
  | { readonly kind: 'audit-type-added' | 'audit-type-removed'; readonly auditType: string }
  | {
      readonly kind: 'price';
      readonly auditType: string;
      /** Whether it is that of a coupled audit; null where both cost the same. */
      readonly coupled: boolean | null;
      readonly before: PriceQuote;
      readonly after: PriceQuote;
    };

/**
 * Everything in which `after` differs from `before` (decisions.md §5.1–4): settings by their ids, then labels, languages, audit
 * types, and what an audit of each type costs. The order in which things are listed is no difference, nor are two spellings of
 * one decimal.
 */
export function workPackageChanges(before: WorkPackage, after: WorkPackage): readonly WorkPackageChange[] {
  return [
    ...settingChanges(before.settings, after.settings),
    ...labelChanges(before.scoping_packages, after.scoping_packages),
    ...without(after.languages, before.languages).map(
      (language) => ({ kind: 'language-added', language }) as const,
    ),
    ...without(before.languages, after.languages).map(
      (language) => ({ kind: 'language-removed', language }) as const,
    ),
    ...without(after.audit_types, before.audit_types).map(
      (auditType) => ({ kind: 'audit-type-added', auditType }) as const,
    ),
    ...without(before.audit_types, after.audit_types).map(
      (auditType) => ({ kind: 'audit-type-removed', auditType }) as const,
    ),
    ...priceChanges(before, after),
  ];
}

function without(all: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set(all)].filter((one) => !others.includes(one));
}

function settingChanges(
  befores: readonly Setting[],
  afters: readonly Setting[],
): readonly WorkPackageChange[] {
  const before = new Map(befores.map((setting) => [setting.id, setting]));
  const kept = new Set(afters.map(({ id }) => id));
  return [
    ...afters.flatMap((setting): readonly WorkPackageChange[] => {
      const former = before.get(setting.id);
      return former === undefined ? [{ kind: 'setting-added', setting }] : changesOf(former, setting);
    }),
    ...befores
      .filter(({ id }) => !kept.has(id))
      .map((setting) => ({ kind: 'setting-removed', setting }) as const),
  ];
}

function changesOf(before: Setting, after: Setting): readonly WorkPackageChange[] {
  const changed: readonly (readonly ['setting-renamed' | 'setting-type' | 'setting-default', boolean])[] = [
    ['setting-renamed', before.name !== after.name],
    ['setting-type', before.type !== after.type],
    ['setting-default', !sameDefault(before, after)],
  ];
  return [
    ...changed.filter(([, isSo]) => isSo).map(([kind]) => ({ kind, before, after })),
    ...optionChanges(before, after),
  ];
}

function sameDefault(before: Setting, after: Setting): boolean {
  const type = settingTypes.find((known) => known === after.type);
  const isLoose = type === undefined || looselyCompared.includes(type);
  return isLoose
    ? sameValue(before.default, after.default)
    : JSON.stringify(before.default) === JSON.stringify(after.default);
}

const looselyCompared: readonly SettingType[] = ['decimal'];

function optionChanges(before: Setting, after: Setting): readonly WorkPackageChange[] {
  const formers = new Map(before.options.map((option) => [JSON.stringify(option.value), option]));
  const now = new Set(after.options.map(({ value }) => JSON.stringify(value)));
  return [
    ...after.options.flatMap((option): readonly WorkPackageChange[] => {
      const former = formers.get(JSON.stringify(option.value));
      if (former === undefined) return [{ kind: 'option-added', setting: after, option }];
      return former.label === option.label
        ? []
        : [{ kind: 'option-renamed', setting: after, before: former, after: option }];
    }),
    ...before.options
      .filter(({ value }) => !now.has(JSON.stringify(value)))
      .map((option) => ({ kind: 'option-removed', setting: before, option }) as const),
  ];
}

function labelChanges(
  befores: readonly ScopingLabel[],
  afters: readonly ScopingLabel[],
): readonly WorkPackageChange[] {
  const [before, after] = [labelsOnce(befores), labelsOnce(afters)];
  return [
    ...[...after.values()].flatMap((label): readonly WorkPackageChange[] => {
      const former = before.get(label.label);
      if (former === undefined) return [{ kind: 'label-added', label }];
      return sameLanguages(former, label) ? [] : [{ kind: 'label-languages', before: former, after: label }];
    }),
    ...[...before.values()]
      .filter(({ label }) => !after.has(label))
      .map((label) => ({ kind: 'label-removed', label }) as const),
  ];
}

/** Labels by their words, each with all languages it is offered in: some services list it once for every language. */
export function labelsOnce(labels: readonly ScopingLabel[]): ReadonlyMap<string, ScopingLabel> {
  const once = new Map<string, ScopingLabel>();
  for (const one of labels) {
    const former = once.get(one.label)?.languages;
    const languages =
      former === null || one.languages === null ? null : [...new Set([...(former ?? []), ...one.languages])];
    once.set(one.label, { label: one.label, languages });
  }
  return once;
}

function sameLanguages({ languages: a }: ScopingLabel, { languages: b }: ScopingLabel): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((language) => b.includes(language));
}

function priceChanges(before: WorkPackage, after: WorkPackage): readonly WorkPackageChange[] {
  const types = new Set([...before.prices, ...after.prices].map(({ audit_type }) => audit_type));
  return without([...types], ['']).flatMap((auditType) => {
    const costs = (isCoupled: boolean) => ({
      before: priceOf(before.prices, auditType, isCoupled),
      after: priceOf(after.prices, auditType, isCoupled),
    });
    const [alone, coupled] = [costs(false), costs(true)];
    const isOne = sameQuote(alone.before, coupled.before) && sameQuote(alone.after, coupled.after);
    return [
      { kind: 'price' as const, auditType, coupled: isOne ? null : false, ...alone },
      ...(isOne ? [] : [{ kind: 'price' as const, auditType, coupled: true, ...coupled }]),
    ].filter((price) => !sameQuote(price.before, price.after));
  });
}

function sameQuote(a: PriceQuote, b: PriceQuote): boolean {
  if (a.kind === 'named') return b.kind === 'named' && a.credits === b.credits;
  return a.kind === 'unread' ? b.kind === 'unread' && a.asItCame === b.asItCame : b.kind === 'none';
}
