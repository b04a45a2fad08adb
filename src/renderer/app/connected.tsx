import { Navigate, Outlet } from 'react-router';
import { useActiveConnection, useConnections } from '../data/connections.ts';
import { Welcome } from '../features/connections/welcome.tsx';
import { pathTo } from '../routes.ts';

/** The screens of a connection. Without any connection the first screen of all shows instead. */
export function Connected() {
  const active = useActiveConnection();
  const connections = useConnections();
  if (active !== null) return <Outlet key={active.id} />;
  if (connections.length > 0) return <Navigate to={pathTo('connections')} replace />;
  return <Welcome />;
}
