import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ScopingLabel, Setting } from '../../../shared/model/work-package.ts';
import type { WorkPackageChange } from '../../../shared/rules/work-package-changes.ts';
import { type AuditWords, useAuditWords } from '../../messages/audit-words.ts';
import { useSettingWords } from '../../messages/setting-words.ts';

/** A change in words. */
export interface ToldChange {
  readonly sign: 'added' | 'removed' | 'changed';
  /** What kind of change it is: "New", "Gone", "Changed". */
  readonly what: string;
  readonly text: string;
}

type Words = TFunction<'work-packages'>;

/** Says changes between two versions in the language in use. */
export function useChangeWords(): (change: WorkPackageChange) => ToldChange {
  const { t } = useTranslation('work-packages');
  const audit = useAuditWords();
  const value = useSettingWords();
  return (change) => {
    const sign = signOf(change.kind);
    return { sign, what: t(`changes.${sign}`), text: textOf(change, t, audit, value) };
  };
}

function textOf(
  change: WorkPackageChange,
  t: Words,
  audit: AuditWords,
  value: ReturnType<typeof useSettingWords>,
): string {
  const { kind } = change;
  const fallback = (setting: Setting) => value(setting, setting.default) || t('settings.noDefault');
  const languages = (label: ScopingLabel) =>
    label.languages?.map(audit.language).join(', ') ?? t('change.allLanguages');
  const credits = (amount: number | null) =>
    amount === null ? t('change.noPrice') : t('prices.amount', { credits: amount });
  switch (kind) {
    case 'setting-added':
    case 'setting-removed':
      return t('change.setting', { name: change.setting.name });
    case 'setting-renamed':
      return t('change.settingName', { before: change.before.name, after: change.after.name });
    case 'setting-type':
      return t('change.settingType', {
        name: change.after.name,
        before: change.before.type,
        after: change.after.type,
      });
    case 'setting-default':
      return t('change.settingDefault', {
        name: change.after.name,
        before: fallback(change.before),
        after: fallback(change.after),
      });
    case 'option-added':
    case 'option-removed':
      return t('change.option', { name: change.setting.name, option: change.option.label });
    case 'option-renamed':
      return t('change.optionName', {
        name: change.setting.name,
        before: change.before.label,
        after: change.after.label,
      });
    case 'label-added':
    case 'label-removed':
      return t('change.label', { label: change.label.label });
    case 'label-languages':
      return t('change.labelLanguages', {
        label: change.after.label,
        before: languages(change.before),
        after: languages(change.after),
      });
    case 'language-added':
    case 'language-removed':
      return t('change.language', { language: audit.language(change.language) });
    case 'audit-type-added':
    case 'audit-type-removed':
      return t('change.auditType', { type: audit.type(change.auditType) });
    case 'price':
      return t(
        change.coupled === null
          ? 'change.price'
          : change.coupled
            ? 'change.priceCoupled'
            : 'change.priceAlone',
        {
          type: audit.type(change.auditType),
          before: credits(change.before),
          after: credits(change.after),
        },
      );
  }
}

function signOf(kind: WorkPackageChange['kind']): ToldChange['sign'] {
  if (kind.endsWith('-added')) return 'added';
  return kind.endsWith('-removed') ? 'removed' : 'changed';
}
