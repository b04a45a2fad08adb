import type { ErrorCode, Reply } from '../../shared/error.ts';

export type ConnectionState = 'connected' | 'unreachable' | 'credentials-rejected';

const afterAuthentication: readonly ErrorCode[] = [
  'validation',
  'no-credits',
  'forbidden',
  'conflict',
  'throttled',
];

/** Whether an answer shows that the service took the token; a 404 does not, for a path is looked up before it is read. */
export function provesToken(reply: Reply<unknown>): boolean {
  return reply.ok || afterAuthentication.includes(reply.error.code);
}

const notReached: readonly ErrorCode[] = [
  'unreachable',
  'tls',
  'timeout',
  'interrupted',
  'redirected',
  'not-json',
];
const saysNothing: readonly ErrorCode[] = ['unauthorized', 'credentials-rejected', 'invalid-input'];

/** What the answer to one request tells about its connection; null where it tells nothing. */
export function stateAfter(reply: Reply<unknown>): ConnectionState | null {
  if (reply.ok) return 'connected';
  if (saysNothing.includes(reply.error.code)) return null;
  return notReached.includes(reply.error.code) ? 'unreachable' : 'connected';
}
