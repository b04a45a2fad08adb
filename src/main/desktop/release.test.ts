import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { fetchRelease, isNewer, NotAuthentic, readRelease } from './release.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const textOf = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');
const key = textOf(publicKey);
const sha512 = createHash('sha512').update('package').digest('base64');
const release = { format: 'audit-desk-release-1', version: '2.0.0', files: [{ name: 'a.exe', sha512 }] };

function signed(content: unknown, by: KeyObject = privateKey): string {
  const text = JSON.stringify(content);
  return JSON.stringify({ release: text, signature: sign(null, Buffer.from(text), by).toString('base64') });
}

test('security 52: a release that the publisher has signed is read', () => {
  expect(readRelease(signed(release), key)).toEqual(release);
});

const changed = (from: string, to: string): string => signed(release).replace(from, to);
test.each([
  ['changed after it was signed', changed('2.0.0', '9.0.0'), key],
  ['with another package put in', changed('a.exe', 'b.exe'), key],
  ['signed by somebody else', signed(release, stranger.privateKey), key],
  ['looked at with another key', signed(release), textOf(stranger.publicKey)],
  ['without a key in this copy', signed(release), null],
  ['without a signature', JSON.stringify({ release: JSON.stringify(release) }), key],
  ['not signed at all', JSON.stringify(release), key],
  ['of something else that was signed', signed({ ...release, format: 'audit-desk-letter-1' }), key],
  ['with a version that is none', signed({ ...release, version: '2.0.0-beta' }), key],
  ['without packages', signed({ ...release, files: [] }), key],
  ['in HTML', '<!doctype html><title>Log in</title>', key],
  ['that is empty', '', key],
])('security 52: a release %s is none', (_, text, known) => {
  expect(() => readRelease(text, known)).toThrow(NotAuthentic);
});

test('security 52: a key of another kind knows nothing', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(() => readRelease(signed(release), textOf(other.publicKey))).toThrow(NotAuthentic);
  expect(() => readRelease(signed(release), 'no key')).toThrow();
});

test.each([
  ['2.0.0', '1.9.9', true],
  ['1.10.0', '1.9.0', true],
  ['1.0.0', '1.0.0', false],
  ['1.9.0', '1.10.0', false],
])('security 52: %s after %s is an update: %s', (version, than, newer) => {
  expect(isNewer(version, than)).toBe(newer);
});

let close = () => {};
afterEach(() => close());

async function serve(answer: { status?: number; headers?: Record<string, string>; body: string }) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { asked, feed: `http://127.0.0.1:${(server.address() as AddressInfo).port}/desk` }; // it listens on a port
}

test('security 52: a folder of updates is asked for one file', async () => {
  const { feed, asked } = await serve({ body: signed(release) });
  expect(await fetchRelease(fetch, feed, key)).toEqual(release);
  expect(await fetchRelease(fetch, `${feed}/`, key)).toEqual(release);
  expect(asked).toEqual(['/desk/release.json', '/desk/release.json']);
});

test.each([
  ['HTML', { body: '<!doctype html>', headers: { 'Content-Type': 'text/html' } }, NotAuthentic],
  ['more than a release is', { body: 'x'.repeat(300_000) }, NotAuthentic],
  ['404', { status: 404, body: signed(release) }, 'answered with 404'],
  ['a redirect', { status: 302, headers: { Location: '/elsewhere' }, body: '' }, /./],
])('security 52: a folder that answers %s offers nothing', async (_, answer, fault) => {
  const { feed, asked } = await serve(answer);
  await expect(fetchRelease(fetch, feed, key)).rejects.toThrow(fault);
  expect(asked).toHaveLength(1);
});
