import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditLanguage } from '../../../shared/model/audit.ts';
import type { Preferences } from '../../../shared/model/preferences.ts';
import { zoomLevels } from '../../../shared/zoom.ts';
import {
  environmentQuery,
  useChangePreferences,
  useIsManaged,
  usePreferences,
} from '../../data/preferences.ts';
import { languageFor, languages } from '../../messages/language.ts';
import { HeadroomField } from '../../parts/headroom-field.tsx';
import { Checkbox, RadioGroup } from '../../ui/choice.tsx';
import { Select } from '../../ui/select.tsx';
import type { SettingEntry, SettingSection } from './setting-entry.ts';
import { useAbout, useData } from './use-data-entries.tsx';

/** Everything on the page of settings, in its order, in the language in use. */
export function useSettings(): readonly SettingEntry[] {
  return [...useAppearance(), ...useLanguageEntry(), ...useWork(), ...useData(useLogSize()), ...useAbout()];
}

type ChoiceName = 'theme' | 'density' | 'motion' | 'zoom' | 'logMebibytes';

interface Words {
  readonly label: string;
  readonly help?: string;
}

/** A preference with several values: all of them seen at once, or only the one in force where there are many. */
function useChoice<Name extends ChoiceName>(
  section: SettingSection,
  name: Name,
  values: readonly Preferences[Name][],
  wordsOf: (value: Preferences[Name]) => Words,
  seen: 'all' | 'few' = 'all',
): SettingEntry {
  const { t } = useTranslation('settings');
  const { [name]: value } = usePreferences();
  const change = useChangePreferences();
  const isReadOnly = useIsManaged(name);
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const key: ChoiceName = name; // without the type parameter, by which no key is found
  const label = t(`entry.${key}.label`);
  const help = t(`entry.${key}.help`);
  const options = values.map((one) => ({ id: String(one), ...wordsOf(one) }));
  const field = {
    label,
    help,
    value: String(value),
    onChange: (id: string) => {
      const chosen = values.find((one) => String(one) === id);
      if (chosen !== undefined) void change({ [name]: chosen });
    },
  };
  return {
    id: name,
    section,
    words: [t(`section.${section}`), label, help, ...values.flatMap((one) => Object.values(wordsOf(one)))],
    content:
      seen === 'all' ? (
        <RadioGroup {...field} isReadOnly={isReadOnly} choices={options} />
      ) : (
        <Select {...field} options={options} />
      ),
    preference: { name, label, defaultWords: wordsOf(environment.defaults[name]).label },
  };
}

function useAppearance(): readonly SettingEntry[] {
  const { t, i18n } = useTranslation('settings');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const { t: common } = useTranslation();
  return [
    useChoice('appearance', 'theme', ['system', 'light', 'dark'], (value) => ({
      label: common(`theme.${value}`),
    })),
    useChoice('appearance', 'density', ['compact', 'comfortable'], (value) => ({
      label: t(`choice.density.${value}`),
      help: t(`choice.densityHelp.${value}`),
    })),
    useChoice('appearance', 'motion', ['system', 'reduced'], (value) => ({
      label: t(`choice.motion.${value}`),
    })),
    useChoice('appearance', 'zoom', zoomLevels, (value) => ({ label: percent.format(value) }), 'few'),
  ];
}

function useLanguageEntry(): readonly SettingEntry[] {
  const { t } = useTranslation('settings');
  const { language } = usePreferences();
  const change = useChangePreferences();
  const isReadOnly = useIsManaged('language');
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const system = languageFor(null, environment.locale);
  const systemWords = t('choice.languageSystem', {
    language: languages.find(({ id }) => id === system)?.name,
  });
  const label = t('entry.language.label');
  const help = t('entry.language.help');
  const choices: readonly { readonly id: AuditLanguage | 'system'; readonly label: ReactNode }[] = [
    { id: 'system', label: systemWords },
    ...languages.map(({ id, name, locale }) => ({ id, label: <span lang={locale}>{name}</span> })),
  ];
  return [
    {
      id: 'language',
      section: 'language',
      words: [t('section.language'), label, help, systemWords, ...languages.map(({ name }) => name)],
      content: (
        <RadioGroup
          label={label}
          help={help}
          value={language ?? 'system'}
          isReadOnly={isReadOnly}
          onChange={(id) => void change({ language: id === 'system' ? null : id })}
          choices={choices}
        />
      ),
      preference: { name: 'language', label, defaultWords: systemWords },
    },
  ];
}

function useWork(): readonly SettingEntry[] {
  const { t, i18n } = useTranslation('settings');
  const isManaged = useIsManaged('bulkHeadroom');
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const { notifyWhenDone } = usePreferences();
  const change = useChangePreferences();
  const notifyLabel = t('entry.notifyWhenDone.label');
  const label = t('entry.bulkHeadroom.label');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  return [
    {
      id: 'bulkHeadroom',
      section: 'work',
      words: [t('section.work'), label, t('entry.bulkHeadroom.help')],
      content: <HeadroomField isReadOnly={isManaged} />,
      preference: {
        name: 'bulkHeadroom',
        label,
        defaultWords: percent.format(environment.defaults.bulkHeadroom),
      },
    },
    {
      id: 'notifyWhenDone',
      section: 'work',
      words: [t('section.work'), notifyLabel, t('entry.notifyWhenDone.help')],
      content: (
        <Checkbox
          label={notifyLabel}
          help={t('entry.notifyWhenDone.help')}
          isSelected={notifyWhenDone}
          onChange={(chosen) => void change({ notifyWhenDone: chosen })}
        />
      ),
      preference: {
        name: 'notifyWhenDone',
        label: notifyLabel,
        defaultWords: t('entry.notifyWhenDone.default'),
      },
    },
  ];
}

function useLogSize(): SettingEntry {
  const { t } = useTranslation('settings');
  return useChoice('data', 'logMebibytes', [4, 16, 64], (value) => ({
    label: t('choice.logMebibytes', { count: value }),
  }));
}
