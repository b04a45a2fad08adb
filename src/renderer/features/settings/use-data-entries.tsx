import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { environmentQuery } from '../../data/preferences.ts';
import { pathTo } from '../../routes.ts';
import { Id } from '../../ui/code.tsx';
import { DiagnosticsAction, ExchangeActions } from './data-actions.tsx';
import { Fact } from './fact.tsx';
import type { SettingEntry } from './setting-entry.ts';

/** Where data is, how large the log gets, settings as a file, and diagnostics. */
export function useData(logSize: SettingEntry): readonly SettingEntry[] {
  const { t } = useTranslation('settings');
  const { data: environment } = useSuspenseQuery(environmentQuery);
  const folder = t('entry.dataFolder.label');
  return [
    {
      id: 'dataFolder',
      section: 'data',
      words: [t('section.data'), folder, t('entry.dataFolder.help'), environment.dataFolder],
      content: (
        <Fact label={folder} help={t('entry.dataFolder.help')}>
          <Id value={environment.dataFolder} isCopyable />
        </Fact>
      ),
    },
    logSize,
    {
      id: 'exchange',
      section: 'data',
      words: [
        t('section.data'),
        t('entry.exchange.label'),
        t('entry.exchange.help'),
        t('exchange.export'),
        t('exchange.import'),
      ],
      content: (
        <Fact label={t('entry.exchange.label')} help={t('entry.exchange.help')}>
          <ExchangeActions />
        </Fact>
      ),
    },
    {
      id: 'diagnostics',
      section: 'data',
      words: [
        t('section.data'),
        t('entry.diagnostics.label'),
        t('entry.diagnostics.help'),
        t('diagnostics.open'),
      ],
      content: (
        <Fact label={t('entry.diagnostics.label')} help={t('entry.diagnostics.help')}>
          <DiagnosticsAction />
        </Fact>
      ),
    },
  ];
}

/** The way to what the app is made of. */
export function useAbout(): readonly SettingEntry[] {
  const { t } = useTranslation('settings');
  const label = t('entry.about.label');
  return [
    {
      id: 'about',
      section: 'about',
      words: [t('section.about'), label, t('entry.about.help')],
      content: (
        <Fact label={label} help={t('entry.about.help')}>
          <Link to={pathTo('about')}>{t('entry.about.link')}</Link>
        </Fact>
      ),
    },
  ];
}
