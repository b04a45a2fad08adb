import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QuotaUsage } from '../../../shared/model/limits.ts';
import { errorOf } from '../../data/call.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useIsManaged, usePreferences } from '../../data/preferences.ts';
import { quotaQuery } from '../../data/quota.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatDuration, formatTime } from '../../messages/format.ts';
import { HeadroomField } from '../../parts/headroom-field.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader, Panel } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { creationSeconds } from './creation-seconds.ts';
import styles from './limits.module.css';
import { LimitsTable } from './limits-table.tsx';

const pace = 1_000; // milliseconds between two looks; main knows, nobody is asked over the network

/** What the service admits, what this app has used of it, when that frees, and how much of it background work may take. */
export function LimitsScreen() {
  const { t, i18n } = useTranslation('limits');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const connection = useConnectionId();
  const quota = useQuery({ ...quotaQuery(connection), refetchInterval: pace });
  const isManaged = useIsManaged('bulkHeadroom');
  const { data } = quota;
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={
          data === undefined
            ? undefined
            : data.readAt === null
              ? t('fromSpecification')
              : t('fromService', { time: formatTime(data.readAt, i18n.language) })
        }
      />
      {data === undefined && quota.error !== null && (
        <ErrorNotice
          {...describe(errorOf(quota.error))}
          action={<Button onPress={() => void quota.refetch()}>{common('list.refresh')}</Button>}
        />
      )}
      {data === undefined && quota.error === null && (
        <SkeletonRows count={7} widths={['40%', '60%', '60%', '60%']} label={t('reading')} />
      )}
      {data !== undefined && (
        <div className={styles.parts}>
          <Panel title={t('table.title')} description={t('table.description')}>
            <LimitsTable quota={data} />
            <Banner tone="info">{t('others')}</Banner>
          </Panel>
          <Panel title={t('headroom.title')}>
            <HeadroomField isReadOnly={isManaged} />
            <Consequences quota={data} />
          </Panel>
        </div>
      )}
    </Page>
  );
}

const examples = [10, 40, 200] as const;

/** What the setting means: how long so many creations take, where nobody else uses the limits. */
function Consequences({ quota }: { readonly quota: QuotaUsage }) {
  const { t } = useTranslation('limits');
  const { t: common } = useTranslation();
  const { bulkHeadroom } = usePreferences();
  return (
    <>
      <p>{t('headroom.meaning')}</p>
      <ul className={styles.examples}>
        {examples.map((count) => {
          const seconds = creationSeconds(quota, bulkHeadroom, count);
          return (
            <li key={count}>
              {seconds === null
                ? t('headroom.never', { count })
                : seconds === 0
                  ? t('headroom.atOnce', { count })
                  : t('headroom.takes', { count, time: formatDuration(seconds * 1_000, common) })}
            </li>
          );
        })}
      </ul>
      <p className={styles.muted}>{t('headroom.ifAlone')}</p>
    </>
  );
}
