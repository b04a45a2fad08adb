import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The words of a task by its kind; one that a newer version wrote down is shown as it is spelled. */
export function useTaskWord(): (kind: string) => string {
  const { t } = useTranslation('activity');
  return useCallback(
    (kind) => {
      const words: Readonly<Record<string, string>> = t('task', { returnObjects: true });
      return words[kind] ?? kind;
    },
    [t],
  );
}
