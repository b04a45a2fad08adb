import { execFile, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationNames } from '../../../shared/api.ts';
import { type CurlRequest, curlOf } from '../../../shared/rules/texts/curl.ts';
import { createSandbox } from '../../app.ts';
import { demonstrationFixture } from '../../fixture/demonstration/firm.ts';
import { readFixture } from '../../fixture/fixture.ts';
import { listen } from '../listen.ts';
import { openApiDocument } from './document.ts';

// Every command is run.

const run = promisify(execFile);

async function answerOf(command: string, token: string): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !/proxy/i.test(name));
  const words = ['-c', command.replace('curl ', 'curl -sS ')];
  const { stdout } = await run('sh', words, { env: { ...Object.fromEntries(own), TOKEN: token } });
  return stdout;
}

const isHere = spawnSync('curl', ['--version']).status === 0;
interface Sent {
  readonly type: string;
  readonly text: string;
}

interface Echo {
  readonly method: string;
  readonly path: string;
  readonly token: string | null;
  readonly type: string | null;
  readonly text: string;
}

describe.runIf(isHere)('what arrives is what was asked', () => {
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
  const cases: readonly (readonly [
    string,
    Omit<CurlRequest, 'address' | 'body'> & { readonly body?: Sent },
    string,
  ])[] = [
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
  it.each(cases)('%s', async (_, request, path) => {
    const { port } = echo.address() as AddressInfo; // it listens on a port
    const address = `http://127.0.0.1:${String(port)}${path}`;
    const told = await answerOf(curlOf({ ...request, address }), 'to"k\'en');
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

it.runIf(isHere)(
  'the commands of the document are carried out by the built-in firm as they stand',
  async () => {
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
      const answer = await answerOf(operation['x-codeSamples'][0].source, token);
      token = /"access_token":"([^"]+)"/.exec(answer)?.[1] ?? token;
    }
    const log = await sandbox.fetch(new Request(`${listener.baseUrl}/__sandbox/requests/`));
    const { results } = (await log.json()) as { readonly results: readonly { readonly status: number }[] }; // as its tests show
    expect(results.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    expect(results).toHaveLength(operationNames.length);
    await listener.close();
    await sandbox.close();
  },
);
