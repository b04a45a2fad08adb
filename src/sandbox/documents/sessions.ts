import { timingSafeEqual } from 'node:crypto';
import type { ServiceRequest } from '../exchange.ts';
import { newToken, tokenHash } from '../secret.ts';
import type { AccountRow } from '../store/schema.ts';
import type { Store } from '../store.ts';

/** Validity of a login in seconds, as of a token. */
const validity = 3_600;

/** Logins of the documentation page; they end with the tokens of their account, and when its secret changes. */
export interface Sessions {
  /** Logs an account in; answers the `Set-Cookie` header for it. */
  readonly open: (account: AccountRow, request: ServiceRequest, now: number) => string;
  /** The client id that a request is logged in as; null where it is not. */
  readonly clientOf: (request: ServiceRequest, now: number) => string | null;
}

export function createSessions({ accounts, transaction }: Store): Sessions {
  return {
    open: (account, request, now) => {
      const value = newToken();
      transaction(() => {
        accounts.removeExpiredTokens({ now });
        accounts.insertToken({
          hash: keptHash(value),
          account: account.seq,
          expiresAt: now + validity * 1_000,
        });
      });
      const cookie = `${cookieName(request)}=${value}.${seal(value, account)}`;
      return `${cookie}; Path=/api/v1/; Max-Age=${String(validity)}; HttpOnly; SameSite=Strict`;
    },
    clientOf: (request, now) => {
      const [value, sealed] = cookieOf(request)?.split('.') ?? [];
      if (value === undefined || sealed === undefined) return null;
      const holder = accounts.holderOf({ hash: keptHash(value), now });
      const account = holder === undefined ? undefined : accounts.account({ clientId: holder.client_id });
      return account !== undefined && isEqual(sealed, seal(value, account)) ? account.client_id : null;
    },
  };
}

// Kept among the tokens, under a hash that no token has: there is no space in a token.
function keptHash(value: string): string {
  return tokenHash(`session ${value}`);
}

/** Binds a login to the secret that it was made with. */
function seal(value: string, account: AccountRow): string {
  return tokenHash(`${value} ${account.secret_hash}`);
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

// Cookies know no ports: each service on this machine has a name of its own.
function cookieName({ origin }: ServiceRequest): string {
  return `audit-desk-docs-${URL.parse(origin)?.port || '80'}`;
}

function cookieOf(request: ServiceRequest): string | undefined {
  const start = `${cookieName(request)}=`;
  return request
    .header('cookie')
    ?.split(/; */)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}
