import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { type ScreenName, screenNames, screenRow, type screens } from '../../../shared/screens.ts';
import { type SettingName, settingNames, settingRow, settingSections } from '../../../shared/settings.ts';
import { languageFor, languages } from '../../../words/languages.ts';
import {
  environmentQuery,
  policyQuery,
  useChangePreferences,
  usePreferences,
} from '../../data/preferences.ts';
import { formatNumber } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { HeadroomField } from '../../parts/headroom-field.tsx';
import { pathTo } from '../../routes.ts';
import { Checkbox, RadioGroup } from '../../ui/choice.tsx';
import { Id } from '../../ui/code.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { DiagnosticsAction, ExchangeActions } from './data-actions.tsx';
import { useSettingWords, type Words } from './setting-words.ts';

export const sections = ['screens', ...settingSections, 'about'] as const;

/** The screens that stand in no sidebar, and are looked for here. */
type Linked = {
  [Name in ScreenName]: (typeof screens)[Name] extends {
    readonly stands: readonly ['settings', ...unknown[]];
  }
    ? Name
    : never;
}[ScreenName];
const linked = screenNames.filter(
  (name): name is Linked => screenRow(name).stands?.includes('settings') === true,
);

export interface SettingEntry {
  readonly id: string;
  readonly section: (typeof sections)[number];
  /** All that a search looks through: label, help, choices, the section's title. */
  readonly words: readonly string[];
  readonly content: ReactNode;
  /** The setting that it is of, with its default in words; it can be put back to that. */
  readonly setting?: {
    readonly name: SettingName;
    readonly label: string;
    readonly isManaged: boolean;
    readonly defaultWords: string;
  };
}

export function matching(entries: readonly SettingEntry[], search: string): readonly SettingEntry[] {
  const { finds } = wordSearch(search);
  return entries.filter(({ words }) => finds(fold(words.join(' '))));
}

export function useEntries(): readonly SettingEntry[] {
  const { t } = useTranslation('settings');
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const { t: commands } = useTranslation('commands');
  const settings = useSettings();
  const fact = (
    id: 'screens' | 'dataFolder' | 'exchange' | 'diagnostics' | 'about',
    more: readonly string[],
    content: ReactNode,
  ): SettingEntry => {
    const section = id === 'about' || id === 'screens' ? id : 'data';
    const [label, help] = [t(`entry.${id}.label`), t(`entry.${id}.help`)];
    const words = [t(`section.${section}`), label, help, ...more];
    return { id, section, words, content: <Fact {...{ label, help }}>{content}</Fact> };
  };
  const exchange = [t('exchange.export'), t('exchange.import')];
  return [
    fact(
      'screens',
      linked.map((name) => commands(`screens.${name}`)),
      <Row gap="4">
        {linked.map((name) => (
          <Link key={name} to={pathTo(name)}>
            {commands(`screens.${name}`)}
          </Link>
        ))}
      </Row>,
    ),
    fact('dataFolder', [environment.dataFolder], <Id value={environment.dataFolder} isCopyable />),
    ...settings,
    fact('exchange', exchange, <ExchangeActions />),
    fact('diagnostics', [t('diagnostics.open')], <DiagnosticsAction />),
    fact('about', [], <Link to={pathTo('about')}>{t('entry.about.link')}</Link>),
  ];
}

function useValueWords(): (name: SettingName, value: unknown) => Words {
  const { t, i18n } = useTranslation('settings');
  const words = useSettingWords();
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const nameOf = (language: unknown) => languages.find(({ id }) => id === language)?.name;
  const language = (value: unknown): string =>
    nameOf(value) ?? t('entry.language.system', { language: nameOf(languageFor(null, environment.locale)) });
  return (name, value) => {
    if (name === 'language') return { label: language(value) };
    if (typeof value === 'number')
      return {
        label:
          settingRow(name).unit === 'percent'
            ? formatNumber(value, i18n.language, { style: 'percent' })
            : t('unit.megabytes', { count: value }),
      };
    const { on = '', choices = {} } = words[name] ?? {};
    const word = value === true ? on : (choices[String(value)] ?? '');
    return typeof word === 'string' ? { label: word } : word;
  };
}

function useSettings(): readonly SettingEntry[] {
  const { t } = useTranslation('settings');
  const words = useSettingWords();
  const valueWords = useValueWords();
  const preferences = usePreferences();
  const change = useChangePreferences();
  const { data: policy } = useQuery(policyQuery);
  return settingNames.flatMap((name): readonly SettingEntry[] => {
    const { section, control, values, offered = values, default: standard } = settingRow(name);
    if (section === undefined) return [];
    const { label = name, help } = words[name] ?? {};
    const isManaged = policy?.locked.some((one) => one === name) === true;
    const all = offered === 'language' ? [standard, ...languages.map(({ id }) => id)] : offered;
    const choices = typeof all === 'string' || control === 'share' ? [] : all;
    const options = choices.map((value) => ({ id: String(value), value, ...valueWords(name, value) }));
    // One that only another version of the app speaks.
    const isUnspoken = values === 'language' && !languages.some(({ id }) => id === preferences[name]);
    const field = {
      label,
      help,
      value: String(isUnspoken ? standard : preferences[name]),
      onChange: (id: string) => {
        const chosen = options.find((option) => option.id === id);
        if (chosen !== undefined) void change({ [name]: chosen.value });
      },
    };
    const toggle = {
      label,
      help,
      isSelected: preferences[name] === true,
      onChange: (isSelected: boolean) => void change({ [name]: isSelected }),
    };
    const contents = {
      radio: <RadioGroup {...field} isReadOnly={isManaged} choices={options.map(inItsLanguage)} />,
      select: <Select {...field} options={options} isDisabled={isManaged} />,
      checkbox: <Checkbox {...toggle} isDisabled={isManaged} />,
      share: <HeadroomField isReadOnly={isManaged} />,
    };
    const found = options.flatMap((option) => [option.label, option.help ?? '']);
    return [
      {
        id: name,
        section,
        words: [t(`section.${section}`), label, help ?? '', ...found],
        content: contents[control ?? 'radio'],
        setting: { name, label, isManaged, defaultWords: valueWords(name, standard).label },
      },
    ];
  });
}

/** The name of a language is told in that language. */
function inItsLanguage<Option extends { readonly id: string; readonly label: string }>(option: Option) {
  const locale = languages.find(({ id }) => id === option.id)?.locale;
  return {
    ...option,
    label: locale === undefined ? option.label : <span lang={locale}>{option.label}</span>,
  };
}

interface FactProps extends Required<Words> {
  readonly children: ReactNode;
}

function Fact({ label, help, children }: FactProps) {
  const id = useId();
  return (
    <Stack gap="1" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <strong id={`${id}-label`}>{label}</strong>
      <Note id={`${id}-help`}>{help}</Note>
      <Row>{children}</Row>
    </Stack>
  );
}
