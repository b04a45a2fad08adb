import { useNavigate } from 'react-router';
import { useActiveConnection, useConnections } from '../../data/connections.ts';
import { useStartDemonstration } from '../../data/demonstration.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { FilesAside } from '../../parts/files-aside.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { KeychainPanel } from './keychain-panel.tsx';

export function ConnectionList() {
  const { t } = useTranslation('connections');
  const { t: welcome } = useTranslation('welcome');
  const { t: commands } = useTranslation('commands');
  const navigate = useNavigate();
  const connections = useConnections();
  const active = useActiveConnection();
  const start = useStartDemonstration();
  const add = (
    <Button variant="primary" onPress={() => void navigate(pathTo('newConnection'))}>
      {welcome('add.action')}
    </Button>
  );
  const demonstration = !connections.some(({ secret }) => secret === 'built-in') && (
    <Button isPending={start.isPending} onPress={() => start.mutate()}>
      {welcome('try.action')}
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title={commands('screens.connections')}
        focusKey={connections.map(({ id }) => id).join(' ')} // what had the focus may have gone with its card
        actions={
          connections.length > 0 && (
            <>
              {demonstration}
              {add}
            </>
          )
        }
      />
      <FilesAside only="audit-desk" />
      <FailureNotice role="status" error={start.error} />
      {connections.length === 0 && (
        <EmptyState
          title={t('list.empty')}
          picture="list"
          action={
            <>
              {demonstration}
              {add}
            </>
          }
        >
          {welcome('add.text')}
        </EmptyState>
      )}
      {connections.length > 0 && active === null && <Banner tone="info">{t('list.choose')}</Banner>}
      <Stack width="page">
        {connections.map((connection) => (
          <ConnectionCard
            key={connection.id}
            connection={connection}
            isActive={connection.id === active?.id}
            isLast={connections.length === 1}
          />
        ))}
        <KeychainPanel />
      </Stack>
    </Page>
  );
}
