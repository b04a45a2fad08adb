import { useTranslation } from 'react-i18next';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { packageName } from '../../../shared/rules/work-package.ts';
import { labelsOnce } from '../../../shared/rules/work-package-changes.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Panel } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { PackageChanges } from './package-changes.tsx';
import { PackagePrices } from './package-prices.tsx';
import { PackageSettings } from './package-settings.tsx';
import { comparable } from './package-tree.ts';
import styles from './work-packages.module.css';

interface PackageDetailProps {
  readonly workPackage: WorkPackage;
  /** All that there are. */
  readonly packages: readonly WorkPackage[];
}

/** One version of a work package: what it offers, what it is said to cost, and what is new in it. */
export function PackageDetail({ workPackage, packages }: PackageDetailProps) {
  const { t } = useTranslation('work-packages');
  const words = useAuditWords();
  const { others, previous, isNewest } = comparable(packages, workPackage);
  const labels = [...labelsOnce(workPackage.scoping_packages).values()];
  const none = <span className={styles.none}>{t('detail.none')}</span>;
  return (
    <section className={styles.detail} aria-label={packageName(workPackage)}>
      <div className={styles.title}>
        <h2>{packageName(workPackage)}</h2>
        {isNewest && <Tag word={t('newest')} />}
        <Id value={workPackage.id} isCopyable />
      </div>
      <Panel title={t('detail.offers')}>
        <DefinitionList
          items={[
            {
              term: t('detail.languages'),
              value: workPackage.languages.map(words.language).join(', ') || none,
            },
            {
              term: t('detail.auditTypes'),
              value: workPackage.audit_types.map(words.type).join(', ') || none,
            },
            {
              term: t('detail.labels'),
              value:
                labels.length === 0 ? (
                  none
                ) : (
                  <ul className={styles.labels}>
                    {labels.map(({ label, languages }) => (
                      <li key={label}>
                        {languages === null
                          ? label
                          : t('detail.labelIn', {
                              label,
                              languages: languages.map(words.language).join(', '),
                            })}
                      </li>
                    ))}
                  </ul>
                ),
            },
          ]}
        />
      </Panel>
      <PackageChanges workPackage={workPackage} others={others} previous={previous} />
      <PackageSettings settings={workPackage.settings} />
      <PackagePrices prices={workPackage.prices} />
    </section>
  );
}
