import { Plus, Waypoints } from 'lucide-react';
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
import { wizardPath } from '../../data/wizard-path.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { isUnseen, useUnseenWords } from '../../messages/unseen-words.ts';
import { CollectionState, RefreshButton } from '../../parts/collection-state.tsx';
import { DifferencesNotice } from '../../parts/differences-notice.tsx';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { useLastView } from '../../parts/views/open-view.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo, useRouteId, viewPath } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Card, Note, Row } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SectionLinks } from '../../ui/section-links.tsx';
import { auditUsage, latestFirst, UsageExport, UsageTable } from './usage-table.tsx';

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
        windowTitle={open === undefined ? name : `${open.label}: ${name}`}
        mark={client?.is_test_organisation === true && <TestOrganisation />}
        description={isGone ? t('parts:word.unknownId', { id }) : undefined}
        tabs={!isGone && <SectionLinks label={t('parts:word.sections')} links={links} />}
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

/** The facts of a client and its audits. */
export function ClientOverview() {
  const { t } = useTranslation('clients');
  const { t: commands } = useTranslation('commands');
  const navigate = useNavigate();
  const reason = useWriteRefusal();
  const { client, audits, auditsOfFirm: list } = useShownClient();
  const rows = audits.map(auditUsage);
  const usage = {
    label: t('audits.label', { client: client.name }),
    rows,
    withGroup: false,
    file: { list },
  };
  const isCounted = rows.length > 0 && list.complete !== null;
  return (
    <>
      <ClientFacts client={client} />
      <Row apart>
        <Row align="baseline">
          <h2>{t('commands:screens.audits')}</h2>
          {isCounted && <Note as="span">{t('parts:count.audits', { count: rows.length })}</Note>}
        </Row>
        <Row>
          {rows.length > 0 && <UsageExport {...usage} />}
          <Button
            icon={<Plus aria-hidden />}
            reason={reason}
            onPress={() => void navigate(wizardPath({ type: 'single', client: client.id }))}
          >
            {commands('titles.new-audit')}
          </Button>
        </Row>
      </Row>
      <CollectionState
        list={list}
        shown={rows.length}
        skeleton={[4, ['60%', '40%', '40%'], t('common:list.reading')]}
        none={<Note size="body">{t('audits.none')}</Note>}
      >
        <UsageTable {...usage} />
      </CollectionState>
    </>
  );
}

function ClientFacts({ client }: { readonly client: ClientOrganisation }) {
  const { t } = useTranslation('clients');
  const countries = useCountryWords();
  const unseen = useUnseenWords();
  const none = (field: keyof ClientOrganisation) => (
    <Note as="span" size="body">
      {isUnseen(client, field) ? unseen.long : t('parts:word.notProvided')}
    </Note>
  );
  const { country, domains, allow_password_login: login } = client;
  return (
    <Card as="section" isLow aria-label={t('parts:word.clientOrganisation')}>
      <DefinitionList
        isLow
        items={[
          { term: t('parts:word.id'), value: <Id value={client.id} isCopyable /> },
          {
            term: t('parts:field.country'),
            value: country === null ? none('country') : `${countries.name(country)} (${country})`,
          },
          {
            term: t('parts:word.eMailDomains'),
            value: domains.length === 0 ? none('domains') : domains.join(', '),
          },
          {
            term: t('parts:field.allow_password_login'),
            value:
              login === null ? none('allow_password_login') : t(login ? 'parts:word.yes' : 'parts:word.no'),
          },
          {
            term: t('parts:field.credits'),
            value: isUnseen(client, 'is_test_organisation')
              ? t('detail.testUnseen')
              : t(client.is_test_organisation ? 'parts:word.testNoCredits' : 'detail.isNoTest'),
          },
        ]}
      />
    </Card>
  );
}
