import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { manager, openDesk } from '../testing/desk.ts';
import { type Listener, listen } from './listen.ts';

let listener: Listener | undefined;
afterEach(async () => {
  await listener?.close();
});

async function open() {
  const desk = openDesk((fixture) => ({ ...fixture, rate_limits: { read: {}, write: {} } }));
  listener = await listen(desk.sandbox, 0);
  return { token: await desk.token(manager), port: Number(new URL(listener.baseUrl).port) };
}

function head(method: string, port: number, token: string, length: number): string {
  return [
    `${method} /api/v1/client-organisations/ HTTP/1.1`,
    `Host: 127.0.0.1:${String(port)}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    ...(length === 0 ? [] : [`Content-Length: ${String(length)}`]),
    '',
    '',
  ].join('\r\n');
}

async function opened(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  return socket;
}

async function statusOf(socket: Socket): Promise<string> {
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString('latin1', 9, 12);
}

async function status(port: number, token: string, agent?: Agent): Promise<number | undefined> {
  const request = get(`http://127.0.0.1:${String(port)}/api/v1/audits/audit/`, {
    headers: { Authorization: `Bearer ${token}` },
    ...(agent === undefined ? {} : { agent }),
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

describe('many callers', () => {
  it('one whose body does not come to its end keeps nobody else waiting, and is answered when it does', async () => {
    const { port, token } = await open();
    const body = JSON.stringify({ id: 'slow', name: 'Slow B.V.', country: 'NL' });
    const slow = await opened(port);
    slow.write(`${head('POST', port, token, body.length)}${body.slice(0, 5)}`);
    for (let request = 0; request < 5; request += 1) expect(await status(port, token)).toBe(200);
    const answer = statusOf(slow);
    slow.write(body.slice(5));
    expect(await answer).toBe('201');
    slow.destroy();
  });
  it('500 connections at once are all answered', async () => {
    const { port, token } = await open();
    const sockets = await Promise.all(Array.from({ length: 500 }, () => opened(port)));
    const answers = sockets.map(statusOf);
    for (const socket of sockets) socket.write(head('GET', port, token, 0));
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['200']));
    for (const socket of sockets) socket.destroy();
  });
  it('a connection is kept for the next request', async () => {
    const { port, token } = await open();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    agent.on('free', (socket: Socket) => ports.add(socket.localPort));
    for (let request = 0; request < 3; request += 1) expect(await status(port, token, agent)).toBe(200);
    expect(ports.size).toBe(1);
    agent.destroy();
  });
});
