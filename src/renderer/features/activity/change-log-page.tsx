import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import type { ChangeLogEntry } from '../../../shared/record.ts';
import { call } from '../../data/call.ts';
import { changeLogCheckQuery, changeLogKey, useChangeLog } from '../../data/records.ts';
import { type Filters, rememberedView } from '../../data/remembered-view.ts';
import { formatExactMoment, momentsInEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { taskWords, useTaskWord } from '../../messages/task-words.ts';
import { useSend } from '../../parts/use-send.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { Row } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { ConnectionFilter, connectionOf, oneOf, PeriodFilter, periodOf, periods } from './filters.tsx';
import { DetailCard, OpenableTable, RecordToolbar, useEntryActions } from './list-parts.tsx';

interface View {
  readonly filters: Filters<'connection' | 'outcome' | 'period'>;
  readonly search: string;
}

const useView = rememberedView<View>('change-log', {
  filters: { connection: [], outcome: [], period: [] },
  search: '',
});

/** Who changed what, when and as which account: every write of this app, for as long as it is installed (ux C9). */
export function ChangeLogPage() {
  const { t } = useTranslation('activity');
  const [view, change] = useView('');
  const { filters } = view;
  const search = useDeferredValue(view.search);
  const list = useChangeLog(chosenBy({ ...view, search }));
  const columns = useChangeLogColumns();
  const actions = useEntryActions();
  return (
    <>
      <Evidence connection={connectionOf(filters.connection)} />
      <RecordToolbar
        list={list}
        search={{ label: t('parts:word.searchList'), text: view.search }}
        onSearch={(text) => change({ search: text })}
        countWords={(count) => t('parts:count.entries', { count })}
        file={{ name: t('section.changeLog'), grid: 'change-log', columns }}
      >
        <ConnectionFilter
          values={filters.connection}
          onChange={(connection) => change({ filters: { ...filters, connection } })}
        />
        <Select<'all' | 'failed'>
          isCompact
          label={t('parts:field.outcome')}
          options={[
            { id: 'all', label: t('parts:word.all') },
            { id: 'failed', label: t('changeLog.undone') },
          ]}
          value={oneOf(filters.outcome, ['failed']) ?? 'all'}
          onChange={(outcome) =>
            change({ filters: { ...filters, outcome: outcome === 'all' ? [] : [outcome] } })
          }
        />
        <PeriodFilter
          values={filters.period}
          onChange={(period) => change({ filters: { ...filters, period } })}
        />
      </RecordToolbar>
      <OpenableTable
        id="change-log"
        list={list}
        label={t('section.changeLog')}
        columns={columns}
        rowId={changeLogKey}
        actionsOf={({ plan, object }) => actions(plan, object)}
        renderDetail={(entry, onClose) => <ChangeLogDetail entry={entry} onClose={onClose} />}
        empty={t('changeLog.empty.text')}
      />
    </>
  );
}

function chosenBy({ filters, search }: View) {
  const id = connectionOf(filters.connection);
  const outcome = oneOf(filters.outcome, ['failed']);
  return {
    seconds: periods[periodOf(filters.period)],
    ...(id === null ? {} : { connection: id }),
    ...(outcome === null ? {} : { outcome: [outcome] }),
    ...(search.trim() === '' ? {} : { search }),
  };
}

interface EvidenceProps {
  /** The connection whose entries are saved; null for all. */
  readonly connection: string | null;
}

/** Whether the change log is as it was written, and what saves it so; the whole of it is looked through again by that. */
function Evidence({ connection }: EvidenceProps) {
  const { t } = useTranslation('activity');
  const client = useQueryClient();
  const { data: check } = useQuery(changeLogCheckQuery);
  const { send, isSending, notice } = useSend();
  const save = async () => {
    await send(
      () => call('changeLog.saveEvidence', connection === null ? {} : { connection }),
      ({ saved }) => saved && announce(t('parts:word.fileSaved')),
    );
    await client.invalidateQueries({ queryKey: changeLogCheckQuery.queryKey });
  };
  if (check === undefined) return notice;
  return (
    <>
      {notice}
      {check.broken !== null && (
        <Banner tone="danger" role="alert" title={t('changeLog.broken.title', { row: check.broken })}>
          {t('changeLog.broken.text')}
        </Banner>
      )}
      {(check.rows > 0 || check.broken !== null) && (
        <Row gap="3">
          {check.broken === null && (
            <StatusMark look="good" word={t('changeLog.intact', { count: check.rows })} />
          )}
          <Button variant="quiet" isPending={isSending} onPress={() => void save()}>
            {t('changeLog.evidence')}
          </Button>
        </Row>
      )}
    </>
  );
}

interface ChangeLogDetailProps {
  readonly entry: ChangeLogEntry;
  readonly onClose: () => void;
}

function ChangeLogDetail({ entry, onClose }: ChangeLogDetailProps) {
  const { t, i18n } = useTranslation('activity');
  const { t: errors } = useTranslation('errors');
  const taskWord = useTaskWord();
  const { subject, task, object, code } = entry;
  return (
    <DetailCard id={changeLogKey(entry)} title={subject === '' ? taskWord(task) : subject} onClose={onClose}>
      <DefinitionList
        items={[
          { term: t('parts:field.at'), value: formatExactMoment(entry.at, i18n.language) },
          { term: t('parts:field.person'), value: entry.person },
          { term: t('changeLog.column.account'), value: entry.connectionName },
          { term: t('parts:field.action'), value: taskWord(task) },
          { term: t('parts:field.outcome'), value: t(`parts:state.${entry.outcome}`) },
          ...(code === null ? [] : [{ term: t('parts:field.reason'), value: errors(`codes.${code}`) }]),
          ...(object === null ? [] : [{ term: t('parts:word.id'), value: <Id value={object} isCopyable /> }]),
          {
            term: t('parts:field.plan'),
            value: <Link to={pathTo('plan', { planId: entry.plan })}>{t('parts:word.openThePlan')}</Link>,
          },
        ]}
      />
    </DetailCard>
  );
}

const looks = { done: 'good', failed: 'ending', unclear: 'unknown' } as const satisfies Record<
  ChangeLogEntry['outcome'],
  string
>;

function useChangeLogColumns(): readonly TableColumn<ChangeLogEntry>[] {
  const { t, i18n } = useTranslation('activity');
  const taskWord = useTaskWord();
  return [
    {
      id: 'at',
      title: t('parts:field.at'),
      width: { least: momentsInEveryMonth(formatExactMoment, i18n.language) },
      value: ({ at }) => formatExactMoment(at, i18n.language),
      file: [{ key: 'at', value: ({ at }) => at }],
    },
    {
      id: 'task',
      title: t('parts:field.action'),
      width: { least: Object.values(taskWords).map((key) => t(key)) },
      value: ({ task }) => taskWord(task),
      file: [{ key: 'action', value: ({ task }) => task, words: ({ task }) => taskWord(task) }],
    },
    {
      id: 'subject',
      title: t('parts:field.subject'),
      isRowHeader: true,
      width: { least: 240, grows: 1.4 },
      value: ({ subject }) => subject,
      file: 'subject',
    },
    {
      id: 'outcome',
      title: t('parts:field.outcome'),
      hasIcon: true,
      width: { least: [t('parts:state.done'), t('parts:state.failed'), t('parts:state.unclear')] },
      cell: ({ outcome }) => <StatusMark look={looks[outcome]} word={t(`parts:state.${outcome}`)} />,
      file: [
        {
          key: 'outcome',
          value: ({ outcome }) => outcome,
          words: ({ outcome }) => t(`parts:state.${outcome}`),
        },
      ],
    },
    {
      id: 'object',
      title: t('parts:word.id'),
      width: { least: 110, grows: 0.9 },
      value: ({ object }) => object ?? '',
      file: [{ key: 'object_id', value: ({ object }) => object }],
    },
    {
      id: 'person',
      title: t('parts:field.person'),
      width: { least: 90, grows: 0.6, givesWay: 1 },
      value: ({ person }) => person,
      file: 'person',
    },
    {
      id: 'account',
      title: t('changeLog.column.account'),
      width: { least: 110, grows: 0.8, givesWay: 2 },
      value: ({ connectionName }) => connectionName,
      file: [
        {
          key: 'connection',
          value: ({ connection }) => connection,
          words: ({ connectionName }) => connectionName,
        },
      ],
    },
    { key: 'plan_id', value: ({ plan }) => plan },
    { key: 'audit_id', value: ({ audit = null }) => audit },
    { key: 'error_code', value: ({ code }) => code },
  ];
}
