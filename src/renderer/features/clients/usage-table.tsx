import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatPeriod, periodsInEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { ExportAction } from '../../parts/export/export-action.tsx';
import type { FileTable } from '../../parts/export/file-table.ts';
import { useRowActions } from '../../parts/row-actions.ts';
import { statusLook } from '../../parts/status-look.ts';
import { pathTo } from '../../routes.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { Cut, RoomForRows, Row, Toolbar } from '../../ui/layout.tsx';
import { markWidth, StatusMark } from '../../ui/status-mark.tsx';
import { Tag } from '../../ui/tag.tsx';
import { type Usage, useUsageFile } from './usage-file.ts';

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

interface UsageTableProps {
  readonly label: string;
  readonly rows: readonly Usage[];
  /** Whether the rows have components, so that a column names their groups. */
  readonly withGroup: boolean;
  /** How far the rows are read, and what a file of them does not have. */
  readonly file: Pick<FileTable<Usage>, 'list' | 'note'>;
}

/** A table of audits and components, as high as its rows, up to ten of them. */
export function UsageTable({ label, rows, withGroup, file }: UsageTableProps) {
  const navigate = useNavigate();
  const columns = useUsageColumns(withGroup);
  const actions = useRowActions();
  const fileColumns = useUsageFile(withGroup);
  return (
    <>
      <Toolbar>
        <ExportAction
          variant="quiet"
          table={{ name: label, grid: 'entity-usage', columns: fileColumns, rows, ...file }}
        />
      </Toolbar>
      <RoomForRows count={Math.min(rows.length, 10)}>
        <DataTable
          id="entity-usage"
          label={label}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          onOpen={({ id }) => void navigate(pathTo('audit', { auditId: id }))}
          actionsOf={({ id }) => actions(pathTo('audit', { auditId: id }), id)}
        />
      </RoomForRows>
    </>
  );
}

function useUsageColumns(withGroup: boolean): readonly Column<Usage>[] {
  const { t, i18n } = useTranslation('clients');
  const words = useAuditWords();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('uses.column.name'),
        min: 240,
        wants: 300,
        share: 2,
        isRowHeader: true,
        render: ({ name }) => name,
      },
      {
        id: 'type',
        title: t('uses.column.type'),
        texts: words.all.types,
        render: ({ type, isOutOfScope }) =>
          isOutOfScope ? (
            <Row as="span" isLine>
              <Cut>{words.type(type)}</Cut>
              <Tag word={t('uses.outOfScope')} />
            </Row>
          ) : (
            words.type(type)
          ),
      },
      ...(withGroup
        ? [
            {
              id: 'group',
              title: t('uses.column.group'),
              min: 120,
              share: 1,
              givesWay: 2,
              isName: true,
              render: ({ group }: Usage) => group?.name ?? '',
            },
          ]
        : []),
      {
        id: 'period',
        title: t('uses.column.period'),
        texts: periodsInEveryMonth(i18n.language),
        givesWay: 1,
        render: ({ periodStart, periodEnd }) => formatPeriod(periodStart, periodEnd, i18n.language),
      },
      {
        id: 'status',
        title: t('uses.column.status'),
        texts: words.all.statuses,
        beside: markWidth,
        givesWay: 3,
        folded: 28,
        render: ({ status }) => <StatusMark look={statusLook(status)} word={words.status(status)} />,
      },
    ],
    [t, i18n.language, words, withGroup],
  );
}
