import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RequestEntry } from '../../../shared/record.ts';
import { useConnections } from '../../data/connections.ts';
import { formatExactMoment } from '../../messages/format.ts';
import { pathTo } from '../../routes.ts';
import { CodeBlock, Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { curlOf } from './curl.ts';
import { DetailCard } from './detail-card.tsx';
import { operationKeys } from './request-filters.ts';

interface Props {
  readonly entry: RequestEntry;
  readonly onClose: () => void;
}

/** One request at length, and the command that would send it again: without its token, which nobody kept. */
export function RequestDetail({ entry, onClose }: Props) {
  const { t, i18n } = useTranslation('activity');
  const { t: errors } = useTranslation('errors');
  const { t: common } = useTranslation();
  const own = useConnections().find(({ id }) => id === entry.connection);
  const { operation, outcome, method, path, plan } = entry;
  const curl =
    own === undefined ? null : curlOf(own.baseUrl, entry, t('requests.curl', { returnObjects: true }));
  return (
    <DetailCard id={entry.requestId} title={t(`operation.${operationKeys[operation]}`)} onClose={onClose}>
      {outcome !== 'ok' && (
        <p>
          {errors(`codes.${outcome}.happened`)} {errors(`codes.${outcome}.meaning`)}
        </p>
      )}
      <DefinitionList
        items={[
          { term: t('requests.column.at'), value: formatExactMoment(entry.at, i18n.language) },
          { term: t('filter.connection'), value: own?.name ?? t('connection.removed') },
          ...(method === null || path === null
            ? []
            : [{ term: t('requests.column.path'), value: <Id value={`${method} ${path}`} isCopyable /> }]),
          {
            term: t('requests.column.status'),
            value: entry.status === null ? t('requests.noAnswer') : String(entry.status),
          },
          { term: t('requests.tier'), value: `${common(`tier.${entry.tier}`)} (${entry.tier})` },
          {
            term: t('requests.column.milliseconds'),
            value: new Intl.NumberFormat(i18n.language).format(entry.milliseconds),
          },
          { term: t('requests.attempt'), value: String(entry.attempt) },
          ...(plan === null
            ? []
            : [
                {
                  term: t('plan.title'),
                  value: <Link to={pathTo('plan', { planId: plan })}>{t('requests.openPlan')}</Link>,
                },
              ]),
          { term: errors('facts.requestId'), value: <Id value={entry.requestId} isCopyable /> },
        ]}
      />
      {curl === null ? (
        <p>{t('requests.noCurl')}</p>
      ) : (
        <CodeBlock text={curl} label={t('requests.curlLabel')} copyLabel={t('requests.copyCurl')} />
      )}
    </DetailCard>
  );
}
