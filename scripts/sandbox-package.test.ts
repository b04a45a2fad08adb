import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationNames } from '../src/shared/api.ts';

// The package of the sandbox as others have it: installed without a network into an empty folder, and the examples of
// docs/sandbox-library.md, as they stand there, in a project that has it beside its tools.

const root = dirname(import.meta.dirname);
const text = readFileSync(join(root, 'docs', 'sandbox-library.md'), 'utf8');
const examples = [...text.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)].map(([, name = '', source = '']) => ({
  name,
  source,
}));
const readme = readFileSync(join(root, 'packaging', 'sandbox', 'README.md'), 'utf8');
const [, first = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];

const own = Object.entries(process.env).filter(([key]) => !/^VITEST|^NODE_OPTIONS$|^npm_/.test(key)); // it is a run of its own
const env = { ...Object.fromEntries(own), NO_COLOR: '1' };
function run(cwd: string, command: string, ...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

let place = '';
let tarball = '';
/** Holds the package and nothing else. */
let empty = '';
/** Holds the examples, and the tools of a project. */
let project = '';
const children = new Set<ChildProcess>();
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'package-'));
  [empty, project] = [join(place, 'empty'), join(place, 'project')];
  for (const folder of [empty, project]) mkdirSync(folder);
  const made = run(root, process.execPath, 'scripts/sandbox-package.mjs', place);
  expect(made).toMatchObject({ status: 0 });
  tarball = made.stdout.trim();
  writeFileSync(join(empty, 'package.json'), '{"type": "module"}');
  expect(run(empty, 'npm', 'install', '--offline', '--cache', join(place, 'cache'), tarball)).toMatchObject({
    status: 0,
  });
  cpSync(empty, project, { recursive: true, verbatimSymlinks: true });
  const tools = readdirSync(join(root, 'node_modules')).filter((name) => !/^\.|^audit-sandbox$/.test(name));
  for (const name of tools)
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  for (const { name, source } of examples) writeFileSync(join(project, name), source);
  writeFileSync(join(project, 'first.ts'), `${first}console.log(answer.status);\n`);
}, 120_000);
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(place, { recursive: true });
});

test('it has at most 3 MB and needs no package; pg may be there', () => {
  expect(statSync(tarball).size).toBeLessThan(3_000_000);
  expect(readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'audit-sandbox',
  ]);
  const folder = join(empty, 'node_modules', 'audit-sandbox');
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).toMatchObject({
    engines: { node: '>=22.13' },
    peerDependencies: { pg: expect.anything() },
    peerDependenciesMeta: { pg: { optional: true } },
  });
  const licences = readFileSync(join(folder, 'LICENCES.txt'), 'utf8');
  for (const name of ['zod', 'react-dom', 'swagger-ui-dist']) expect(licences).toContain(`\n${name} `);
});

test('no file of it names another file that is not there', () => {
  const folder = join(empty, 'node_modules', 'audit-sandbox');
  const imported = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/(?:^import |\bfrom |\bimport\()"([^"\n]+)"/gm),
    ])
    .map(([, name = '']) => name);
  expect(imported).toContain('pg');
  const others = imported.filter((name) => name !== 'pg' && !name.startsWith('node:'));
  expect(others.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
});

/** Starts the command. */
async function started(...words: readonly string[]) {
  const command = join(empty, 'node_modules', 'audit-sandbox', 'audit-sandbox.js');
  const child = spawn(process.execPath, [command, ...words], { cwd: empty, env, stdio: 'pipe' });
  children.add(child);
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(String(chunk)));
  const line = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => {
      resolve(String(chunk));
    });
  });
  // What sandbox.md promises to print.
  const ready = JSON.parse(line) as Readonly<Record<'base_url' | 'client_id' | 'client_secret', string>>;
  const end = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect([await ended, said.join('')]).toEqual([0, '']);
  };
  return { ready, end };
}

test('the command serves the API, the workbench and the documentation with its viewer', async () => {
  const { ready, end } = await started('--control');
  const { base_url: baseUrl, ...account } = ready;
  const typeOf = async (path: string, init?: RequestInit) => {
    const { status, headers } = await fetch(`${baseUrl}${path}`, init);
    return `${String(status)} ${headers.get('content-type') ?? ''}`;
  };
  expect(await typeOf('/__sandbox/')).toBe('200 text/html; charset=utf-8');
  expect(await typeOf('/__sandbox/page/index.js')).toBe('200 text/javascript; charset=utf-8');
  const login = { method: 'POST', body: new URLSearchParams(account), redirect: 'manual' } as const;
  const { headers } = await fetch(`${baseUrl}/api/v1/docs/`, login);
  const Cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await fetch(`${baseUrl}/api/v1/docs/`, { headers: { Cookie } });
  expect(await page.text()).toContain('<script src="viewer.js">');
  for (const name of ['viewer.js', 'viewer.css'])
    expect(await typeOf(`/api/v1/docs/${name}`, { headers: { Cookie } })).toMatch(/^200 text/);
  await end();
});

interface Collection {
  readonly item: readonly {
    readonly name: string;
    readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[];
    readonly request: {
      readonly method: string;
      readonly url: string;
      readonly header?: readonly { readonly key: string; readonly value: string }[];
      readonly body?: {
        readonly raw?: string;
        readonly urlencoded?: readonly { readonly key: string; readonly value: string }[];
      };
    };
  }[];
}

test('its Postman collection has every operation, and each is answered as it expects', async () => {
  const file = join(empty, 'node_modules', 'audit-sandbox', 'postman.json');
  const { item: items } = JSON.parse(readFileSync(file, 'utf8')) as Collection; // as it was just made
  const { ready, end } = await started('--no-limits', '--initialisation-seconds', '0');
  const known: Record<string, string> = { ...ready };
  const filled = (words: string) =>
    words.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => known[name] ?? '');
  for (const { name, event, request } of items) {
    const { method, url, header = [], body } = request;
    const form = body?.urlencoded?.map(({ key, value }) => [key, filled(value)]);
    const sent = form === undefined ? body?.raw : new URLSearchParams(form).toString();
    const headers = new Headers(header.map(({ key, value }) => [key, value]));
    if (known.token !== undefined) headers.set('Authorization', `Bearer ${known.token}`);
    const answer = await fetch(filled(url), { method, headers, body: sent ?? null });
    const [, expected] = /have\.status\((\d+)\)/.exec(event[0]?.script.exec[0] ?? '') ?? [];
    expect(`${name} ${String(answer.status)}`).toBe(`${name} ${String(expected)}`);
    const received = await answer.text();
    if (known.token === undefined) known.token = String(JSON.parse(received).access_token);
  }
  expect(items).toHaveLength(operationNames.length);
  await end();
});

test('the command of npm says its version, the scenarios, and in one sentence that pg is missing', () => {
  const command = join(empty, 'node_modules', '.bin', 'audit-sandbox');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  expect(run(empty, command, '--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  expect(run(empty, command, '--list').stdout).toContain('demo:firm');
  expect(run(empty, command, '--database', 'postgres://somebody@127.0.0.1:1/sandbox')).toEqual({
    status: 2,
    stdout: '',
    stderr: '--database: the package pg is missing: npm install pg\n',
  });
});

test('with pg beside it the command looks for the database', () => {
  const command = join(project, 'node_modules', '.bin', 'audit-sandbox');
  const { status, stderr } = run(project, command, '--database', 'postgres://somebody@127.0.0.1:1/sandbox');
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^--database: .*ECONNREFUSED.*\n$/)]);
});

test('the example of its README runs', () => {
  expect(run(project, process.execPath, 'first.ts')).toEqual({ status: 0, stdout: '200\n', stderr: '' });
});

test.each([
  ['audits.test.ts', ['vitest/vitest.mjs', 'run', '--root', '.'], /2 passed/],
  ['audits.spec.ts', ['@playwright/test/cli.js', 'test', '--reporter=line'], /1 passed/],
])(
  '%s passes',
  (name, [program = '', ...words], passed) => {
    expect(examples.map((example) => example.name)).toContain(name);
    const { stdout, stderr } = run(
      project,
      process.execPath,
      join(root, 'node_modules', program),
      ...words,
      name,
    );
    expect(stdout + stderr).toMatch(passed);
  },
  120_000,
);

test.each([
  ['strict ES2022, as Node resolves', { target: 'ES2022', module: 'NodeNext' }],
  [
    'ES2023 with indexes that may miss',
    { target: 'ES2023', module: 'NodeNext', noUncheckedIndexedAccess: true },
  ],
  ['a bundler', { target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2022', 'DOM'] }],
])(
  'the examples compile under foreign settings: %s',
  (_, settings) => {
    const compilerOptions = { ...settings, strict: true, skipLibCheck: false, noEmit: true, types: ['node'] };
    const files = ['first.ts', ...examples.map(({ name }) => name)];
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(run(project, process.execPath, compiler)).toEqual({ status: 0, stdout: '', stderr: '' });
  },
  120_000,
);
