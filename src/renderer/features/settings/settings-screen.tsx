import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { Chord } from '../../../shared/chord.ts';
import { type CommandId, commandIds, keysOf } from '../../../shared/commands.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { chordObstacle, commandWith } from '../../../shared/rules/texts/shortcut.ts';
import { settingRow } from '../../../shared/settings.ts';
import { chordsOf } from '../../data/key-press.ts';
import { policyQuery, useChangePreferences, usePreferences } from '../../data/preferences.ts';
import { isMac, spelled, useShortcuts } from '../../data/shortcuts.ts';
import { useCommandTitles } from '../../messages/command-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { matching, type SettingEntry, sections, useEntries } from './setting-entries.tsx';
import styles from './settings.module.css';

/** How the person wants the app to be, all on one page that can be searched. Every choice takes effect at once, in all windows. */
export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const shortcutOf = useShortcuts();
  const [search, setSearch] = useState('');
  const commands = useFoundCommands(search);
  const entries = useEntries();
  const found = matching(entries, search);
  return (
    <Page>
      <PageHeader title={t('commands:screens.settings')} />
      <Stack gap="4" width="form">
        <Stack gap="1">
          <SearchField
            label={t('search')}
            placeholder={t('search')}
            value={search}
            onChange={setSearch}
            shortcut={shortcutOf('filter')?.aria}
          />
          <Note role="status" className={styles.count}>
            {search.trim() !== '' && t('parts:count.results', { count: found.length })}
          </Note>
        </Stack>
        <PolicyNotice />
        {found.length === 0 && commands.length === 0 && (
          <EmptyState
            title={common('ui.noMatch')}
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
      </Stack>
    </Page>
  );
}

function SettingRow({ entry }: { readonly entry: SettingEntry }) {
  const { content, setting } = entry;
  return (
    <Row apart align="start" className={styles.row} data-setting={entry.id}>
      {content}
      {setting !== undefined && <Foot {...setting} />}
    </Row>
  );
}

function Foot({ name, label, isManaged, defaultWords }: NonNullable<SettingEntry['setting']>) {
  const { t } = useTranslation('settings');
  const preferences = usePreferences();
  const change = useChangePreferences();
  if (isManaged)
    return (
      <Note>
        <Lock aria-hidden className={styles.lock} /> {t('managed')}
      </Note>
    );
  const { default: standard } = settingRow(name);
  const isDefault = preferences[name] === standard;
  const reset = async () => {
    await change({ [name]: standard });
    announce(t('resetDone', { label, value: defaultWords }));
  };
  return (
    <Row>
      <Note as="span">{t('parts:word.default', { value: defaultWords })}</Note>
      {/* It stays where it is when it has done its work, so that the focus has a place to be. */}
      <Button
        variant="quiet"
        aria-label={t('resetLabel', { label })}
        reason={isDefault ? t('isDefault') : undefined}
        onPress={() => void reset()}
      >
        {t('reset')}
      </Button>
    </Row>
  );
}

/** What the organisation decides on this computer, where it does: from which file, and what is wrong with that. */
function PolicyNotice() {
  const { t } = useTranslation('settings');
  const { data: policy } = useQuery(policyQuery);
  if (policy === undefined || policy.state === 'none') return null;
  const { fault, names, allowedAddresses, productionAddresses, updates, path } = policy;
  const { readOnly, mayKeepSecrets, mayImport } = policy;
  const isBroken = fault !== null;
  return (
    <Banner tone={isBroken ? 'warning' : 'info'} title={t(isBroken ? 'policy.broken' : 'policy.inForce')}>
      {fault !== null && <p>{t(`policy.fault.${fault}`, { names: names.join(', ') })}</p>}
      <p>{t(isBroken ? 'policy.lockedDown' : 'policy.text')}</p>
      {allowedAddresses !== null && (
        <p>
          {t('policy.addresses', { count: allowedAddresses.length, addresses: allowedAddresses.join(', ') })}
        </p>
      )}
      {!isBroken && updates !== null && <p>{t(`policy.updates.${updates}`)}</p>}
      {!isBroken && readOnly && <p>{t('policy.readOnly')}</p>}
      {productionAddresses.length > 0 && (
        <p>{t('policy.production', { addresses: productionAddresses.join(', ') })}</p>
      )}
      {!isBroken && !mayKeepSecrets && <p>{t('policy.session')}</p>}
      {!isBroken && !mayImport && <p>{t('policy.noImport')}</p>}
      <Id value={path} isCopyable />
    </Banner>
  );
}

function useFoundCommands(search: string): readonly CommandId[] {
  const { t } = useTranslation('commands');
  const titleOf = useCommandTitles();
  const { finds } = wordSearch(search);
  return commandIds.filter((id) => finds(fold(`${t('sheet.title')}\n${titleOf(id)}`)));
}

function ShortcutsSection({ shown }: { readonly shown: readonly CommandId[] }) {
  const { t } = useTranslation('commands');
  const { t: say } = useTranslation('settings');
  const { shortcuts } = usePreferences();
  const change = useChangePreferences();
  if (shown.length === 0) return null;
  const isOwn = Object.keys(shortcuts).length === 0;
  return (
    <Panel
      title={t('sheet.title')}
      description={say('rebind.help')}
      actions={
        !isOwn && <Button onPress={() => void change({ shortcuts: {} })}>{say('rebind.resetAll')}</Button>
      }
    >
      <ul>
        {shown.map((id) => (
          <ShortcutRow key={id} id={id} />
        ))}
      </ul>
    </Panel>
  );
}

function ShortcutRow({ id }: { readonly id: CommandId }) {
  const { t: say } = useTranslation('settings');
  const { shortcuts } = usePreferences();
  const change = useChangePreferences();
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Chord | null>(null);
  const titleOf = useCommandTitles();
  const name = titleOf(id);
  const keys = keysOf(id, shortcuts, isMac);

  const refusalOf = (chord: Chord) => {
    const obstacle = chordObstacle(chord, isMac);
    const other = commandWith(chord, id, shortcuts, isMac);
    const key = spelled(chord, isMac);
    if (obstacle !== null) return say(`rebind.obstacle.${obstacle}`, { key });
    return other === null ? null : say('rebind.taken', { key, command: titleOf(other) });
  };
  const refusal = refused === null ? null : refusalOf(refused);
  const take = (chord: Chord) => {
    const reason = refusalOf(chord);
    setRefused(reason === null ? null : chord);
    if (reason !== null) return announce(reason);
    setAsked(false);
    announce(say('rebind.done', { key: spelled(chord, isMac), command: name }));
    void change({ shortcuts: { ...shortcuts, [id]: [chord] } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isAsked || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation(); // it is told, and does not act
    if (event.key === 'Escape') return stop();
    const [chord] = chordsOf(event.nativeEvent, isMac);
    if (chord !== undefined) take(chord);
  };
  const stop = () => {
    setAsked(false);
    setRefused(null);
  };
  const reset = () => {
    void change({
      shortcuts: Object.fromEntries(Object.entries(shortcuts).filter(([other]) => other !== id)),
    });
  };
  return (
    <Row as="li" gap="3" className={styles.shortcut}>
      <span className={styles.name}>{name}</span>
      <Row as="span" gap="1" className={styles.keys}>
        {keys.length === 0
          ? say('rebind.none')
          : keys.map((chord) => <kbd key={chord}>{spelled(chord, isMac)}</kbd>)}
      </Row>
      <Row as="span" gap="1" onKeyDownCapture={onKeyDown} onBlur={stop}>
        <Button aria-label={say('rebind.changeLabel', { command: name })} onPress={() => setAsked(true)}>
          {isAsked ? say('rebind.press') : say('parts:word.change')}
        </Button>
        {keys.length > 0 && (
          <Button
            variant="quiet"
            aria-label={say('rebind.removeLabel', { command: name })}
            onPress={() => void change({ shortcuts: { ...shortcuts, [id]: [] } })}
          >
            {say('parts:word.remove')}
          </Button>
        )}
        {shortcuts[id] !== undefined && (
          <Button variant="quiet" aria-label={say('rebind.resetLabel', { command: name })} onPress={reset}>
            {say('reset')}
          </Button>
        )}
      </Row>
      {refusal !== null && <span className={styles.refusal}>{refusal}</span>}
    </Row>
  );
}
