import { useTranslation } from 'react-i18next';
import type { CouplingVerdict } from '../../../shared/rules/coupling.ts';
import { comparedFields } from '../../../shared/rules/coupling-component.ts';
import { Panel } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './coupling.module.css';
import { useCouplingWords } from './coupling-words.ts';
import type { FilledWords } from './filled-words.ts';

interface InitialisingPanelProps {
  readonly verdict: CouplingVerdict;
  /** How many different components are chosen; ids that are none are not counted. */
  readonly count: number;
  readonly nameOf: (id: string) => string;
  /** The name of the legal entity that a component's group is of. */
  readonly groupEntityOf: (id: string) => string;
  readonly words: FilledWords;
}

/** The initialising component with the reason, and the six request fields that it fills, to be read and not changed (ux P4). */
export function InitialisingPanel({ verdict, count, nameOf, groupEntityOf, words }: InitialisingPanelProps) {
  const { t } = useTranslation('coupling');
  const { field } = useCouplingWords();
  const { values, initialising } = verdict;
  if (values === null) return null;
  const reason =
    initialising === null
      ? t('initialising.alike')
      : count === 1
        ? t('initialising.only')
        : t('initialising.highest', { entity: groupEntityOf(initialising.id) });
  return (
    <Panel title={t('initialising.title')} description={reason}>
      {initialising !== null && (
        <p>
          <strong>{nameOf(initialising.id)}</strong>
          {nameOf(initialising.id) !== initialising.id && (
            <>
              {' '}
              <code>{initialising.id}</code>
            </>
          )}
        </p>
      )}
      <p className={styles.quiet}>{t('initialising.fields')}</p>
      <div className={styles.filled}>
        {comparedFields.map((name) => (
          <TextField
            key={name}
            isReadOnly
            label={field(name)}
            value={words(name, values[name])}
            onChange={() => {}}
          />
        ))}
      </div>
    </Panel>
  );
}
