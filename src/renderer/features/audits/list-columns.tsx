import { lastOf } from '../../data/last-of.ts';
import { type AuditWords, useAuditWords } from '../../messages/audit-words.ts';
import { formatMonths, formatPeriod, yearsFromEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import type { Translate } from '../../messages/translate.ts';
import { statusLook } from '../../parts/status-look.ts';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { byCharacters, type TableColumn } from '../../ui/grid/columns.ts';
import { Note, Row } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './audit-list.module.css';
import type { AuditRow, Column } from './list-view.ts';

type Columns = readonly TableColumn<AuditRow, Column>[];

/** The columns of audits: the same as long as the language is, so that rows that were put in order are found again. */
export function useAuditColumns(): Columns {
  const { t, i18n } = useTranslation('audits');
  return auditColumns(t, i18n.language, useAuditWords().all);
}

/** The columns with a star beside the names of the starred audits. */
export function useStarredColumns(columns: Columns, starred: ReadonlySet<string>): Columns {
  const { t } = useTranslation('audits');
  const cell = ({ audit }: AuditRow) =>
    starred.has(audit.id) ? (
      <Row as="span" isLine>
        <span role="img" aria-label={t('parts:word.starred')} className={styles.star} />
        <Name text={audit.name} />
      </Row>
    ) : (
      audit.name
    );
  return columns.map((column) => ('id' in column && column.id === 'name' ? { ...column, cell } : column));
}

export const auditColumns = lastOf(
  (t: Translate<'audits'>, language: string, all: AuditWords['all']): Columns => [
    ...whoseColumns(t),
    ...whatColumns(t, language, all),
  ],
);

/** Which audit it is, and whose. */
function whoseColumns(t: Translate<'audits'>): Columns {
  return [
    { key: 'audit_id', value: ({ audit }) => audit.id },
    {
      id: 'name',
      title: t('parts:word.name'),
      width: { least: 240, grows: 2.5, wants: 380 },
      value: ({ audit }) => audit.name,
      twin: ({ audit }) => audit.id,
      sort: 'value',
      file: 'audit_name',
      isRowHeader: true,
    },
    { key: 'client_id', value: ({ audit }) => audit.client_organisation_id },
    {
      id: 'client',
      title: t('parts:field.client_name'),
      width: { least: 172, grows: 1 },
      value: ({ client }) => client,
      cell: ({ client, isTest }) =>
        isTest ? (
          <Row as="span" isLine>
            <Name text={client} />
            <TestOrganisation isShort />
          </Row>
        ) : (
          client
        ),
      sort: 'value',
      filter: { values: ({ audit }) => [audit.client_organisation_id], words: ({ client }) => client },
      file: [
        {
          key: 'client_name',
          value: ({ audit, client }) => nameUnlessId(client, audit.client_organisation_id),
        },
      ],
      isName: true,
    },
    {
      id: 'entity',
      title: t('parts:field.legal_entity_name'),
      width: { least: 168, grows: 1, from: 1_500 },
      value: ({ entity }) => entity,
      cell: ({ entity, isEntityNamed }) =>
        entity === '' ? (
          <Note as="span" size="body">
            {t('parts:word.notProvided')}
          </Note>
        ) : isEntityNamed ? (
          entity
        ) : (
          <Note as="span" size="body" title={t('list.entityUnread', { id: entity })}>
            {entity}
          </Note>
        ),
      sort: 'value',
      filter: {
        values: ({ audit }) => audit.legal_entity_ids,
        words: ({ entities }, place) => entities[place],
      },
      file: [{ key: 'legal_entity_ids', value: ({ audit }) => audit.legal_entity_ids }],
    },
  ];
}

/** What it is of, and how it stands. */
function whatColumns(t: Translate<'audits'>, language: string, all: AuditWords['all']): Columns {
  return [
    {
      id: 'type',
      title: t('parts:word.type'),
      width: { least: all.types },
      hasIcon: true,
      value: ({ type }) => type,
      cell: ({ type, isCoupled }) =>
        isCoupled ? (
          <>
            {type}
            <span role="img" aria-label={t('coupled')} title={t('coupled')} className={styles.coupled} />
          </>
        ) : (
          type
        ),
      sort: 'value',
      filter: { values: ({ audit }) => [audit.audit_type], words: ({ type }) => type },
      file: [{ key: 'audit_type', value: ({ audit }) => audit.audit_type, words: ({ type }) => type }],
    },
    {
      id: 'period',
      title: t('parts:word.period'),
      width: { least: yearsFromEveryMonth(language) },
      value: ({ audit }) => formatMonths(audit.period_start, audit.period_end, language),
      cell: ({ audit }) => (
        <span title={formatPeriod(audit.period_start, audit.period_end, language)}>
          {formatMonths(audit.period_start, audit.period_end, language)}
        </span>
      ),
      sort: ({ audit: one }, { audit: other }) =>
        byCharacters(one.period_start, other.period_start) || byCharacters(one.period_end, other.period_end),
      filter: { id: 'year', values: ({ years }) => years },
      file: [
        { key: 'period_start', value: ({ audit }) => audit.period_start },
        { key: 'period_end', value: ({ audit }) => audit.period_end },
      ],
    },
    { key: 'work_package_id', value: ({ audit }) => audit.work_package_id },
    {
      id: 'workPackage',
      title: t('parts:field.work_package'),
      width: { least: 168, grows: 1.5, from: 1_150 },
      value: ({ workPackage }) => workPackage,
      cell: ({ workPackage, version }) =>
        version === '' ? workPackage : <PackageName whole={workPackage} version={version} />,
      sort: 'value',
      filter: { values: ({ audit }) => [audit.work_package_id], words: ({ workPackage }) => workPackage },
      file: [
        {
          key: 'work_package',
          value: ({ audit, workPackage }) => nameUnlessId(workPackage, audit.work_package_id),
        },
      ],
    },
    {
      id: 'label',
      title: t('parts:field.scoping_label'),
      width: { least: 140, grows: 0.8 },
      isOnDemand: true,
      value: ({ label }) => label,
      sort: 'value',
      filter: { values: ({ label }) => [label] },
      file: 'scoping_label',
    },
    {
      id: 'language',
      title: t('parts:field.language'),
      width: { least: 100 },
      isOnDemand: true,
      value: ({ language: word }) => word,
      sort: 'value',
      filter: { values: ({ audit }) => [audit.language], words: (row) => row.language },
      file: [{ key: 'language', value: ({ audit }) => audit.language, words: (row) => row.language }],
    },
    { key: 'unit_of_measurement', value: ({ audit }) => audit.unit_of_measurement },
    {
      id: 'status',
      title: t('parts:field.status'),
      width: { least: all.statuses, givesWay: 1 },
      hasIcon: true,
      value: ({ status }) => status,
      cell: ({ audit, status }) => <StatusMark look={statusLook(audit.status)} word={status} />,
      sort: 'value',
      filter: { values: ({ audit }) => [audit.status], words: ({ status }) => status },
      file: [{ key: 'status', value: ({ audit }) => audit.status, words: ({ status }) => status }],
    },
    { key: 'group_audit_id', value: ({ audit }) => audit.group_audit_id },
    { key: 'coupled_component_ids', value: ({ audit }) => audit.coupled_component_audit_ids },
    { key: 'created_at', value: ({ audit }) => audit.created_at },
  ];
}

/** The rows show an id where the name is not known; a file has that in its own column. */
function nameUnlessId(name: string, id: string): string | null {
  return name === id ? null : name;
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
