import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import type { CommandId } from '../../../shared/commands.ts';
import { useActiveConnection } from '../../data/connections.ts';
import { useRecentAudits } from '../../data/recent-audits.ts';
import { isMac } from '../../data/shortcuts.ts';
import { useOpenWindow } from '../../parts/open-window.ts';
import { CommandList } from '../../ui/command-list.tsx';
import { announce } from '../../ui/live-region.tsx';
import type { Reason } from '../command-reasons.ts';
import { shownGroups, withLast } from './groups.ts';
import { useSources } from './use-sources.tsx';

interface Props {
  readonly reasonAgainst: (id: CommandId) => Reason | null;
  /** Closes it, and has a command carried out once it is closed. */
  readonly onClose: (command: CommandId | null) => void;
}

// What was chosen here before, as long as the window.
const useChosen = create<{ readonly keys: readonly string[] }>()(() => ({ keys: [] }));

const quiet = 500; // milliseconds without typing before a screen reader is told how many there are

/** Finds commands and records by what is typed, and leads to them. */
export function Palette({ reasonAgainst, onClose }: Props) {
  const { t } = useTranslation('commands');
  const navigate = useNavigate();
  const openWindow = useOpenWindow();
  const connection = useActiveConnection()?.id ?? null;
  const [typed, setTyped] = useState('');
  const chosen = useChosen(({ keys }) => keys);
  const audits = useRecentAudits((recent) => recent.audits);
  const sources = useSources({ connection, typed, reasonAgainst });
  const recent = useMemo(() => {
    const opened = audits.filter((audit) => audit.connection === connection).map(({ id }) => `audit ${id}`);
    return [...new Set([...opened.slice(0, 3), ...chosen, ...opened])];
  }, [audits, chosen, connection]);
  const groups = useMemo(() => shownGroups(typed, sources, recent), [typed, sources, recent]);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const counted = t('palette.count', { count });

  useEffect(() => {
    const timer = setTimeout(() => announce(counted), quiet);
    return () => clearTimeout(timer);
  }, [counted]);

  const choose = (key: string, aside: boolean) => {
    const found = groups.flatMap(({ entries }) => entries).find((entry) => entry.key === key);
    if (found === undefined) return;
    if (found.reason !== undefined) return announce(found.reason);
    useChosen.setState(({ keys }) => ({ keys: withLast(keys, key) }));
    if ('command' in found.leads) return onClose(found.leads.command);
    onClose(null);
    if (aside) openWindow(found.leads.address);
    else void navigate(found.leads.address);
  };

  return (
    <CommandList
      label={t('palette.title')}
      placeholder={t('palette.placeholder')}
      typed={typed}
      onType={setTyped}
      onClose={() => onClose(null)}
      groups={groups.map(({ id, entries, count: all }) => ({
        id,
        title:
          all > entries.length
            ? t('palette.more', { group: t(`palette.group.${id}`), shown: entries.length, all })
            : t(`palette.group.${id}`),
        entries,
      }))}
      empty={t('palette.none')}
      foot={
        <>
          <span>{counted}</span>
          <span>{t('palette.keys', { key: isMac ? '⌘' : 'Ctrl+' })}</span>
        </>
      }
      onChoose={choose}
    />
  );
}
