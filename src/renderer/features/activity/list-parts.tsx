import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { LongList } from '../../data/long-list.ts';
import type { EntryList } from '../../data/records.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCopyAction } from '../../parts/actions.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import type { FileTable } from '../../parts/export/file-table.ts';
import { pathTo } from '../../routes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import type { RowAction } from '../../ui/grid/actions.ts';
import { gridColumns, type TableColumn } from '../../ui/grid/columns.ts';
import { Card, Row } from '../../ui/layout.tsx';
import { WithPanel } from '../../ui/page.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useUiWords } from '../../ui/words.tsx';
import styles from './activity.module.css';

interface OpenableTableProps<Entry> {
  /** Under which a person's columns are kept. */
  readonly id: string;
  readonly list: LongList<Entry>;
  readonly label: string;
  readonly columns: readonly TableColumn<Entry>[];
  readonly rowId: (entry: Entry) => string;
  /** What it means that nothing is listed. */
  readonly empty?: string;
  /** What else a row can do than show its details. */
  readonly actionsOf: (entry: Entry) => readonly RowAction[];
  /** One entry at length. */
  readonly renderDetail: (entry: Entry, onClose: () => void) => ReactNode;
}

/**
 * A table with one of its rows at length beside it, which leaves room for its first four columns. Escape closes that, and the
 * table has the focus again.
 */
export function OpenableTable<Entry>(props: OpenableTableProps<Entry>) {
  const { id, list, label, columns, rowId, empty, actionsOf, renderDetail } = props;
  const { t } = useTranslation('activity');
  const [opened, open] = useState<string | null>(null);
  const work = useRef<HTMLDivElement>(null);
  const entry = list.entries.find((one) => rowId(one) === opened);
  const isOpen = entry !== undefined;
  const shown = isOpen ? gridColumns(columns).slice(0, 4) : columns;
  useEffect(() => {
    const table = work.current?.querySelector<HTMLElement>('[role="grid"]');
    if (!isOpen) return;
    return () => {
      if (document.activeElement === document.body) table?.focus();
    };
  }, [isOpen]);
  const close = () => open(null);
  return (
    <>
      <ReadingFault list={list} />
      {list.total === null && list.error === null ? (
        <SkeletonRows
          count={10}
          widths={['60%', '40%', '50%', '70%', '40%']}
          label={t('common:list.reading')}
        />
      ) : (
        <WithPanel ref={work} isAlone={!isOpen}>
          <DataTable
            id={id}
            label={label}
            columns={shown}
            rows={list.entries}
            rowId={rowId}
            isBusy={list.isReading}
            totalRows={list.total}
            onNearEnd={list.readOn}
            onOpen={(one) => open(rowId(one))}
            actionsOf={([one]) => [
              { id: 'details', label: t('parts:word.showDetails'), onAction: () => open(rowId(one)) },
              ...actionsOf(one),
            ]}
            empty={
              <EmptyState title={t('common:ui.noMatch')} picture="list">
                {empty}
              </EmptyState>
            }
          />
          {isOpen && (
            <div
              className={styles.detail}
              role="group"
              aria-label={t('common:ui.details')}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && !event.defaultPrevented) close();
              }}
            >
              {renderDetail(entry, close)}
            </div>
          )}
        </WithPanel>
      )}
    </>
  );
}

interface DetailCardProps {
  /** What it is about; another one takes the focus anew. */
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What one row is at length. Its heading takes the focus when it opens. */
export function DetailCard({ id, title, onClose, children }: DetailCardProps) {
  const words = useUiWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (id !== '') heading.current?.focus({ preventScroll: true });
  }, [id]);
  return (
    <Card as="section" aria-label={title}>
      <Row apart isLine align="start">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label={words.close} icon={<X aria-hidden />} onPress={onClose} />
      </Row>
      {children}
    </Card>
  );
}

interface RecordToolbarProps<Entry> {
  readonly list: EntryList<Entry>;
  /** What of the entries is searched, and for what. */
  readonly search: { readonly label: string; readonly text: string };
  readonly onSearch: (text: string) => void;
  readonly countWords: (count: number) => string;
  readonly file: Pick<FileTable<Entry>, 'name' | 'grid' | 'columns'>;
  /** The filters. */
  readonly children: ReactNode;
}

/**
 * What narrows a list of what this app recorded, how many entries match, and the list as a file. A button shows newer ones: the list does
 * not move by itself while somebody reads it.
 */
export function RecordToolbar<Entry>(props: RecordToolbarProps<Entry>) {
  const { list, search, onSearch, countWords, file, children } = props;
  const { t } = useTranslation('activity');
  const shortcutOf = useShortcuts();
  const { total, entries, hasNewer, readAgain, readAll } = list;
  return (
    <Toolbar label={t('parts:word.filters')}>
      <ToolbarSearch
        label={search.label}
        placeholder={search.label}
        value={search.text}
        onChange={onSearch}
        shortcut={shortcutOf('filter')?.aria}
      />
      {children}
      <Row as="span" className={styles.count}>
        {hasNewer && (
          <Button variant="quiet" onPress={readAgain}>
            {t('showNewer')}
          </Button>
        )}
        {total !== null && <span role="status">{countWords(total)}</span>}
        <ExportAction
          variant="icon"
          table={{ ...file, rows: entries, readAll: { count: total ?? entries.length, read: readAll } }}
        />
      </Row>
    </Toolbar>
  );
}

/** Why a list that this app keeps could not be read; nothing where it could. */
export function ReadingFault({ list }: { readonly list: LongList<unknown> }) {
  const { t } = useTranslation();
  const describe = useErrorWords();
  if (list.error === null) return null;
  return (
    <ErrorNotice
      {...describe(list.error)}
      role="status"
      action={
        <Button onPress={list.readAgain} isPending={list.isReading}>
          {t('list.refresh')}
        </Button>
      }
    />
  );
}

/** What leads to the plan of an entry, and copies the ids that it has. */
export function useEntryActions(): (plan: string | null, id: string | null) => readonly RowAction[] {
  const { t } = useTranslation('activity');
  const navigate = useNavigate();
  const copy = useCopyAction();
  return (plan, id) => [
    ...(plan === null
      ? []
      : [
          {
            id: 'plan',
            label: t('parts:word.openThePlan'),
            onAction: () => void navigate(pathTo('plan', { planId: plan })),
          },
        ]),
    ...(id === null ? [] : [copy(id)]),
  ];
}
