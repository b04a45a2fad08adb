import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatPeriod, periodsInEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRowActions } from '../../parts/actions.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import type { FileTable } from '../../parts/export/file-table.ts';
import { statusLook } from '../../parts/status-look.ts';
import { pathTo } from '../../routes.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { Cut, Row } from '../../ui/layout.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { Tag } from '../../ui/tag.tsx';

/** An audit of a client, or a component of one of its group audits. */
export interface Usage {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** The group audit of a component; null for an audit. */
  readonly group: Audit | null;
  readonly legalEntities: readonly string[];
  readonly isOutOfScope: boolean;
}

export function auditUsage(audit: Audit): Usage {
  return {
    id: audit.id,
    name: audit.name,
    type: audit.audit_type,
    status: audit.status,
    periodStart: audit.period_start,
    periodEnd: audit.period_end,
    group: null,
    legalEntities: audit.legal_entity_ids,
    isOutOfScope: false,
  };
}

function componentUsage(group: Audit, component: ComponentAudit): Usage {
  return {
    id: component.id,
    name: component.name,
    type: 'component',
    status: component.status,
    // A component has the period of its group (decisions.md §8.6).
    periodStart: group.period_start,
    periodEnd: group.period_end,
    group,
    legalEntities: component.legal_entity_ids,
    isOutOfScope: component.in_scope === false,
  };
}

/** The audits and components of each legal entity: the latest period first, a group before its components. */
export function usageByEntity(
  audits: readonly Audit[],
  components: ReadonlyMap<string, readonly ComponentAudit[]>,
): ReadonlyMap<string, readonly Usage[]> {
  const uses = latestFirst(audits).flatMap((audit) => [
    auditUsage(audit),
    ...(components.get(audit.id) ?? []).map((component) => componentUsage(audit, component)),
  ]);
  const byEntity = new Map<string, Usage[]>();
  for (const use of uses)
    for (const id of new Set(use.legalEntities)) byEntity.set(id, [...(byEntity.get(id) ?? []), use]);
  return byEntity;
}

export function latestFirst(audits: readonly Audit[]): readonly Audit[] {
  return audits.toSorted((a, b) => (a.period_end < b.period_end ? 1 : a.period_end > b.period_end ? -1 : 0));
}

export interface UsageTableProps {
  readonly label: string;
  readonly rows: readonly Usage[];
  /** Whether the rows have components, so that a column names their groups. */
  readonly withGroup: boolean;
  /** How far the rows are read, and what a file of them does not have. */
  readonly file: Pick<FileTable<Usage>, 'list' | 'note'>;
}

/** A table of audits and components. */
export function UsageTable({ label, rows, withGroup }: UsageTableProps) {
  const navigate = useNavigate();
  const columns = useUsageColumns(withGroup);
  const actions = useRowActions();
  return (
    <DataTable
      id="entity-usage"
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      onOpen={({ id }) => void navigate(pathTo('audit', { auditId: id }))}
      actionsOf={([{ id }]) => actions(pathTo('audit', { auditId: id }), id)}
    />
  );
}

/** Saves the same table. */
export function UsageExport({ label, rows, withGroup, file }: UsageTableProps) {
  const columns = useUsageColumns(withGroup);
  return (
    <ExportAction variant="quiet" table={{ name: label, grid: 'entity-usage', columns, rows, ...file }} />
  );
}

/** The columns of audits and components; those of groups only where there are components. */
function useUsageColumns(withGroup: boolean): readonly TableColumn<Usage>[] {
  const { t, i18n } = useTranslation('clients');
  const words = useAuditWords();
  const group: readonly TableColumn<Usage>[] = [
    { key: 'group_audit_id', value: (row) => row.group?.id ?? null },
    {
      id: 'group',
      title: t('parts:field.group_audit_name'),
      width: { least: 120, grows: 1, givesWay: 2 },
      value: (row) => row.group?.name ?? '',
      file: [{ key: 'group_audit_name', value: (row) => row.group?.name ?? null }],
      isName: true,
    },
    {
      key: 'scope',
      value: (row) => (row.group === null ? null : row.isOutOfScope ? 'out_of_scope' : 'in_scope'),
      words: (row) => (row.group === null ? '' : t(row.isOutOfScope ? 'parts:scope.out' : 'parts:scope.in')),
    },
  ];
  return [
    { key: 'audit_id', value: ({ id }) => id },
    {
      id: 'name',
      title: t('parts:word.name'),
      width: { least: 240, grows: 2, wants: 300 },
      value: ({ name }) => name,
      twin: ({ id }) => id,
      file: 'audit_name',
      isRowHeader: true,
    },
    {
      id: 'type',
      title: t('parts:word.type'),
      width: { least: words.all.types },
      cell: ({ type, isOutOfScope }) =>
        isOutOfScope ? (
          <Row as="span" isLine>
            <Cut>{words.type(type)}</Cut>
            <Tag word={t('parts:scope.out')} />
          </Row>
        ) : (
          words.type(type)
        ),
      file: [{ key: 'audit_type', value: ({ type }) => type, words: ({ type }) => words.type(type) }],
    },
    ...(withGroup ? group : []),
    { key: 'legal_entity_ids', value: ({ legalEntities }) => legalEntities },
    {
      id: 'period',
      title: t('parts:word.period'),
      width: { least: periodsInEveryMonth(i18n.language), givesWay: 1 },
      value: ({ periodStart, periodEnd }) => formatPeriod(periodStart, periodEnd, i18n.language),
      file: [
        { key: 'period_start', value: ({ periodStart }) => periodStart },
        { key: 'period_end', value: ({ periodEnd }) => periodEnd },
      ],
    },
    {
      id: 'status',
      title: t('parts:field.status'),
      width: { least: words.all.statuses, givesWay: 3 },
      hasIcon: true,
      cell: ({ status }) => <StatusMark look={statusLook(status)} word={words.status(status)} />,
      file: [{ key: 'status', value: ({ status }) => status, words: ({ status }) => words.status(status) }],
    },
  ];
}
