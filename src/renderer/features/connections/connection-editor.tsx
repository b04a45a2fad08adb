import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import type { Connection } from '../../../shared/model/connection.ts';
import { useConnections } from '../../data/connections.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Page } from '../../ui/page.tsx';
import { ConnectionForm } from './connection-form.tsx';

/** The screen that adds a connection. */
export function NewConnection() {
  return <Editor stored={null} />;
}

/** The screen that changes a connection; one that is gone, or built in, leads back to the list. */
export function EditConnection() {
  const id = useRouteId('connectionId');
  const stored = useConnections().find((connection) => connection.id === id);
  if (stored === undefined || stored.secret === 'built-in')
    return <Navigate to={pathTo('connections')} replace />;
  return <Editor key={id} stored={stored} />;
}

function Editor({ stored }: { readonly stored: Connection | null }) {
  const { t } = useTranslation('connections');
  return (
    <Page>
      <ConnectionForm
        stored={stored}
        title={stored === null ? t('form.new') : t('form.edit', { name: stored.name })}
        back={<Link to={pathTo('connections')}>{t('form.back')}</Link>}
      />
    </Page>
  );
}
