import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { QuotaUsage } from '../../../shared/model/limits.ts';
import { windowSeconds } from '../../../shared/model/tiers.ts';
import { restrained, secondsFor } from '../../../shared/rules/service/limits.ts';
import { call } from '../../data/call.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useIsManaged, usePreferences } from '../../data/preferences.ts';
import { quotaQuery } from '../../data/quota.ts';
import { useSeconds } from '../../data/seconds.ts';
import { formatDuration, formatNumber } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useLately } from '../../messages/lately.ts';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { HeadroomField } from '../../parts/headroom-field.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { WindowsTable } from '../../parts/windows-table.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import type { FileField } from '../../ui/grid/columns.ts';
import { Note, Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Bullets, Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './limits.module.css';

const pace = 1_000; // milliseconds between two looks; main knows, nobody is asked over the network

/** What the service admits, what this app has used of it, when that frees, and how much of it background work may take. */
export function LimitsScreen() {
  const { t } = useTranslation('limits');
  const lately = useLately();
  const { t: common } = useTranslation();
  const { t: commands } = useTranslation('commands');
  const connection = useConnectionId();
  const quota = useQuery({ ...quotaQuery(connection), refetchInterval: pace });
  const isManaged = useIsManaged('bulkHeadroom');
  const { data } = quota;
  const { send, isSending, notice } = useSend();
  const readAgain = async () => {
    const reply = await call('rateLimits.read', { connection });
    await quota.refetch();
    return reply;
  };
  return (
    <Page>
      <PageHeader
        title={commands('screens.limits')}
        description={
          data === undefined
            ? undefined
            : data.readAt === null
              ? t('fromSpecification')
              : t(sourceOf(data), { time: lately(data.readAt) })
        }
        actions={
          <>
            <Button
              variant="quiet"
              icon={<RotateCw aria-hidden />}
              isPending={isSending}
              onPress={() => void send(readAgain, () => announce(t('wasRead')))}
            >
              {t('common:list.refresh')}
            </Button>
            {data !== undefined && (
              <ExportAction
                variant="quiet"
                table={{
                  name: commands('screens.limits'),
                  columns: fileColumns,
                  rows: data.tiers.flatMap(windowsOf),
                }}
              />
            )}
          </>
        }
      />
      {notice}
      {data === undefined && (
        <FailureNotice
          error={quota.error}
          action={<Button onPress={() => void quota.refetch()}>{common('list.refresh')}</Button>}
        />
      )}
      {data === undefined && quota.error === null && (
        <SkeletonRows count={7} widths={['40%', '60%', '60%', '60%']} label={t('common:list.reading')} />
      )}
      {data !== undefined && (
        <Stack gap="4" width="page">
          <Panel title={t('table.title')} description={t('table.description')}>
            <LimitsTable quota={data} />
            <Banner tone="info">{t('others')}</Banner>
          </Panel>
          {data.unread !== null && (
            <Panel title={t('answer.title')} description={t('answer.text')}>
              <CodeBlock label={t('answer.title')} text={data.unread} />
            </Panel>
          )}
          <Panel title={t('headroom.title')}>
            <HeadroomField isReadOnly={isManaged} />
            <Consequences quota={data} />
          </Panel>
        </Stack>
      )}
    </Page>
  );
}

function sourceOf({ tiers, unread }: QuotaUsage) {
  if (unread === null) return 'fromService';
  const isSomeRead = tiers.some(({ windows }) => windows.some(({ from }) => from === 'service'));
  return isSomeRead ? 'fromPart' : 'fromUnread';
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
      <Bullets>
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
      </Bullets>
      <Note>{t('headroom.ifAlone')}</Note>
    </>
  );
}

/**
 * Seconds that a plan of so many creations takes while nothing else is sent; null where the service admits none. What fits into a
 * minute is sent like a person's own requests, which may use all of the quota.
 */
export function creationSeconds(
  { tiers }: Pick<QuotaUsage, 'tiers'>,
  headroom: number,
  count: number,
): number | null {
  const windows = tiers.find(({ tier }) => tier === 'lifecycle')?.windows ?? [];
  const limits = Object.fromEntries(
    windows.flatMap(({ window, limit }) => (limit === null ? [] : [[window, limit]])),
  );
  const burst = windows.find(({ window }) => window === 'burst')?.limit ?? Number.POSITIVE_INFINITY;
  const allowed = count <= burst ? limits : restrained(limits, headroom);
  const rooms = windows.flatMap(({ window }) => {
    const most = (allowed as Readonly<Record<string, number>>)[window]; // by the names above
    return most === undefined ? [] : [{ most, seconds: windowSeconds[window] }];
  });
  return secondsFor(count, rooms);
}

type TierUsage = QuotaUsage['tiers'][number];
type WindowUsage = TierUsage['windows'][number];

interface TierWindow extends WindowUsage {
  readonly tier: TierUsage['tier'];
}

function windowsOf({ tier, windows: all }: TierUsage): readonly TierWindow[] {
  return all.map((one) => ({ tier, ...one }));
}

const fileColumns: readonly FileField<TierWindow>[] = [
  { key: 'limit_kind', value: ({ tier }) => tier },
  { key: 'window_seconds', value: ({ window }) => windowSeconds[window] },
  { key: 'limit', value: ({ limit }) => limit },
  { key: 'used', value: ({ used }) => used },
];

export function LimitsTable({ quota }: { readonly quota: QuotaUsage }) {
  const { t: commands } = useTranslation('commands');
  // Where all have one source, the head of the screen has said it.
  const sources = new Set(quota.tiers.flatMap(({ windows }) => windows.map(({ from }) => from)));
  return (
    <WindowsTable
      label={commands('screens.limits')}
      rows={quota.tiers}
      renderNote={(tier) => (
        <>
          <Note as="code">{tier.tier}</Note>
          <TierState tier={tier} />
        </>
      )}
      renderCell={(tier, window) => (
        <Window usage={tier.windows.find((one) => one.window === window)} saysSource={sources.size > 1} />
      )}
    />
  );
}

function TierState({ tier }: { readonly tier: TierUsage }) {
  const { t, i18n } = useTranslation('limits');
  const { t: common } = useTranslation();
  const until = tier.heldUntil ?? (tier.waiting > 0 ? tier.backgroundAt : null);
  const now = useSeconds(until !== null);
  const seconds = until === null ? 0 : Math.ceil(until / 1_000) - now;
  const time = formatDuration(seconds * 1_000, common);
  return (
    <>
      {seconds > 0 && (
        <StatusMark
          look="progress"
          word={
            tier.heldUntil === null
              ? t('standing.waiting', { count: tier.waiting, time })
              : t('standing.held', { time })
          }
        />
      )}
      {tier.others > 0 && <Note as="span">{t('standing.others', { count: tier.others })}</Note>}
      {tier.share < 1 && (
        <Note as="span">
          {t('standing.share', { share: formatNumber(tier.share, i18n.language, { style: 'percent' }) })}
        </Note>
      )}
    </>
  );
}

interface WindowProps {
  readonly usage: WindowUsage | undefined;
  readonly saysSource: boolean;
}

function Window({ usage, saysSource }: WindowProps) {
  const { t } = useTranslation('limits');
  const { t: inspection } = useTranslation('inspection');
  const { t: common } = useTranslation();
  const freesAt = usage?.freesAt ?? null;
  const now = useSeconds(freesAt !== null);
  if (usage === undefined) return null;
  const source = saysSource && <Note as="span">{t(`cell.from.${usage.from}`)}</Note>;
  if (usage.limit === null)
    return (
      <Stack gap="half" className={styles.cell}>
        <Note as="span">{inspection('window.none')}</Note>
        {source}
      </Stack>
    );
  const { limit, used, elsewhere, background } = usage;
  const seconds = freesAt === null ? 0 : Math.ceil(freesAt / 1_000) - now;
  return (
    <Stack gap="half" className={styles.cell}>
      <span>{t(used > limit ? 'cell.over' : 'cell.used', { used, limit })}</span>
      <meter min={0} max={Math.max(1, limit)} value={Math.min(used, limit)} aria-hidden />
      <Note as="span">{t('cell.free', { count: Math.max(0, limit - used) })}</Note>
      {elsewhere > 0 && <Note as="span">{t('cell.elsewhere', { elsewhere })}</Note>}
      {background !== null && (
        <Note as="span">
          {t('cell.background', { count: Math.max(0, background - used), most: background })}
        </Note>
      )}
      {seconds > 0 && (
        <Note as="span">{t('cell.frees', { time: formatDuration(seconds * 1_000, common) })}</Note>
      )}
      {source}
    </Stack>
  );
}
