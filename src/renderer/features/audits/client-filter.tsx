import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ComboBox } from '../../ui/combo-box.tsx';
import styles from './audit-list.module.css';

interface ClientFilterProps {
  readonly choices: readonly { readonly value: string; readonly words: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The filter by client: a firm can have thousands, so it is typed into. An empty text is all of them. */
export function ClientFilter({ choices, value, onChange }: ClientFilterProps) {
  const { t } = useTranslation('audits');
  const chosen = choices.find((choice) => choice.value === value)?.words ?? value;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className={styles.client}>
      <ComboBox
        label={t('list.filter.client')}
        placeholder={t('list.all')}
        options={choices.map((choice) => ({
          id: choice.value,
          label: choice.words,
          detail: choice.words === choice.value ? undefined : choice.value,
        }))}
        value={value === '' ? null : value}
        onChange={(id) => {
          setTyped(null);
          onChange(id ?? '');
        }}
        text={typed ?? chosen}
        onTextChange={(text) => {
          setTyped(text === chosen ? null : text);
          if (text === '' && value !== '') onChange('');
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}
