import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { demonstrationFixture } from '../../sandbox/fixture/demonstration/firm.ts';
import { readFixture } from '../../sandbox/fixture/fixture.ts';
import { type Listener, listen } from '../../sandbox/http/listen.ts';

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
  const sandbox = createSandbox({ fixture: fixture.value });
  return { sandbox, listener: await listen(sandbox, 0) };
}

async function end({ sandbox, listener }: Service): Promise<void> {
  await listener.close();
  sandbox.close();
}

async function check(secret: string, ...words: readonly string[]) {
  const command = join(import.meta.dirname, 'cli.ts');
  const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, ...words], {
    env: {
      ...process.env,
      AUDIT_DESK_CLIENT_SECRET: secret,
      AUDIT_DESK_KEYCHAIN_SERVICE: 'audit-desk-no-such',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors, status] = await Promise.all([
    text(running.stdout),
    text(running.stderr),
    new Promise<number | null>((resolve) => {
      running.once('exit', resolve);
    }),
  ]);
  return { out, errors, status };
}

describe('the command', () => {
  test('a service as specified: status 0, and a fixture that the sandbox takes, without names, addresses and ids of the firm', async () => {
    const service = await serve();
    const file = join(folder, 'fixture.json');
    const { client_id: id, client_secret: secret } = service.sandbox.account;
    const place = ['--base-url', service.listener.baseUrl, '--client-id', id];
    const { out, status } = await check(secret, ...place, '--format', 'json', '--write-fixture', file);
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
    expect((await check(secret, ...place, '--write-fixture', file)).errors).toContain('--write-fixture');
    await end(service);
  });

  test('a service that differs: status 1, as text and as JUnit', async () => {
    const service = await serve({ bare_lists: true });
    const { client_id: id, client_secret: secret } = service.sandbox.account;
    const place = ['--base-url', service.listener.baseUrl, '--client-id', id];
    const told = await check(secret, ...place);
    expect(told.status).toBe(1);
    expect(told.out).toContain('roles/: list instead of an envelope');
    expect(told.out).toContain('Lists are plain arrays without an envelope: Yes');
    const { out, status } = await check(secret, ...place, '--format', 'junit');
    expect(status).toBe(1);
    expect(out).toMatch(/tests="30" failures="1" skipped="0"/);
    expect(out).toContain('<failure message="work-packages/: list instead of an envelope">');
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
    await end(service);
  });

  test('nobody answers: status 3 and a sentence', async () => {
    const service = await serve();
    await end(service);
    const { errors, status } = await check(
      'secret',
      '--base-url',
      service.listener.baseUrl,
      '--client-id',
      'me',
    );
    expect(status).toBe(3);
    expect(errors).toContain('The service cannot be reached.');
  });

  test.each([
    [['--base-url', 'http://example.org'], '--base-url takes an address'],
    [[], '--base-url takes an address'],
    [['--base-url', 'http://127.0.0.1:1', '--format', 'pdf'], '--format takes text, json, junit'],
    [['--base-url', 'http://127.0.0.1:1', '--budget', '0'], '--budget takes a number'],
    [['--client-secret', 'x'], 'npm run check'],
  ])('wrong use %j: status 2 and a sentence', async (words, sentence) => {
    const { out, errors, status } = await check('secret', ...words);
    expect(status).toBe(2);
    expect(errors).toContain(sentence);
    expect(out).toBe('');
  });
});
