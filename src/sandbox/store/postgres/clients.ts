import type { Store } from '../store.ts';
import { counted, rowsOf } from './rows.ts';
import { type Db, found } from './tables.ts';

export function clientTables(db: Db): Store['clients'] {
  const clients = (firm: number) => db.selectFrom('client').where('firm', '=', firm);
  const entities = (firm: number) => db.selectFrom('legal_entity').where('firm', '=', firm);
  return {
    insert: (row) => db.insertInto('client').values(row).execute(),
    byId: (firm, id) => found([id], clients(firm).selectAll().where('id', '=', id)),
    listed: (firm) =>
      rowsOf(clients(firm).select(counted), (from, size) =>
        clients(firm).selectAll().orderBy('seq').offset(from).limit(size),
      ),
    insertEntity: (row) => db.insertInto('legal_entity').values(row).execute(),
    entityById: (firm, client, id) =>
      found([client, id], entities(firm).selectAll().where('client', '=', client).where('id', '=', id)),
    someEntity: (firm, id) => found([id], entities(firm).selectAll().where('id', '=', id).limit(1)),
    listedEntities: (firm, client) => {
      const own = entities(firm).where('client', '=', client);
      return rowsOf(own.select(counted), (from, size) =>
        own.selectAll().orderBy('seq').offset(from).limit(size),
      );
    },
  };
}
