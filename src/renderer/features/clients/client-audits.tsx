import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import type { WholeList } from '../../data/whole-list.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { ListProgress } from '../../parts/list-progress.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './clients.module.css';
import { auditUsage } from './usage.ts';
import { UsageTable } from './usage-table.tsx';

interface ClientAuditsProps {
  readonly connection: string;
  readonly client: ClientOrganisation;
  /** The client's, in the order in which they are shown. */
  readonly audits: readonly Audit[];
  /** The list that they were found in. */
  readonly list: WholeList<Audit>;
}

/** The audits of a client; each opens. */
export function ClientAudits({ connection, client, audits, list }: ClientAuditsProps) {
  const { t } = useTranslation('clients');
  const navigate = useNavigate();
  const rows = useMemo(() => audits.map(auditUsage), [audits]);
  const none = rows.length === 0;
  return (
    <Panel
      title={t('audits.title')}
      description={none ? undefined : t('audits.count', { count: rows.length })}
      actions={
        <Button
          icon={<Plus aria-hidden />}
          onPress={() => void navigate(wizardPath({ type: 'single', client: client.id }))}
        >
          {t('audits.new')}
        </Button>
      }
    >
      <ListProgress connection={connection} tier="read_heavy" list={list} />
      {none && !list.isWhole && list.error === null && (
        <SkeletonRows count={4} widths={['60%', '40%', '40%']} label={t('audits.reading')} />
      )}
      {none && list.isWhole && <p className={styles.none}>{t('audits.none')}</p>}
      {!none && (
        <UsageTable label={t('audits.label', { client: client.name })} rows={rows} withGroup={false} />
      )}
    </Panel>
  );
}
