import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { packageName } from '../../../shared/rules/work-package.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { PackageRow } from './package-tree.ts';
import styles from './work-packages.module.css';

/** The columns of the browser: packages and versions, and the languages that a version is available in. */
export function usePackageColumns(): readonly Column<PackageRow>[] {
  const { t } = useTranslation('work-packages');
  const words = useAuditWords();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('column.name'),
        width: 'minmax(160px, 3fr)',
        render: ({ workPackage, kind }) => {
          if (kind === 'package') return workPackage.name;
          const version = workPackage.version || workPackage.id;
          if (kind === 'older') return version;
          return (
            <span className={styles.named}>
              {version}
              <Tag word={t('newest')} />
            </span>
          );
        },
      },
      {
        id: 'languages',
        title: t('column.languages'),
        width: 'minmax(96px, 2fr)',
        render: ({ workPackage, kind, versions }) =>
          kind === 'package'
            ? t('versions', { count: versions })
            : workPackage.languages.map(words.language).join(', '),
      },
    ],
    [t, words],
  );
}

/** What a screen reader says for a row of the browser, its name first. */
export function usePackageLabel(): (row: PackageRow) => string {
  const { t } = useTranslation('work-packages');
  const words = useAuditWords();
  return useCallback(
    ({ workPackage, kind, versions }: PackageRow) =>
      (kind === 'package'
        ? [workPackage.name, t('versions', { count: versions })]
        : [
            packageName(workPackage),
            kind === 'newest' ? t('newest') : '',
            ...workPackage.languages.map(words.language),
          ]
      )
        .filter(Boolean)
        .join(', '),
    [t, words],
  );
}
