import { useMutation } from '@tanstack/react-query';
import { Download, ListChecks } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import { useAudit } from '../../data/audits.ts';
import { call } from '../../data/call.ts';
import { useLegalEntities } from '../../data/clients.ts';
import { useComponents } from '../../data/components.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMomentAndZone } from '../../messages/format.ts';
import { ListProgress } from '../../parts/list-progress.tsx';
import { PrintMenu } from '../../parts/printout/print-menu.tsx';
import { PrintTable } from '../../parts/printout/print-table.tsx';
import { statusLook } from '../../parts/status-look.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Panel } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './component-tree.module.css';
import { type ReportRow, reportRows, reportTable, scopeCounts } from './report.ts';

/** Which components of a group audit are in scope and which are not, with the explanations. */
export function ScopeReport() {
  const connection = useConnectionId();
  const { audit } = useAudit(connection, useRouteId('auditId'));
  return audit === null ? null : <Report key={audit.id} connection={connection} group={audit} />;
}

function Report({ connection, group }: { readonly connection: string; readonly group: Audit }) {
  const { t, i18n } = useTranslation('component-tree');
  const { t: tAudits } = useTranslation('audits');
  const words = useAuditWords();
  const describe = useErrorWords();
  const components = useComponents(connection, group.id);
  const { entries: entities } = useLegalEntities(connection, group.client_organisation_id);
  const rows = useMemo(
    () => reportRows(components.entries, entities, words.compare),
    [components.entries, entities, words],
  );
  const counts = scopeCounts(components.entries);
  const summary = [
    t('report.in', { count: counts.in }),
    t('report.out', { count: counts.out }),
    ...(counts.unknown > 0 ? [t('report.unknown', { count: counts.unknown })] : []),
  ].join(' · ');
  const columns = useReportColumns();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = rows.find(({ component }) => component.id === openId)?.component ?? rows[0]?.component;
  const save = useMutation({
    mutationFn: async () => {
      const name = t('report.fileName', { name: group.name });
      const reply = await call('table.export', { name, rows: reportTable(rows, t, words) });
      if (reply.ok && reply.value.saved) announce(t('report.saved'));
      return reply;
    },
  });
  const refused = save.data?.ok === false ? save.data.error : null;
  if (rows.length === 0 && !components.isWhole && components.error === null)
    return <SkeletonRows count={8} widths={['60%', '40%', '40%']} label={t('reading')} />;
  return (
    <>
      <div className={styles.toolbar}>
        <Link to={pathTo('auditComponents', { auditId: group.id })}>{t('report.back')}</Link>
        <h2>{t('report.title')}</h2>
        <span>{summary}</span>
        {components.isWhole && rows.length > 0 && (
          <Button icon={<Download aria-hidden />} isPending={save.isPending} onPress={() => save.mutate()}>
            {t('report.export')}
          </Button>
        )}
        {components.isWhole && rows.length > 0 && (
          <PrintMenu
            title={t('report.printTitle', { name: group.name })}
            facts={[
              { term: t('report.group'), value: `${group.name} (${group.id})` },
              {
                term: tAudits('detail.field.period'),
                value: tAudits('period', { start: group.period_start, end: group.period_end }),
              },
              { term: tAudits('detail.field.status'), value: words.status(group.status) },
              { term: t('report.readAt'), value: formatMomentAndZone(components.readAt, i18n.language) },
            ]}
            isWide
          >
            <ReportOnPaper caption={summary} rows={rows} />
          </PrintMenu>
        )}
      </div>
      <ListProgress connection={connection} tier="read" list={components} />
      {refused !== null && (
        <ErrorNotice {...describe(refused)} happened={t('report.notSaved')} role="status" />
      )}
      {(rows.length > 0 || components.isWhole) && (
        <DataTable
          label={t('report.title')}
          columns={columns}
          rows={rows}
          rowId={({ component }) => component.id}
          onOpen={({ component }) => setOpenId(component.id)}
          isBusy={components.isReading}
          empty={
            <EmptyState title={t('report.none')} icon={<ListChecks aria-hidden />}>
              {t('report.noneText')}
            </EmptyState>
          }
        />
      )}
      {open !== undefined && (
        <Panel title={t('report.chosen', { name: open.name })}>
          <p role="status">
            {open.out_of_scope_explanation ||
              (open.in_scope === false ? t('report.noExplanation') : t('report.inScope'))}
          </p>
        </Panel>
      )}
    </>
  );
}

function ReportOnPaper({ caption, rows }: { readonly caption: string; readonly rows: readonly ReportRow[] }) {
  const { t } = useTranslation('component-tree');
  return <PrintTable caption={caption} rows={reportTable(rows, t, useAuditWords())} />;
}

function useReportColumns(): readonly Column<ReportRow>[] {
  const { t } = useTranslation('component-tree');
  const words = useAuditWords();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('report.name'),
        width: 'minmax(160px, 2fr)',
        render: ({ component }) => component.name,
      },
      {
        id: 'entities',
        title: t('report.entities'),
        width: 'minmax(120px, 1.5fr)',
        render: ({ entities }) => entities.join(', '),
      },
      {
        id: 'relation',
        title: t('column.relation'),
        width: 'minmax(136px, 0.9fr)',
        render: ({ component }) => relationWord(t, component.auditor_relation),
      },
      {
        id: 'scope',
        title: t('column.scope'),
        width: 'minmax(120px, 0.8fr)',
        render: ({ component }) => scopeWord(t, component),
      },
      {
        id: 'explanation',
        title: t('detail.explanation'),
        width: 'minmax(160px, 3fr)',
        render: ({ component }) => component.out_of_scope_explanation,
      },
      {
        id: 'status',
        title: t('column.status'),
        width: 'minmax(96px, 0.7fr)',
        render: ({ component: { status } }) => (
          <StatusMark look={statusLook(status)} word={words.status(status)} />
        ),
      },
    ],
    [t, words],
  );
}
