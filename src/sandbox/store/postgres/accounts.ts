import { sql } from 'kysely';
import type { Holder, Store } from '../store.ts';
import { type Db, found } from './tables.ts';

export function accountTables(db: Db): Store['accounts'] {
  return {
    // Numbered without a gap, which a sequence would not promise.
    insertFirm: (row) =>
      db
        .insertInto('firm')
        .values({ ...row, seq: sql<number>`(select count(*) + 1 from firm)` })
        .execute(),
    firm: (seq) => db.selectFrom('firm').selectAll().where('seq', '=', seq).executeTakeFirst(),
    firmById: (id) => found([id], db.selectFrom('firm').selectAll().where('id', '=', id)),
    changeFirm: async (credits, limits, seq) => {
      await db.updateTable('firm').set({ credits, limits }).where('seq', '=', seq).execute();
    },
    insertAccount: (row) => db.insertInto('account').values(row).execute(),
    account: (clientId) =>
      found([clientId], db.selectFrom('account').selectAll().where('client_id', '=', clientId)),
    accountsOf: (firm) =>
      db.selectFrom('account').selectAll().where('firm', '=', firm).orderBy('seq').execute(),
    firstAccount: () =>
      db.selectFrom('account').selectAll().orderBy('firm').orderBy('seq').limit(1).executeTakeFirst(),
    changeAccount: async (salt, hash, roles, seq) => {
      await db
        .updateTable('account')
        .set({ salt, secret_hash: hash, roles })
        .where('seq', '=', seq)
        .execute();
    },
    insertToken: (row) => db.insertInto('token').values(row).execute(),
    // Others may remove the same ones now: each leaves those to the other.
    removeExpiredTokens: async (now) => {
      await db
        .deleteFrom('token')
        .where('hash', 'in', (query) =>
          query.selectFrom('token').select('hash').where('expires_at', '<=', now).forUpdate().skipLocked(),
        )
        .execute();
    },
    revokeTokens: async (account) => {
      await db.deleteFrom('token').where('account', '=', account).execute();
    },
    holderOf: (hash, now) =>
      db
        .selectFrom('token')
        .innerJoin('account', 'account.seq', 'token.account')
        .innerJoin('firm', 'firm.seq', 'account.firm')
        .select(['account.firm', 'client_id', 'roles', 'denied', 'limits', 'expires_at'])
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst(),
  };
}

/** The owner of a token as JSON, in a statement that knows the time as `now`. */
export function holderAt(hash: string) {
  return sql<Holder | null>`(select to_json(found) from (
    select account.firm, client_id, roles, denied, limits, expires_at from token
    join account on account.seq = token.account join firm on firm.seq = account.firm
    where hash = ${hash} and expires_at > now) as found)`;
}
