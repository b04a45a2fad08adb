import { expect, test } from 'vitest';
import { faultOf } from './fault.ts';

const node = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
const chromium = (name: string): Error => new Error(`net::${name}`);

test.each<[string, Error, string]>([
  ['no such name', node('ENOTFOUND'), 'unreachable'],
  ['refused', node('ECONNREFUSED'), 'unreachable'],
  ['no route', node('EHOSTUNREACH'), 'unreachable'],
  ['no connection in time', node('UND_ERR_CONNECT_TIMEOUT'), 'unreachable'],
  [
    'refused on every address',
    new TypeError('fetch failed', {
      cause: new AggregateError([node('ECONNREFUSED'), node('EHOSTUNREACH')]),
    }),
    'unreachable',
  ],
  [
    'a port that is kept from pages',
    new TypeError('fetch failed', { cause: new Error('bad port') }),
    'unreachable',
  ],
  ['self-signed', node('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls'],
  ['expired', node('CERT_HAS_EXPIRED'), 'tls'],
  ['another name', node('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls'],
  ['unknown issuer', node('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls'],
  ['no TLS at all', node('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls'],
  ['reset', node('ECONNRESET'), 'interrupted'],
  ['closed', node('UND_ERR_SOCKET'), 'interrupted'],
  ['broken pipe', node('EPIPE'), 'interrupted'],
  ['headers too long', node('UND_ERR_HEADERS_OVERFLOW'), 'interrupted'],
  ['broken gzip', node('Z_DATA_ERROR'), 'interrupted'],
  ['timed out', node('ETIMEDOUT'), 'timeout'],
  ['no headers in time', node('UND_ERR_HEADERS_TIMEOUT'), 'timeout'],
  ['Chromium: no such name', chromium('ERR_NAME_NOT_RESOLVED'), 'unreachable'],
  ['Chromium: refused', chromium('ERR_CONNECTION_REFUSED'), 'unreachable'],
  ['Chromium: offline', chromium('ERR_INTERNET_DISCONNECTED'), 'unreachable'],
  ['Chromium: proxy', chromium('ERR_TUNNEL_CONNECTION_FAILED'), 'unreachable'],
  ['Chromium: unknown issuer', chromium('ERR_CERT_AUTHORITY_INVALID'), 'tls'],
  ['Chromium: no TLS at all', chromium('ERR_SSL_PROTOCOL_ERROR'), 'tls'],
  ['Chromium: reset', chromium('ERR_CONNECTION_RESET'), 'interrupted'],
  ['Chromium: nothing came', chromium('ERR_EMPTY_RESPONSE'), 'interrupted'],
  ['Chromium: cut', chromium('ERR_CONTENT_LENGTH_MISMATCH'), 'interrupted'],
  ['Chromium: timed out', chromium('ERR_TIMED_OUT'), 'timeout'],
  ['Electron: a redirect', new Error('Redirect was cancelled'), 'redirected'],
  ['an error that nobody named', new Error('?'), 'interrupted'],
])('%s', (_, thrown, code) => {
  expect(faultOf(thrown)).toEqual({ code });
});

test('what is no error at all may have been sent', () => {
  expect(faultOf('x')).toEqual({ code: 'interrupted' });
});
