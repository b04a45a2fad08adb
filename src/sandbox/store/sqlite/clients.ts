import type { DatabaseSync } from 'node:sqlite';
import type { ClientRow, LegalEntityRow } from '../schema.ts';
import type { Rows } from '../store.ts';
import { insertInto, Query } from './database.ts';
import { type Numbered, type Order, rowsOf } from './order.ts';

const clientsOf = (firm: number) => `clients of ${String(firm)}`;
const entitiesOf = (firm: number, client: string) => `legal entities of ${String(firm)} ${client}`;

export function clientTables(db: DatabaseSync, order: Order) {
  const [insert, insertEntity] = [
    insertInto<ClientRow>(db, 'client'),
    insertInto<LegalEntityRow>(db, 'legal_entity'),
  ];
  const [clients, entities] = ['select * from client where', 'select * from legal_entity where'];
  const client = new Query<[seq: number], ClientRow>(db, `${clients} seq = ?`).first;
  const entity = new Query<[seq: number], LegalEntityRow>(db, `${entities} seq = ?`).first;
  const ofFirm = new Query<[firm: number], Numbered>(
    db,
    'select seq from client where firm = ? order by seq',
  );
  const ofClient = new Query<[firm: number, client: string], Numbered>(
    db,
    'select seq from legal_entity where firm = ? and client = ? order by seq',
  );
  return {
    insert: (row: Omit<ClientRow, 'seq'>) => {
      order.appended(clientsOf(row.firm), insert(row));
    },
    byId: new Query<[firm: number, id: string], ClientRow>(db, `${clients} firm = ? and id = ?`).first,
    listed: (firm: number): Rows<ClientRow> => {
      const rows = order.of(clientsOf(firm), () => ofFirm.all(firm));
      return rowsOf(rows, client);
    },
    insertEntity: (row: Omit<LegalEntityRow, 'seq'>) => {
      order.appended(entitiesOf(row.firm, row.client), insertEntity(row));
    },
    entityById: new Query<[firm: number, client: string, id: string], LegalEntityRow>(
      db,
      `${entities} firm = ? and client = ? and id = ?`,
    ).first,
    /** Of any client. */
    someEntity: new Query<[firm: number, id: string], LegalEntityRow>(
      db,
      `${entities} firm = ? and id = ? limit 1`,
    ).first,
    listedEntities: (firm: number, id: string): Rows<LegalEntityRow> => {
      const rows = order.of(entitiesOf(firm, id), () => ofClient.all(firm, id));
      return rowsOf(rows, entity);
    },
  };
}
