import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { quotaQuery } from '../data/quota.ts';
import { pathTo } from '../routes.ts';
import { heaviest } from './heaviest.ts';
import styles from './status-bar.module.css';

const pace = 5_000; // milliseconds between two looks; main knows, nobody is asked over the network

/** How far the limit is used that is used the most; it leads to all of them. Nothing where none is used. */
export function QuotaPressure({ connection }: { readonly connection: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...quotaQuery(connection), refetchInterval: pace });
  const most = data === undefined ? null : heaviest(data);
  if (most === null) return null;
  const { tier, window, used, limit } = most;
  return (
    <Link to={pathTo('limits')} className={styles.part}>
      {t('pressure.used', { tier: t(`tier.${tier}`), used, limit, window: t(`pressure.window.${window}`) })}
    </Link>
  );
}
