import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, createProcesses, type Running, tokenOf } from './testing/processes.ts';
import { creation, twoFirms } from './testing/two-firms.ts';

// The service as a process of its own: its command line, and what is left after `kill -9`.

let folder = '';
const { launch, start, keep, endAll } = createProcesses({ check: true });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => {
  endAll();
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('sandbox.md, command line', () => {
  it('prints one line when it is ready, for the demonstration firm, and ends with status 0 on SIGTERM', async () => {
    const running = await start([]);
    expect(running.ready).toEqual({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      client_id: expect.stringMatching(/./),
      client_secret: expect.stringMatching(/./),
    });
    const token = await tokenOf(running, running.ready.client_id, running.ready.client_secret);
    expect((await call(running, token, 'GET', '/api/v1/audits/')).status).toBe(200);
    expect((await call(running, token, 'GET', '/__sandbox/clock/')).status).toBe(404);
    running.child.kill('SIGTERM');
    const { status, out, err } = await running.ended;
    expect({ status, lines: out.trimEnd().split('\n').length, err }).toEqual({
      status: 0,
      lines: 1,
      err: '',
    });
  });
  it('in a process of Electron it tells the parent the same', async () => {
    const parent =
      'data:text/javascript,process.parentPort={postMessage:(m)=>process.stderr.write(JSON.stringify(m))}';
    const running = await start([], ['--import', parent]);
    running.child.kill('SIGTERM');
    expect((await running.ended).err).toBe(JSON.stringify(running.ready));
  });
  it('security 44: in a process of Electron its secrets are of this start alone, and tokens of before are none', async () => {
    const parent = ['--import', 'data:text/javascript,process.parentPort={postMessage(){}}'];
    const data = ['--data', join(folder, 'kept.db')];
    const first = await start(data, parent);
    const { client_id: id, client_secret: secret } = first.ready;
    const old = await tokenOf(first, id, secret);
    expect((await call(first, old, 'GET', '/api/v1/audits/')).status).toBe(200);
    first.child.kill('SIGTERM');
    await first.ended;
    const second = await start(data, parent);
    expect(second.ready.client_id).toBe(id);
    expect(second.ready.client_secret).not.toBe(secret);
    const token = await tokenOf(second, id, second.ready.client_secret);
    expect((await call(second, token, 'GET', '/api/v1/audits/')).status).toBe(200);
    expect((await call(second, old, 'GET', '/api/v1/audits/')).status).toBe(401);
    for (const [client, wrong] of [
      [id, secret],
      [id, 'open-to-all-demo-manager'],
      ['demo-reader', 'open-to-all-demo-reader'],
    ] as const)
      expect(await tokenOf(second, client, wrong)).toBeUndefined();
    second.child.kill('SIGTERM');
    await second.ended;
  });
  it.each([
    ['which a file that is no database', 'no database at all, but long enough to be looked at. ', 3],
    ['not which a file that cannot be reached', null, 2],
  ])(
    'in a process of Electron the status tells files that can be set aside: %s',
    async (_, content, status) => {
      const parent = ['--import', 'data:text/javascript,process.parentPort={postMessage(){}}'];
      const file = content === null ? '/nowhere/data.db' : fileOf('data.db', content.repeat(20));
      expect((await launch(['--data', file], parent).ended).status).toBe(status);
    },
  );
  it.each([
    ['an unknown option', ['--colour']],
    ['a data file that cannot be', ['--data', '/nowhere/data.db']],
  ])('%s ends with status 2 and one line', async (_, words) => {
    const { status, out, err } = await launch(words).ended;
    expect({ status, out, lines: err.trimEnd().split('\n').length }).toEqual({
      status: 2,
      out: '',
      lines: 1,
    });
  });
  it.each([
    [['--fixture', '/nowhere/fixture.json'], '--fixture: it does not exist\n'],
    [['--restore', '/nowhere/a.snapshot'], '--restore: it does not exist\n'],
    [['--fixture', tmpdir()], '--fixture: it is a folder\n'],
    [
      ['--export-on-exit', '/nowhere/a.snapshot'],
      '--export-on-exit: its folder cannot be used: it does not exist\n',
    ],
  ])('%j says in words why a file is not used', async (words, sentence) => {
    expect(await launch(words).ended).toMatchObject({ status: 2, out: '', err: sentence });
  });
  it.each([
    ['--help', /^The Audit Management API on this computer\. Options:\n(?: {2}--[^\n]+\n)+$/],
    ['--version', /^(?:\d+\.\d+\.\d+|unpackaged)\n$/],
  ])('%s prints and ends with status 0', async (word, out) => {
    expect(await launch([word]).ended).toMatchObject({ status: 0, err: '', out: expect.stringMatching(out) });
  });
  it('--no-limits admits what the specification would refuse', async () => {
    const service = await start(['--no-limits']);
    const token = await tokenOf(service, service.ready.client_id, service.ready.client_secret);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await call(service, token, 'GET', '/api/v1/audits/')).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200])); // 30 a minute otherwise
    service.child.kill('SIGTERM');
    await service.ended;
  });
  it('--list prints a line for each scenario and ends with status 0', async () => {
    const { status, out, err } = await launch(['--list']).ended;
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(6);
    for (const line of lines) expect(line).toMatch(/^demo:[\w-]+ +\S.*\.$/);
  });
  it('a scenario that there is not ends with status 2 and one line that names what there is', async () => {
    const { status, out, err } = await launch(['--fixture', 'demo:nothing']).ended;
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^[^\n]*demo:nothing[^\n]*demo:no-credits[^\n]*\n$/);
  });
  it('a scenario is a fixture by name, in a data file too, whose secret is that of the built-in firm', async () => {
    const data = ['--data', join(folder, 'data.db'), '--control'];
    const first = await start([...data, '--fixture', 'demo:no-credits']);
    first.child.kill('SIGTERM');
    await first.ended;
    const second = await start(data);
    expect(second.ready).toMatchObject({
      client_id: 'demo-manager',
      client_secret: 'open-to-all-demo-manager',
    });
    expect(await call(second, '', 'POST', '/__sandbox/firms/van-rossem-bellani/', {})).toMatchObject({
      body: { credits: 0 },
    });
    second.child.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ status: 0, err: '' });
  });
  it('a fixture that does not fit ends with status 2 and one line for each fault', async () => {
    const fixture = { ...twoFirms(), colour: 'red', roles: 5 };
    const data = join(folder, 'data.db');
    const { status, out, err } = await launch(['--fixture', fileOf('f.json', fixture), '--data', data]).ended;
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^\$\.roles: /),
      '$.colour: unknown key',
    ]);
    expect(readdirSync(folder)).toEqual(['f.json']);
  });
  it('a fixture that is no JSON ends with status 2 and one line', async () => {
    const { status, err } = await launch(['--fixture', fileOf('f.json', '{"a":\n}')]).ended;
    expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(/^\$: [^\n]+\n$/) });
  });
  it.each(['SIGINT', 'SIGTERM'] as const)('%s finishes a request under way', async (signal) => {
    const running = await start(['--fixture', fileOf('f.json', twoFirms()), '--control']);
    const token = await tokenOf(running, 'north-manager', 'north manager secret');
    await call(running, '', 'POST', '/__sandbox/faults/', {
      kind: 'delay',
      seconds: 0.3,
      method: 'POST',
      path: '/api/v1/audits/',
    });
    const underWay = call(running, token, 'POST', '/api/v1/audits/', creation);
    // It is carried out before the delay, which shows that it has arrived.
    while ((await call(running, token, 'GET', '/api/v1/audits/new/')).status !== 200) continue;
    running.child.kill(signal);
    expect((await underWay).status).toBe(201);
    expect((await running.ended).status).toBe(0);
  });
});

describe('sandbox.md, --data', () => {
  const options = () => [
    '--fixture',
    fileOf('f.json', twoFirms()),
    '--data',
    join(folder, 'data.db'),
    '--control',
  ];

  it('what was answered with success survives kill -9', async () => {
    const first = await start(options());
    const token = await tokenOf(first, 'north-manager', 'north manager secret');
    const created: string[] = [];
    // Killed while requests are on their way: only those that were answered count.
    const busy = Array.from({ length: 40 }, async (_, index) => {
      const id = `made-${String(index)}`;
      const answer = await call(first, token, 'POST', '/api/v1/audits/', {
        ...creation,
        id,
        work_package_id: 'wp-nl',
        language: 'nl',
      }).catch(() => null);
      if (answer?.status === 201) created.push(id);
      if (created.length === 20) first.child.kill('SIGKILL');
    });
    await Promise.all(busy);
    await first.ended;
    expect(created.length).toBeGreaterThanOrEqual(20);

    const second = await start(options());
    for (const id of created)
      expect((await call(second, token, 'GET', `/api/v1/audits/${id}/`)).status).toBe(200);
  });

  it('state, tokens, changes by the control plane and the clock outlive the process; reset returns to the fixture', async () => {
    const first = await start(options());
    const token = await tokenOf(first, 'north-manager', 'north manager secret');
    await call(first, token, 'POST', '/api/v1/client-organisations/', { id: 'c', name: 'C', country: 'NL' });
    await call(first, token, 'DELETE', '/api/v1/audits/audit/');
    await call(first, token, 'PATCH', '/api/v1/audits/consolidated/component-audits/component/', {
      in_scope: false,
      out_of_scope_explanation: 'Small',
    });
    await call(first, '', 'POST', '/__sandbox/firms/north/', { credits: 7 });
    await call(first, '', 'POST', '/__sandbox/service-accounts/north-manager/', { client_secret: 'rotated' });
    await call(first, '', 'POST', '/__sandbox/audits/north/wide/', { status: 'archived' });
    await call(first, '', 'POST', '/__sandbox/clock/', { advance_seconds: 1_000 });
    first.child.kill('SIGKILL');
    await first.ended;

    const other = twoFirms();
    const foreign = fileOf('g.json', { ...other, firms: other.firms.slice(1) });
    const second = await start(['--data', join(folder, 'data.db'), '--control', '--fixture', foreign]);
    expect(second.ready).toMatchObject({ client_id: 'north-manager', client_secret: '' });
    expect(await call(second, '', 'POST', '/__sandbox/firms/north/', {})).toMatchObject({
      body: { credits: 7 },
    });
    const { body } = await call(second, '', 'GET', '/__sandbox/clock/');
    expect(Date.parse((body as { now: string }).now) - Date.now()).toBeGreaterThan(900_000);
    const statuses = [];
    for (const path of [
      'audits/audit/',
      'client-organisations/c/legal-entities/',
      'audits/wide/',
      'audits/component/',
    ])
      statuses.push((await call(second, token, 'GET', `/api/v1/${path}`)).status);
    expect(statuses).toEqual([404, 200, 200, 200]);
    expect(await call(second, '', 'GET', '/__sandbox/content/north/component/')).toMatchObject({
      body: { content_items: 0 },
    });
    expect(await call(second, token, 'GET', '/api/v1/audits/wide/')).toMatchObject({
      body: { status: 'archived' },
    });

    expect((await call(second, '', 'POST', '/__sandbox/reset/')).status).toBe(200);
    const fresh = await tokenOf(second, 'north-manager', 'north manager secret');
    expect(await call(second, fresh, 'GET', '/api/v1/audits/audit/')).toMatchObject({
      body: { status: 'open' },
    });
    expect((await call(second, token, 'GET', '/api/v1/audits/')).status).toBe(401);
    second.child.kill('SIGTERM');
    expect((await second.ended).err).toContain('left out');
  });

  it('keeps no secret and no token', async () => {
    const running = await start(options());
    const token = await tokenOf(running, 'north-manager', 'north manager secret');
    running.child.kill('SIGTERM');
    await running.ended;
    for (const name of readdirSync(folder).filter((file) => file.startsWith('data.db'))) {
      const content = readFileSync(join(folder, name)).toString('latin1');
      expect(content).not.toContain('north manager secret');
      expect(content).not.toContain(token);
    }
  });

  it('a file or port that is in use, or a file that is another thing, is left alone', async () => {
    const running = await start(options());
    expect(await launch(options()).ended).toMatchObject({ status: 2, out: '' });
    expect((await call(running, '', 'GET', '/__sandbox/clock/')).status).toBe(200);
    const text = fileOf(
      'notes.txt',
      'These are notes, and no database at all, but long enough to be looked at.'.repeat(20),
    );
    const before = readFileSync(text, 'utf8');
    const { port } = new URL(running.baseUrl);
    expect(await launch(['--port', port]).ended).toMatchObject({ status: 2, out: '' });
    expect(await launch(['--data', text]).ended).toMatchObject({ status: 2, out: '' });
    expect(readFileSync(text, 'utf8')).toBe(before);
  });
});

it('ends when the npm that started it has ended', async () => {
  const node = `"${process.execPath}" src/sandbox/cli.ts & wait`;
  const shell = spawn('sh', ['-c', node], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, npm_lifecycle_event: 'sandbox' },
  });
  keep(shell);
  const out = await new Promise<string>((resolve) => {
    let words = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      words += String(chunk);
      if (words.includes('}')) resolve(words);
    });
  });
  const { base_url } = JSON.parse(out) as Running['ready']; // what sandbox.md promises to print
  expect((await fetch(`${base_url}/api/v1/audits/`)).status).toBe(401);
  shell.kill('SIGKILL');
  await expect.poll(() => fetch(`${base_url}/api/v1/audits/`).catch(() => 'ended')).toBe('ended');
});
