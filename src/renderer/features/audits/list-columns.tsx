import { useMemo } from 'react';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatMonths, formatPeriod, yearsFromEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { statusLook } from '../../parts/status-look.ts';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import type { Column as TableColumn } from '../../ui/grid/columns.ts';
import { CutText } from '../../ui/grid/cut-text.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { markWidth, StatusMark } from '../../ui/status-mark.tsx';
import styles from './audit-list.module.css';
import type { AuditRow, Column } from './list-view.ts';

/** The columns of the list of audits; a starred one has its star beside the name. */
export function useListColumns(starred: ReadonlySet<string>): readonly TableColumn<AuditRow, Column>[] {
  const { t, i18n } = useTranslation('audits');
  const words = useAuditWords();
  return useMemo(() => {
    const column = (
      id: Column,
      width: Omit<TableColumn<AuditRow>, 'id' | 'title' | 'render'>,
      render: (row: AuditRow) => React.ReactNode,
    ): TableColumn<AuditRow, Column> => ({
      id,
      title: t(`list.column.${id}`),
      ...width,
      render,
      isSortable: true,
      isRowHeader: id === 'name',
      isName: id === 'client',
    });
    return [
      column('name', { min: 240, wants: 425, share: 2.5 }, ({ audit }) =>
        starred.has(audit.id) ? (
          <Row as="span" isLine>
            <span role="img" aria-label={t('star.starred')} className={styles.star} />
            <CutText text={audit.name} />
          </Row>
        ) : (
          audit.name
        ),
      ),
      column('client', { min: 172, share: 1 }, ({ client, isTest }) =>
        isTest ? (
          <Row as="span" isLine>
            <CutText text={client} />
            <TestOrganisation isShort />
          </Row>
        ) : (
          client
        ),
      ),
      column('entity', { min: 168, share: 1, from: 1_500 }, ({ entity, isEntityNamed }) =>
        entity === '' ? (
          <Note as="span" size="body">
            {t('list.noEntity')}
          </Note>
        ) : isEntityNamed ? (
          entity
        ) : (
          <Note as="span" size="body" title={t('list.entityUnread', { id: entity })}>
            {entity}
          </Note>
        ),
      ),
      column('type', { texts: words.all.types, beside: 18 }, ({ type, isCoupled }) =>
        isCoupled ? (
          <>
            {type}
            <span role="img" aria-label={t('coupled')} title={t('coupled')} className={styles.coupled} />
          </>
        ) : (
          type
        ),
      ),
      column('period', { texts: yearsFromEveryMonth(i18n.language) }, ({ audit }) => (
        <span title={formatPeriod(audit.period_start, audit.period_end, i18n.language)}>
          {formatMonths(audit.period_start, audit.period_end, i18n.language)}
        </span>
      )),
      column('workPackage', { min: 168, share: 1.5, from: 1_150 }, ({ workPackage, version }) =>
        version === '' ? workPackage : <PackageName whole={workPackage} version={version} />,
      ),
      column('label', { min: 140, share: 0.8, from: Number.POSITIVE_INFINITY }, ({ label }) => label),
      column('language', { min: 100, from: Number.POSITIVE_INFINITY }, ({ language }) => language),
      column(
        'status',
        { texts: words.all.statuses, beside: markWidth, givesWay: 1, folded: 28 },
        ({ audit, status }) => <StatusMark look={statusLook(audit.status)} word={status} />,
      ),
    ];
  }, [t, i18n.language, words, starred]);
}

/** The name and version of a work package. In a narrow cell the name is cut off, never the version. */
function PackageName({ whole, version }: { readonly whole: string; readonly version: string }) {
  const points = version.split('.').length - 1; // half as wide as a digit
  const room = { '--version': `${version.length - points / 2}ch` };
  return (
    <>
      <span className={styles.packageName} title={whole} style={room}>
        {whole.slice(0, -version.length)}
      </span>
      {version}
    </>
  );
}
