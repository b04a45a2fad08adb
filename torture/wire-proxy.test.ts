import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWireProxy, type Treatment, type WireProxy } from './wire-proxy.ts';

let proxy: WireProxy;
let served: string[];
const server = createServer((request, response) => {
  served.push(`${request.method ?? ''} ${request.url ?? ''}`);
  const body = `{"host":"http://${request.headers.host ?? ''}"}`;
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
});

beforeEach(async () => {
  served = [];
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  proxy = await openWireProxy(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
});
afterEach(async () => {
  await proxy.close();
  await new Promise((resolve) => server.close(resolve));
});

/** What a client sees: the whole answer, or where it failed. */
async function seen(treatment: Treatment, milliseconds = 5_000): Promise<string> {
  proxy.treat(() => treatment);
  let status = 'none';
  try {
    const signal = AbortSignal.timeout(milliseconds);
    const response = await fetch(`${proxy.baseUrl}/a`, { method: 'POST', body: 'b', signal });
    status = String(response.status);
    return `${status} ${await response.text()}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
    return `${status} failed ${code}`;
  }
}

test('an answer passes as it is, in the name of the host that was asked', async () => {
  expect(await seen({})).toBe(`200 {"host":"${proxy.baseUrl}"}`);
  expect(await seen({ slices: { bytes: 7, every: 1 } })).toBe(`200 {"host":"${proxy.baseUrl}"}`);
  expect(served).toEqual(['POST /a', 'POST /a']);
});

const treatments: readonly (readonly [string, Treatment, expected: RegExp, times: number])[] = [
  ['reset before', { forwards: 0, end: 'reset' }, /^none failed (ECONNRESET|UND_ERR_SOCKET)$/, 0],
  ['ended before', { forwards: 0, end: 'finish' }, /^none failed (ECONNRESET|UND_ERR_SOCKET)$/, 0],
  ['reset after', { bytes: 0, end: 'reset' }, /^none failed (ECONNRESET|UND_ERR_SOCKET)$/, 1],
  ['ended in the head', { bytes: 30, end: 'finish' }, /^none failed (ECONNRESET|UND_ERR_SOCKET)$/, 1],
  ['carried out twice', { forwards: 2 }, /^200 /, 2],
  ['another answer', { instead: 'HTTP/1.1 204 No Content\r\n\r\n' }, /^204 $/, 1],
  ['another answer at once', { forwards: 0, instead: 'HTTP/1.1 204 No Content\r\n\r\n' }, /^204 $/, 0],
  ['late', { answerAfter: 20 }, /^200 /, 1],
];
test.each(treatments)('%s', async (_, treatment, expected, times) => {
  expect(await seen(treatment)).toMatch(expected);
  await proxy.settled();
  expect(served).toHaveLength(times);
});

test('cut at every byte', async () => {
  await seen({});
  const [size = 0] = proxy.answerSizes;
  expect(size).toBeGreaterThan(100);
  for (let bytes = 0; bytes < size; bytes += 1)
    expect([bytes, await seen({ bytes, end: bytes % 2 === 0 ? 'finish' : 'reset' })]).toEqual([
      bytes,
      expect.stringMatching(/^(none|200) failed/),
    ]);
});

test('what stalls ends with the patience of the client, and leaves nothing behind', async () => {
  expect(await seen({ end: 'stall', bytes: 10 }, 50)).toMatch(/^none failed/);
  proxy.admit('stall');
  expect(await seen({}, 50)).toMatch(/^none failed/);
  proxy.admit('reset');
  // Node connects again and again where a connection ends before anything was written to it.
  expect(await seen({}, 50)).toMatch(/^none failed/);
});
