import { Plus, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { useAudits, useFollowing } from '../../data/audits.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { lacks, type WholeList } from '../../data/collection.ts';
import { useCollections } from '../../data/collections.ts';
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
import { Note, Stack } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LegalEntities } from './legal-entities.tsx';
import { auditUsage, latestFirst, UsageTable } from './usage-table.tsx';

export function ClientDetail() {
  const id = useRouteId('clientId');
  return <Detail key={id} id={id} />; // what is being read of one client is not wanted of another
}

function Detail({ id }: { readonly id: string }) {
  const { t } = useTranslation('clients');
  const { t: commands } = useTranslation('commands');
  const navigate = useNavigate();
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
  return (
    <Page>
      <PageHeader
        focusKey={id}
        back={<Link to={viewPath('clients', lastView)}>{t('detail.back')}</Link>}
        title={<Name text={client?.name ?? id} />}
        windowTitle={client?.name ?? id}
        mark={client?.is_test_organisation === true && <TestOrganisation />}
        description={isGone ? t('detail.gone', { id }) : undefined}
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
        <Stack gap="4" width="page">
          <ClientFacts client={client} />
          <LegalEntities
            client={client}
            legalEntities={legalEntities}
            audits={audits}
            areAuditsRead={list.complete !== null}
            groups={groups.length}
            components={components}
            onReadComponents={() => {
              setWanted(groups);
              components.resume();
            }}
          />
          <ClientAudits client={client} audits={audits} list={list} />
        </Stack>
      )}
    </Page>
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
    <Panel title={t('parts:word.clientOrganisation')}>
      <DefinitionList
        items={[
          { term: t('parts:word.id'), value: <Id value={client.id} isCopyable /> },
          {
            term: t('parts:field.country'),
            value:
              country === null
                ? none('country')
                : t('detail.country', { name: countries.name(country), code: country }),
          },
          {
            term: t('parts:word.eMailDomains'),
            value: domains.length === 0 ? none('domains') : domains.join(', '),
          },
          {
            term: t('detail.field.login'),
            value:
              login === null
                ? none('allow_password_login')
                : t(login ? 'detail.loginAllowed' : 'detail.loginRefused'),
          },
          {
            term: t('parts:field.credits'),
            value: isUnseen(client, 'is_test_organisation')
              ? t('detail.testUnseen')
              : t(client.is_test_organisation ? 'detail.isTest' : 'detail.isNoTest'),
          },
        ]}
      />
    </Panel>
  );
}

interface ClientAuditsProps {
  readonly client: ClientOrganisation;
  readonly audits: readonly Audit[];
  readonly list: WholeList<Audit>;
}

function ClientAudits({ client, audits, list }: ClientAuditsProps) {
  const { t } = useTranslation('clients');
  const { t: commands } = useTranslation('commands');
  const navigate = useNavigate();
  const reason = useWriteRefusal();
  const rows = audits.map(auditUsage);
  const none = rows.length === 0;
  return (
    <Panel
      title={t('audits.title')}
      description={
        none || list.complete === null ? undefined : t('parts:count.audits', { count: rows.length })
      }
      actions={
        <Button
          icon={<Plus aria-hidden />}
          reason={reason}
          onPress={() => void navigate(wizardPath({ type: 'single', client: client.id }))}
        >
          {commands('titles.new-audit')}
        </Button>
      }
    >
      <CollectionState
        list={list}
        shown={rows.length}
        skeleton={[4, ['60%', '40%', '40%'], t('common:list.reading')]}
        none={<Note size="body">{t('audits.none')}</Note>}
      >
        <UsageTable
          label={t('audits.label', { client: client.name })}
          rows={rows}
          withGroup={false}
          file={{ list }}
        />
      </CollectionState>
    </Panel>
  );
}
