import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../../e2e/fixtures/certificate.ts';
import { createProcesses, freePort, type Running } from '../sandbox/testing/processes.ts';
import { checkWith } from './testing/run.ts';

// The sandbox over TLS: its own, or that of nginx and HAProxy in front of it, as the check finds it from outside.

const { launch, start, keep, endAll } = createProcesses({ check: false });
const folder = mkdtempSync(join(tmpdir(), 'behind-tls-'));
const own = selfSigned('localhost');
const fileOf = (name: string, content: string) => {
  writeFileSync(join(folder, name), content, { mode: 0o600 });
  return join(folder, name);
};
const [cert, key] = [fileOf('cert', own.cert), fileOf('key', own.key)];
afterEach(endAll);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Told {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function ask(
  address: string,
  { body, ...options }: { method?: string; headers?: Readonly<Record<string, string>>; body?: string } = {},
): Promise<Told> {
  const send = address.startsWith('https:') ? request : plainRequest;
  return new Promise((resolve, reject) => {
    const asked = send(address, { ca: own.cert, agent: false, ...options }, (answer) => {
      text(answer).then(
        (content) => resolve({ status: answer.statusCode, headers: answer.headers, body: content }),
        reject,
      );
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

async function tokenAt(address: string, { ready }: Running): Promise<string> {
  const { client_id: id, client_secret: secret } = ready;
  const { body } = await ask(`${address}/api/v1/oauth/token/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
  });
  return (JSON.parse(body) as { readonly access_token: string }).access_token; // as the token tests prove
}

/** What the check says from outside, where the certificate is trusted. */
function checked(address: string, { ready }: Running) {
  return checkWith({ AUDIT_DESK_CLIENT_SECRET: ready.client_secret, NODE_EXTRA_CA_CERTS: cert }, [
    '--base-url',
    address,
    '--client-id',
    ready.client_id,
  ]);
}

const ownTls = ['--tls-cert', cert, '--tls-key', key];

/** All of it that names an address, as a person finds it from outside. */
async function expectWhole(address: string, service: Running): Promise<void> {
  const token = await tokenAt(address, service);
  const headers = { Authorization: `Bearer ${token}` };
  const read = async (path: string) =>
    JSON.parse((await ask(`${address}${path}`, { headers })).body) as unknown;
  expect(await read('/')).toEqual({
    docs: `${address}/api/v1/docs/`,
    schema: `${address}/api/v1/schema/`,
    workbench: `${address}/__sandbox/`,
  });
  expect(await read('/api/v1/audits/')).toMatchObject({
    next: expect.stringMatching(`^${address}/api/v1/audits/\\?page=2`),
  });
  expect(await read('/api/v1/schema/')).toMatchObject({ servers: [{ url: address }] });
  expect(await read('/api/v1/audits/no%2Fsuch%2Faudit/')).toEqual({ detail: 'Not found.' });
  const { client_id: id, client_secret: secret } = service.ready;
  const login = await ask(`${address}/api/v1/docs/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: address },
    body: `client_id=${id}&client_secret=${secret}`,
  });
  expect({ status: login.status, cookie: login.headers['set-cookie']?.[0] }).toEqual({
    status: 303,
    cookie: expect.stringContaining('; SameSite=Strict; Secure'),
  });
  const cookie = login.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  const docs = await ask(`${address}/api/v1/docs/`, { headers: { Cookie: cookie } });
  expect(docs.headers['content-security-policy']).toContain(`${address}/api/v1/`);
  expect((await ask(`${address}/__sandbox/clock/`, { headers: { Origin: address } })).status).toBe(200);
  const foreign = { Origin: address.replace('https:', 'http:') };
  expect((await ask(`${address}/__sandbox/clock/`, { headers: foreign })).status).toBe(403);
  const world = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"red"}' };
  expect(JSON.parse((await ask(`${address}/__sandbox/worlds/`, world)).body)).toMatchObject({
    base_url: `${address}/worlds/red`,
  });
  const { out, status } = await checked(address, service);
  expect({ status, out }).toEqual({
    status: 0,
    out: expect.stringContaining('Certificate: Valid until 2049'),
  });
}

describe('with a certificate of its own', () => {
  test('all that it says names its public address, and the check finds nothing', async () => {
    const port = String(await freePort());
    const address = `https://localhost:${port}`;
    const service = await start(['--port', port, '--public-url', address, '--control', ...ownTls]);
    expect(service.baseUrl).toBe(address);
    await expectWhole(address, service);
    // Who speaks no TLS is turned away, and nobody else notices.
    await expect(ask(`http://localhost:${port}/`)).rejects.toThrow();
    expect((await ask(`${address}/`)).status).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ status: 0, err: '' });
  });

  const expired = selfSigned('localhost', '210101000000Z');
  test.each([
    ['expired', ['--tls-cert', fileOf('old', expired.cert), '--tls-key', fileOf('old-key', expired.key)]],
    ['is of another host', ['--public-url', 'https://sandbox.firm.example', ...ownTls]],
    ['is of another host than where it listens', ownTls],
    ['has another key', ['--tls-cert', cert, '--tls-key', join(folder, 'old-key')]],
    ['has no key', ['--tls-cert', cert, '--tls-key', cert]],
    ['is none', ['--tls-cert', key, '--tls-key', key]],
    ['is not there', ['--tls-cert', join(folder, 'none'), '--tls-key', key]],
  ])('where the certificate %s, it ends with a sentence of its own', async (what, words) => {
    const { status, out, err } = await launch(words).ended;
    expect({ status, out, err: err.trimEnd() }).toEqual({ status: 2, out: '', err: sentences[what] });
  });
  const sentences: Readonly<Record<string, string>> = {
    expired: '--tls-cert: the certificate expired on 2021-01-01',
    'is of another host':
      '--tls-cert: the certificate is not for sandbox.firm.example; --public-url says under which name the service is reached',
    'is of another host than where it listens':
      '--tls-cert: the certificate is not for 127.0.0.1; --public-url says under which name the service is reached',
    'has another key': '--tls-key: it is the key of another certificate than that of --tls-cert',
    'has no key': '--tls-key: it is no private key in PEM form',
    'is none': '--tls-cert: it is no certificate in PEM form',
    'is not there': '--tls-cert: it does not exist',
  };
});

test('a port that is taken, and an address of another machine, each have their sentence', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  expect(await launch(['--port', port]).ended).toMatchObject({
    status: 2,
    out: '',
    err: `--port: another program listens at port ${port} already; take another, or 0 for a free one\n`,
  });
  await new Promise((resolve) => taken.close(resolve));
  expect(await launch(['--address', '192.0.2.1']).ended).toMatchObject({
    status: 2,
    out: '',
    err: '--address: 192.0.2.1 is no address of this machine\n',
  });
});

test('forwarded headers are believed only from addresses that were named', async () => {
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'sandbox.firm.example' };
  const words = ['--allow-host', 'sandbox.firm.example'];
  const docsAt = async ({ baseUrl }: Running, more: Readonly<Record<string, string>>) => {
    const { status, body } = await ask(`${baseUrl}/`, { headers: more });
    return status === 200 ? (JSON.parse(body) as { readonly docs: string }).docs : status;
  };
  const named = await start([...words, '--trusted-proxy', '10.0.0.0/8', '--trusted-proxy', '127.0.0.1']);
  expect(await docsAt(named, headers)).toBe('https://sandbox.firm.example/api/v1/docs/');
  // What a caller says itself comes before what the proxy adds, and counts for nothing.
  expect(await docsAt(named, { ...headers, 'X-Forwarded-Host': 'evil.example, sandbox.firm.example' })).toBe(
    'https://sandbox.firm.example/api/v1/docs/',
  );
  expect(await docsAt(named, { ...headers, 'X-Forwarded-Host': 'evil.example' })).toBe(403);
  expect(await docsAt(named, { ...headers, 'X-Forwarded-Proto': 'gopher' })).toMatch(/^http:/);
  const other = await start([...words, '--trusted-proxy', '10.0.0.0/8']);
  expect(await docsAt(other, headers)).toBe(`${other.baseUrl}/api/v1/docs/`);
});

/** A program of this system, wherever it has its place. */
function programOf(name: string): string | null {
  const places = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];
  return places.map((place) => join(place, name)).find((file) => existsSync(file)) ?? null;
}

/** The example of the package, with places of this test in place of those of a machine. */
function example(name: string, port: number, service: string): string {
  fileOf('sandbox.pem', own.cert + own.key);
  return readFileSync(join(import.meta.dirname, '../../packaging/sandbox/proxies', name), 'utf8')
    .replaceAll('127.0.0.1:8700', service)
    .replaceAll('sandbox.firm.example', 'localhost')
    .replace(/(listen |bind :)443/, (_, before: string) => `${before.replace(':', '127.0.0.1:')}${port}`)
    .replace('/etc/ssl/sandbox.crt', cert)
    .replace('/etc/ssl/sandbox.key', key)
    .replace('/etc/ssl/sandbox.pem', join(folder, 'sandbox.pem'));
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await pause(20);
  }
  throw new Error(`${child.spawnfile} ended`);
}

async function proxy(program: string, words: readonly string[], port: number): Promise<void> {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  keep(child);
  await listening(port, child);
}

async function nginx(program: string, port: number, behind: number): Promise<void> {
  const site = example('nginx.conf', port, `127.0.0.1:${behind}`);
  const main = `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr error; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; ${site} }`;
  await proxy(program, ['-p', folder, '-e', 'stderr', '-c', fileOf('nginx.conf', main)], port);
}

const nginxProgram = programOf('nginx');
describe.skipIf(nginxProgram === null)('behind nginx, by the example of the package', () => {
  test('all that it says names its public address, and the check finds nothing', async () => {
    const [port, behind] = [await freePort(), await freePort()];
    const address = `https://localhost:${port}`;
    const service = await start(['--port', String(behind), '--public-url', address, '--control']);
    expect(service.baseUrl).toBe(address);
    await nginx(nginxProgram ?? '', port, behind);
    await expectWhole(address, service);
  });

  test.each([
    ['an http link', [] as readonly string[], 'next: "http" instead of "https"'],
    [
      'a link to another host',
      ['--public-url', 'https://sandbox.firm.example'],
      'next: another host than the address of the connection',
    ],
  ])('the check finds %s', async (_, words, sentence) => {
    const [port, behind] = [await freePort(), await freePort()];
    const service = await start(['--port', String(behind), '--allow-host', 'localhost', ...words]);
    await nginx(nginxProgram ?? '', port, behind);
    const { out, status } = await checked(`https://localhost:${port}`, service);
    expect({ status, out }).toEqual({ status: 1, out: expect.stringContaining(sentence) });
  });
});

const haproxyProgram = programOf('haproxy');
describe.skipIf(haproxyProgram === null)('behind HAProxy, by the example of the package', () => {
  test('all that it says names the host that was asked, and the check finds nothing', async () => {
    const port = await freePort();
    const service = await start(['--allow-host', 'localhost', '--trusted-proxy', '127.0.0.1', '--control']);
    const config = fileOf('haproxy.cfg', example('haproxy.cfg', port, new URL(service.baseUrl).host));
    await proxy(haproxyProgram ?? '', ['-db', '-q', '-f', config], port);
    await expectWhole(`https://localhost:${port}`, service);
  });
});
