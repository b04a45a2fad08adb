import type { Connection } from '../../model/connection.ts';

/** Whether a person has entered something about connections; what the app or the machine's policy brings comes back by itself. */
export function hasOwnConnections(connections: readonly Pick<Connection, 'secret' | 'policy'>[]): boolean {
  return connections.some(
    ({ secret, policy }) => secret !== 'built-in' && (policy === undefined || secret !== 'missing'),
  );
}
