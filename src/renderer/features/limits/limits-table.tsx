import { useTranslation } from 'react-i18next';
import { type QuotaUsage, type WindowName } from '../../../shared/model/limits.ts';
import { useSeconds } from '../../data/seconds.ts';
import { formatDuration } from '../../messages/format.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './limits.module.css';

type TierUsage = QuotaUsage['tiers'][number];
type WindowUsage = TierUsage['windows'][number];

const windows = ['burst', 'sustained', 'daily'] as const satisfies readonly WindowName[];

/** Every kind of request with its limits by minute, hour and day: what is used, what is free, and when that changes. */
export function LimitsTable({ quota }: { readonly quota: QuotaUsage }) {
  const { t } = useTranslation('limits');
  const { t: common } = useTranslation();
  return (
    // A region that scrolls can be reached by keyboard.
    <div className={styles.scroller} role="region" aria-label={t('title')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('table.kind')}</th>
            {windows.map((window) => (
              <th key={window} scope="col">
                {t(`window.${window}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {quota.tiers.map((tier) => (
            <tr key={tier.tier}>
              <th scope="row">
                <span>{common(`tier.${tier.tier}`)}</span>
                <code className={styles.muted}>{tier.tier}</code>
                <Standing tier={tier} />
              </th>
              {windows.map((window) => (
                <td key={window}>
                  <Window usage={tier.windows.find((one) => one.window === window)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What holds a kind of request back at present. */
function Standing({ tier }: { readonly tier: TierUsage }) {
  const { t, i18n } = useTranslation('limits');
  const { t: common } = useTranslation();
  const until = tier.heldUntil ?? (tier.waiting > 0 ? tier.backgroundAt : null);
  const now = useSeconds(until !== null);
  const seconds = until === null ? 0 : Math.ceil(until / 1_000) - now;
  const time = formatDuration(seconds * 1_000, common);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
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
      {tier.share < 1 && (
        <span className={styles.muted}>{t('standing.share', { share: percent.format(tier.share) })}</span>
      )}
    </>
  );
}

function Window({ usage }: { readonly usage: WindowUsage | undefined }) {
  const { t } = useTranslation('limits');
  const { t: common } = useTranslation();
  const freesAt = usage?.freesAt ?? null;
  const now = useSeconds(freesAt !== null);
  if (usage === undefined || usage.limit === null)
    return <span className={styles.muted}>{t('cell.none')}</span>;
  const { limit, used, background } = usage;
  const seconds = freesAt === null ? 0 : Math.ceil(freesAt / 1_000) - now;
  return (
    <div className={styles.cell}>
      <span>{t('cell.used', { used, limit })}</span>
      <meter min={0} max={Math.max(1, limit)} value={Math.min(used, limit)} aria-hidden />
      <span className={styles.muted}>{t('cell.free', { count: Math.max(0, limit - used) })}</span>
      {background !== null && (
        <span className={styles.muted}>
          {t('cell.background', { count: Math.max(0, background - used), most: background })}
        </span>
      )}
      {seconds > 0 && (
        <span className={styles.muted}>
          {t('cell.frees', { time: formatDuration(seconds * 1_000, common) })}
        </span>
      )}
    </div>
  );
}
