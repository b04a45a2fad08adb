import { useState } from 'react';
import { Link } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { auditorRelations } from '../../../shared/model/terms.ts';
import { useAudit } from '../../data/audits.ts';
import { useLegalEntities } from '../../data/clients.ts';
import { hasEnded } from '../../data/collection.ts';
import { useComponents } from '../../data/components.ts';
import { useConnectionId } from '../../data/connections.ts';
import { type AuditWords, useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { formatPeriod } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { isUnseen, useUnseenWords } from '../../messages/unseen-words.ts';
import { useCopyAction } from '../../parts/actions.tsx';
import { CollectionState } from '../../parts/collection-state.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { PrintMenu } from '../../parts/printout/print-menu.tsx';
import { PrintTable } from '../../parts/printout/print-table.tsx';
import { statusLook } from '../../parts/status-look.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { gridColumns, type TableColumn } from '../../ui/grid/columns.ts';
import { Panel, Toolbar } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { relationLook } from './columns.tsx';
import { type ComponentFields, useComponentFields } from './component-file.ts';

/** Which components of a group audit are in scope and which are not, with the explanations. */
export function ScopeReport() {
  const { audit } = useAudit(useConnectionId(), useRouteId('auditId'));
  return audit === null ? null : <Report key={audit.id} group={audit} />;
}

function Report({ group }: { readonly group: Audit }) {
  const connection = useConnectionId();
  const { t, i18n } = useTranslation('component-tree');
  const { t: tAudits } = useTranslation('audits');
  const words = useAuditWords();
  const components = useComponents(connection, group.id);
  const { entries: entities } = useLegalEntities(connection, group.client_organisation_id);
  const columns = useReportColumns(useComponentFields(group, entities, componentOf));
  const unseen = useUnseenWords();
  const [openId, setOpenId] = useState<string | null>(null);
  const copy = useCopyAction();
  const rows = reportRows(components.entries, entities, words.compare);
  const counts = scopeCounts(components.entries);
  const counted = (['in', 'out', 'unknown'] as const)
    .filter((scope) => counts[scope] > 0 || (scope !== 'unknown' && counts.unknown === 0))
    .map((scope) =>
      t(scope === 'out' ? 'parts:word.outOfScope' : `report.${scope}`, { count: counts[scope] }),
    )
    .join(' · ');
  const soFar = rows.length === 0 ? t('report.unread') : t('report.soFar', { count: rows.length });
  const summary = components.complete === null ? soFar : counted;
  const noExplanation = (component: ComponentAudit) => {
    if (component.in_scope !== false) return t(component.in_scope ? 'report.inScope' : 'report.scopeUnseen');
    return isUnseen(component, 'out_of_scope_explanation') ? unseen.long : t('report.noExplanation');
  };
  const open = rows.find(({ component }) => component.id === openId)?.component ?? rows[0]?.component;
  if (rows.length === 0 && !hasEnded(components))
    return <SkeletonRows count={8} widths={['60%', '40%', '40%']} label={t('common:list.reading')} />;
  return (
    <>
      <Toolbar>
        <Link to={pathTo('auditComponents', { auditId: group.id })}>{t('parts:word.componentTree')}</Link>
        <h2>{t('parts:word.scopeReport')}</h2>
        <span>{summary}</span>
        {rows.length > 0 && (
          <ExportAction
            table={{
              name: t('report.fileName', { name: group.name }),
              grid: 'scope-report',
              columns,
              rows,
              list: components,
            }}
          />
        )}
        {components.complete !== null && rows.length > 0 && (
          <PrintMenu
            title={t('report.printTitle', { name: group.name })}
            facts={[
              { term: t('parts:field.group_audit_name'), value: `${group.name} (${group.id})` },
              {
                term: tAudits('parts:word.period'),
                value: formatPeriod(group.period_start, group.period_end, i18n.language),
              },
              { term: tAudits('parts:field.status'), value: words.status(group.status) },
            ]}
            read={components}
            isWide
          >
            <PrintTable caption={summary} rows={tableOf(columns, rows)} />
          </PrintMenu>
        )}
      </Toolbar>
      <CollectionState list={components} shown={rows.length}>
        <DataTable
          id="scope-report"
          label={t('parts:word.scopeReport')}
          columns={columns}
          rows={rows}
          rowId={({ component }) => component.id}
          onOpen={({ component }) => setOpenId(component.id)}
          actionsOf={([{ component }]) => [copy(component.id)]}
          empty={<EmptyState title={t('report.none')} picture="list" />}
        />
      </CollectionState>
      {open !== undefined && (
        <Panel title={t('report.chosen', { name: open.name })}>
          <p role="status">{open.out_of_scope_explanation || noExplanation(open)}</p>
        </Panel>
      )}
    </>
  );
}

/** The columns of the report; on the screen the ids are switched on by a person. */
function useReportColumns(fields: ComponentFields<ReportRow>): readonly TableColumn<ReportRow>[] {
  const { t } = useTranslation('component-tree');
  const words = useAuditWords();
  const { short: unseen } = useUnseenWords();
  return [
    ...fields.group,
    {
      id: 'name',
      title: t('parts:field.component_name'),
      width: { least: 240, grows: 3, wants: 300 },
      value: ({ component }) => component.name,
      twin: ({ component }) => component.id,
      file: 'component_name',
    },
    {
      id: 'id',
      title: t('parts:field.component_id'),
      width: { least: 140 },
      isOnDemand: true,
      value: ({ component }) => component.id,
    },
    fields.legal_entity_ids,
    {
      id: 'entities',
      title: t('parts:field.legal_entity_names'),
      width: { least: 160, grows: 3, wants: 240 },
      value: ({ entities }) => entities.join('\n') || unseen,
      cell: ({ entities }) => entities.join(', ') || unseen,
      file: [fields.legal_entity_names],
      isName: true,
    },
    {
      id: 'relation',
      title: t('parts:word.relation'),
      width: { least: auditorRelations.map((relation) => t(`relation.${relation}`)), givesWay: 2 },
      hasIcon: true,
      value: ({ component }) => relationWord(t, component.auditor_relation) || unseen,
      cell: ({ component: { auditor_relation: relation } }) => (
        <StatusMark look={relationLook(relation)} word={relationWord(t, relation) || unseen} />
      ),
      file: [fields.auditor_relation],
    },
    {
      id: 'scope',
      title: t('parts:field.scope'),
      width: { least: [t('parts:scope.in'), t('parts:scope.out')] },
      value: ({ component }) => scopeWord(t, component) || unseen,
      file: [fields.scope],
    },
    {
      id: 'explanation',
      title: t('parts:field.out_of_scope_explanation'),
      width: { least: 160, grows: 2 },
      value: ({ component }) =>
        component.out_of_scope_explanation ||
        (component.in_scope === false && isUnseen(component, 'out_of_scope_explanation') ? unseen : ''),
      file: [fields.out_of_scope_explanation],
    },
    {
      id: 'status',
      title: t('parts:field.status'),
      width: { least: words.all.statuses, givesWay: 1 },
      hasIcon: true,
      value: ({ component }) => words.status(component.status),
      cell: ({ component: { status } }) => (
        <StatusMark look={statusLook(status)} word={words.status(status)} />
      ),
      file: [fields.status],
    },
    {
      id: 'coupled',
      title: t('parts:word.coupledTo'),
      width: { least: 140 },
      isOnDemand: true,
      value: ({ component }) =>
        component.coupled_entity_audit_id ?? (isUnseen(component, 'coupled_entity_audit_id') ? unseen : ''),
      file: [fields.coupled_audit_id],
    },
  ];
}

/** The table on paper: every column of the screen, in words. */
function tableOf(
  table: readonly TableColumn<ReportRow>[],
  rows: readonly ReportRow[],
): readonly (readonly string[])[] {
  const columns = gridColumns(table);
  return [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => value?.(row) ?? '')),
  ];
}

interface ReportRow {
  readonly component: ComponentAudit;
  readonly entities: readonly string[];
}

function componentOf({ component }: ReportRow): ComponentAudit {
  return component;
}

/** The components of a group for its scope report: those out of scope first, each part by name. */
export function reportRows(
  components: readonly ComponentAudit[],
  entities: readonly LegalEntity[],
  compare: AuditWords['compare'],
): readonly ReportRow[] {
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  return components
    .map((component) => ({
      component,
      entities: component.legal_entity_ids.map((id) => names.get(id) ?? id),
    }))
    .toSorted(
      (one, other) =>
        Number(isIn(one.component)) - Number(isIn(other.component)) ||
        compare(one.component.name, other.component.name),
    );
}

function isIn(component: ComponentAudit): boolean {
  return component.in_scope !== false;
}

export function scopeCounts(components: readonly ComponentAudit[]) {
  const count = (scope: boolean | null) => components.filter((one) => one.in_scope === scope).length;
  return { in: count(true), out: count(false), unknown: count(null) };
}
