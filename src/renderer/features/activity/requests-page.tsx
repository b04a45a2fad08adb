import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import type { Operation } from '../../../shared/api.ts';
import { saidOf } from '../../../shared/failures.ts';
import type { RequestEntry, RequestFilter } from '../../../shared/record.ts';
import { curlOf } from '../../../shared/rules/texts/curl.ts';
import { useConnections } from '../../data/connections.ts';
import { useRequests } from '../../data/records.ts';
import { type Filters, rememberedView } from '../../data/remembered-view.ts';
import { formatExactMoment, formatNumber, momentsInEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { ValueFilter } from '../../parts/value-filter.tsx';
import { pathTo } from '../../routes.ts';
import { CodeBlock, Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import {
  ConnectionFilter,
  connectionOf,
  manyOf,
  operationChoices,
  operationKey,
  outcomeChoices,
  PeriodFilter,
  periodOf,
  periods,
  tierChoices,
} from './filters.tsx';
import { DetailCard, OpenableTable, RecordToolbar, useEntryActions } from './list-parts.tsx';

type Outcome = NonNullable<RequestFilter['outcome']>[number];

interface View {
  readonly filters: Filters<'connection' | 'operation' | 'outcome' | 'tier' | 'period'>;
  readonly search: string;
}

const useView = rememberedView<View>('requests', {
  filters: { connection: [], operation: [], outcome: [], tier: [], period: [] },
  search: '',
});

export function RequestsPage() {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const { t: errors } = useTranslation('errors');
  const [view, change] = useView('');
  const actions = useEntryActions();
  const search = useDeferredValue(view.search);
  const { filters } = view;
  const operations = operationChoices(t('operation', { returnObjects: true }));
  const list = useRequests(chosenBy({ filters, search }, operations));
  const columns = useRequestColumns();
  return (
    <>
      <RecordToolbar
        list={list}
        search={{ label: t('parts:word.searchList'), text: view.search }}
        onSearch={(text) => change({ search: text })}
        countWords={(count) => t('parts:count.requests', { count })}
        file={{ name: t('section.requests'), grid: 'requests', columns }}
      >
        <ConnectionFilter
          values={filters.connection}
          onChange={(connection) => change({ filters: { ...filters, connection } })}
        />
        <ValueFilter
          label={t('parts:field.operation')}
          options={operations.map((id) => ({ id, label: t(`operation.${operationKey(id)}`) }))}
          values={filters.operation}
          onChange={(operation) => change({ filters: { ...filters, operation } })}
        />
        <ValueFilter
          label={t('parts:field.outcome')}
          options={[
            { id: 'ok', label: t('requests.ok') },
            { id: 'failed', label: t('requests.failed') },
            ...outcomeChoices.map((id) => ({ id, label: errors(`codes.${id}`) })),
          ]}
          values={filters.outcome}
          onChange={(outcome) => change({ filters: { ...filters, outcome } })}
        />
        <ValueFilter
          label={t('parts:field.kind')}
          options={tierChoices.map((id) => ({ id, label: common(`tier.${id}`), detail: id }))}
          values={filters.tier}
          onChange={(tier) => change({ filters: { ...filters, tier } })}
        />
        <PeriodFilter
          values={filters.period}
          onChange={(period) => change({ filters: { ...filters, period } })}
        />
      </RecordToolbar>
      <OpenableTable
        id="requests"
        list={list}
        label={t('section.requests')}
        columns={columns}
        rowId={({ requestId }) => requestId}
        actionsOf={({ plan, requestId }) => actions(plan, requestId)}
        renderDetail={(entry, onClose) => <RequestDetail entry={entry} onClose={onClose} />}
      />
    </>
  );
}

function chosenBy({ filters, search }: View, operations: readonly Operation[]) {
  const id = connectionOf(filters.connection);
  const operation = manyOf(filters.operation, operations);
  const outcome = manyOf<Outcome>(filters.outcome, ['ok', 'failed', ...outcomeChoices]);
  const tier = manyOf(filters.tier, tierChoices);
  return {
    seconds: periods[periodOf(filters.period)],
    ...(id === null ? {} : { connection: id }),
    operation,
    outcome,
    tier,
    ...(search.trim() === '' ? {} : { search }),
  };
}

function useRequestColumns(): readonly TableColumn<RequestEntry>[] {
  const { t, i18n } = useTranslation('activity');
  const { t: errors } = useTranslation('errors');
  const { t: common } = useTranslation();
  return [
    {
      id: 'at',
      title: t('parts:field.at'),
      width: { least: momentsInEveryMonth(formatExactMoment, i18n.language) },
      value: ({ at }) => formatExactMoment(at, i18n.language),
      file: [{ key: 'at', value: ({ at }) => at }],
    },
    {
      id: 'operation',
      title: t('parts:field.operation'),
      isRowHeader: true,
      width: { least: 240 },
      value: ({ operation }) => t(`operation.${operationKey(operation)}`),
      file: [{ key: 'operation', value: ({ operation }) => operation }],
    },
    {
      id: 'status',
      title: t('parts:field.status'),
      align: 'end',
      value: ({ status }) => (status === null ? '–' : String(status)),
      file: [{ key: 'http_status', value: ({ status }) => status }],
    },
    {
      id: 'outcome',
      title: t('parts:field.outcome'),
      hasIcon: true,
      width: { least: [t('requests.ok')], grows: 1, givesWay: 2 },
      cell: ({ outcome }) => (
        <StatusMark
          look={outcome === 'ok' ? 'good' : 'ending'}
          word={outcome === 'ok' ? t('requests.ok') : errors(`codes.${outcome}`)}
        />
      ),
      file: [{ key: 'outcome', value: ({ outcome }) => outcome }],
    },
    {
      id: 'path',
      title: t('requests.column.path'),
      width: { least: 200, grows: 2, wants: 440 },
      value: ({ method, path }) => (method === null || path === null ? '' : `${method} ${path}`),
      file: [
        { key: 'method', value: ({ method }) => method },
        { key: 'path', value: ({ path }) => path },
      ],
    },
    {
      id: 'tier',
      title: t('parts:field.kind'),
      width: { least: Object.values(common('tier', { returnObjects: true })), givesWay: 1 },
      value: ({ tier }) => common(`tier.${tier}`),
      file: [{ key: 'limit_kind', value: ({ tier }) => tier }],
    },
    {
      id: 'milliseconds',
      title: t('requests.column.milliseconds'),
      align: 'end',
      width: { least: [formatNumber(99_999, i18n.language)] },
      value: ({ milliseconds }) => formatNumber(milliseconds, i18n.language),
      file: [{ key: 'milliseconds', value: ({ milliseconds }) => milliseconds }],
    },
    { key: 'connection', value: ({ connection }) => connection },
    { key: 'attempts', value: ({ attempt }) => attempt },
    { key: 'plan_id', value: ({ plan }) => plan },
    { key: 'request_id', value: ({ requestId }) => requestId },
  ];
}

interface Props {
  readonly entry: RequestEntry;
  readonly onClose: () => void;
}

/** One request at length, and the command that would send it again: without its token, which nobody kept. */
function RequestDetail({ entry, onClose }: Props) {
  const { t, i18n } = useTranslation('activity');
  const { t: errors } = useTranslation('errors');
  const { t: common } = useTranslation();
  const own = useConnections().find(({ id }) => id === entry.connection);
  const { operation, outcome, method, path, plan } = entry;
  const command =
    own === undefined ? null : commandOf(own.baseUrl, entry, t('requests.curl', { returnObjects: true }));
  return (
    <DetailCard id={entry.requestId} title={t(`operation.${operationKey(operation)}`)} onClose={onClose}>
      {outcome !== 'ok' && (
        <p>
          {errors(`codes.${outcome}`)} {errors(`means.${saidOf(outcome)[0]}`)}
        </p>
      )}
      <DefinitionList
        items={[
          { term: t('parts:field.at'), value: formatExactMoment(entry.at, i18n.language) },
          { term: t('parts:field.connection'), value: own?.name ?? t('connection.removed') },
          ...(method === null || path === null
            ? []
            : [{ term: t('requests.column.path'), value: <Id value={`${method} ${path}`} isCopyable /> }]),
          {
            term: t('parts:field.status'),
            value: entry.status === null ? t('requests.noAnswer') : String(entry.status),
          },
          { term: t('parts:field.kind'), value: `${common(`tier.${entry.tier}`)} (${entry.tier})` },
          {
            term: t('requests.column.milliseconds'),
            value: formatNumber(entry.milliseconds, i18n.language),
          },
          { term: t('requests.attempt'), value: String(entry.attempt) },
          ...(plan === null
            ? []
            : [
                {
                  term: t('parts:field.plan'),
                  value: <Link to={pathTo('plan', { planId: plan })}>{t('parts:word.openThePlan')}</Link>,
                },
              ]),
          { term: errors('parts:field.request_id'), value: <Id value={entry.requestId} isCopyable /> },
        ]}
      />
      {command === null ? (
        <p>{t('requests.noCurl')}</p>
      ) : (
        <>
          <p>{t('requests.curlLabel')}</p>
          <CodeBlock text={command} label={t('requests.curlLabel')} copyLabel={t('requests.copyCurl')} />
        </>
      )}
    </DetailCard>
  );
}

interface CurlWords {
  readonly token: string;
  readonly body: string;
  readonly credentials: string;
}

/**
 * A request of the log as a command; null where it is not known how it was sent. There is no token, secret
 * or body in it, since the log has none: the command names variables and a file for them, and says so.
 */
export function commandOf(
  baseUrl: string,
  { operation, method, path }: Pick<RequestEntry, 'operation' | 'method' | 'path'>,
  words: CurlWords,
): string | null {
  if (method === null || path === null) return null;
  const request = { method, address: `${baseUrl}${path}`, accept: 'application/json' };
  if (operation === 'tokens.issue')
    return curlOf({ ...request, hasToken: false, notes: [words.credentials], body: { fields: signIn } });
  if (method !== 'POST' && method !== 'PATCH')
    return curlOf({ ...request, hasToken: true, notes: [words.token] });
  const body = { type: 'application/json', file: 'body.json' };
  return curlOf({ ...request, hasToken: true, notes: [words.token, words.body], body });
}

const signIn = {
  grant_type: 'client_credentials',
  client_id: { variable: 'CLIENT_ID' },
  client_secret: { variable: 'CLIENT_SECRET' },
} as const;
