import type { DatabaseSync } from 'node:sqlite';
import { type NoArguments, prepare, type Slots, sql } from './database.ts';
import type { AccountRow, FirmRow } from './schema.ts';

/** Whom a token belongs to; the same object as long as nothing about it has changed. */
export type Holder = Pick<AccountRow, 'firm' | 'client_id' | 'roles' | 'denied'> &
  Pick<FirmRow, 'limits'> & { readonly expires_at: number };

const mostHolders = 1_000;

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
  const holder = prepare(db, (slot: Slots<{ hash: string }>) =>
    sql
      .selectFrom('token')
      .innerJoin('account', 'account.seq', 'token.account')
      .innerJoin('firm', 'firm.seq', 'account.firm')
      .select(['account.firm', 'account.client_id', 'account.roles', 'account.denied', 'firm.limits'])
      .select('token.expires_at')
      .where('token.hash', '=', slot('hash')),
  );
  // By hash of their tokens, as every request asks for one.
  const holders = new Map<string, Holder>();
  const forget = () => {
    holders.clear();
  };
  const holderOf = (hash: string): Holder | undefined => {
    const known = holders.get(hash);
    if (known !== undefined) return known;
    const found = holder.get({ hash });
    if (found === undefined) return undefined;
    if (holders.size >= mostHolders) forget();
    holders.set(hash, found);
    return found;
  };
  return {
    insertFirm: insertFirm.run,
    firm: firm.get,
    firmById: firmById.get,
    changeFirm: (given: Parameters<typeof changeFirm.run>[0]) => {
      forget();
      changeFirm.run(given);
    },
    insertAccount: insertAccount.run,
    account: account.get,
    /** The first firm's first service account. */
    firstAccount: () => firstAccount.get({}),
    changeAccount: (given: Parameters<typeof changeAccount.run>[0]) => {
      forget();
      changeAccount.run(given);
    },
    insertToken: insertToken.run,
    removeExpiredTokens: (given: { readonly now: number }) => {
      forget();
      removeExpired.run(given);
    },
    revokeTokens: (given: { readonly account: number }) => {
      forget();
      revoke.run(given);
    },
    /** The service account that a token valid at `now` was issued to. */
    holderOf: ({ hash, now }: { readonly hash: string; readonly now: number }): Holder | undefined => {
      const found = holderOf(hash);
      return found !== undefined && found.expires_at > now ? found : undefined;
    },
    /** The tables changed otherwise: what was noted beside them no longer counts. */
    forget,
  };
}
