import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain, useConnectionState, useIsUnreachable } from '../data/connection-state.ts';
import { lastAnswerOptions } from '../data/kept.ts';
import { formatLately } from '../messages/format.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { announce } from '../ui/live-region.tsx';
import styles from './frame.module.css';

const settlesWithin = 1_000; // milliseconds: a single failure that is over by then is not worth a banner

/** Says for as long as the service is not reached since when it is not, and goes away by itself when it answers. */
export function OfflineBanner({ connection }: { readonly connection: string }) {
  const { t } = useTranslation('offline');
  const isAway = useIsUnreachable(connection);
  const [isShown, setShown] = useState(false);
  const back = t('back');
  useEffect(() => {
    if (!isAway) return undefined;
    const timer = setTimeout(() => setShown(true), settlesWithin);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isAway]);
  useEffect(() => (isShown ? () => announce(back) : undefined), [isShown, back]);
  return isShown ? <Away connection={connection} /> : null;
}

function Away({ connection }: { readonly connection: string }) {
  const { t, i18n } = useTranslation('offline');
  const told = useConnectionState(({ answers }) => answers[connection] ?? 0);
  const { data: before } = useQuery(lastAnswerOptions(connection));
  const retry = useMutation({ mutationFn: () => askAgain(connection) });
  const last = Math.max(told, before ?? 0);
  return (
    <section className={styles.away} aria-label={t('region')} data-region="offline" tabIndex={-1}>
      <Banner
        tone="warning"
        role="status"
        title={`${t('title')}. ${last === 0 ? t('noAnswer') : t('lastAnswer', { time: formatLately(last, i18n.language) })}`}
        actions={
          <Button isPending={retry.isPending} onPress={() => retry.mutate()}>
            {t('retry')}
          </Button>
        }
      >
        {t('meaning')} {t('looking')}
      </Banner>
    </section>
  );
}
