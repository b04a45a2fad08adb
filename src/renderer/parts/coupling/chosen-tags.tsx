import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import styles from './coupling.module.css';

interface ChosenTagsProps {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly onRemove: (id: string) => void;
}

/** What is chosen, each with a button that takes it out; the focus stays among them (ux P6, T5). */
export function ChosenTags({ ids, nameOf, onRemove }: ChosenTagsProps) {
  const { t } = useTranslation('coupling');
  const list = useRef<HTMLUListElement>(null);
  if (ids.length === 0) return <p className={styles.quiet}>{t('chosen.none')}</p>;
  const remove = (id: string) => {
    const place = ids.indexOf(id);
    onRemove(id);
    const next = ids[place + 1] ?? ids[place - 1];
    if (next !== undefined) focusChosen(next);
  };
  return (
    <ul ref={list} className={styles.tags} aria-label={t('chosen.label', { count: ids.length })}>
      {ids.map((id) => (
        <li key={id} data-chosen={id}>
          <span className={styles.tag} title={id}>
            {nameOf(id)}
            {nameOf(id) !== id && <code>{id}</code>}
          </span>
          <IconButton
            label={t('chosen.remove', { name: nameOf(id), id })}
            icon={<X aria-hidden />}
            onPress={() => remove(id)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Puts the focus on what is chosen, where a person can take it out. */
export function focusChosen(id: string): void {
  document.querySelector<HTMLElement>(`[data-chosen="${CSS.escape(id)}"] button`)?.focus();
}
