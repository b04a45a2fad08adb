import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asNetwork } from '../../../tools/electron-standin/network.ts';
import { operationNames } from '../../shared/api.ts';
import { isPlainData } from '../bridge/dispatch.ts';
import { systemClock } from '../clock.ts';
import { openNetwork } from '../desktop/network.ts';
import { createRedactor } from '../diagnostics/redaction.ts';
import { serveRaw } from '../testing/server.ts';
import { readAnswer } from './answer.ts';
import { answerLimits } from './answer-limits.ts';
import { exchange } from './exchange.ts';

// Answers that nobody has thought of. Each is read within a budget: of values, not of seconds, which a busy machine has fewer of.

const url = 'http://127.0.0.1/api/v1/x/';

async function read(
  status: number,
  headers: Readonly<Record<string, string>>,
  pieces: readonly Uint8Array[],
) {
  let at = 0;
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces[at];
      at += 1;
      if (piece === undefined) return controller.close();
      pulled += piece.byteLength;
      controller.enqueue(piece);
    },
  });
  const answer = async () => new Response(status === 204 ? null : body, { status, headers });
  const exchanged = await exchange(
    { fetch: answer, clock: systemClock },
    { url, method: 'GET', headers: {} },
  );
  return { exchanged, pulled };
}

const statuses = fc.constantFrom(200, 201, 204, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503);
const types = fc.constantFrom('application/json', 'application/problem+json', 'text/html', '');
const texts = fc.oneof(
  fc.json({ maxDepth: 6 }),
  fc.json({ maxDepth: 4 }).map((json) => `{"count":1,"next":"?page=2","results":[${json}]}`),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', 'null', '"id":', '"results":'), {
      maxLength: 200,
    })
    .map((parts) => parts.join('')),
);

test('whatever is answered, it is one reply of plain data, and never an exception', async () => {
  await fc.assert(
    fc.asyncProperty(
      statuses,
      types,
      texts,
      fc.integer({ min: 1, max: 64 }),
      fc.constantFrom(...operationNames),
      async (status, type, text, size, operation) => {
        const bytes = new TextEncoder().encode(text);
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        const { exchanged } = await read(status, type === '' ? {} : { 'content-type': type }, pieces);
        const asked = { operation, input: {}, url, redactor: createRedactor() };
        const reply = await readAnswer(asked, exchanged, 0);
        expect(isPlainData(reply, 10 * answerLimits.bytes)).toBe(true);
        if (status >= 300) expect(reply.ok).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

test('however it is made up, no more is read of an answer than its limits have', async () => {
  const units = fc.constantFrom(
    '{},',
    '[',
    '{"a":',
    '"x",',
    '1,',
    '"a":1,',
    ' ',
    'x',
    '\\u0041',
    '"',
    '[],',
    'null,',
  );
  await fc.assert(
    fc.asyncProperty(statuses, units, units, fc.nat(3), async (status, first, second, many) => {
      const piece = new TextEncoder().encode(first.repeat(4_096) + second.repeat(4_096 * many));
      const times = Math.ceil((6 * 1024 * 1024) / piece.byteLength);
      const pieces = Array.from({ length: times }, () => piece);
      const { exchanged, pulled } = await read(status, { 'content-type': 'application/json' }, pieces);
      if (status === 204) return;
      const most = status < 300 ? answerLimits.bytes : answerLimits.refusalBytes;
      expect(pulled).toBeLessThanOrEqual(most + 2 * piece.byteLength);
      expect(exchanged).toMatchObject(
        status < 300
          ? { ok: false, fault: { code: 'unexpected-answer', reason: expect.stringMatching(/^answer-/) } }
          : { ok: true, text: '', unread: expect.stringMatching(/^answer-/) },
      );
    }),
    { numRuns: 60 },
  );
});

const bytes = fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some).toString('latin1'));
const line = bytes.map((some) => some.replaceAll(/[\r\n]/g, ''));

test('whatever bytes come by the network, the request settles, and no error is nobody’s', async () => {
  let answer = '';
  const server = await serveRaw((socket) => socket.end(Buffer.from(answer, 'latin1')));
  const fetch = openNetwork(asNetwork);
  const at = `http://127.0.0.1:${server.port}/`;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.integer({ min: 0, max: 999 }).map((code) => String(code).padStart(3, '0')),
        line,
      ),
      line,
      fc.array(
        fc.tuple(
          fc.oneof(fc.constantFrom('Content-Length', 'Transfer-Encoding', 'Location', 'X'), line),
          line,
        ),
      ),
      texts,
      fc.nat(2_000),
      async (status, phrase, headers, text, cut) => {
        const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        answer = `HTTP/1.1 ${status} ${phrase}\r\n${head}\r\n${text}`.slice(0, 3_000 - cut);
        const exchanged = await exchange(
          { fetch, clock: systemClock },
          { url: at, method: 'POST', headers: {}, body: '{}' },
        );
        const asked = { operation: 'audits.create', input: {}, url: at, redactor: createRedactor() } as const;
        const reply = await readAnswer(asked, exchanged, 0);
        expect(isPlainData(reply, 10 * answerLimits.bytes)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
  await server.close();
});
