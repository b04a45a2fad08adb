import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationNames } from '../../../shared/api.ts';
import { type SampleRequest, samplesOf } from '../../../shared/rules/samples.ts';
import { createSandbox } from '../../app.ts';
import { demonstrationFixture } from '../../fixture/demonstration/firm.ts';
import { readFixture } from '../../fixture/fixture.ts';
import { listen } from '../listen.ts';
import { openApiDocument } from './document.ts';

// Every sample is run by what it is written for.

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'audit-desk-samples-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Language {
  readonly label: string;
  readonly program: string;
  readonly words: (source: string) => readonly string[];
}

const languages: readonly Language[] = [
  { label: 'curl', program: 'curl', words: (source) => ['sh', '-c', source.replace('curl ', 'curl -sS ')] },
  {
    label: 'TypeScript',
    program: process.execPath,
    words: (source) => [process.execPath, file('mts', source)],
  },
  { label: 'Python', program: 'python3', words: (source) => ['python3', file('py', source)] },
];

let files = 0;
function file(ending: string, source: string): string {
  files += 1;
  const path = join(folder, `sample-${String(files)}.${ending}`);
  writeFileSync(path, source);
  return path;
}

async function answerOf({ words }: Language, source: string, token: string): Promise<string> {
  const [program = '', ...rest] = words(source);
  const own = Object.entries(process.env).filter(([name]) => !/proxy|^NODE_OPTIONS$/i.test(name));
  const { stdout } = await run(program, rest, { env: { ...Object.fromEntries(own), TOKEN: token } });
  return stdout;
}

function sourceOf(label: string, samples: ReturnType<typeof samplesOf>): string {
  return samples.find((sample) => sample.label === label)?.source ?? '';
}

const isHere = ({ program }: Language) => spawnSync(program, ['--version']).status === 0;
const found = languages.map((language) => [language.label, language] as const);
const here = found.filter(([, language]) => isHere(language));
it.skip.each(found.filter((language) => !here.includes(language)))('%s is not on this machine', () => {});

interface Echo {
  readonly method: string;
  readonly path: string;
  readonly token: string | null;
  readonly type: string | null;
  readonly text: string;
}

describe('what arrives is what was asked', () => {
  let echo: Server;
  const arrived: Echo[] = [];
  beforeAll(async () => {
    echo = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const [token, type] = [headers.authorization ?? null, headers['content-type'] ?? null];
        arrived.push({ method, path, token, type, text: Buffer.concat(chunks).toString() });
        response.writeHead(409, { 'Content-Type': 'text/plain' }).end('refused, and told');
      });
    });
    await new Promise<void>((resolve) => {
      echo.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => echo.close());

  const hostile = '\'"`\\ $(id) ${TOKEN} $TOKEN !! %0a @file \u2028 é 😀 {x} </script> \\n {{}} #';
  const json = (value: unknown) => ({ type: 'application/json', text: JSON.stringify(value) });
  const cases: readonly (readonly [string, Omit<SampleRequest, 'address'>, string])[] = [
    ['no body', { method: 'GET', hasToken: true }, '/a/%27%22/?q=%24%28id%29&x=[1]{2}'],
    ['a deletion without a token', { method: 'DELETE', hasToken: false }, '/'],
    [
      'a hostile text',
      { method: 'PATCH', hasToken: true, body: json({ [hostile]: hostile, a: [hostile] }) },
      '/',
    ],
    [
      'all kinds of values',
      {
        method: 'POST',
        hasToken: true,
        body: json({ a: [true, false, null, 0, -1.5, 1e21], b: {}, c: [], 'd-e': { f: [{ g: '' }] } }),
      },
      '/',
    ],
    [
      'a prototype',
      { method: 'POST', hasToken: true, body: { type: 'application/json', text: '{"__proto__":{"a":1}}' } },
      '/',
    ],
    ['a body that is no object', { method: 'POST', hasToken: true, body: json('@text') }, '/'],
    [
      'broken JSON',
      { method: 'POST', hasToken: true, body: { type: 'application/json', text: '{"a": @' } },
      '/',
    ],
    [
      'JSON in a spelling of its own',
      {
        method: 'POST',
        hasToken: true,
        body: { type: 'application/json; charset=utf-8', text: '{"a":1.0,"a":\n2}' },
      },
      '/',
    ],
    [
      'a form',
      {
        method: 'POST',
        hasToken: false,
        body: {
          type: 'application/x-www-form-urlencoded',
          text: new URLSearchParams({ a: hostile, b: '' }).toString(),
        },
      },
      '/',
    ],
    [
      'a form with a name twice',
      {
        method: 'POST',
        hasToken: false,
        body: { type: 'application/x-www-form-urlencoded', text: 'a=1&a=2&%40x=@y' },
      },
      '/',
    ],
  ];
  describe.each(here)('%s', (label, language) => {
    it.each(cases)('%s', async (_, request, path) => {
      const { port } = echo.address() as AddressInfo; // it listens on a port
      const address = `http://127.0.0.1:${String(port)}${path}`;
      const told = await answerOf(language, sourceOf(label, samplesOf({ ...request, address })), 'to"k\'en');
      expect(told).toContain('refused, and told');
      const received = arrived.pop();
      const { method, hasToken, body } = request;
      expect(received).toMatchObject({ method, token: hasToken ? 'Bearer to"k\'en' : null });
      expect(decodeURI(received?.path ?? '')).toBe(decodeURI(path));
      expect(received?.type?.split(';')[0] ?? null).toBe(body?.type.split(';')[0] ?? null);
      const sent = body?.text ?? '';
      if (body?.type === 'application/json' && sent !== '{"a": @')
        expect(JSON.parse(received?.text ?? '')).toEqual(JSON.parse(sent));
      else if (body?.type === 'application/x-www-form-urlencoded')
        expect([...new URLSearchParams(received?.text)]).toEqual([...new URLSearchParams(sent)]);
      else expect(received?.text).toBe(sent);
    });
  });
});

describe.each(here)('the samples of the document in %s', (label, language) => {
  it('are carried out by the built-in firm as they stand', async () => {
    const fixture = readFixture(demonstrationFixture());
    if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
    const sandbox = await createSandbox({ fixture: fixture.value, control: true });
    const listener = await listen(sandbox, 0);
    const operations = Object.values(openApiDocument(listener.baseUrl).paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => (typeof operation === 'string' ? [] : [operation]));
    // What is deleted goes last, so that what needs it comes before.
    const place = ({ operationId: id }: { readonly operationId: string }) =>
      operationNames.findIndex((name) => name === id) + (/delete|remove/.test(id) ? 100 : 0);
    let token = '';
    for (const operation of operations.toSorted((a, b) => place(a) - place(b))) {
      const answer = await answerOf(language, sourceOf(label, operation['x-codeSamples']), token);
      token = /"access_token":"([^"]+)"/.exec(answer)?.[1] ?? token;
    }
    const log = await sandbox.fetch(new Request(`${listener.baseUrl}/__sandbox/requests/`));
    const { results } = (await log.json()) as { readonly results: readonly { readonly status: number }[] }; // as its tests show
    expect(results.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    expect(results).toHaveLength(operationNames.length);
    await listener.close();
    await sandbox.close();
  });
});
