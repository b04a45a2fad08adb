import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selfSigned } from '../../e2e/fixtures/certificate.ts';
import { serve as serveAnything } from '../main/testing/server.ts';
import { createSandbox, type Sandbox } from '../sandbox/app.ts';
import { demonstrationFixture } from '../sandbox/fixture/demonstration/firm.ts';
import { readFixture } from '../sandbox/fixture/fixture.ts';
import { type Listener, listen } from '../sandbox/http/listen.ts';
import { checkWith } from './testing/run.ts';

// The command as a person or a pipeline starts it, against a sandbox on a port.

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-desk-check-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Service {
  readonly sandbox: Sandbox;
  readonly listener: Listener;
}

async function serve(variants: object = {}): Promise<Service> {
  const fixture = readFixture({ ...demonstrationFixture(), variants });
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value });
  return { sandbox, listener: await listen(sandbox, 0) };
}

async function end({ sandbox, listener }: Service): Promise<void> {
  await listener.close();
  await sandbox.close();
}

function check(secret: string, ...words: readonly string[]) {
  return checkWith({ AUDIT_DESK_CLIENT_SECRET: secret }, words);
}

describe('the command', () => {
  test('a service as specified: status 0, and a fixture that the sandbox takes, without names, addresses and ids of the firm', async () => {
    const service = await serve();
    const file = join(folder, 'fixture.json');
    const { client_id: id, client_secret: secret } = service.sandbox.account;
    const place = ['--base-url', service.listener.baseUrl, '--client-id', id];
    const { out, errors, status } = await check(
      secret,
      ...place,
      '--format',
      'json',
      '--write-fixture',
      file,
    );
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ended: null, variants: { bare_lists: 'default' } });
    const written = await readFile(file, 'utf8');
    const read = readFixture(JSON.parse(written));
    expect(read).toMatchObject({ ok: true });
    expect(read.ok && read.value.firms[0]?.audits.length).toBeGreaterThan(3);
    const own = demonstrationFixture().firms.flatMap((firm) => [
      firm.name,
      ...firm.users.flatMap((user) => [user.email, user.name]),
      ...firm.client_organisations.flatMap((client) => [
        client.id,
        client.name,
        ...client.legal_entities.flatMap((entity) => [entity.id, entity.name]),
      ]),
    ]);
    expect(own.filter((word) => written.includes(`"${word}"`))).toEqual([]);
    expect(errors).toContain('The fixture is written. It leaves out:\n  names, e-mail addresses');
    await end(service);
    // Known before anything is asked: nobody answers any more.
    const refused = [
      [file, 'There is a file of that name already.'],
      [folder, 'That is a folder.'],
      [join(folder, 'nowhere', 'fixture.json'), 'Its folder is not there.'],
      [join(file, 'fixture.json'), 'Its folder is not there.'],
    ] as const;
    for (const [path, sentence] of refused)
      expect(await check(secret, ...place, '--write-fixture', path)).toEqual({
        out: '',
        errors: expect.stringContaining(`--write-fixture: ${sentence}`),
        status: 2,
      });
    expect(await readFile(file, 'utf8')).toBe(written);
  });

  test('a service that differs: status 1, as text and as JUnit', async () => {
    const service = await serve({ bare_lists: true });
    const { client_id: id, client_secret: secret } = service.sandbox.account;
    const place = ['--base-url', service.listener.baseUrl, '--client-id', id];
    const told = await check(secret, ...place);
    expect(told.status).toBe(1);
    expect(told.out).toContain('      roles/: a list instead of an envelope\n');
    expect(told.out).toContain('Lists are plain arrays without an envelope: Yes');
    const { out, status } = await check(secret, ...place, '--format', 'junit');
    expect(status).toBe(1);
    expect(out).toMatch(/tests="31" failures="1" skipped="2"/);
    expect(out).toContain('name="Everything could be asked, and was answered"/>');
    expect(out).toContain('<failure message="work-packages/: a list instead of an envelope">');
    await end(service);
  });

  test('refused credentials: status 4, once and no more', async () => {
    const service = await serve();
    const { client_id: id } = service.sandbox.account;
    const { out, errors, status } = await check(
      'wrong',
      '--base-url',
      service.listener.baseUrl,
      '--client-id',
      id,
    );
    expect(status).toBe(4);
    expect(errors).toContain('The service does not accept the client id and secret.');
    expect(`${out}${errors}`).not.toContain('wrong"');
    expect(out).toContain('The inspection ended early (credentials-rejected).');
    expect(out).toContain('Limits as the service tells them\n  Not known\n');
    const junit = await check(
      'wrong',
      '--base-url',
      service.listener.baseUrl,
      '--client-id',
      id,
      '--format',
      'junit',
    );
    expect(junit.out).toMatch(/failures="1" skipped="29"/);
    expect(junit.out).toContain('<failure message="The inspection ended early (credentials-rejected).');
    await end(service);
  });

  test.each([
    ['a budget that is too small', 'The requests that were allowed', ['--budget', '2']],
    ['an account that may not read everything', 'Legal entities: Refused (403)', []],
  ])('%s: status 5, a case that failed, and why', async (what, why, options) => {
    const service = await serve();
    const { client_id: id, client_secret: secret } = service.sandbox.account;
    const server = await serveAnything(forbidding(service, what.startsWith('an account')));
    const place = ['--base-url', `http://127.0.0.1:${String(server.port)}`, '--client-id', id, ...options];
    const told = await check(secret, ...place);
    const { out, status } = await check(secret, ...place, '--format', 'junit');
    await server.close();
    await end(service);
    expect([told.status, status]).toEqual([5, 5]);
    expect(told.out.toLowerCase()).toContain(why.toLowerCase());
    expect(out).toMatch(/tests="31" failures="1"/);
    expect(out.toLowerCase()).toContain(why.toLowerCase());
  });

  test('no secret: status 4, and the advice is that of a command', async () => {
    const service = await serve();
    const { errors, status } = await check('', '--base-url', service.listener.baseUrl, '--client-id', 'me');
    await end(service);
    expect(status).toBe(4);
    expect(errors).toMatch(/^(There is no client secret for|The keychain of this computer)/);
    expect(errors).toContain('AUDIT_DESK_CLIENT_SECRET');
    expect(errors).not.toMatch(/under Connections|session/);
  });

  test('nobody answers: status 3 and a sentence, and no fixture', async () => {
    const service = await serve();
    await end(service);
    const { errors, status } = await check(
      'secret',
      '--base-url',
      service.listener.baseUrl,
      '--client-id',
      'me',
      '--write-fixture',
      join(folder, 'none.json'),
    );
    expect(status).toBe(3);
    expect(errors).toContain('Nothing answers at the address of the service.');
    expect(errors).toContain('No fixture was written');
  });

  test('a page in place of the API: status 3, and the secret is not sent', async () => {
    const bodies: string[] = [];
    const server = await serveAnything((request, response) => {
      const read = async () => {
        bodies.push(await text(request));
        response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Welcome</title>');
      };
      void read();
    });
    const place = ['--base-url', `http://127.0.0.1:${String(server.port)}`, '--client-id', 'me'];
    const { out, errors, status } = await check('my own secret', ...place);
    await server.close();
    expect(status).toBe(3);
    expect(errors).toContain('Another server answered, not this service.');
    expect(`${out}${errors}${bodies.join()}`).not.toContain('my own secret');
  });

  test('a certificate that has ended: status 3, and nothing is sent', async () => {
    const certificate = selfSigned('localhost', '210101000000Z');
    const trusted = join(folder, 'trusted.pem');
    await writeFile(trusted, certificate.cert);
    let requests = 0;
    const server = await serveAnything((_, response) => {
      requests += 1;
      response.end();
    }, certificate);
    const { out, errors, status } = await checkWith(
      { AUDIT_DESK_CLIENT_SECRET: 'secret', NODE_EXTRA_CA_CERTS: trusted },
      ['--base-url', `https://localhost:${String(server.port)}`, '--client-id', 'me'],
    );
    await server.close();
    expect(status).toBe(3);
    expect(errors).toContain('The certificate of the service has expired, or is not valid yet.');
    expect(out).toContain('Certificate: Not trusted (certificate-date)');
    expect(requests).toBe(0);
  });

  test('lists without an end: no more requests than are stated, and it is said', async () => {
    const service = await serve();
    let requests = 0;
    const server = await serveAnything(endless(service, () => (requests += 1)));
    const { client_id: id, client_secret: secret } = service.sandbox.account;
    const place = ['--base-url', `http://127.0.0.1:${String(server.port)}`, '--client-id', id];
    const { out, status } = await check(secret, ...place);
    await server.close();
    await end(service);
    expect(status).toBe(1);
    expect(out).toContain('page_size=1000: 59 instead of 100');
    expect(requests).toBeLessThanOrEqual(24); // docs/check.md
  });

  test.each([
    [['--base-url', 'http://example.org'], '--base-url takes an address'],
    [[], '--base-url takes an address'],
    [['--base-url', 'http://127.0.0.1:1', '--format', 'pdf'], '--format takes text, json, junit'],
    [['--base-url', 'http://127.0.0.1:1', '--budget', '0'], '--budget takes a number'],
    [['--base-url', 'http://127.0.0.1:1'], 'There is no client id.'],
    [['--client-secret', 'my-secret'], 'The client secret is no argument'],
    [['--client-secret=my-secret'], 'npm run check'],
    [['--verbose'], 'The command has no such option.'],
    [['my-secret'], 'The command takes options only.'],
    [['--base-url'], 'An option has no value'],
  ])('wrong use %j: status 2 and a sentence', async (words, sentence) => {
    const { out, errors, status } = await check('secret', ...words);
    expect(status).toBe(2);
    expect(errors).toContain(sentence);
    expect(errors).not.toContain('my-secret');
    expect(out).toBe('');
  });

  test('with --json the report, or why there is none, is JSON', async () => {
    const failed = await check('secret', '--base-url', 'http://127.0.0.1:1', '--json');
    expect(JSON.parse(failed.out)).toMatchObject({
      status: 2,
      error: expect.stringContaining('no client id'),
    });
    const unreached = await check('secret', '--base-url', 'http://127.0.0.1:1', '--client-id', 'a', '--json');
    expect([unreached.status, JSON.parse(unreached.out)]).toMatchObject([
      3,
      { ended: { code: 'unreachable' } },
    ]);
  });
});

type Change = (url: string, answer: Record<string, unknown>) => Record<string, unknown>;

/** The service behind another port, with `change` made to what it answers. */
function behind(
  { sandbox }: Service,
  change: Change,
  status = (_: string, own: number) => own,
): RequestListener {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request;
    // Its links name the address that was asked.
    const sent = new Request(`http://${headers.host ?? ''}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      body: method === 'POST' ? await text(request) : null,
    });
    const own = await sandbox.fetch(sent);
    // The sandbox answers objects.
    const given = (await own.json()) as Record<string, unknown>;
    own.headers.forEach((value, name) => name === 'content-length' || response.setHeader(name, value));
    response.writeHead(status(url, own.status));
    response.end(JSON.stringify(change(url, given)));
  };
  return (request, response) => void answer(request, response);
}

function forbidding(service: Service, isForbidding: boolean): RequestListener {
  const isHit = (url: string) => isForbidding && url.includes('/legal-entities/');
  return behind(
    service,
    (url, given) => (isHit(url) ? { detail: 'No.' } : given),
    (url, own) => (isHit(url) ? 403 : own),
  );
}

/** The service, but each of its lists names a next page, for ever, and counts a million entries. */
function endless(service: Service, count: () => void): RequestListener {
  return behind(service, (url, given) => {
    count();
    const next = new URL(url, service.listener.baseUrl);
    next.searchParams.set('page', '2');
    return 'results' in given ? { ...given, next: next.href, count: 1_000_000 } : given;
  });
}
