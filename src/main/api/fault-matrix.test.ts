import type { Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { asNetwork } from '../../../tools/electron-standin/network.ts';
import { type InputOf, type Operation, operations } from '../../shared/api.ts';
import { type Reply, succeed } from '../../shared/error.ts';
import type { ErrorCode } from '../../shared/failures.ts';
import { type Clock, systemClock } from '../clock.ts';
import { openNetwork } from '../desktop/network.ts';
import { createRedactor } from '../diagnostics/redaction.ts';
import { unmeasured } from '../testing/quota.ts';
import { type FakeServer, serveRaw } from '../testing/server.ts';
import { createService } from './service.ts';
import { createSites } from './site.ts';

// What a fault of the wire or a strange answer ends as, for a call of every kind (reliability §5): always one code that
// names it, never `internal`, and only for a read and a failure that passes more than one request, counted at the service: three. By the
// network of Electron, which repeats what is lost on a kept connection.

const json = (status: string, body: string, headers = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const html = (status: string, headers = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\n${headers}Content-Length: 6\r\n\r\n<html>`;
const send = (text: string) => (socket: Socket) => socket.end(text);
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

const faults: readonly (readonly [string, (socket: Socket) => void, ErrorCode])[] = [
  ['F4 reset after the request', (socket) => socket.resetAndDestroy(), 'interrupted'],
  ['F5 end without a byte', (socket) => socket.end(), 'interrupted'],
  ['F6 cut in the headers', send('HTTP/1.1 200 OK\r\nContent-'), 'interrupted'],
  [
    'F11 shorter than its length',
    send('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"id":"a"'),
    'interrupted',
  ],
  [
    'F11 cut without a length',
    send('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{"id":"a"'),
    'interrupted',
  ],
  [
    'F12 no last chunk',
    send(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"id":"a"\r\n',
    ),
    'interrupted',
  ],
  ['F13 a page in place of an answer', send(html('200 OK')), 'not-json'],
  [
    'F14 another type',
    send('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n{"id":"a"}'),
    'not-json',
  ],
  ['F15 no JSON', send(json('200 OK', '{"id":')), 'interrupted'],
  ['F15 nested beyond measure', send(json('200 OK', deep)), 'unexpected-answer'],
  ['F16 JSON of another shape', send(json('200 OK', '{"a":1}')), 'unexpected-answer'],
  ['F16 null', send(json('200 OK', 'null')), 'unexpected-answer'],
  ['F16 nothing', send(json('200 OK', '')), 'unexpected-answer'],
  ['F17 500', send(json('500 Internal Server Error', '{"detail":"x"}')), 'fault'],
  ['F17 502 as a page', send(html('502 Bad Gateway')), 'fault'],
  ['F17 503 with a time', send(json('503 Service Unavailable', '{}', 'Retry-After: 5\r\n')), 'fault'],
  ['F18 408', send(json('408 Request Timeout', '{}', 'Connection: close\r\n')), 'refused'],
  ['F18 425', send(json('425 Too Early', '{}')), 'refused'],
  ['F19 301', send('HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n'), 'redirected'],
  [
    'F19 302',
    send('HTTP/1.1 302 Found\r\nLocation: https://evil.example/\r\nContent-Length: 0\r\n\r\n'),
    'redirected',
  ],
  ['F19 307', send('HTTP/1.1 307 Temporary\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n'), 'redirected'],
  ['F19 308', send('HTTP/1.1 308 Permanent\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n'), 'redirected'],
  ['F42 600', send(json('600 What', '{}')), 'unexpected-answer'],
  ['F42 999', send(json('999 No', '{}')), 'unexpected-answer'],
  ['F42 a header that is none', send(json('500 Möglich №', '{}', 'X: №\r\n')), 'fault'],
  ['402', send(json('402 Payment Required', '{"detail":"x"}')), 'no-credits'],
  ['403', send(json('403 Forbidden', '{"detail":"x"}')), 'forbidden'],
  ['404', send(json('404 Not Found', '{"detail":"Not found."}')), 'missing'],
  ['405', send(json('405 Method Not Allowed', '{"detail":"x"}')), 'refused'],
  ['409', send(json('409 Conflict', '{"detail":"x"}')), 'conflict'],
  ['413 as a page', send(html('413 Too Large')), 'too-large'],
  ['415', send(json('415 Unsupported', '{"detail":"x"}')), 'refused'],
  ['F40 a captive portal that says no', send(html('403 Forbidden')), 'not-json'],
];

// What a 503 asks for is not waited for here, and chance leaves no time between two attempts.
const clock: Clock = {
  ...systemClock,
  schedule: (milliseconds, callback) =>
    systemClock.schedule(milliseconds === 5_000 ? 0 : milliseconds, callback),
};
const passing: readonly string[] = [
  'F4 ',
  'F5 ',
  'F6 ',
  'F11',
  'F12',
  'F15 no JSON',
  'F17',
  'F18',
  'F42 a header',
];
const attempts = (fault: string, operation: Operation): number =>
  operations[operation].method === 'GET' && passing.some((name) => fault.startsWith(name)) ? 3 : 1;

const path = { audit_id: 'a' };
const creation = {} as InputOf<'audits.create'>['body']; // no service looks at it here
const calls: readonly (readonly [Operation, object])[] = [
  ['audits.read', { path }],
  ['audits.list', { cursor: 'page=2' }],
  ['audits.create', { body: creation }],
  ['components.create', { path: { group_audit_id: 'a' }, body: {} }],
  ['users.change', { path: { ...path, user_id: 'u' }, body: { role: 'r' } }],
  ['audits.delete', { path }],
];

const token = json('200 OK', '{"access_token":"token-of-the-fault-matrix","expires_in":3600}');
let requests = 0;
let answer: (socket: Socket) => void = () => {};
const server: Promise<FakeServer> = serveRaw((socket) => {
  requests += 1;
  answer(socket);
});
afterAll(async () => (await server).close());

/** A service with a token already, or about to ask for one. */
async function callWith(
  fault: (socket: Socket) => void,
  atToken: boolean,
  operation: Operation,
  input: object,
): Promise<Reply<unknown>> {
  const { port } = await server;
  const quotas = unmeasured(clock);
  const service = createService({
    connection: 'c',
    wire: { fetch: openNetwork(asNetwork), clock },
    ...quotas,
    sites: createSites({ clock, ...quotas, onWait: () => {} }),
    place: () => null,
    credentials: async () => succeed({ baseUrl: `http://127.0.0.1:${port}`, clientId: 'c', secret: 's' }),
    redactor: createRedactor(),
    onToken: () => {},
    onState: () => {},
    onLimits: () => {},
    onLink: () => {},
    record: () => {},
    newId: () => 'r',
  });
  if (!atToken) {
    answer = (socket) => socket.write(token); // and keeps the connection
    await service.session.token();
  }
  answer = fault;
  requests = 0;
  return service.call(operation, input as InputOf<Operation>); // each row of `calls` fits its operation
}

test.each(faults)('%s', async (name, fault, expected) => {
  for (const [operation, input] of calls) {
    const reply = await callWith(fault, false, operation, input);
    expect([operation, reply.ok ? 'ok' : reply.error.code, requests]).toEqual([
      operation,
      expected,
      attempts(name, operation),
    ]);
    if (!reply.ok) expect(reply.error).toMatchObject({ operation, requestId: 'r' });
  }
});

test.each(faults)('%s, at the token', async (name, fault, expected) => {
  const reply = await callWith(fault, true, 'audits.read', { path });
  expect([reply.ok ? 'ok' : reply.error.code, requests]).toEqual([expected, attempts(name, 'audits.read')]);
});

test.each(['400 Bad Request', '401 Unauthorized'])('%s at the token is a rejection', async (status) => {
  const reply = await callWith(send(json(status, '{"error":"invalid_client"}')), true, 'audits.read', {
    path,
  });
  expect(reply).toMatchObject({
    error: { code: 'credentials-rejected', operation: 'audits.read', detail: 'invalid_client' },
  });
});
