import type { ErrorCode } from '../../shared/error.ts';

/** How a request failed on its way; `status` where headers had come before it did. */
export interface Fault {
  readonly code: Extract<
    ErrorCode,
    'unreachable' | 'tls' | 'timeout' | 'cancelled' | 'interrupted' | 'redirected' | 'unexpected-answer'
  >;
  readonly status?: number;
}

// Before anything was sent: the name, the way, the other side's door.
const unreachable = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_UNSAFE_PORT',
  'ERR_NAME_NOT_RESOLVED',
  'ERR_NAME_RESOLUTION_FAILED',
  'ERR_DNS_TIMED_OUT',
  'ERR_DNS_SERVER_FAILED',
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_FAILED',
  'ERR_CONNECTION_TIMED_OUT',
  'ERR_ADDRESS_INVALID',
  'ERR_ADDRESS_UNREACHABLE',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_NETWORK_ACCESS_DENIED',
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_TUNNEL_CONNECTION_FAILED',
  'ERR_PROXY_AUTH_UNSUPPORTED',
  'ERR_PROXY_AUTH_REQUESTED',
  'ERR_UNEXPECTED_PROXY_AUTH',
  'ERR_MANDATORY_PROXY_CONFIGURATION_FAILED',
  'ERR_SOCKS_CONNECTION_FAILED',
  'ERR_BLOCKED_BY_ADMINISTRATOR',
];
const timedOut = ['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ERR_TIMED_OUT'];
const tlsName =
  /^(CERT_|ERR_TLS_|ERR_SSL_|ERR_CERT_|ERR_BAD_SSL|ERR_PROXY_CERTIFICATE|UNABLE_TO_(VERIFY|GET|DECRYPT|DECODE)|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_OSSL_|EPROTO$)/;

/** What a failure of `fetch` means, in Node's names and in Chromium's alike; what neither names may have been sent. */
export function faultOf(thrown: unknown): Fault {
  const names = namesOf(thrown);
  if (names.some((name) => unreachable.includes(name))) return { code: 'unreachable' };
  if (names.some((name) => tlsName.test(name))) return { code: 'tls' };
  if (names.some((name) => timedOut.includes(name))) return { code: 'timeout' };
  const words = messagesOf(thrown);
  if (words.includes('redirect')) return { code: 'redirected' };
  if (words.includes('bad port')) return { code: 'unreachable' }; // Node's words for a port that no page may use
  return { code: 'interrupted' };
}

/** The codes of an error, of its causes and of what they sum up, and the one that Chromium writes in its message. */
function namesOf(thrown: unknown, depth = 0): readonly string[] {
  if (!(thrown instanceof Error) || depth > 4) return [];
  const code = 'code' in thrown && typeof thrown.code === 'string' ? [thrown.code] : [];
  const chromium = /net::(ERR_[A-Z0-9_]+)/.exec(thrown.message)?.slice(1) ?? [];
  const parts: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  return [...code, ...chromium, ...[thrown.cause, ...parts].flatMap((part) => namesOf(part, depth + 1))];
}

function messagesOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  const cause = thrown.cause instanceof Error ? thrown.cause.message : '';
  return `${thrown.message} ${cause}`.toLowerCase();
}
