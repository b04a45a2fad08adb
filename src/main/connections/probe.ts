import type { Operation } from '../../shared/api.ts';
import type { AppError, Reply } from '../../shared/error.ts';
import { type ErrorCode, failureOf } from '../../shared/failures.ts';
import type { AccessToken } from '../../shared/model/access-token.ts';
import { type ConnectionLayer, connectionLayers } from '../../shared/model/connection.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import type { ConnectionReport } from '../../shared/operations/connections.ts';
import { readAnswer } from '../api/answer.ts';
import { type Exchange, exchange, type Wire } from '../api/exchange.ts';
import { readBody } from '../api/outcome.ts';
import { type AnyInput, requestOf } from '../api/request.ts';
import type { Slot } from '../api/request-queue.ts';
import { endSlot } from '../api/send-one.ts';
import type { Place } from '../api/session.ts';
import type { Redactor } from '../diagnostics/redaction.ts';
import { readAddress } from './address.ts';
import { skewOf } from './clock-skew.ts';

/** What is tested. The secret is asked for only when everything before it holds. */
export interface ProbeTarget {
  readonly address: string;
  readonly clientId: string;
  readonly secret: () => Promise<Reply<string>>;
}

interface Answered {
  readonly exchanged: Exchange;
  readonly reply: Reply<unknown>;
}

/**
 * Tests a connection layer by layer, without waiting or changing anything; `note` counts each request in its quota. The secret goes only
 * to what answers like this API. `permission` is never passed, only failed: only a write shows the roles of an account.
 */
export async function probe(
  wire: Wire,
  { address, clientId, secret }: ProbeTarget,
  redactor: Redactor,
  note: (place: Place, operation: Operation) => Slot,
): Promise<ConnectionReport> {
  let clockSkewSeconds: number | null = null;
  let scope: string | null = null;

  const reading = readAddress(address);
  const isEncrypted = reading.ok && reading.value.startsWith('https:'); // else nobody has shown a certificate
  const passedUpTo = (layer: ConnectionLayer): readonly ConnectionLayer[] =>
    connectionLayers
      .slice(0, connectionLayers.indexOf(layer))
      .filter((passed) => passed !== 'tls' || isEncrypted);
  const failedAt = (
    layer: ConnectionLayer,
    error: AppError,
    passed = passedUpTo(layer),
  ): ConnectionReport => ({
    passed,
    failed: { layer, error },
    clockSkewSeconds,
    scope,
  });

  if (!reading.ok) return failedAt('address', reading.error);
  const baseUrl = reading.value;

  const ask = async (operation: Operation, input: AnyInput, token: string): Promise<Answered> => {
    const request = requestOf(baseUrl, operation, input);
    if (!request.ok) return { exchanged: { ok: false, fault: { code: 'unreachable' } }, reply: request };
    const authorization = token === '' ? {} : { Authorization: `Bearer ${token}` };
    const headers = { ...request.value.headers, ...authorization };
    const begun = wire.clock.wall();
    const slot = note({ baseUrl, clientId }, operation);
    const exchanged = await exchange(wire, { ...request.value, headers });
    const ended = wire.clock.wall();
    clockSkewSeconds ??= exchanged.ok ? skewOf(exchanged.headers, begun, ended) : null;
    const reply = await readAnswer({ operation, input, url: request.value.url, redactor }, exchanged, ended);
    endSlot(slot, reply);
    return { exchanged, reply };
  };

  // Without a token this API refuses with JSON; nothing else gets the secret.
  const greeting = await ask('rateLimits.read', {}, '');
  const stranger = strangerError(greeting);
  if (stranger !== null) return failedAt(layerOf(stranger), stranger);

  const given = await secret();
  if (!given.ok) return failedAt('credentials', given.error);
  redactor.add(given.value);
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: given.value };
  const { reply: issued } = await ask('tokens.issue', { body }, '');
  if (!issued.ok) {
    const layer = layerOf(issued.error);
    // It was throttled before the credentials were checked.
    return failedAt(layer, issued.error, layer === 'quota' ? passedUpTo('credentials') : undefined);
  }
  const { access_token: token, scope: told } = issued.value as AccessToken; // the table's schema of `tokens.issue` has read it
  redactor.add(token);
  scope = told.slice(0, longestScope);

  const { reply: admitted } = await ask('rateLimits.read', {}, token);
  if (admitted.ok) return { passed: passedUpTo('permission'), failed: null, clockSkewSeconds, scope };
  // A service without this endpoint has accepted the token, or it would answer 401.
  if (admitted.error.code === 'missing')
    return { passed: passedUpTo('quota'), failed: null, clockSkewSeconds, scope };
  return failedAt(layerOf(admitted.error), admitted.error);
}

const longestScope = 300; // characters

const refusals: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'throttled'];

/** Why what answered a request without a token cannot be this API; null where it may be. */
function strangerError({ exchanged, reply }: Answered): AppError | null {
  if (reply.ok) return null;
  if (!exchanged.ok || !refusals.includes(reply.error.code)) return reply.error;
  const body = readBody(exchanged.headers, exchanged.text);
  if (typeof body === 'object' && isRecord(body.json)) return null;
  return { ...reply.error, code: body === 'not-json' ? 'not-json' : 'unexpected-answer' };
}

/** The layer that an error belongs to. What had begun to answer was reached, so from then on it is the API's. */
function layerOf({ code, status }: AppError): ConnectionLayer {
  const { layer } = failureOf(code);
  if (layer === 'app') return 'api';
  return layer === 'network' && status !== undefined && status !== 407 ? 'api' : layer;
}
