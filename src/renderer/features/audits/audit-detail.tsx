import { useTranslation } from 'react-i18next';
import { useAudit } from '../../data/audits.ts';
import { useConnectionId } from '../../data/connections.ts';
import { formatMomentAndZone } from '../../messages/format.ts';
import { PrintMenu } from '../../parts/printout/print-menu.tsx';
import { useRouteId } from '../../routes.ts';
import styles from './audit-detail.module.css';
import { AuditFacts } from './audit-facts.tsx';

/** Everything that the service tells about an audit; on paper too. */
export function AuditDetail() {
  const { t, i18n } = useTranslation('audits');
  const connection = useConnectionId();
  const { audit, readAt } = useAudit(connection, useRouteId('auditId'));
  if (audit === null) return null; // the frame tells why
  const facts = <AuditFacts connection={connection} audit={audit} />;
  return (
    <>
      <div className={styles.print}>
        <PrintMenu
          title={audit.name}
          facts={
            readAt > 0
              ? [{ term: t('detail.readAt'), value: formatMomentAndZone(readAt, i18n.language) }]
              : []
          }
        >
          {facts}
        </PrintMenu>
      </div>
      <div className={styles.facts}>{facts}</div>
    </>
  );
}
