import { expect, test } from 'vitest';
import { faultOf } from './fault.ts';

const node = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
const chromium = (name: string): Error => new Error(`net::${name}`);

// The names of Node and of Chromium's network stack, and what each is to a person: the layer, where it tells one.
const named: readonly (readonly [names: string, fault: string])[] = [
  ['ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA ERR_ICANN_NAME_COLLISION', 'unreachable name'],
  [
    'ERR_NAME_NOT_RESOLVED ERR_NAME_RESOLUTION_FAILED ERR_DNS_TIMED_OUT ERR_DNS_SERVER_FAILED',
    'unreachable name',
  ],
  ['ECONNREFUSED ERR_CONNECTION_REFUSED', 'unreachable refused'],
  ['ENETUNREACH ENETDOWN ERR_INTERNET_DISCONNECTED', 'unreachable offline'],
  ['EHOSTUNREACH EHOSTDOWN EADDRNOTAVAIL UND_ERR_CONNECT_TIMEOUT', 'unreachable no-route'],
  ['ERR_CONNECTION_TIMED_OUT ERR_ADDRESS_INVALID ERR_ADDRESS_UNREACHABLE', 'unreachable no-route'],
  ['ERR_CONNECTION_FAILED', 'unreachable'],
  ['EACCES ERR_UNSAFE_PORT ERR_NETWORK_ACCESS_DENIED ERR_BLOCKED_BY_ADMINISTRATOR', 'unreachable blocked'],
  ['ERR_PROXY_CONNECTION_FAILED ERR_TUNNEL_CONNECTION_FAILED', 'unreachable proxy'],
  ['ERR_MANDATORY_PROXY_CONFIGURATION_FAILED ERR_SOCKS_CONNECTION_FAILED', 'unreachable proxy'],
  ['ERR_SOCKS_CONNECTION_HOST_UNREACHABLE', 'unreachable proxy'],
  [
    'ERR_PROXY_AUTH_UNSUPPORTED ERR_PROXY_AUTH_REQUESTED ERR_UNEXPECTED_PROXY_AUTH',
    'unreachable proxy-credentials',
  ],
  ['ERR_PROXY_CERTIFICATE_INVALID', 'tls proxy'],
  ['ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH ERR_CERT_COMMON_NAME_INVALID', 'tls certificate-name'],
  ['CERT_HAS_EXPIRED CERT_NOT_YET_VALID ERR_CERT_DATE_INVALID', 'tls certificate-date'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls certificate-self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_UNTRUSTED', 'tls certificate-issuer'],
  [
    'UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY ERR_CERT_AUTHORITY_INVALID',
    'tls certificate-issuer',
  ],
  ['CERT_REVOKED ERR_CERT_REVOKED', 'tls certificate-revoked'],
  ['ERR_SSL_CLIENT_AUTH_CERT_NEEDED ERR_BAD_SSL_CLIENT_AUTH_CERT', 'tls certificate-wanted'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls certificate-wanted'],
  ['EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG', 'tls no-tls'],
  ['ERR_SSL_PROTOCOL_ERROR ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'tls no-tls'],
  [
    'ERR_CERT_WEAK_SIGNATURE_ALGORITHM ERR_CERT_INVALID CERT_SIGNATURE_FAILURE UNABLE_TO_DECRYPT_CERT_SIGNATURE',
    'tls',
  ],
  ['ECONNRESET UND_ERR_SOCKET EPIPE UND_ERR_HEADERS_OVERFLOW Z_DATA_ERROR', 'interrupted'],
  ['ERR_CONNECTION_RESET ERR_CONNECTION_CLOSED ERR_CONNECTION_ABORTED ERR_EMPTY_RESPONSE', 'interrupted'],
  ['ERR_CONTENT_LENGTH_MISMATCH ERR_INCOMPLETE_CHUNKED_ENCODING ERR_FAILED', 'interrupted'],
  ['ERR_HTTP2_PROTOCOL_ERROR ERR_QUIC_PROTOCOL_ERROR', 'interrupted'],
  ['ERR_NO_BUFFER_SPACE ERR_INSUFFICIENT_RESOURCES', 'interrupted'],
  ['ERR_NETWORK_CHANGED', 'interrupted'],
  ['ERR_NETWORK_IO_SUSPENDED', 'interrupted'],
  ['ERR_REDIRECT_TO_HTTPS', 'redirected needs-https'],
  ['ETIMEDOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ERR_TIMED_OUT', 'timeout'],
];

const each = named.flatMap(([names, fault]) => names.split(' ').map((name) => [name, fault] as const));

test.each(each)('%s is %s, by its code and in a message', (name, fault) => {
  const [code, reason] = fault.split(' ');
  const expected = reason === undefined ? { code } : { code, reason };
  expect(faultOf(node(name))).toEqual(expected);
  if (name.startsWith('ERR_')) expect(faultOf(chromium(name))).toEqual(expected);
});

test.each<[string, Error, Readonly<Record<string, string>>]>([
  [
    'refused on one address, and no way to another',
    new TypeError('fetch failed', {
      cause: new AggregateError([node('ECONNREFUSED'), node('EHOSTUNREACH')]),
    }),
    { code: 'unreachable', reason: 'refused' },
  ],
  [
    'a port that is kept from pages',
    new TypeError('fetch failed', { cause: new Error('bad port') }),
    { code: 'unreachable', reason: 'blocked' },
  ],
  [
    'Node: a proxy that wants a password, before a tunnel',
    new TypeError('fetch failed', {
      cause: new Error('Request was cancelled.', {
        cause: new Error('Proxy response (407) !== 200 when HTTP Tunneling'),
      }),
    }),
    { code: 'unreachable', reason: 'proxy-credentials' },
  ],
  ['Electron: a redirect', new Error('Redirect was cancelled'), { code: 'redirected' }],
  ['an error that nobody named', new Error('?'), { code: 'interrupted' }],
])('%s', (_, thrown, expected) => {
  expect(faultOf(thrown)).toEqual(expected);
});

test('what is no error at all may have been sent', () => {
  expect(faultOf('x')).toEqual({ code: 'interrupted' });
});
