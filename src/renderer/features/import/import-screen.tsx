import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { useSearchParams } from 'react-router';
import type { Reply } from '../../../shared/error.ts';
import type { OpenedTable } from '../../../shared/operations/import.ts';
import { type ImportKind, type ImportWords, importKinds } from '../../../shared/rules/tables/columns.ts';
import { call, errorOf } from '../../data/call.ts';
import { useConnectionId } from '../../data/connections.ts';
import { readFacts } from '../../data/import-checking.ts';
import { handFile, readDropped, useHandedFiles } from '../../data/opened-tables.ts';
import { usePreferences } from '../../data/preferences.ts';
import { rememberedFor } from '../../data/remembered-columns.ts';
import { readSentTable, sentImportsQuery } from '../../data/sent-imports.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { importWords } from '../../messages/import-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { ReadAs, useReadAgain } from '../../parts/read-as.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useDiscarding } from './discarding.tsx';
import { EmptyTables } from './empty-tables.tsx';
import styles from './import.module.css';
import {
  fileHeaderOf,
  hasUnkept,
  type Import,
  importOf,
  setImport,
  showSent,
  useImports,
  useSentTables,
  withFound,
} from './import-store.ts';
import { Outcomes } from './outcomes.tsx';
import { isClear, TableColumns } from './table-columns.tsx';
import { TableRows } from './table-rows.tsx';

/** Imports a table of any kind from a file: read, understood, checked whole, then sent as one plan, or, of deadlines, put into the season. */
export function ImportScreen() {
  const { t } = useTranslation('import');
  const connection = useConnectionId();
  const { data: words } = useQuery({
    queryKey: ['import-words'],
    queryFn: importWords,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (words === undefined)
    return (
      <Page>
        <PageHeader title={t('title')} />
        <SkeletonRows count={4} widths={['60%', '40%']} label={t('common:list.reading')} />
      </Page>
    );
  return <ImportOf key={connection} connection={connection} words={words} />;
}

function ImportOf({ connection, words }: { readonly connection: string; readonly words: ImportWords }) {
  const { t } = useTranslation('import');
  const current = usePage(useImports((all) => all[connection]));
  const wanted = useWantedKind();
  const sent = useSentTables((all) => all[connection]);
  const opening = useOpening(connection, words);
  const discarding = useDiscarding(current);
  const handed = useHandedFiles((all) => all[connection]);
  const take = useEffectEvent((files: NonNullable<typeof handed>) => {
    handFile(connection, undefined);
    discarding.ask(() => opening.drop(files));
  });
  useEffect(() => {
    if (handed !== undefined) take(handed);
  }, [handed]);
  usePasted(connection);
  const choose = (
    <Button
      variant={current === undefined ? 'primary' : 'secondary'}
      icon={<FileUp aria-hidden />}
      isPending={opening.isOpening}
      onPress={() => discarding.ask(opening.open)}
    >
      {t(current === undefined ? 'choose' : 'chooseOther')}
    </Button>
  );
  const notice = (
    <>
      {opening.notice}
      {discarding.question}
      <LeaveGuard isDirty={current !== undefined && hasUnkept(current)} staysInWindow />
    </>
  );
  const parts = { connection, words, choose, notice };
  if (sent !== undefined)
    return <Outcomes key={sent.plan} connection={connection} sent={sent} choose={choose} notice={notice} />;
  if (current === undefined)
    return (
      <Page>
        <PageHeader title={t('title')} />
        {opening.notice}
        <DropTarget onDrop={opening.drop}>
          <EmptyState title={t('empty.title')} picture="list" action={choose}>
            {t('empty.text')}
          </EmptyState>
        </DropTarget>
        <SentTables connection={connection} />
        <EmptyTables key={wanted} connection={connection} first={wanted ?? 'audits'} />
      </Page>
    );
  return current.page === 'columns' ? (
    <TableColumns {...parts} current={current} onReadAgain={opening.takeAgain} />
  ) : (
    <TableRows key={current.file.id} {...parts} current={current} />
  );
}

/** Hands the import a table that is pasted from a spreadsheet, or a file: it is read as one that is chosen. */
function usePasted(connection: string): void {
  const { t } = useTranslation('import');
  const tell = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData: data } = event;
    if (data === null || (target instanceof Element && target.closest('input, textarea') !== null)) return;
    const text = data.getData('text/plain');
    const [file] = data.files;
    if (!/[\t\n]/.test(text) && file === undefined) return; // no table
    event.preventDefault();
    handFile(connection, text === '' && file !== undefined ? file : new File([text], `${t('pasted')}.csv`));
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => tell(event);
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, []);
}

/** What is imported, as it is; another page or file as soon as it is drawn, in slices in which the window answers. */
function usePage(current: Import | undefined): Import | undefined {
  const drawn = useDeferredValue(current);
  return current?.page === drawn?.page && current?.file === drawn?.file ? current : drawn;
}

interface DropProps {
  readonly onDrop: (file: File) => void;
  readonly children: ReactNode;
}

/** Where a file can be dropped; what is chosen by a button is read in the same way. */
function DropTarget({ onDrop, children }: DropProps) {
  const { t } = useTranslation('import');
  return (
    <DropZone
      className={styles.drop ?? ''}
      aria-label={t('drop')}
      getDropOperation={() => 'copy'}
      onDrop={({ items }) => {
        const file = items.find((item) => item.kind === 'file');
        if (file !== undefined) void file.getFile().then(onDrop);
      }}
    >
      {children}
    </DropZone>
  );
}

/** The tables that were sent before, whose outcomes can be seen and saved; nothing where there are none. */
function SentTables({ connection }: { readonly connection: string }) {
  const { t, i18n } = useTranslation('import');
  const describe = useErrorWords();
  const { data, error } = useQuery(sentImportsQuery(connection));
  const { send, isSending, notice } = useSend();
  const [isGone, setGone] = useState(false);
  if (error !== null) return <ErrorNotice {...describe(errorOf(error))} />;
  if (data === undefined || data.length === 0) return null;
  const open = (id: string) =>
    void send(
      () => readSentTable(id),
      (sent) => (sent === null ? setGone(true) : showSent(connection, sent)),
    );
  return (
    <Panel title={t('sent.title')} description={t('sent.text')}>
      {notice}
      {isGone && <Banner tone="warning">{t('sent.gone')}</Banner>}
      <Stack as="ul" gap="2">
        {data.map(({ id, name, rows, sentAt }) => (
          <Row as="li" gap="3" key={id}>
            <Button isPending={isSending} onPress={() => open(id)}>
              {name}
            </Button>
            <Note as="span">{t('sent.facts', { count: rows, at: formatMoment(sentAt, i18n.language) })}</Note>
          </Row>
        ))}
      </Stack>
    </Panel>
  );
}

/** The kind of table that a person came to import; null where none was said. */
function useWantedKind(): ImportKind | null {
  const [search] = useSearchParams();
  const of = search.get('of');
  return importKinds.find((kind) => kind === of) ?? null;
}

/** Opens a file, and tells why it is not read. */
function useOpening(connection: string, words: ImportWords) {
  const { importMappings } = usePreferences();
  const wanted = useWantedKind();
  const { send, isSending, notice } = useSend();
  const [refused, setRefused] = useState<OpenedTable | null>(null);
  const isShown = useImports((all) => refused !== null && all[connection]?.file.id === refused.id);
  const readOf = async (file: OpenedTable): Promise<Reply<Opened>> => {
    if (file.table === null) return { ok: true, value: { file, read: null } };
    const read = importOf(connection, file, file.table, words, importMappings, wanted);
    const facts = await readFacts(file, read);
    return facts.ok ? { ok: true, value: { file, read: withFound(read, facts.value) } } : facts;
  };
  /** A file with the titles of one that was checked before needs nothing: its rows come next. */
  const pageOf = (read: Import) =>
    rememberedFor(fileHeaderOf(read), importMappings, read.kind) !== undefined && isClear(read, words)
      ? 'rows'
      : 'columns';
  const take = ({ file, read }: Opened, isNew = false) => {
    setRefused(read === null ? file : null);
    if (read === null) return;
    showSent(connection, undefined);
    const before = useImports.getState()[connection];
    const { templateId, assignsTeam } = before?.file.name === file.name ? before : read; // the same file, read once more
    const taken = { ...read, templateId, assignsTeam };
    setImport(connection, { ...taken, page: isNew ? pageOf(taken) : 'columns' });
  };
  const open = (ask: () => Promise<Reply<OpenedTable | null>>) =>
    void send(
      async (): Promise<Reply<Opened | null>> => {
        const opened = await ask();
        if (!opened.ok) return opened;
        return opened.value === null ? { ok: true, value: null } : readOf(opened.value);
      },
      (opened) => opened !== null && take(opened, true),
    );
  /** What was not read, as a person chooses to have it read otherwise. */
  const takeOther = (file: OpenedTable) =>
    void send(
      () => readOf(file),
      (opened) => take(opened),
    );
  return {
    /** Unless another file was opened meanwhile. */
    takeAgain: (file: OpenedTable) =>
      void send(
        () => readOf(file),
        (opened) => {
          if (useImports.getState()[connection]?.file.id === file.id) take(opened);
        },
      ),
    isOpening: isSending,
    drop: (dropped: File) => open(() => readDropped(connection, dropped)),
    open: () => open(() => call('import.open', { connection })),
    notice:
      refused === null ? (
        notice
      ) : (
        <RefusedTable file={refused} isShown={isShown} notice={notice} onRead={takeOther} />
      ),
  };
}

/** A file that was opened, and how its table is imported; null where it is not read. */
interface Opened {
  readonly file: OpenedTable;
  readonly read: Import | null;
}

interface RefusedProps {
  readonly file: OpenedTable;
  /** Whether it shows as it was read before, with what can be chosen. */
  readonly isShown: boolean;
  readonly notice: ReactNode;
  readonly onRead: (file: OpenedTable) => void;
}

/** Why a file is not read, and what can be chosen otherwise. */
function RefusedTable({ file, isShown, notice, onRead }: RefusedProps) {
  const { t } = useTranslation('tables');
  const { t: imports } = useTranslation('import');
  const again = useReadAgain(file, onRead);
  const { name, fault } = file;
  if (fault === null) return null;
  return (
    <>
      {notice}
      <Banner tone="danger" role="status" title={imports('refused', { name })}>
        {t(`faults.${fault.fault}`, { row: fault.row ?? 0 })}
      </Banner>
      {fault.tried !== undefined && !isShown && (
        <Panel title={imports('readOtherwise')}>
          <ReadAs table={fault.tried} again={again} />
        </Panel>
      )}
    </>
  );
}
