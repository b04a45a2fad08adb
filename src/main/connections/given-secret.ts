import { succeed } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { Connections } from './connections.ts';

/** Connections of which one may have a secret that is given for this run, and kept nowhere. `onSecret` hears it first. */
export function withGiven(
  connections: Connections,
  given: (connection: Connection) => string | null = () => null,
  onSecret: (secret: string) => void = () => {},
): Connections {
  return {
    ...connections,
    credentials: async (id) => {
      const row = connections.list().find((one) => one.id === id);
      const secret = row === undefined ? null : given(row);
      if (row === undefined || secret === null) return connections.credentials(id);
      onSecret(secret);
      return succeed({ baseUrl: row.baseUrl, clientId: row.clientId, secret });
    },
  };
}
