import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { creation } from '../testing/two-firms.ts';
import { openWire, type Wire } from '../testing/wire.ts';

// What may come over a port: every request that is carried out has its answer, in turn and in JSON.

let wire: Wire = undefined as never; // set before each test
beforeEach(async () => {
  wire = await openWire();
});
afterEach(() => wire.close());

const json = 'Content-Type: application/json';
const body = JSON.stringify(creation);
const length = `Content-Length: ${String(body.length)}`;
const create = 'POST /api/v1/audits/';
const read = 'GET /api/v1/roles/';
const last = 'Connection: close';

/** The statuses of all answers, each of them checked: JSON, and the length that it says. */
async function statuses(pieces: Parameters<Wire['exchange']>[0], most = 99): Promise<readonly number[]> {
  const answers = await wire.exchange(pieces, most);
  for (const { status, headers, text } of answers) {
    if (status === 204) continue;
    expect(headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(text)).toEqual(expect.any(Object));
  }
  return answers.map(({ status }) => status);
}

describe('broken HTTP is 400 in JSON, and the connection ends', () => {
  it.each([
    ['no HTTP', () => 'hello\r\n\r\n'],
    ['a method in lower case', () => wire.head('get /api/v1/roles/')],
    ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', () => '\x16\x03\x01\x00\x50\x01\x00\x00\x4c\x03\x03'],
    ['a proxy', () => wire.head('CONNECT example.com:443')],
    ['a space in the path', () => wire.head('GET /api/v1/ro les/')],
    ['bare line feeds', () => wire.head(read).replaceAll('\r', '')],
    ['NUL in a header', () => wire.head(read, ['X: a\0b'])],
    ['a folded header', () => wire.head(read, ['X: a', ' b'])],
    ['two lengths', () => `${wire.head(create, [json, 'Content-Length: 3', 'Content-Length: 4'])}{}  `],
    ['a negative length', () => `${wire.head(create, [json, 'Content-Length: -1'])}{}`],
    ['a length in hexadecimal', () => `${wire.head(create, [json, 'Content-Length: 0x2'])}{}`],
    [
      'a length and chunks',
      () =>
        `${wire.head(create, [json, 'Content-Length: 3', 'Transfer-Encoding: chunked'])}2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['chunks of no size', () => `${wire.head(create, [json, 'Transfer-Encoding: chunked'])}zz\r\n{}\r\n`],
    ['a coding that ends nowhere', () => `${wire.head(create, [json, 'Transfer-Encoding: gzip'])}{}`],
  ])('%s', async (_, bytes) => {
    expect(await statuses([bytes()])).toEqual([400]);
  });
  it('headers without end are 431', async () => {
    expect(await statuses([wire.head(read, [`X: ${'x'.repeat(40_000)}`])])).toEqual([431]);
  });
  it('after a request that is carried out, which is answered first', async () => {
    const request = wire.head(create, [json, length]) + body;
    expect(await statuses([`${request}nonsense\r\n\r\n`])).toEqual([201, 400]);
    expect(await statuses([`${wire.head(read)}${wire.head(read)}nonsense\r\n\r\n`])).toEqual([200, 200, 400]);
  });
  it('in the middle of a body: it is not carried out', async () => {
    const chunks = `${body.length.toString(16)}\r\n${body}\r\nnonsense\r\n`;
    expect(await statuses([wire.head(create, [json, 'Transfer-Encoding: chunked']), chunks])).toEqual([400]);
    expect(await statuses([wire.head('GET /api/v1/audits/new/', [last])])).toEqual([404]);
  });
});

describe('unusual HTTP is served', () => {
  it.each([
    [
      'chunks',
      ['Transfer-Encoding: chunked'],
      () => [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'],
    ],
    [
      'a chunk for each byte, with extensions and trailers',
      ['Transfer-Encoding: chunked'],
      () =>
        body
          .split('')
          .map((byte) => `1;a=b\r\n${byte}\r\n`)
          .concat('0\r\nX-Sum: 1\r\n\r\n'),
    ],
    ['a body that comes byte by byte', [length], () => body.split('')],
    ['Expect: 100-continue', [length, 'Expect: 100-continue'], () => [body]],
    ['an expectation that nobody knows', [length, 'Expect: the-unexpected'], () => [body]],
    ['a wish for another protocol', [length, 'Connection: Upgrade', 'Upgrade: h2c'], () => [body]],
  ])('%s', async (_, headers, pieces) => {
    expect(await statuses([wire.head(create, [json, ...headers]), ...pieces()], 1)).toEqual([201]);
  });
  it('requests that do not wait for answers, each answered in turn', async () => {
    const heads = ['none', 'audit', 'consolidated'].map((id) => wire.head(`GET /api/v1/audits/${id}/`));
    const answers = await wire.exchange([heads.join('') + wire.head(read, [last])], 99);
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 200, 200]);
    expect(answers.map(({ text }) => /"id":"(\w+)"/.exec(text)?.[1])).toEqual([
      undefined,
      'audit',
      'consolidated',
      undefined,
    ]);
  });
  it('requests that do not wait for answers, each carried out after the one before it', async () => {
    const made = wire.head(create, [json, length]) + body;
    const gone = wire.head('DELETE /api/v1/audits/new/');
    const look = wire.head('GET /api/v1/audits/new/');
    expect(await statuses([look + made + look + gone + gone + made + wire.head(read, [last])])).toEqual([
      404, 201, 200, 204, 204, 409, 200,
    ]);
  });
  it('HTTP/1.0', async () => {
    expect(await statuses([wire.head(read).replace('HTTP/1.1', 'HTTP/1.0')])).toEqual([200]);
  });
  it.each(['TRACE', 'PUT', 'OPTIONS', 'PROPFIND', 'QUERY'])('%s is 405', async (method) => {
    expect(await statuses([wire.head(`${method} /api/v1/roles/`, [last])])).toEqual([405]);
  });
  it('a body where none is asked for is not looked at', async () => {
    const ignored = [last, 'Content-Length: 5'];
    expect(await statuses([`${wire.head(read, ignored)}{{{{{`])).toEqual([200]);
    expect(await statuses([`${wire.head('DELETE /api/v1/audits/audit/', ignored)}{{{{{`])).toEqual([204]);
  });
  it.each([1_048_575, 1_048_576, 1_048_577])(
    'decisions §1.3 a body of %i bytes, told or in chunks',
    async (size) => {
      const padded = (id: string) => body.replace('"new"', `"${id}"`).padEnd(size, ' ');
      const expected = size > 1_048_576 ? 413 : 201;
      expect(padded('a')).toHaveLength(size);
      const told = wire.head(create, [json, `Content-Length: ${String(size)}`]);
      expect(await statuses([told, padded('a')], 1)).toEqual([expected]);
      const chunked = wire.head(create, [json, 'Transfer-Encoding: chunked']);
      expect(await statuses([chunked, `${size.toString(16)}\r\n`, padded('b'), '\r\n0\r\n\r\n'], 1)).toEqual([
        expected,
      ]);
    },
  );
  it('a caller that ends in the middle of a body has done nothing', async () => {
    expect(await statuses([wire.head(create, [json, length]), body.slice(0, -1), null])).toEqual([400]);
    expect(await statuses([wire.head('GET /api/v1/audits/new/', [last])])).toEqual([404]);
  });
});

describe('the host of a whole address counts, not the header (RFC 9112 §3.2.2)', () => {
  it.each([
    ['http://127.0.0.1:PORT/api/v1/roles/', [], 200],
    ['HTTP://LOCALHOST:PORT/api/v1/roles/', ['Host: 127.0.0.1:PORT'], 200],
    ['http://127.0.0.1:PORT/api/v1/roles/', ['Host: evil.example'], 200],
    ['http://evil.example/api/v1/roles/', [], 403],
    ['http://evil.example:PORT/api/v1/roles/', [], 403],
    ['http://127.0.0.1:PORT@evil.example/api/v1/roles/', [], 403],
    ['/api/v1/roles/', ['Host: 127.0.0.1:PORT', 'Host: 127.0.0.1:PORT'], 403],
    ['/api/v1/roles/', ['Host: 127.0.0.1:PORT', 'Host: evil.example'], 403],
    ['http://127.0.0.1:PORT', [], 404],
    ['*', [], 404],
  ])('%s with %j is %i', async (target, headers, status) => {
    const named = [`GET ${target}`, last, ...headers].map((text) => text.replace('PORT', String(wire.port)));
    const [line = '', ...lines] = named;
    expect(await statuses([wire.head(line, lines)])).toEqual([status]);
  });
  it('links carry it', async () => {
    const target = `http://localhost:${String(wire.port)}/api/v1/audits/?page_size=1`;
    const [answer] = await wire.exchange([wire.head(`GET ${target}`, [last])], 1);
    expect(JSON.parse(answer?.text ?? '')).toMatchObject({ next: target.replace('?', '?page=2&') });
  });
});

it('any bytes: an answer in JSON, or the end of the connection', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'GET /api/v1/roles/ HTTP/1.1\r\n',
      'POST /api/v1/audits/ HTTP/1.1\r\n',
      `Host: 127.0.0.1:${String(wire.port)}\r\n`,
      'Content-Length: 2\r\n',
      'Transfer-Encoding: chunked\r\n',
      `${json}\r\n`,
      'Connection: close\r\n',
      'Expect: 100-continue\r\n',
      '\r\n',
      '{}',
      '0\r\n\r\n',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 20 }),
    fc.uint8Array({ maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const known = [200, 400, 401, 403, 404, 405, 415, 431];
      // Two requests that are whole at the end, so that there is something to be answered.
      for (const status of await statuses([...pieces, '\r\n\r\n\r\n', 'nonsense\r\n\r\n'], 1))
        expect(known).toContain(status);
    }),
    { numRuns: 100, interruptAfterTimeLimit: 4_000 },
  );
});
