import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import { Link, Outlet, useLocation, useNavigate, useOutletContext } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation, LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { useAudits, useFollowing } from '../../data/audits.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { lacks, type WholeList } from '../../data/collection.ts';
import { type Collections, useCollections } from '../../data/collections.ts';
import { componentsOptions } from '../../data/components.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useTranslation } from '../../messages/language.ts';
import { CollectionState, RefreshButton } from '../../parts/collection-state.tsx';
import { DifferencesNotice } from '../../parts/differences-notice.tsx';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { useLastView } from '../../parts/views/open-view.tsx';
import { pathTo, useRouteId, viewPath } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SectionLinks } from '../../ui/section-links.tsx';
import { latestFirst } from './usage-table.tsx';

/** A client, and what is read of it for its sections. */
export interface ShownClient {
  readonly client: ClientOrganisation;
  readonly legalEntities: WholeList<LegalEntity>;
  /** Its audits, the latest first; of those of the firm that are read. */
  readonly audits: readonly Audit[];
  readonly auditsOfFirm: WholeList<Audit>;
  /** How many of its audits are group audits. */
  readonly groups: number;
  /** The components of these, as far as they are known. */
  readonly components: Collections<ComponentAudit>;
  readonly onReadComponents: () => void;
}

/** The client whose section this is. */
export const useShownClient = () => useOutletContext<ShownClient>();

export function ClientFrame() {
  const id = useRouteId('clientId');
  return <Client key={id} id={id} />; // what is being read of one client is not wanted of another
}

/** The head of a client, with links to its sections; the open section shows below. */
function Client({ id }: { readonly id: string }) {
  const { t } = useTranslation('clients');
  const { t: commands } = useTranslation('commands');
  const { t: sections } = useTranslation('audits');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const connection = useConnectionId();
  const lastView = useLastView(connection, 'clients');
  const clients = useClients(connection);
  const legalEntities = useLegalEntities(connection, id);
  const list = useAudits(connection);
  const audits = latestFirst(list.entries.filter(({ client_organisation_id: of }) => of === id));
  useFollowing(connection, audits);
  const groups = audits
    .filter(({ audit_type: type }) => type === 'consolidated')
    .map(({ id: group }) => group);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const components = useCollections(connection, componentsOptions, groups, { wanted, age: 'any' });
  const client = clients.entries.find((one) => one.id === id) ?? null;
  const isGone = legalEntities.error?.code === 'missing' || lacks(clients, id);
  const name = client?.name ?? id;
  const links = [
    { id: 'overview', label: sections('section.overview'), to: pathTo('client', { clientId: id }) },
    {
      id: 'entities',
      label: t('parts:field.legal_entity_names'),
      to: pathTo('clientEntities', { clientId: id }),
    },
  ];
  const open = links.findLast(({ to }) => pathname.startsWith(to));
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={id}
        back={<Link to={viewPath('clients', lastView)}>{t('detail.back')}</Link>}
        title={<Name text={name} />}
        windowTitle={
          open === undefined ? name : sections('section.windowTitle', { name, section: open.label })
        }
        mark={client?.is_test_organisation === true && <TestOrganisation />}
        description={isGone ? t('detail.gone', { id }) : undefined}
        tabs={!isGone && <SectionLinks label={t('detail.sections')} links={links} />}
        actions={
          !isGone && (
            <>
              {groups.length > 0 && (
                <Button
                  icon={<Waypoints aria-hidden />}
                  onPress={() => void navigate(pathTo('clientNetwork', { clientId: id }))}
                >
                  {commands('screens.network')}
                </Button>
              )}
              <RefreshButton
                lists={[clients, legalEntities, list]}
                onRefresh={() => {
                  setWanted([...components.lists.keys()]);
                  components.readAgain([...components.lists.keys()]);
                }}
              />
            </>
          )
        }
      />
      <DifferencesNotice
        connection={connection}
        about={id}
        isToldBy={({ task }) => task.kind === 'createClient'}
      />
      {client === null && !isGone && (
        <CollectionState list={clients} skeleton={[8, ['40%', '80%'], t('common:list.reading')]} />
      )}
      {client !== null && !isGone && (
        <Outlet
          context={
            {
              client,
              legalEntities,
              audits,
              auditsOfFirm: list,
              groups: groups.length,
              components,
              onReadComponents: () => {
                setWanted(groups);
                components.resume();
              },
            } satisfies ShownClient
          }
        />
      )}
    </Page>
  );
}
