import { useTranslation } from 'react-i18next';
import type { Price } from '../../../shared/model/work-package.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { Panel } from '../../ui/page.tsx';
import styles from './work-packages.module.css';

/** The price list as information: the first line whose conditions hold is charged, and nothing is promised (decisions.md §5.4). */
export function PackagePrices({ prices }: { readonly prices: readonly Price[] }) {
  const { t } = useTranslation('work-packages');
  const words = useAuditWords();
  const condition = ({ coupled }: Price) =>
    t(coupled === null ? 'prices.always' : coupled ? 'prices.coupled' : 'prices.alone');
  return (
    <Panel title={t('prices.title')} description={t('prices.information')}>
      {prices.length === 0 ? (
        <p className={styles.none}>{t('prices.none')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('prices.type')}</th>
              <th scope="col">{t('prices.condition')}</th>
              <th scope="col" className={styles.end}>
                {t('prices.credits')}
              </th>
            </tr>
          </thead>
          <tbody>
            {prices.map((price, place) => (
              // Two lines may say the same: what tells them apart is their place.
              <tr key={`${place} ${price.audit_type}`}>
                <th scope="row">{words.type(price.audit_type)}</th>
                <td>{condition(price)}</td>
                <td className={styles.end}>{t('prices.amount', { credits: price.credits })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
