import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chord } from '../../../shared/chord.ts';
import { type CommandId, commandIds, keysOf } from '../../../shared/commands.ts';
import { chordObstacle, commandWith } from '../../../shared/rules/shortcut.ts';
import { chordsOf } from '../../data/key-press.ts';
import { useChangePreferences, usePreferences } from '../../data/preferences.ts';
import { isMac, spelled } from '../../data/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { fold } from '../../ui/fold.ts';
import { announce } from '../../ui/live-region.tsx';
import { Panel } from '../../ui/page.tsx';
import styles from './shortcuts-section.module.css';

/** The commands that a search of the settings finds. */
export function useFoundCommands(search: string): readonly CommandId[] {
  const { t } = useTranslation('commands');
  const wanted = fold(search);
  return commandIds.filter((id) => fold(`${t('sheet.title')} ${t(`titles.${id}`)}`).includes(wanted));
}

/** The keys of commands, to be given others, none, or their own again. */
export function ShortcutsSection({ shown }: { readonly shown: readonly CommandId[] }) {
  const { t } = useTranslation('commands');
  const { shortcuts } = usePreferences();
  const change = useChangePreferences();
  if (shown.length === 0) return null;
  const isOwn = Object.keys(shortcuts).length === 0;
  return (
    <Panel
      title={t('sheet.title')}
      description={t('rebind.help')}
      actions={
        !isOwn && <Button onPress={() => void change({ shortcuts: {} })}>{t('rebind.resetAll')}</Button>
      }
    >
      <ul className={styles.list}>
        {shown.map((id) => (
          <Row key={id} id={id} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ id }: { readonly id: CommandId }) {
  const { t } = useTranslation('commands');
  const { shortcuts } = usePreferences();
  const change = useChangePreferences();
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const name = t(`titles.${id}`);
  const keys = keysOf(id, shortcuts, isMac);

  const take = (chord: Chord) => {
    const obstacle = chordObstacle(chord, isMac);
    const other = commandWith(chord, id, shortcuts, isMac);
    const key = spelled(chord, isMac);
    const reason =
      obstacle !== null
        ? t(`rebind.obstacle.${obstacle}`, { key })
        : other !== null
          ? t('rebind.taken', { key, command: t(`titles.${other}`) })
          : null;
    setRefusal(reason);
    if (reason !== null) return announce(reason);
    setAsked(false);
    announce(t('rebind.done', { key, command: name }));
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
    setRefusal(null);
  };
  const reset = () => {
    const { [id]: _, ...others } = shortcuts;
    void change({ shortcuts: others });
  };
  return (
    <li className={styles.row}>
      <span className={styles.name}>{name}</span>
      <span className={styles.keys}>
        {keys.length === 0
          ? t('rebind.none')
          : keys.map((chord) => <kbd key={chord}>{spelled(chord, isMac)}</kbd>)}
      </span>
      <span className={styles.actions} onKeyDownCapture={onKeyDown} onBlur={stop}>
        <Button aria-label={t('rebind.changeLabel', { command: name })} onPress={() => setAsked(true)}>
          {isAsked ? t('rebind.press') : t('rebind.change')}
        </Button>
        {keys.length > 0 && (
          <Button
            variant="quiet"
            aria-label={t('rebind.removeLabel', { command: name })}
            onPress={() => void change({ shortcuts: { ...shortcuts, [id]: [] } })}
          >
            {t('rebind.remove')}
          </Button>
        )}
        {shortcuts[id] !== undefined && (
          <Button variant="quiet" aria-label={t('rebind.resetLabel', { command: name })} onPress={reset}>
            {t('rebind.reset')}
          </Button>
        )}
      </span>
      {refusal !== null && <span className={styles.refusal}>{refusal}</span>}
    </li>
  );
}
