import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Connection } from '../../shared/model/connection.ts';
import { useConnectionState, type Wait } from '../data/connection-state.ts';
import { useStartDemonstration } from '../data/demonstration.ts';
import { useWait } from '../data/waits.ts';
import { formatDuration, formatTime } from '../messages/format.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { announce } from '../ui/live-region.tsx';
import { StatusMark } from '../ui/status-mark.tsx';
import { PlansAtWork } from './plans-at-work.tsx';
import { QuotaPressure } from './quota-pressure.tsx';
import styles from './status-bar.module.css';

const looks = { connected: 'good', unreachable: 'ending', 'credentials-rejected': 'ending' } as const;

/** Tells how the connection is, when it last answered, and what waits because the service asked for it. */
export function StatusBar({ connection }: { readonly connection: Connection | null }) {
  const { t, i18n } = useTranslation();
  const known = useConnectionState(({ states }) => (connection === null ? undefined : states[connection.id]));
  const hasEnded = useConnectionState(({ demonstrationEnded }) => demonstrationEnded);
  const allWaits = useConnectionState((state) => state.waits);
  const waits = allWaits.filter((wait) => wait.connection === connection?.id);
  const start = useStartDemonstration();
  return (
    <footer className={styles.bar} aria-label={t('frame.statusBar')} data-region="status" tabIndex={-1}>
      {connection === null ? (
        <StatusMark look="idle" word={t('frame.noConnection')} />
      ) : (
        <Link to={pathTo('connections')} className={styles.part}>
          {known === undefined ? (
            <StatusMark look="idle" word={t('state.unknown')} />
          ) : (
            <>
              <StatusMark look={looks[known.state]} word={t(`state.${known.state}`)} />
              <span className={styles.time}>
                {t(known.state === 'unreachable' ? 'state.lastAttempt' : 'state.lastAnswer', {
                  time: formatTime(known.at, i18n.language),
                })}
              </span>
            </>
          )}
        </Link>
      )}
      {hasEnded && connection?.secret === 'built-in' && (
        <span className={styles.part}>
          {t('state.demonstrationEnded')}
          <Button variant="quiet" isPending={start.isPending} onPress={() => start.mutate()}>
            {t('state.restart')}
          </Button>
        </span>
      )}
      {connection !== null && <QuotaPressure connection={connection.id} />}
      {connection !== null && <PlansAtWork connection={connection.id} isWaiting={waits.length > 0} />}
      {waits.map(({ tier }) => (
        <Waiting key={tier} connection={connection?.id ?? ''} tier={tier} />
      ))}
    </footer>
  );
}

function Waiting({ connection, tier }: Pick<Wait, 'connection' | 'tier'>) {
  const { t } = useTranslation();
  const wait = useWait(connection, tier);
  const kind = t(`tier.${tier}`);
  const opening = t('wait.started', { tier: kind });
  useEffect(() => announce(opening), [opening]);
  if (wait === null) return null;
  return (
    <span className={styles.part}>
      <StatusMark
        look="progress"
        word={t('wait.waiting', { tier: kind, time: formatDuration(wait.seconds * 1_000, t) })}
      />
      <Button variant="quiet" onPress={wait.stop}>
        {t('wait.stop')}
      </Button>
    </span>
  );
}
