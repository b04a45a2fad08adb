import type { ErrorCode, FaultReason } from '../../shared/failures.ts';

/** How a request failed on its way; `status` where headers had come before it did. */
export interface Fault {
  readonly code: Extract<
    ErrorCode,
    'unreachable' | 'tls' | 'timeout' | 'cancelled' | 'interrupted' | 'redirected' | 'unexpected-answer'
  >;
  readonly reason?: FaultReason;
  readonly status?: number;
}

// Before anything was sent: the name, the way, the other side's door.
const unreachable: Readonly<Record<string, FaultReason | null>> = {
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  EAI_FAIL: 'name',
  EAI_NODATA: 'name',
  ERR_NAME_NOT_RESOLVED: 'name',
  ERR_NAME_RESOLUTION_FAILED: 'name',
  ERR_DNS_TIMED_OUT: 'name',
  ERR_DNS_SERVER_FAILED: 'name',
  ERR_ICANN_NAME_COLLISION: 'name',
  ECONNREFUSED: 'refused',
  ERR_CONNECTION_REFUSED: 'refused',
  ENETUNREACH: 'offline',
  ENETDOWN: 'offline',
  ERR_INTERNET_DISCONNECTED: 'offline',
  EHOSTUNREACH: 'no-route',
  EHOSTDOWN: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  UND_ERR_CONNECT_TIMEOUT: 'no-route',
  ERR_CONNECTION_TIMED_OUT: 'no-route',
  ERR_ADDRESS_INVALID: 'no-route',
  ERR_ADDRESS_UNREACHABLE: 'no-route',
  ERR_CONNECTION_FAILED: null,
  EACCES: 'blocked',
  ERR_UNSAFE_PORT: 'blocked',
  ERR_NETWORK_ACCESS_DENIED: 'blocked',
  ERR_BLOCKED_BY_ADMINISTRATOR: 'blocked',
  ERR_PROXY_CONNECTION_FAILED: 'proxy',
  ERR_TUNNEL_CONNECTION_FAILED: 'proxy',
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED: 'proxy',
  ERR_SOCKS_CONNECTION_FAILED: 'proxy',
  ERR_SOCKS_CONNECTION_HOST_UNREACHABLE: 'proxy',
  ERR_PROXY_AUTH_UNSUPPORTED: 'proxy-credentials',
  ERR_PROXY_AUTH_REQUESTED: 'proxy-credentials',
  ERR_UNEXPECTED_PROXY_AUTH: 'proxy-credentials',
};
const timedOut = ['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ERR_TIMED_OUT'];
const certificates: Readonly<Record<string, FaultReason>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
  HOSTNAME_MISMATCH: 'certificate-name',
  ERR_CERT_COMMON_NAME_INVALID: 'certificate-name',
  CERT_HAS_EXPIRED: 'certificate-date',
  CERT_NOT_YET_VALID: 'certificate-date',
  ERR_CERT_DATE_INVALID: 'certificate-date',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-issuer', // a root that this computer does not know, as a company's proxy has it
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-issuer',
  CERT_UNTRUSTED: 'certificate-issuer',
  ERR_CERT_AUTHORITY_INVALID: 'certificate-issuer',
  ERR_PROXY_CERTIFICATE_INVALID: 'proxy',
  CERT_REVOKED: 'certificate-revoked',
  ERR_CERT_REVOKED: 'certificate-revoked',
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED: 'certificate-wanted',
  ERR_BAD_SSL_CLIENT_AUTH_CERT: 'certificate-wanted',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'certificate-wanted',
  EPROTO: 'no-tls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no-tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no-tls',
  ERR_SSL_PROTOCOL_ERROR: 'no-tls',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'no-tls',
};
const tlsName =
  /^(CERT_|ERR_TLS_|ERR_SSL_|ERR_CERT_|ERR_BAD_SSL|ERR_PROXY_CERTIFICATE|UNABLE_TO_(VERIFY|GET|DECRYPT|DECODE)|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_OSSL_|EPROTO$)/;

/** What a failure of `fetch` means, in Node's names and in Chromium's alike; what neither names may have been sent. */
export function faultOf(thrown: unknown): Fault {
  const names = namesOf(thrown);
  const way = names.find((name) => Object.hasOwn(unreachable, name));
  if (way !== undefined) return withReason('unreachable', unreachable[way] ?? null);
  if (names.some((name) => tlsName.test(name))) {
    const named = names.find((name) => Object.hasOwn(certificates, name));
    return withReason('tls', named === undefined ? null : (certificates[named] ?? null));
  }
  if (names.some((name) => timedOut.includes(name))) return { code: 'timeout' };
  if (names.includes('ERR_REDIRECT_TO_HTTPS')) return withReason('redirected', 'needs-https'); // our own name, by main/desktop/network.ts
  const words = messagesOf(thrown);
  if (words.includes('proxy response (407)')) return withReason('unreachable', 'proxy-credentials'); // Node's words, of a tunnel
  if (words.includes('redirect')) return { code: 'redirected' };
  if (words.includes('bad port')) return withReason('unreachable', 'blocked'); // Node's words for a port that no page may use
  return { code: 'interrupted' };
}

function withReason(code: Fault['code'], reason: FaultReason | null): Fault {
  return reason === null ? { code } : { code, reason };
}

/** The codes of an error, of its causes and of the errors that it collects, and the one in the message of Chromium. */
function namesOf(thrown: unknown, depth = 0): readonly string[] {
  if (!(thrown instanceof Error) || depth > 4) return [];
  const code = 'code' in thrown && typeof thrown.code === 'string' ? [thrown.code] : [];
  const chromium = /net::(ERR_[A-Z0-9_]+)/.exec(thrown.message)?.slice(1) ?? [];
  const parts: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  return [...code, ...chromium, ...[thrown.cause, ...parts].flatMap((part) => namesOf(part, depth + 1))];
}

function messagesOf(thrown: unknown, depth = 0): string {
  if (!(thrown instanceof Error) || depth > 4) return '';
  return `${thrown.message} ${messagesOf(thrown.cause, depth + 1)}`.toLowerCase();
}
