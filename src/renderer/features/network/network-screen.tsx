import { Network as NetworkIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useNetwork } from '../../data/network.ts';
import { CandidateProgress } from '../../parts/coupling/candidate-progress.tsx';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { pathTo, useRouteId } from '../../routes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './network.module.css';
import { NetworkList } from './network-list.tsx';
import { useNetworkState } from './network-state.ts';
import { useNetworkView } from './network-view.ts';
import { OnPaper } from './on-paper.tsx';
import { Picture } from './picture.tsx';
import { PlacePanel } from './place-panel.tsx';
import { Toolbar } from './toolbar.tsx';

/** The audit networks of a client: its groups, their components and the audits coupled to these, as a picture or as a list. */
export function NetworkScreen() {
  const connection = useConnectionId();
  const client = useRouteId('clientId');
  const [parameters] = useSearchParams();
  const audit = parameters.get('audit');
  return <ClientNetwork key={`${client} ${audit}`} connection={connection} client={client} audit={audit} />;
}

interface ClientNetworkProps {
  readonly connection: string;
  readonly client: string;
  /** The audit that somebody comes from. */
  readonly audit: string | null;
}

function ClientNetwork({ connection, client: id, audit }: ClientNetworkProps) {
  const { t } = useTranslation('network');
  const { entries: clients } = useClients(connection);
  const { entries: entities } = useLegalEntities(connection, id);
  const { graph, reading } = useNetwork(connection, id);
  const [view, change] = useNetworkView(connection);
  const state = useNetworkState(graph, entities, audit);
  const client = clients.find((one) => one.id === id);
  const name = client?.name ?? id;
  const isEmpty = graph.places.size === 0;
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={id}
        back={<Link to={pathTo('network')}>{t('back')}</Link>}
        title={name}
        windowTitle={t('titleOf', { name })}
        mark={client?.is_test_organisation === true && <TestOrganisation />}
        description={
          isEmpty
            ? undefined
            : [
                t('places', { count: graph.places.size }),
                t('tiers', { count: graph.tiers }),
                ...(graph.tops.length > 1 ? [t('networks', { count: graph.tops.length })] : []),
              ].join(' · ')
        }
        actions={!isEmpty && reading.isWhole && <OnPaper name={name} state={state} reading={reading} />}
      />
      <CandidateProgress connection={connection} reading={reading} />
      {isEmpty ? (
        reading.isWhole ? (
          <EmptyState title={t('empty.title')} icon={<NetworkIcon aria-hidden />}>
            {t('empty.text')}
          </EmptyState>
        ) : (
          reading.error === null && (
            <SkeletonRows count={8} widths={['30%', '50%', '40%']} label={t('reading')} />
          )
        )
      ) : (
        <>
          <Toolbar state={state} view={view.kind} onView={(kind) => change({ kind })} />
          <div className={styles.work}>
            {view.kind === 'picture' ? (
              <Picture label={t('picture.label', { name })} state={state} />
            ) : (
              <NetworkList label={t('list.label', { name })} state={state} isBusy={reading.isReading} />
            )}
            {state.active !== null && <PlacePanel state={state} row={state.active} />}
          </div>
        </>
      )}
    </Page>
  );
}
