import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';

/** Who may write: no connection that is read-only, one to production once a person has said so, every other one. */
export interface Permission {
  /** Fails as `not-found-here`, `read-only` or `confirmation-needed`. */
  readonly mayWrite: (connection: string) => Reply<null>;
  /** A person lets this connection write until the app ends or `forget` is called. */
  readonly allow: (connection: string) => void;
  /** The connection is another one now: what was said about the former one does not hold for it. */
  readonly forget: (connection: string) => void;
}

export function createPermission(list: () => readonly Connection[]): Permission {
  const allowed = new Set<string>();
  return {
    mayWrite: (id) => {
      const connection = list().find((one) => one.id === id);
      if (connection === undefined) return fail('not-found-here');
      if (connection.access === 'read-only') return fail('read-only');
      if (connection.kind === 'production' && !allowed.has(id)) return fail('confirmation-needed');
      return succeed(null);
    },
    allow: (id) => {
      allowed.add(id);
    },
    forget: (id) => {
      allowed.delete(id);
    },
  };
}
