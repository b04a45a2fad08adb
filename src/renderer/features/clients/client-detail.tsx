import { RefreshCw } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAudits, useFollowing } from '../../data/audits.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useGroupComponents } from '../../data/group-components.ts';
import { ListProgress } from '../../parts/list-progress.tsx';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { pathTo, useRouteId } from '../../routes.ts';
import { IconButton } from '../../ui/button.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ClientAudits } from './client-audits.tsx';
import { ClientFacts } from './client-facts.tsx';
import styles from './clients.module.css';
import { LegalEntities } from './legal-entities.tsx';
import { latestFirst } from './usage.ts';

/** One client organisation: what is known of it, its legal entities and where they are used, and its audits. */
export function ClientDetail() {
  const { t } = useTranslation('clients');
  const connection = useConnectionId();
  const id = useRouteId('clientId');
  const clients = useClients(connection);
  const legalEntities = useLegalEntities(connection, id);
  const list = useAudits(connection);
  const audits = useMemo(
    () => latestFirst(list.entries.filter(({ client_organisation_id: of }) => of === id)),
    [list.entries, id],
  );
  useFollowing(connection, audits);
  const groups = useMemo(
    () => audits.filter(({ audit_type: type }) => type === 'consolidated').map(({ id: group }) => group),
    [audits],
  );
  const components = useGroupComponents(connection, groups);
  const client = clients.entries.find((one) => one.id === id) ?? null;
  const isGone = legalEntities.error?.code === 'missing' || (client === null && clients.isWhole);
  return (
    <Page>
      <PageHeader
        focusKey={id}
        back={<Link to={pathTo('clients')}>{t('detail.back')}</Link>}
        title={client?.name ?? id}
        mark={client?.is_test_organisation === true && <TestOrganisation />}
        description={isGone ? t('detail.gone', { id }) : undefined}
        actions={
          !isGone && (
            <IconButton
              label={t('list.refresh')}
              icon={<RefreshCw aria-hidden />}
              onPress={() => {
                clients.readAgain();
                legalEntities.readAgain();
                list.readAgain();
                components.readAgain();
              }}
              isPending={clients.isReading || legalEntities.isReading || list.isReading}
            />
          )
        }
      />
      {client === null && !isGone && (
        <>
          <ListProgress connection={connection} tier="read" list={clients} />
          {clients.error === null && (
            <SkeletonRows count={8} widths={['40%', '80%']} label={t('list.reading')} />
          )}
        </>
      )}
      {client !== null && !isGone && (
        <div className={styles.detail}>
          <ClientFacts client={client} />
          <LegalEntities
            key={id}
            connection={connection}
            client={client}
            legalEntities={legalEntities}
            audits={audits}
            groups={groups.length}
            components={components}
          />
          <ClientAudits connection={connection} client={client} audits={audits} list={list} />
        </div>
      )}
    </Page>
  );
}
