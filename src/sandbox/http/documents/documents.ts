import { timingSafeEqual } from 'node:crypto';
import type { AccountRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { createIdentification, readLimits } from '../auth.ts';
import { decoded, hasMediaType, tooLarge, unsupported } from '../body.ts';
import { type Answer, fieldsOf, json, methodNotAllowed, type ServiceRequest } from '../exchange.ts';
import type { Handled } from '../router.ts';
import { newToken, opens, tokenHash } from '../secret.ts';
import { openApiDocument } from './document.ts';
import { loginPage } from './page.ts';
import { referencePage } from './reference-page.ts';

const docsPath = '/api/v1/docs/';

/** Answers requests for the OpenAPI document and the documentation page (sandbox.md, "Documents"). */
export function createDocuments(store: Store): (request: ServiceRequest, now: number) => Handled {
  const identify = createIdentification(store);
  const sessions = createSessions(store);

  const answerSchema = (request: ServiceRequest, now: number): Handled => {
    // A token counts before a login.
    const visitor = request.header('authorization') === undefined ? sessions.clientOf(request, now) : null;
    const identified = visitor === null ? identify(request, now) : null;
    if (identified?.ok === false) return handled(identified.answer, null);
    const clientId = identified?.caller.clientId ?? visitor;
    return request.method === 'GET'
      ? handled(json(200, openApiDocument(request.origin)), clientId)
      : handled(methodNotAllowed(request.method, ['GET']), clientId);
  };

  const logIn = (request: ServiceRequest, now: number): Handled => {
    if (!hasMediaType(request, 'application/x-www-form-urlencoded'))
      return handled(unsupported(request), null);
    if (request.body === 'too-large') return handled(tooLarge, null);
    const form = fieldsOf(decoded(request.body) ?? '');
    const clientId = form.get('client_id') ?? '';
    const account = store.accounts.account(clientId);
    if (!opens(form.get('client_secret') ?? '', account) || account === undefined)
      return handled(loginPage(true), null);
    const headers = { Location: docsPath, 'Set-Cookie': sessions.open(account, request, now) };
    return handled({ status: 303, headers: { ...headers, 'Cache-Control': 'no-store' }, body: '' }, clientId);
  };

  const answerDocs = (request: ServiceRequest, now: number): Handled => {
    if (request.method === 'POST') return logIn(request, now);
    if (request.method !== 'GET') return handled(methodNotAllowed(request.method, ['GET', 'POST']), null);
    const visitor = sessions.clientOf(request, now);
    const account = visitor === null ? undefined : store.accounts.account(visitor);
    const firm = account === undefined ? undefined : store.accounts.firm(account.firm);
    return firm === undefined
      ? handled(loginPage(false), null)
      : handled(referencePage(request.origin, readLimits(firm.limits)), visitor);
  };

  return (request, now) =>
    request.path === docsPath ? answerDocs(request, now) : answerSchema(request, now);
}

function handled(answer: Answer, clientId: string | null): Handled {
  return { answer, tier: null, clientId };
}

const validity = 3_600;

/** Logins of the documentation page. They end with the tokens of their account, and when its secret changes. */
function createSessions({ accounts, transaction }: Store) {
  return {
    /** Logs an account in, and answers the `Set-Cookie` header. */
    open: (account: AccountRow, request: ServiceRequest, now: number): string => {
      const value = newToken();
      transaction(() => {
        accounts.removeExpiredTokens(now);
        accounts.insertToken({
          hash: keptHash(value),
          account: account.seq,
          expires_at: now + validity * 1_000,
        });
      });
      const cookie = `${cookieName(request)}=${value}.${seal(value, account)}`;
      return `${cookie}; Path=/api/v1/; Max-Age=${String(validity)}; HttpOnly; SameSite=Strict`;
    },
    clientOf: (request: ServiceRequest, now: number): string | null => {
      const [value, sealed] = cookieOf(request)?.split('.') ?? [];
      if (value === undefined || sealed === undefined) return null;
      const holder = accounts.holderOf(keptHash(value), now);
      const account = holder === undefined ? undefined : accounts.account(holder.client_id);
      return account !== undefined && isEqual(sealed, seal(value, account)) ? account.client_id : null;
    },
  };
}

// Logins are in the table of tokens. No token has this hash, since no token has a space.
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

// Cookies ignore ports, so each service on this machine needs its own name.
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
