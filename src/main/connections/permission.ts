import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';

/** Who may write: no connection that is read-only, one to production once a person has said so, every other one. */
export type Permission = ReturnType<typeof createPermission>;

export function createPermission(list: () => readonly Connection[]) {
  const allowed = new Set<string>();
  return {
    /** Fails as `not-found-here`, `read-only` or `confirmation-needed`. */
    mayWrite: (id: string): Reply<null> => {
      const connection = list().find((one) => one.id === id);
      if (connection === undefined) return fail('not-found-here');
      if (connection.access === 'read-only') return fail('read-only');
      if (connection.kind === 'production' && !allowed.has(id)) return fail('confirmation-needed');
      return succeed(null);
    },
    /** A person lets this connection write until the app ends or `forget` is called. */
    allow: (id: string): void => {
      allowed.add(id);
    },
    /** The connection has changed, so the permission is void. */
    forget: (id: string): void => {
      allowed.delete(id);
    },
  };
}
