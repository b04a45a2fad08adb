import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditLanguage } from '../../../shared/model/audit.ts';
import type { Density, Theme } from '../../../shared/model/preferences.ts';
import { environmentQuery, useChangePreferences, usePreferences } from '../../data/preferences.ts';
import { languageFor, languages } from '../../messages/language.ts';
import { RadioGroup } from '../../ui/choice.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Page, PageHeader, Panel } from '../../ui/page.tsx';
import styles from './settings.module.css';

/** How the person wants the app to be, and what the app is. Every choice takes effect at once. */
export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const preferences = usePreferences();
  const change = useChangePreferences();
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const system = languageFor(null, environment.locale);
  return (
    <Page>
      <PageHeader title={t('title')} />
      <div className={styles.panels}>
        <Panel title={t('appearance.title')}>
          <RadioGroup<Theme>
            label={t('appearance.theme')}
            value={preferences.theme}
            onChange={(theme) => void change({ theme })}
            choices={(['system', 'light', 'dark'] as const).map((id) => ({
              id,
              label: common(`theme.${id}`),
            }))}
          />
          <RadioGroup<Density>
            label={t('appearance.density')}
            value={preferences.density}
            onChange={(density) => void change({ density })}
            choices={[
              { id: 'compact', label: t('appearance.compact'), help: t('appearance.compactHelp') },
              {
                id: 'comfortable',
                label: t('appearance.comfortable'),
                help: t('appearance.comfortableHelp'),
              },
            ]}
          />
        </Panel>
        <Panel title={t('language.title')}>
          <RadioGroup<AuditLanguage | 'system'>
            label={t('language.label')}
            help={t('language.help')}
            value={preferences.language ?? 'system'}
            onChange={(id) => void change({ language: id === 'system' ? null : id })}
            choices={[
              {
                id: 'system',
                label: t('language.system', { language: languages.find(({ id }) => id === system)?.name }),
              },
              ...languages.map(({ id, name, locale }) => ({ id, label: <span lang={locale}>{name}</span> })),
            ]}
          />
        </Panel>
        <Panel title={t('about.title')}>
          <DefinitionList
            items={[
              { term: t('about.version'), value: environment.version },
              {
                term: t('about.runtime'),
                value: environment.standIn ? t('about.standIn') : t('about.electron'),
              },
              { term: t('about.browser'), value: engine() },
              { term: t('about.platform'), value: environment.platform },
              { term: t('about.locale'), value: environment.locale },
            ]}
          />
        </Panel>
      </div>
    </Page>
  );
}

function engine(): string {
  const [, version] = /Chrome\/([\d.]+)/.exec(navigator.userAgent) ?? [];
  return version === undefined ? navigator.userAgent : `Chromium ${version}`;
}
