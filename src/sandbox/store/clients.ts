import type { DatabaseSync } from 'node:sqlite';
import { prepare, type Slots, sql } from './database.ts';
import type { Order } from './order.ts';
import type { ClientRow, LegalEntityRow } from './schema.ts';

export interface ClientKey {
  readonly firm: number;
  readonly id: string;
}
export interface EntityKey {
  readonly firm: number;
  readonly client: string;
  readonly id: string;
}

/** Client organisations and their legal entities. */
export function clientTables(db: DatabaseSync, order: Order) {
  const insert = prepare(db, (slot: Slots<Omit<ClientRow, 'seq'>>) =>
    sql.insertInto('client').values({
      firm: slot('firm'),
      id: slot('id'),
      name: slot('name'),
      country: slot('country'),
      domains: slot('domains'),
      allow_password_login: slot('allow_password_login'),
      is_test: slot('is_test'),
    }),
  );
  const bySeq = prepare(db, (slot: Slots<{ seq: number }>) =>
    sql.selectFrom('client').selectAll().where('seq', '=', slot('seq')),
  );
  const byId = prepare(db, (slot: Slots<ClientKey>) =>
    sql.selectFrom('client').selectAll().where('firm', '=', slot('firm')).where('id', '=', slot('id')),
  );
  const ofFirm = prepare(db, (slot: Slots<{ firm: number }>) =>
    sql.selectFrom('client').select('seq').where('firm', '=', slot('firm')).orderBy('seq'),
  );
  const insertEntity = prepare(db, (slot: Slots<Omit<LegalEntityRow, 'seq'>>) =>
    sql.insertInto('legal_entity').values({
      firm: slot('firm'),
      client: slot('client'),
      id: slot('id'),
      name: slot('name'),
      country: slot('country'),
      parent_id: slot('parent_id'),
    }),
  );
  const entityBySeq = prepare(db, (slot: Slots<{ seq: number }>) =>
    sql.selectFrom('legal_entity').selectAll().where('seq', '=', slot('seq')),
  );
  const entityById = prepare(db, (slot: Slots<EntityKey>) =>
    sql
      .selectFrom('legal_entity')
      .selectAll()
      .where('firm', '=', slot('firm'))
      .where('client', '=', slot('client'))
      .where('id', '=', slot('id')),
  );
  const someEntity = prepare(db, (slot: Slots<ClientKey>) =>
    sql
      .selectFrom('legal_entity')
      .select('seq')
      .where('firm', '=', slot('firm'))
      .where('id', '=', slot('id'))
      .limit(1),
  );
  const entitiesOf = prepare(db, (slot: Slots<{ firm: number; client: string }>) =>
    sql
      .selectFrom('legal_entity')
      .select('seq')
      .where('firm', '=', slot('firm'))
      .where('client', '=', slot('client'))
      .orderBy('seq'),
  );
  const clientList = (firm: number) => `clients of ${String(firm)}`;
  const entityList = (firm: number, client: string) => `legal entities of ${String(firm)} ${client}`;
  return {
    insert: (row: Omit<ClientRow, 'seq'>) => {
      order.appended(clientList(row.firm), insert.run(row));
    },
    byId: byId.get,
    bySeq: (seq: number) => bySeq.get({ seq }),
    listed: (firm: number) => order.of(clientList(firm), () => ofFirm.all({ firm }).map(({ seq }) => seq)),
    insertEntity: (row: Omit<LegalEntityRow, 'seq'>) => {
      order.appended(entityList(row.firm, row.client), insertEntity.run(row));
    },
    entityById: entityById.get,
    /** An entity of that id, of whichever client. */
    someEntity: someEntity.get,
    entityBySeq: (seq: number) => entityBySeq.get({ seq }),
    listedEntities: (firm: number, client: string) =>
      order.of(entityList(firm, client), () => entitiesOf.all({ firm, client }).map(({ seq }) => seq)),
  };
}
