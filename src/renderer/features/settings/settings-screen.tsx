import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../data/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader, Panel } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { PolicyNotice } from './policy-notice.tsx';
import { matching, sections } from './setting-entry.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { ShortcutsSection, useFoundCommands } from './shortcuts-section.tsx';
import { useSettings } from './use-settings.tsx';

/** How the person wants the app to be, all on one page that can be searched. Every choice takes effect at once, in all windows. */
export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const shortcutOf = useShortcuts();
  const [search, setSearch] = useState('');
  const commands = useFoundCommands(search);
  const entries = useSettings();
  const found = matching(entries, search);
  return (
    <Page>
      <PageHeader title={t('title')} />
      <div className={styles.page}>
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={setSearch}
          shortcut={shortcutOf('filter')?.aria}
        />
        <p role="status" className={styles.count}>
          {search.trim() !== '' && t('found', { count: found.length })}
        </p>
        <PolicyNotice />
        {found.length === 0 && commands.length === 0 && (
          <EmptyState
            title={t('none')}
            action={<Button onPress={() => setSearch('')}>{t('clear')}</Button>}
          />
        )}
        {sections
          .filter((section) => found.some((entry) => entry.section === section))
          .map((section) => (
            <Panel key={section} title={t(`section.${section}`)}>
              {found
                .filter((entry) => entry.section === section)
                .map((entry) => (
                  <SettingRow key={entry.id} entry={entry} />
                ))}
            </Panel>
          ))}
        <ShortcutsSection shown={commands} />
      </div>
    </Page>
  );
}
