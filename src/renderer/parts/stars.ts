import { atMost } from '../../shared/settings.ts';
import { useChangePreferences, usePreferences, usePreferencesNow } from '../data/preferences.ts';
import { useTranslation } from '../messages/language.ts';
import { announce } from '../ui/live-region.tsx';

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
