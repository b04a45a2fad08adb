import { useSuspenseQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  environmentQuery,
  useChangePreferences,
  useIsManaged,
  usePreferences,
} from '../../data/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';
import type { SettingEntry } from './setting-entry.ts';
import styles from './settings.module.css';

/** One entry of the page, with the way back to its default, or the reason why it cannot be changed. */
export function SettingRow({ entry }: { readonly entry: SettingEntry }) {
  const { content, preference } = entry;
  return (
    <div className={styles.row} data-setting={entry.id}>
      {content}
      {preference !== undefined && <Foot {...preference} />}
    </div>
  );
}

function Foot({ name, label, defaultWords }: NonNullable<SettingEntry['preference']>) {
  const { t } = useTranslation('settings');
  const preferences = usePreferences();
  const change = useChangePreferences();
  const isManaged = useIsManaged(name);
  const { data: environment } = useSuspenseQuery(environmentQuery);
  if (isManaged)
    return (
      <p className={styles.managed}>
        <Lock aria-hidden />
        {t('managed')}
      </p>
    );
  const isDefault = preferences[name] === environment.defaults[name];
  const reset = async () => {
    await change({ [name]: environment.defaults[name] });
    announce(t('resetDone', { label, value: defaultWords }));
  };
  return (
    <div className={styles.foot}>
      <span>{t('default', { value: defaultWords })}</span>
      {/* It stays where it is when it has done its work, so that the focus has a place to be. */}
      <Button
        variant="quiet"
        aria-label={t('resetLabel', { label })}
        reason={isDefault ? t('isDefault') : undefined}
        onPress={() => void reset()}
      >
        {t('reset')}
      </Button>
    </div>
  );
}
