import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Connection } from '../../shared/model/connection.ts';
import type { QuotaUsage } from '../../shared/model/limits.ts';
import type { Tier, WindowName } from '../../shared/model/tiers.ts';
import { connectionLooks, useConnectionState } from '../data/connection-state.ts';
import { usePlansReading, useUnendedPlans } from '../data/plans.ts';
import { quotaQuery } from '../data/quota.ts';
import { useTranslation, withMessages } from '../messages/language.ts';
import { useLately } from '../messages/lately.ts';
import { pathTo } from '../routes.ts';
import { later } from '../ui/later.tsx';
import { Note, Row } from '../ui/layout.tsx';
import { StatusMark } from '../ui/status-mark.tsx';
import styles from './status-bar.module.css';

// Seldom there when the window opens, so not in what it loads first.
const notices = () => withMessages(import('./frame-notices.tsx'));
const PlansAtWork = later(async () => (await notices()).PlansAtWork);
const OthersUse = later(async () => (await notices()).OthersUse);
const Waiting = later(async () => (await import('./frame-notices.tsx')).Waiting);
const DemonstrationEnded = later(async () => (await import('./frame-notices.tsx')).DemonstrationEnded);

export function StatusBar({ connection }: { readonly connection: Connection | null }) {
  const { t } = useTranslation();
  const lately = useLately();
  const known = useConnectionState(({ states }) => (connection === null ? undefined : states[connection.id]));
  const hasEnded = useConnectionState(({ demonstrationEnded }) => demonstrationEnded);
  const allWaits = useConnectionState((state) => state.waits);
  const waits = allWaits.filter((wait) => wait.connection === connection?.id);
  const isUnread = usePlansReading(({ error }) => error !== null);
  const hasPlans = useUnendedPlans(connection?.id ?? null).length > 0 || isUnread;
  return (
    <Row
      as="footer"
      gap="4"
      className={styles.bar}
      aria-label={t('frame.statusBar')}
      data-region="status"
      tabIndex={-1}
    >
      {connection === null ? (
        <StatusMark look="idle" word={t('frame.noConnection')} />
      ) : (
        <Link to={pathTo('connections')} className={styles.part}>
          {connection.secret === 'missing' ? (
            <StatusMark look="ending" word={t('state.missing')} />
          ) : known === undefined ? (
            <StatusMark look="idle" word={t('state.unknown')} />
          ) : (
            <>
              <StatusMark look={connectionLooks[known.state]} word={t(`state.${known.state}`)} />
              <Note as="span">
                {t(known.state === 'unreachable' ? 'state.lastAttempt' : 'state.lastAnswer', {
                  time: lately(known.at),
                })}
              </Note>
            </>
          )}
        </Link>
      )}
      {hasEnded && connection?.secret === 'built-in' && <DemonstrationEnded />}
      {connection !== null && <QuotaPressure connection={connection.id} />}
      {connection !== null && hasPlans && (
        <PlansAtWork connection={connection.id} isWaiting={waits.length > 0} />
      )}
      {waits.map(({ tier }) => (
        <Waiting key={tier} connection={connection?.id ?? ''} tier={tier} />
      ))}
    </Row>
  );
}

const pace = 5_000; // milliseconds between two looks; main knows, nobody is asked over the network

/** Leads to all limits; names the one that is used the most, once it is nearly used up. */
function QuotaPressure({ connection }: { readonly connection: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...quotaQuery(connection), refetchInterval: pace });
  const { t: commands } = useTranslation('commands');
  const most = data === undefined ? null : heaviest(data);
  const others = data?.tiers.find(({ tier }) => tier === 'lifecycle')?.others ?? 0;
  return (
    <>
      <Link to={pathTo('limits')} className={styles.part}>
        {most === null
          ? commands('screens.limits')
          : t(most.used > most.limit ? 'pressure.over' : 'pressure.used', {
              tier: t(`tier.${most.tier}`),
              used: most.used,
              limit: most.limit,
              window: t(`pressure.window.${most.window}`),
            })}
      </Link>
      {others > 0 && <OthersUse count={others} />}
    </>
  );
}

interface Pressure {
  readonly tier: Tier;
  readonly window: WindowName;
  readonly used: number;
  readonly limit: number;
}

const nearlyUsedUp = 0.8; // part of a limit; below that nobody needs to know

/** The limit of which the largest part is used; the shorter window of two alike. Null where none is nearly used up. */
export function heaviest({ tiers }: Pick<QuotaUsage, 'tiers'>): Pressure | null {
  let most: Pressure | null = null;
  for (const { tier, windows } of tiers)
    for (const { window, limit, used } of windows)
      if (
        limit !== null &&
        used > 0 &&
        used >= limit * nearlyUsedUp &&
        (most === null || used * most.limit > most.used * limit)
      )
        most = { tier, window, used, limit };
  return most;
}
