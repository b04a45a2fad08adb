import type { Rule } from '../../shared/reasons.ts';
import { type Exchange, removed } from '../../shared/workbench.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Database } from '../store/store.ts';
import { type Answer, detail, json, methodNotAllowed, notFound, type ServiceRequest } from './exchange.ts';
import type { Recorder } from './recorder.ts';
import { newToken, tokenHash } from './secret.ts';

interface ReplayDeps {
  readonly database: Database;
  readonly recorder: Recorder;
  /** Answers a request to the API as if it came from outside, and tells its number. */
  readonly send: (request: ServiceRequest) => Awaitable<number | null>;
}

const validity = 60_000; // milliseconds of the token that one request needs

/**
 * Sends a request again that was kept, and answers the number of the new one. It is the same service account's,
 * by a token of its own that nobody is told. Null for a request that asks for something else.
 */
export function createReplay(deps: ReplayDeps): (request: ServiceRequest) => Promise<Answer> | null {
  return (request) => {
    const [, run, id] =
      /^\/__sandbox\/exchanges\/(?:([\w-]+)\/)?(\d{1,15})\/replay\/$/.exec(request.path) ?? [];
    return id === undefined ? null : replay(request, [Number(id), run], deps);
  };
}

async function replay(
  request: ServiceRequest,
  place: Parameters<Recorder['byId']>,
  deps: ReplayDeps,
): Promise<Answer> {
  if (request.method !== 'POST') return methodNotAllowed(request.method, ['POST']);
  const kept = await deps.recorder.byId(...place);
  if (kept === undefined) return notFound;
  const { body } = kept.request;
  if (body === null || body.omitted > 0 || body.isRedacted || `${kept.path}${kept.query}`.includes(removed))
    return detail(409, 'The request cannot be sent again: a part of it was not kept.');
  const hindrance = hindranceOf(kept);
  if (hindrance !== null) return detail(409, `The request cannot be sent again: ${hindrance}.`);
  const headers = { ...kept.request.headers, ...(await authorizationOf(kept, deps)) };
  const again = await deps.send({
    method: kept.method,
    path: kept.path,
    query: kept.query,
    origin: request.origin,
    header: (name) => headers[name],
    body: new TextEncoder().encode(body.text),
  });
  return again === null
    ? detail(503, 'The request was sent again, and what became of it could not be kept.')
    : json(200, { id: again });
}

/** Rules that refuse a request before the service sees it. Sent again, it would come in by another way. */
const atTheEntry: ReadonlySet<Rule> = new Set([
  'other-host',
  'web-page',
  'login-ended',
  'headers-too-large',
  'not-http',
]);
/** Rules that leave open whose token it was. */
const beforeTheToken: ReadonlySet<Rule> = new Set(['no-database', 'internal']);

function hindranceOf({ rules, client_id: clientId, request }: Exchange): string | null {
  if (rules.some((rule) => atTheEntry.has(rule))) return 'it did not come in';
  const isUnknown = clientId === null && request.headers['authorization'] !== undefined;
  return isUnknown && rules.some((rule) => beforeTheToken.has(rule))
    ? 'it is not known which service account sent it'
    : null;
}

/** A new token in the place of the one that was not kept; of a token that nobody knew, another one. */
async function authorizationOf(
  { client_id: clientId, request }: Exchange,
  { database }: ReplayDeps,
): Promise<Readonly<Record<string, string>>> {
  if (request.headers['authorization'] === undefined) return {};
  const token = newToken();
  if (clientId !== null)
    await database.turn(({ now }) =>
      database.write('tokens', async ({ accounts }) => {
        const account = await accounts.account(clientId);
        if (account === undefined) return;
        const expiry = now + validity;
        await accounts.insertToken({ hash: tokenHash(token), account: account.seq, expires_at: expiry });
      }),
    );
  return { authorization: `Bearer ${token}` };
}
