import { AuditUser } from '../../shared/model/audit-user.ts';
import type { KnownPerson, RowChanges } from '../../shared/operations/mirror.ts';
import { addressKey } from '../../shared/rules/service/audit-user.ts';
import { isListOf } from '../../shared/rules/service/list-reading.ts';
import type { Clock } from '../clock.ts';
import { createCollection } from './collection.ts';
import type { List } from './list.ts';
import type { RowCache } from './row-cache.ts';

interface PeopleDeps {
  readonly connection: string;
  readonly kept: Pick<RowCache, 'names' | 'read'>;
  readonly clock: Pick<Clock, 'wall'>;
  /** The lists in memory, by their names. */
  readonly inMemory: () => ReadonlyMap<string, Pick<List, 'restored' | 'rows'>>;
}

/** Everybody in the users of audits that are known: in memory, else in the offline copy. Nothing is read from the service for it. */
export function createPeople({ connection, kept, clock, inMemory }: PeopleDeps) {
  const people = createCollection('read', () => undefined);
  let isMore = false; // of what was found last

  const find = async (): Promise<readonly KnownPerson[]> => {
    const found = new Map<string, KnownPerson>();
    const take = (rows: readonly unknown[]): void => {
      for (const row of rows) {
        const { id, name } = row as AuditUser; // each was read by the schema of its list
        const key = addressKey(id);
        if (id !== '') found.set(key, { id, name, audits: (found.get(key)?.audits ?? 0) + 1 });
      }
    };
    const lists = inMemory();
    const names = new Set([...lists.keys(), ...(await kept.names(connection))]);
    for (const name of [...names].toSorted()) {
      if (!isListOf('users.list', name)) continue;
      const list = lists.get(name);
      await list?.restored;
      if (list !== undefined) take(list.rows.entries());
      else
        await kept.read(
          { connection, name, row: AuditUser },
          { isWanted: () => true, take: (ranked) => take(ranked.map(([, row]) => row)) },
        );
    }
    return [...found.values()];
  };

  return {
    /** As of any list; who begins with them, or had them all, has them looked for again. */
    changes: async (epoch: string | null, since: number): Promise<RowChanges> => {
      if (since === 0 || !isMore) {
        const results = await find();
        people.settled([{ count: results.length, cursor: null, results }], null, clock.wall());
      }
      const changes = people.changes(epoch, since);
      ({ isMore } = changes);
      return changes;
    },
  };
}
