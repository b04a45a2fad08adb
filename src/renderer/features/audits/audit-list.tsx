import { FileStack, RefreshCw, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAudits, useFollowing } from '../../data/audits.ts';
import { useClients } from '../../data/clients.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { ListProgress } from '../../parts/list-progress.tsx';
import { useOpenWindow } from '../../parts/open-window.ts';
import { pathTo } from '../../routes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './audit-list.module.css';
import { auditRowMaker } from './audit-row.ts';
import { DraftsPanel } from './drafts-panel.tsx';
import { useListColumns } from './list-columns.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { isNarrowed, matchingRows, sortedRows, wholeList } from './list-view.ts';
import { useListView } from './list-view-store.ts';
import { NewAuditMenu } from './new-audit-menu.tsx';

/** All audits of the firm: found, filtered and sorted here, while the list is still being read. */
export function AuditList() {
  const { t } = useTranslation('audits');
  const connection = useConnectionId();
  const navigate = useNavigate();
  const audits = useAudits(connection);
  useFollowing(connection, audits.entries);
  const { entries: clients } = useClients(connection);
  const { entries: packages } = useWorkPackages(connection);
  const [view, change] = useListView(connection);
  const words = useAuditWords();
  const columns = useListColumns();
  const openWindow = useOpenWindow();

  const makeRows = useMemo(
    () => auditRowMaker({ clients, packages, typeWord: words.type, statusWord: words.status }),
    [clients, packages, words],
  );
  const rows = useMemo(() => makeRows(audits.entries), [makeRows, audits.entries]);
  const sorted = useMemo(() => sortedRows(rows, view.sort, words.compare), [rows, view.sort, words]);
  const search = useDeferredValue(view.search);
  const shown = useMemo(
    () => matchingRows(sorted, { search, filters: view.filters }),
    [sorted, search, view.filters],
  );
  const isFirstReading = rows.length === 0 && !audits.isWhole && audits.error === null;
  const isEmpty = rows.length === 0 && audits.isWhole;
  const isUnread = rows.length === 0 && audits.error !== null;
  const clear = (
    <Button variant="quiet" onPress={() => change({ search: wholeList.search, filters: wholeList.filters })}>
      {t('list.clear')}
    </Button>
  );
  return (
    <Page layout="fill">
      <PageHeader
        title={t('title')}
        mark={
          rows.length > 0 && (
            <>
              <span role={audits.isWhole ? 'status' : undefined} className={styles.count}>
                {t('list.shown', { shown: shown.length, count: rows.length })}
              </span>
              {isNarrowed(view) && shown.length > 0 && clear}
            </>
          )
        }
        actions={
          <>
            <IconButton
              label={t('list.refresh')}
              icon={<RefreshCw aria-hidden />}
              onPress={audits.readAgain}
              isPending={audits.isReading && audits.isWhole}
            />
            {!isEmpty && <NewAuditMenu />}
          </>
        }
      />
      <DraftsPanel connection={connection} />
      <ListProgress connection={connection} tier="read_heavy" list={audits} />
      {!isEmpty && !isUnread && (
        <ListToolbar rows={rows} view={view} onChange={change} compare={words.compare} />
      )}
      {isFirstReading ? (
        <SkeletonRows
          count={12}
          widths={['70%', '60%', '45%', '80%', '60%', '50%']}
          label={t('list.reading')}
        />
      ) : isUnread ? null : isEmpty ? (
        <EmptyState title={t('list.empty.title')} icon={<FileStack aria-hidden />} action={<NewAuditMenu />}>
          {t('list.empty.text')}
        </EmptyState>
      ) : (
        <DataTable
          label={t('list.label')}
          columns={columns}
          rows={shown}
          rowId={({ audit }) => audit.id}
          sort={view.sort}
          onSort={(sort) => change({ sort })}
          initialRow={view.opened}
          isBusy={audits.isReading}
          onOpen={({ audit }) => {
            change({ opened: audit.id });
            void navigate(pathTo('audit', { auditId: audit.id }));
          }}
          onOpenAside={({ audit }) => openWindow(pathTo('audit', { auditId: audit.id }))}
          empty={
            rows.length > 0 && (
              <EmptyState title={t('list.noMatch.title')} icon={<SearchX aria-hidden />} action={clear}>
                {t(audits.isWhole ? 'list.noMatch.text' : 'list.noMatch.textPartial', {
                  loaded: rows.length,
                })}
              </EmptyState>
            )
          }
        />
      )}
    </Page>
  );
}
