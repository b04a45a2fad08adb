import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { entryRefusal, reachable, readAllowedHost } from './entry.ts';
import { json, whole } from './exchange.ts';
import { listen } from './listen.ts';

describe('sandbox.md, --allow-host', () => {
  it.each([
    ['sandbox', { name: 'sandbox', port: null }],
    ['Staging.Firm.example:9000', { name: 'staging.firm.example', port: 9_000 }],
    ['10.0.0.5:80', { name: '10.0.0.5', port: 80 }],
    ['[fd00::1]:80', { name: '[fd00::1]', port: 80 }],
    ['', null],
    ['*', null],
    ['*.firm.example', null],
    ['http://sandbox', null],
    ['sandbox/', null],
    ['sandbox:', null],
    ['sandbox:65536', null],
    ['a..b', null],
    ['a b', null],
  ])('%j is read as %j', (text, expected) => {
    expect(readAllowedHost(text)).toEqual(expected);
  });

  const place = {
    address: '0.0.0.0',
    port: 8_700,
    allowedHosts: [
      { name: 'sandbox', port: null },
      { name: 'localhost', port: 9_000 },
    ],
  };
  it.each([
    ['127.0.0.1:8700', true],
    ['localhost:8700', true],
    ['sandbox', true],
    ['SANDBOX:8700', true],
    ['sandbox:9999', true],
    ['localhost:9000', true],
    ['localhost:9001', false],
    ['127.0.0.1:9000', false],
    ['0.0.0.0:8700', true],
    ['sandbox.evil.example', false],
    ['evil.example:8700', false],
    ['', false],
    [undefined, false],
  ])('security 44: beside the hosts that were allowed, %s is answered: %s', (host, expected) => {
    expect(entryRefusal({ host, isOwnPage: false }, place) === null).toBe(expected);
  });
  it('security 44: an allowed host opens nothing to web pages', () => {
    const entry = { host: 'sandbox', isOwnPage: false };
    expect(entryRefusal({ ...entry, origin: 'http://sandbox' }, place)?.status).toBe(403);
    expect(entryRefusal({ ...entry, isOwnPage: true, origin: 'http://sandbox' }, place)).toBeNull();
    expect(entryRefusal({ ...entry, site: 'cross-site' }, place)?.status).toBe(403);
  });
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['fd00::1', '[fd00::1]'],
  ['10.0.0.5', '10.0.0.5'],
])('what listens at %s is reached at %s', (address, expected) => {
  expect(reachable(address)).toBe(expected);
});

it('over a socket: another address, and a host that was allowed', async () => {
  const answer = () => whole(json(200, {}));
  const listener = await listen({ answer }, 0, {
    address: '0.0.0.0',
    allowedHosts: [{ name: 'sandbox', port: null }],
  });
  const { port, hostname } = new URL(listener.baseUrl);
  expect(hostname).toBe('127.0.0.1');
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/', headers: { Host: host }, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  expect(await Promise.all(['sandbox', 'other', `127.0.0.1:${port}`].map(statusFor))).toEqual([
    200, 403, 200,
  ]);
  await listener.close();
});
