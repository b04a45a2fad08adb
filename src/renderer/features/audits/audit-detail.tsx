import { useAudit } from '../../data/audits.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useRouteId } from '../../routes.ts';
import styles from './audit-detail.module.css';
import { AuditFacts } from './audit-facts.tsx';

/** Everything that the service tells about an audit. */
export function AuditDetail() {
  const connection = useConnectionId();
  const { audit } = useAudit(connection, useRouteId('auditId'));
  if (audit === null) return null; // the frame tells why
  return (
    <div className={styles.facts}>
      <AuditFacts connection={connection} audit={audit} />
    </div>
  );
}
