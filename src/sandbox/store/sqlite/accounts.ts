import type { DatabaseSync } from 'node:sqlite';
import type { AccountRow, FirmRow, TokenRow } from '../schema.ts';
import type { Holder } from '../store.ts';
import { insertInto, Query } from './database.ts';

const mostHolders = 1_000;

export function accountTables(db: DatabaseSync) {
  const holderBy = new Query<[hash: string], Holder>(
    db,
    `select account.firm, client_id, roles, denied, limits, expires_at from token
     join account on account.seq = token.account join firm on firm.seq = account.firm where hash = ?`,
  );
  // By the hash of their tokens: the same object until something about it changes. Every request looks one up.
  const holders = new Map<string, Holder>();
  const forget = () => {
    holders.clear();
  };
  const forgetting =
    <Given extends readonly unknown[]>(run: (...given: Given) => void) =>
    (...given: Given): void => {
      forget();
      run(...given);
    };
  const holder = (hash: string): Holder | undefined => {
    const known = holders.get(hash);
    if (known !== undefined) return known;
    const found = holderBy.first(hash);
    if (found === undefined) return undefined;
    if (holders.size >= mostHolders) forget();
    holders.set(hash, found);
    return found;
  };
  return {
    /** Firms are numbered from 1 in their order. */
    insertFirm: insertInto<FirmRow>(db, 'firm'),
    firm: new Query<[seq: number], FirmRow>(db, 'select * from firm where seq = ?').first,
    firmById: new Query<[id: string], FirmRow>(db, 'select * from firm where id = ?').first,
    changeFirm: forgetting(
      new Query<[credits: number, limits: string, seq: number]>(
        db,
        'update firm set credits = ?, limits = ? where seq = ?',
      ).run,
    ),
    insertAccount: insertInto<AccountRow>(db, 'account'),
    account: new Query<[clientId: string], AccountRow>(db, 'select * from account where client_id = ?').first,
    firstAccount: new Query<[], AccountRow>(db, 'select * from account order by firm, seq limit 1').first,
    accountsOf: new Query<[firm: number], AccountRow>(db, 'select * from account where firm = ? order by seq')
      .all,
    changeAccount: forgetting(
      new Query<[salt: string, hash: string, roles: string, seq: number]>(
        db,
        'update account set salt = ?, secret_hash = ?, roles = ? where seq = ?',
      ).run,
    ),
    insertToken: insertInto<TokenRow>(db, 'token'),
    removeExpiredTokens: forgetting(
      new Query<[now: number]>(db, 'delete from token where expires_at <= ?').run,
    ),
    revokeTokens: forgetting(new Query<[account: number]>(db, 'delete from token where account = ?').run),
    holderOf: (hash: string, now: number): Holder | undefined => {
      const found = holder(hash);
      return found !== undefined && found.expires_at > now ? found : undefined;
    },
    /** Clears the cache after the tables were changed in another way. */
    forget,
  };
}
