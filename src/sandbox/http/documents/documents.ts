import { timingSafeEqual } from 'node:crypto';
import type { Awaitable } from '../../awaitable.ts';
import type { AccountRow } from '../../store/schema.ts';
import type { Database } from '../../store/store.ts';
import { createIdentification, readLimits } from '../auth.ts';
import { decoded, tooLarge, typeRefusal } from '../body.ts';
import { docsPath } from '../entry.ts';
import {
  type Answer,
  because,
  fieldsOf,
  type Handled,
  json,
  methodNotAllowed,
  notFound,
  type ServiceRequest,
} from '../exchange.ts';
import { newToken, opens, tokenHash } from '../secret.ts';
import { openApiDocument } from './document.ts';
import { documentationPage, loginPage } from './page.ts';
import { viewerFile } from './viewer.ts';

export interface Documents {
  readonly answer: (request: ServiceRequest, now: number) => Awaitable<Handled>;
  /** Whether the documentation page sends this, with its own token and while its login lasts. */
  readonly isSentByPage: (request: ServiceRequest, now: number) => Promise<boolean>;
}

/** Answers requests for the OpenAPI document and the documentation page (sandbox.md, "Documents"). */
export function createDocuments(database: Database): Documents {
  const identify = createIdentification(database);
  const sessions = createSessions(database);

  const answerSchema = async (request: ServiceRequest, now: number): Promise<Handled> => {
    // A token counts before a login.
    const visitor =
      request.header('authorization') === undefined ? await sessions.clientOf(request, now) : null;
    const identified = visitor === null ? await identify(request, { now }) : null;
    if (identified?.ok === false) return handled(identified.answer, null);
    const clientId = identified?.caller.clientId ?? visitor;
    return request.method === 'GET'
      ? handled(json(200, openApiDocument(request.origin)), clientId)
      : handled(methodNotAllowed(request.method, ['GET']), clientId);
  };

  const logIn = async (request: ServiceRequest, now: number): Promise<Handled> => {
    const wrong = typeRefusal(request, 'application/x-www-form-urlencoded');
    if (wrong !== null) return handled(wrong, null);
    if (request.body === 'too-large') return handled(tooLarge, null);
    const form = fieldsOf(decoded(request.body) ?? '');
    const clientId = form.get('client_id') ?? '';
    const account = await database.read(({ accounts }) => accounts.account(clientId));
    if (!opens(form.get('client_secret') ?? '', account) || account === undefined)
      return handled(because(loginPage(request.origin, true), 'wrong-login'), null);
    const headers = {
      Location: `${pathOf(request)}${docsPath}`,
      'Set-Cookie': await sessions.open(account, request, now),
    };
    return handled({ status: 303, headers: { ...headers, 'Cache-Control': 'no-store' }, body: '' }, clientId);
  };

  const answerDocs = async (request: ServiceRequest, now: number): Promise<Handled> => {
    if (request.method === 'POST') return logIn(request, now);
    if (request.method !== 'GET') return handled(methodNotAllowed(request.method, ['GET', 'POST']), null);
    const visitor = await sessions.clientOf(request, now);
    const firm = await database.read(async ({ accounts }) => {
      const account = visitor === null ? undefined : await accounts.account(visitor);
      return account === undefined ? undefined : accounts.firm(account.firm);
    });
    const token = sessions.tokenOf(request);
    return firm === undefined || visitor === null || token === null
      ? handled(loginPage(request.origin, false), null)
      : handled(
          documentationPage(request.origin, { clientId: visitor, limits: readLimits(firm.limits), token }),
          visitor,
        );
  };

  const answerFile = (request: ServiceRequest): Handled => {
    const file = viewerFile(request.path.slice(docsPath.length));
    if (file === null) return handled(notFound, null);
    if (request.method !== 'GET') return handled(methodNotAllowed(request.method, ['GET']), null);
    return handled({ status: 200, headers: fileHeaders(file.type), body: file.text }, null);
  };

  return {
    answer: (request, now) => {
      if (request.path === docsPath) return answerDocs(request, now);
      return request.path.startsWith(docsPath) ? answerFile(request) : answerSchema(request, now);
    },
    isSentByPage: async (request, now) => {
      const token = sessions.tokenOf(request);
      if (token === null || (await sessions.clientOf(request, now)) === null) return false;
      return isEqual(request.header('authorization') ?? '', `Bearer ${token}`);
    },
  };
}

function fileHeaders(type: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': `${type}; charset=utf-8`,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
}

function handled(answer: Answer, clientId: string | null): Handled {
  return { answer, tier: null, clientId };
}

const validity = 3_600;

/** Logins of the documentation page. They end with the tokens of their account, and when its secret changes. */
function createSessions({ read, write }: Database) {
  return {
    /** Logs an account in, and answers the `Set-Cookie` header. */
    open: async (account: AccountRow, request: ServiceRequest, now: number): Promise<string> => {
      const value = newToken();
      await write('tokens', async ({ accounts }) => {
        await accounts.removeExpiredTokens(now);
        for (const hash of [keptHash(value), tokenHash(pageToken(value))])
          await accounts.insertToken({ hash, account: account.seq, expires_at: now + validity * 1_000 });
      });
      const cookie = `${cookieName(request)}=${value}.${seal(value, account)}`;
      return `${cookie}; Path=${pathOf(request)}/api/v1/; Max-Age=${String(validity)}; HttpOnly; SameSite=Strict${request.origin.startsWith('https:') ? '; Secure' : ''}`;
    },
    /** The token of the page, which only the holder of the cookie knows. */
    tokenOf: (request: ServiceRequest): string | null => {
      const [value = ''] = cookieOf(request)?.split('.') ?? [];
      return value === '' ? null : pageToken(value);
    },
    clientOf: async (request: ServiceRequest, now: number): Promise<string | null> => {
      const [value, sealed] = cookieOf(request)?.split('.') ?? [];
      if (value === undefined || sealed === undefined) return null;
      const account = await read(async ({ accounts }) => {
        const holder = await accounts.holderOf(keptHash(value), now);
        return holder === undefined ? undefined : accounts.account(holder.client_id);
      });
      return account !== undefined && isEqual(sealed, seal(value, account)) ? account.client_id : null;
    },
  };
}

// Logins are in the table of tokens. No token has this hash, since no token has a space.
function keptHash(value: string): string {
  return tokenHash(`session ${value}`);
}

/** The access token that comes with a login. It is made of the cookie, which no script can read, so nothing else keeps it. */
function pageToken(value: string): string {
  return tokenHash(`page ${value}`);
}

/** Binds a login to the secret that it was made with. */
function seal(value: string, account: AccountRow): string {
  return tokenHash(`${value} ${account.secret_hash}`);
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The path before that of the API: a world has one. */
function pathOf({ origin }: ServiceRequest): string {
  return URL.parse(origin)?.pathname.replace(/\/$/, '') ?? '';
}

// Cookies ignore ports, so each service on this machine needs its own name.
function cookieName({ origin }: ServiceRequest): string {
  return `audit-desk-docs-${URL.parse(origin)?.port || (origin.startsWith('https:') ? '443' : '80')}`;
}

function cookieOf(request: ServiceRequest): string | undefined {
  const start = `${cookieName(request)}=`;
  return request
    .header('cookie')
    ?.split(/; */)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}
