import type { DatabaseSync } from 'node:sqlite';
import { type NoArguments, prepare, type Slots, sql } from './database.ts';
import type { AccountRow, FirmRow } from './schema.ts';

export interface TokenOf {
  readonly hash: string;
  readonly now: number;
}

/** Firms, their service accounts and the tokens issued to them. */
export function accountTable(db: DatabaseSync) {
  const insertFirm = prepare(db, (slot: Slots<FirmRow>) =>
    sql
      .insertInto('firm')
      .values({ seq: slot('seq'), id: slot('id'), credits: slot('credits'), limits: slot('limits') }),
  );
  const firm = prepare(db, (slot: Slots<{ seq: number }>) =>
    sql.selectFrom('firm').selectAll().where('seq', '=', slot('seq')),
  );
  const firmById = prepare(db, (slot: Slots<{ id: string }>) =>
    sql.selectFrom('firm').selectAll().where('id', '=', slot('id')),
  );
  const changeFirm = prepare(db, (slot: Slots<{ seq: number; credits: number; limits: string }>) =>
    sql
      .updateTable('firm')
      .set({ credits: slot('credits'), limits: slot('limits') })
      .where('seq', '=', slot('seq')),
  );
  const insertAccount = prepare(db, (slot: Slots<Omit<AccountRow, 'seq'>>) =>
    sql.insertInto('account').values({
      firm: slot('firm'),
      client_id: slot('client_id'),
      salt: slot('salt'),
      secret_hash: slot('secret_hash'),
      roles: slot('roles'),
      denied: slot('denied'),
    }),
  );
  const account = prepare(db, (slot: Slots<{ clientId: string }>) =>
    sql.selectFrom('account').selectAll().where('client_id', '=', slot('clientId')),
  );
  const firstAccount = prepare(db, (_slot: Slots<NoArguments>) =>
    sql.selectFrom('account').selectAll().orderBy('firm').orderBy('seq').limit(1),
  );
  const changeAccount = prepare(
    db,
    (slot: Slots<Pick<AccountRow, 'seq' | 'salt' | 'secret_hash' | 'roles'>>) =>
      sql
        .updateTable('account')
        .set({ salt: slot('salt'), secret_hash: slot('secret_hash'), roles: slot('roles') })
        .where('seq', '=', slot('seq')),
  );
  const insertToken = prepare(db, (slot: Slots<{ hash: string; account: number; expiresAt: number }>) =>
    sql
      .insertInto('token')
      .values({ hash: slot('hash'), account: slot('account'), expires_at: slot('expiresAt') }),
  );
  const removeExpired = prepare(db, (slot: Slots<{ now: number }>) =>
    sql.deleteFrom('token').where('expires_at', '<=', slot('now')),
  );
  const revoke = prepare(db, (slot: Slots<{ account: number }>) =>
    sql.deleteFrom('token').where('account', '=', slot('account')),
  );
  const holder = prepare(db, (slot: Slots<TokenOf>) =>
    sql
      .selectFrom('token')
      .innerJoin('account', 'account.seq', 'token.account')
      .innerJoin('firm', 'firm.seq', 'account.firm')
      .select(['account.firm', 'account.client_id', 'account.roles', 'account.denied', 'firm.limits'])
      .where('token.hash', '=', slot('hash'))
      .where('token.expires_at', '>', slot('now')),
  );
  return {
    insertFirm: insertFirm.run,
    firm: firm.get,
    firmById: firmById.get,
    changeFirm: changeFirm.run,
    insertAccount: insertAccount.run,
    account: account.get,
    /** The first firm's first service account. */
    firstAccount: () => firstAccount.get({}),
    changeAccount: changeAccount.run,
    insertToken: insertToken.run,
    removeExpiredTokens: removeExpired.run,
    revokeTokens: revoke.run,
    /** The service account that a token valid at `now` was issued to. */
    holderOf: holder.get,
  };
}
