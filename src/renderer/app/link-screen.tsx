import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { readLink } from '../../shared/rules/texts/deep-link.ts';
import { type FollowedAudit, useAudit } from '../data/audits.ts';
import { useClients } from '../data/clients.ts';
import { lacks } from '../data/collection.ts';
import { useActiveConnection } from '../data/connections.ts';
import { useTranslation } from '../messages/language.ts';
import { ReadingNotice } from '../parts/reading-notice.tsx';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { Id } from '../ui/code.tsx';
import { Page, PageHeader } from '../ui/page.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

/** Where a link from outside arrives: it opens what the link names, or says why not. It does nothing else. */
export function LinkScreen() {
  const { t } = useTranslation('link');
  const { t: commands } = useTranslation('commands');
  const text = new URLSearchParams(useLocation().search).get('to') ?? '';
  const link = readLink(text);
  const connection = useActiveConnection();
  if (link === null)
    return (
      <Ends title={t('unknown.title')} said={t('unknown.text')}>
        <Id value={text.slice(0, 200)} />
      </Ends>
    );
  if (connection === null)
    return (
      <Ends title={t('unconnected.title')} said={t('unconnected.text')}>
        <Link to={pathTo('connections')}>{commands('go', { screen: commands('screens.connections') })}</Link>
      </Ends>
    );
  const found = { connection: connection.id, place: connection.name, id: link.id };
  switch (link.kind) {
    case 'audit':
      return <ToAudit {...found} />;
    case 'client':
      return <ToClient {...found} />;
    case 'plan': // its screen says where there is none: plans are this computer's
      return <Navigate to={pathTo('plan', { planId: link.id })} replace />;
  }
}

interface Target {
  readonly connection: string;
  readonly place: string;
  readonly id: string;
}

function ToAudit({ connection, place, id }: Target) {
  const { t } = useTranslation('link');
  const { audit, ...followed } = useAudit(connection, id);
  if (audit !== null) return <Navigate to={pathTo('audit', { auditId: id })} replace />;
  if (followed.error?.code === 'missing')
    return <Foreign title={t('parts:word.auditNotFound')} place={place} id={id} />;
  return <Reading of={followed} />;
}

function ToClient({ connection, place, id }: Target) {
  const { t } = useTranslation('link');
  const clients = useClients(connection);
  if (clients.entries.some((client) => client.id === id))
    return <Navigate to={pathTo('client', { clientId: id })} replace />;
  if (lacks(clients, id)) return <Foreign title={t('foreign.client')} place={place} id={id} />;
  return <Reading of={clients} />;
}

function Foreign({
  title,
  place,
  id,
}: {
  readonly title: string;
  readonly place: string;
  readonly id: string;
}) {
  const { t } = useTranslation('link');
  const { t: commands } = useTranslation('commands');
  return (
    <Ends title={title} said={t('foreign.text', { id, place })}>
      <Link to={pathTo('connections')}>{commands('go', { screen: commands('screens.connections') })}</Link>
    </Ends>
  );
}

interface ReadingProps {
  readonly of: Pick<FollowedAudit, 'error' | 'isReading' | 'readAgain'>;
}

function Reading({ of: { error, isReading, readAgain } }: ReadingProps) {
  const { t } = useTranslation('link');
  return (
    <Page>
      <PageHeader title={t('title')} />
      {error === null ? (
        <SkeletonRows count={4} widths={['40%', '70%']} label={t('common:list.reading')} />
      ) : (
        <ReadingNotice
          error={error}
          tone="danger"
          action={
            <Button onPress={readAgain} isPending={isReading}>
              {t('parts:word.retry')}
            </Button>
          }
        />
      )}
    </Page>
  );
}

interface EndsProps {
  readonly title: string;
  readonly said: string;
  readonly children: ReactNode;
}

function Ends({ title, said, children }: EndsProps) {
  return (
    <Page>
      <PageHeader title={title} description={said} />
      <p>{children}</p>
    </Page>
  );
}
