import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import styles from './coupling.module.css';
import { idsIn, type PastedId, withPasted } from './pasted-ids.ts';

interface PasteIdsProps {
  readonly selected: readonly string[];
  readonly onAdd: (ids: readonly string[]) => void;
}

/** Takes a list of ids and says of every one what became of it (ux P7). */
export function PasteIds({ selected, onAdd }: PasteIdsProps) {
  const { t } = useTranslation('coupling');
  const [text, setText] = useState('');
  const [results, setResults] = useState<readonly PastedId[]>([]);
  const ids = idsIn(text);
  const add = () => {
    const next = withPasted(selected, ids);
    setResults(next.results);
    setText('');
    onAdd(next.ids);
    announce(t('paste.done', { count: next.ids.length - selected.length }));
  };
  return (
    <details className={styles.paste}>
      <summary>{t('paste.title')}</summary>
      <TextArea
        isCode
        rows={3}
        label={t('paste.label')}
        help={t('paste.help')}
        value={text}
        onChange={setText}
      />
      <div>
        <Button onPress={add} reason={ids.length === 0 ? t('paste.nothing') : undefined}>
          {t('paste.add')}
        </Button>
      </div>
      {results.length > 0 && (
        <ul className={styles.results} aria-label={t('paste.results')}>
          {results.map(({ id, outcome }, index) => (
            // An id may stand in the list twice.
            <li key={`${index}-${id}`}>
              <code>{id}</code> {t(`paste.outcome.${outcome}`)}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
