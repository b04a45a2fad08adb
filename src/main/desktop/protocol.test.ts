import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { answer, appOrigin, declareScheme, serveInterface, startPage } from './protocol.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-desk-protocol-'));
const root = join(folder, 'root');
mkdirSync(join(root, 'assets'), { recursive: true });
mkdirSync(join(folder, 'root-evil'));
const outside = 'not of this app';
writeFileSync(join(folder, 'root-evil', 'a.js'), outside);
writeFileSync(join(folder, 'outside.js'), outside);
writeFileSync(join(root, 'index.html'), '<!doctype html><html><head><title>x</title></head></html>');
writeFileSync(join(root, 'assets', 'main-1a_b.js'), 'export {};');
writeFileSync(join(root, 'assets', 'main.css'), 'a{}');
writeFileSync(join(root, '.hidden.js'), outside);
writeFileSync(join(root, 'notes.exe'), outside);
symlinkSync(join(folder, 'outside.js'), join(root, 'link.js'));
symlinkSync(folder, join(root, 'up'));
afterAll(() => rmSync(folder, { recursive: true }));

const get = (url: string, method = 'GET') => answer(root, { method, url }, 'bm9uY2U=');
const textOf = (body: string | Uint8Array | null): string =>
  body === null ? '' : Buffer.from(body).toString();

test('security 16: the first page is one of the own scheme', async () => {
  expect([appOrigin, startPage]).toEqual(['app://audit-desk', 'app://audit-desk/index.html']);
  expect(await get(startPage)).toMatchObject({ status: 200 });
});

test.each([
  ['app://audit-desk/', 'text/html; charset=utf-8'],
  ['app://audit-desk', 'text/html; charset=utf-8'],
  ['app://audit-desk/index.html?x=1#/audits', 'text/html; charset=utf-8'],
  ['app://audit-desk/assets/main-1a_b.js', 'text/javascript; charset=utf-8'],
  ['app://audit-desk/assets/main.css', 'text/css; charset=utf-8'],
  ['app://sign-in/assets/main.css', 'text/css; charset=utf-8'],
])('serves %s', async (url, type) => {
  const { status, headers } = await get(url);
  expect([status, headers['Content-Type']]).toEqual([200, type]);
});

test.each([
  ['app://audit-desk/../outside.js'],
  ['app://audit-desk/assets/../../outside.js'],
  ['app://audit-desk/%2e%2e/outside.js'],
  ['app://audit-desk/..%2foutside.js'],
  ['app://audit-desk/%2e%2e%2froot-evil/a.js'],
  ['app://audit-desk/..%5coutside.js'],
  ['app://audit-desk/..\\outside.js'],
  ['app://audit-desk/assets%00.js'],
  ['app://audit-desk/index.html%00.js'],
  ['app://audit-desk//etc/passwd'],
  ['app://audit-desk/%2fetc%2fpasswd.js'],
  ['app://audit-desk/C:/outside.js'],
  ['app://audit-desk/link.js'],
  ['app://audit-desk/up/outside.js'],
  ['app://audit-desk/../root-evil/a.js'],
  ['app://audit-desk/.hidden.js'],
  ['app://audit-desk/notes.exe'],
  ['app://audit-desk/assets'],
  ['app://audit-desk/assets/'],
  ['app://audit-desk/missing.js'],
  ['app://audit-desk/%'],
  ['app://audit-desk/%ff.js'],
  ['app://audit-desk.evil/index.html'],
  ['app://evil/index.html'],
  ['app://user@audit-desk/index.html'],
  ['app://audit-desk:80/index.html'],
  ['https://audit-desk/index.html'],
  ['file:///index.html'],
  [''],
])('security 17: %s is not found', async (url) => {
  expect(await get(url)).toMatchObject({ status: 404, body: null });
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'get', 'TRACE'])(
  'security 17: %s is no way to ask',
  async (method) => {
    expect(await get('app://audit-desk/index.html', method)).toMatchObject({ status: 405, body: null });
  },
);

test('security 17: no address reads what lies outside the root', async () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2E',
    '/',
    '%2f',
    '\\',
    '%5c',
    'up',
    'link.js',
    'outside.js',
    'root-evil',
    'a.js',
    'assets',
    '%00',
    '',
    '.hidden.js',
    'notes.exe',
    folder,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), fc.string(), async (parts, end) => {
      const { status, body } = await get(`app://audit-desk/${parts.join('/')}${end}`);
      expect([200, 404]).toContain(status);
      expect(textOf(body)).not.toContain(outside);
    }),
    { numRuns: 1_000 },
  );
});

test('security 18: the headers of every answer', async () => {
  for (const url of ['app://audit-desk/', 'app://audit-desk/assets/main.css', 'app://audit-desk/missing.js'])
    expect((await get(url)).headers).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': expect.stringContaining("default-src 'none'"),
    });
});

test('security 19: the policy, with the nonce of the page in it and in the page', async () => {
  const { headers, body } = await get('app://audit-desk/');
  expect(headers['Content-Security-Policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-bm9uY2U='; img-src 'self' data:; font-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default",
  );
  expect(textOf(body)).toContain('<meta property="csp-nonce" nonce="bm9uY2U=" />');
});

test('HEAD is answered like GET, without a body', async () => {
  expect(await get('app://audit-desk/', 'HEAD')).toMatchObject({ status: 200, body: null });
});

test('the scheme is a secure standard one, and every answer has a nonce of its own', async () => {
  const registerSchemesAsPrivileged = vi.fn();
  declareScheme({ registerSchemesAsPrivileged });
  expect(registerSchemesAsPrivileged).toHaveBeenCalledWith([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
  const handle = vi.fn();
  let made = 0;
  serveInterface({ handle }, root, () => `n${(made += 1)}`);
  const serve: (request: Request) => Promise<Response> = handle.mock.calls[0]?.[1];
  const request = { method: 'GET', url: 'app://audit-desk/' } as Request; // all that is looked at
  const policies = [await serve(request), await serve(request)].map((response) =>
    response.headers.get('content-security-policy'),
  );
  expect(policies[0]).toContain("'nonce-n1'");
  expect(policies[1]).toContain("'nonce-n2'");
});
