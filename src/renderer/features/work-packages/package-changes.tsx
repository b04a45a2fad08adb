import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { packageName } from '../../../shared/rules/work-package.ts';
import { workPackageChanges } from '../../../shared/rules/work-package-changes.ts';
import { Panel } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { useChangeWords } from './change-words.ts';
import styles from './work-packages.module.css';

interface PackageChangesProps {
  readonly workPackage: WorkPackage;
  readonly others: readonly WorkPackage[];
  /** The version before; what is compared with unless somebody chooses another. */
  readonly previous: WorkPackage | null;
}

/** What is otherwise in a version than in another of the same package. */
export function PackageChanges({ workPackage, others, previous }: PackageChangesProps) {
  const { t } = useTranslation('work-packages');
  const [chosen, setChosen] = useState(previous?.id ?? null);
  const before = others.find(({ id }) => id === chosen) ?? null;
  const words = useChangeWords();
  const changes = before === null ? null : workPackageChanges(before, workPackage).map(words);
  return (
    <Panel title={t('changes.title')}>
      {others.length === 0 ? (
        <p className={styles.none}>{t('changes.only')}</p>
      ) : (
        <>
          <div className={styles.compared}>
            <Select
              isCompact
              label={t('changes.with')}
              placeholder={t('changes.choose')}
              options={others.map((other) => ({
                id: other.id,
                label: packageName(other),
                detail: other.id,
              }))}
              value={chosen}
              onChange={setChosen}
            />
          </div>
          {changes === null && <p className={styles.none}>{t('changes.first')}</p>}
          {changes?.length === 0 && <p className={styles.none}>{t('changes.none')}</p>}
          {changes !== null && changes.length > 0 && (
            <ul className={styles.changes} aria-label={t('changes.title')}>
              {changes.map(({ sign, what, text }, place) => (
                <li key={`${place} ${text}`} data-sign={sign}>
                  <span className={styles.what}>{what}</span>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Panel>
  );
}
