import { Star } from 'lucide-react';
import { useEffect } from 'react';
import { atMost } from '../../../shared/settings.ts';
import { useStarrable } from '../../data/asked.ts';
import { useChangePreferences, usePreferences, usePreferencesNow } from '../../data/preferences.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useTranslation } from '../../messages/language.ts';
import { IconButton } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';

/** The starred audits of a connection, the newest star first, and what gives one its star or takes it away. */
export function useStars(connection: string) {
  const { t } = useTranslation('audits');
  const { starredAudits } = usePreferences();
  const now = usePreferencesNow();
  const change = useChangePreferences();
  const starred = new Set(
    starredAudits.filter((audit) => audit.connection === connection).map(({ id }) => id),
  );
  const toggle = (id: string) => {
    const audits = now()?.starredAudits ?? [];
    const others = audits.filter((audit) => audit.id !== id || audit.connection !== connection);
    const isOn = others.length < audits.length;
    if (!isOn && audits.length >= atMost.starredAudits)
      return announce(t('star.full', { count: atMost.starredAudits }));
    void change({ starredAudits: isOn ? others : [{ connection, id }, ...others] });
    announce(t(isOn ? 'star.removed' : 'star.added'));
  };
  return { starred, toggle };
}

/** Has the command for stars be about this audit, while it is shown. */
function useStarCommand(toggle: (id: string) => void, audit: string): void {
  useEffect(() => {
    useStarrable.setState({ toggle: () => toggle(audit) });
    return () => useStarrable.setState({ toggle: null });
  }, [toggle, audit]);
}

/** What a list tells its active row, so that the command for stars is about that. */
export function useStarOfRow(
  toggle: (id: string) => void,
): (row: { readonly audit: { readonly id: string } } | null) => void {
  useEffect(() => () => useStarrable.setState({ toggle: null }), []);
  return (row) => useStarrable.setState({ toggle: row === null ? null : () => toggle(row.audit.id) });
}

/** The star of an audit in its head; the command for stars is about it. */
export function StarButton({ connection, id }: { readonly connection: string; readonly id: string }) {
  const { t } = useTranslation('audits');
  const shortcutOf = useShortcuts();
  const { starred, toggle } = useStars(connection);
  useStarCommand(toggle, id);
  return (
    <IconButton
      label={t(starred.has(id) ? 'star.remove' : 'star.add')}
      icon={<Star aria-hidden fill={starred.has(id) ? 'currentColor' : 'none'} />}
      aria-keyshortcuts={shortcutOf('star-audit')?.aria}
      onPress={() => toggle(id)}
    />
  );
}
