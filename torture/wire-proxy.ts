import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What happens to one request and its answer. What is left out is normal. */
export interface Treatment {
  /** How often the request reaches the server: 0, 1 or 2 times. */
  readonly forwards?: 0 | 1 | 2;
  /** Milliseconds until it does. */
  readonly forwardAfter?: number;
  /** Bytes that are sent in place of the server's. */
  readonly instead?: string;
  /** Milliseconds until the first byte of the answer is sent. */
  readonly answerAfter?: number;
  /** How many bytes of the answer pass. Default: all. */
  readonly bytes?: number;
  /** What happens to the connection after them. */
  readonly end?: 'keep' | 'reset' | 'finish' | 'stall';
  /** Sends the answer in slices of `bytes`, one every so many milliseconds. */
  readonly slices?: { readonly bytes: number; readonly every: number };
}

/** What happens to a new connection. */
export type Entrance = 'open' | 'reset' | 'stall';

export interface ProxiedRequest {
  /** Counted from 1 over all connections. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
}

export interface WireProxy {
  readonly baseUrl: string;
  /** Decides about every request from now on. */
  readonly treat: (script: (request: ProxiedRequest) => Treatment) => void;
  /** Decides about every connection from now on. */
  readonly admit: (entrance: Entrance) => void;
  /** Sizes in bytes of the server's answers, in order. */
  readonly answerSizes: readonly number[];
  /** Resolves when the server has answered all requests. */
  readonly settled: () => Promise<void>;
  /** Ends every connection. */
  readonly close: () => Promise<void>;
}

/** The open connections. */
function createSockets() {
  const open = new Set<Socket>();
  return {
    keep: (socket: Socket): Socket => {
      open.add(socket);
      socket.on('error', () => {}); // the other side may be gone
      socket.once('close', () => open.delete(socket));
      return socket;
    },
    destroy: (): void => {
      for (const socket of open) socket.destroy();
    },
  };
}

/** Sends requests on to the server, each over a connection of its own. */
function createUpstream(target: string, keep: (socket: Socket) => Socket) {
  const { host: upstream, port } = new URL(target);
  const underWay = new Set<Promise<unknown>>();
  const answerSizes: number[] = [];
  const exchange = (request: Buffer): Promise<Buffer> =>
    new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const socket = keep(connect(Number(port), '127.0.0.1'));
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.once('close', () => resolve(Buffer.concat(chunks)));
      socket.write(request);
    });
  return {
    answerSizes,
    forward: async (request: Buffer, host: string): Promise<Buffer> => {
      const answer = exchange(rewritten(request, { from: host, to: upstream, connection: 'close' }));
      underWay.add(answer);
      void answer.finally(() => underWay.delete(answer));
      const bytes = await answer;
      answerSizes.push(bytes.length);
      return rewritten(bytes, { from: upstream, to: host, connection: 'keep-alive' });
    },
    settled: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

type Wait = (milliseconds: number | undefined) => Promise<void>;

async function deliver(socket: Socket, answer: Buffer, treatment: Treatment, wait: Wait): Promise<void> {
  const part = answer.subarray(0, treatment.bytes ?? answer.length);
  const { bytes, every } = treatment.slices ?? { bytes: Math.max(1, part.length), every: 0 };
  for (let from = 0; from < part.length; from += bytes) {
    await new Promise((resolve) => socket.write(part.subarray(from, from + bytes), resolve));
    await wait(every);
  }
  if (treatment.end === 'reset') socket.resetAndDestroy();
  else if (treatment.end === 'finish') socket.end();
}

/** Serves the requests of a connection one at a time, as they come. */
function serveEach(socket: Socket, serve: (message: Message) => Promise<void>): void {
  let received = Buffer.alloc(0);
  let busy = false;
  const take = (): void => {
    if (busy) return;
    const message = firstMessage(received);
    if (message === null) return;
    received = received.subarray(message.length);
    busy = true;
    serve(message).then(
      () => {
        busy = false;
        return take();
      },
      () => socket.destroy(), // it is being closed
    );
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    take();
  });
}

/**
 * A proxy to a server on this machine, on a free port of 127.0.0.1. A script says what happens to each request. Each request
 * has its own connection to the server, so that it cannot affect another.
 */
export async function openWireProxy(target: string): Promise<WireProxy> {
  const { keep, destroy } = createSockets();
  const { forward, answerSizes, settled } = createUpstream(target, keep);
  const closing = new AbortController();
  let script: (request: ProxiedRequest) => Treatment = () => ({});
  let entrance: Entrance = 'open';
  let requests = 0;

  const wait: Wait = async (milliseconds = 0) => {
    if (milliseconds > 0) await pause(milliseconds, null, { signal: closing.signal });
  };
  const serve = async (socket: Socket, { bytes, method, path, host }: Message): Promise<void> => {
    requests += 1;
    const treatment = script({ number: requests, method, path });
    const { forwards = 1, instead } = treatment;
    await wait(treatment.forwardAfter);
    let answer: Buffer = Buffer.from(instead ?? '');
    for (let time = 0; time < forwards; time += 1) {
      const given = await forward(bytes, host);
      if (instead === undefined) answer = given;
    }
    await wait(treatment.answerAfter);
    await deliver(socket, answer, treatment, wait);
  };
  const server = createServer((socket) => {
    keep(socket);
    if (entrance === 'reset') return void socket.resetAndDestroy();
    if (entrance === 'stall') return void socket.resume();
    serveEach(socket, (message) => serve(socket, message));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe

  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    treat: (next) => {
      script = next;
    },
    admit: (next) => {
      entrance = next;
    },
    answerSizes,
    settled,
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        destroy();
      }),
  };
}

/** The first whole request in some bytes. */
interface Message {
  readonly bytes: Buffer;
  readonly length: number;
  readonly method: string;
  readonly path: string;
  readonly host: string;
}

const endOfHead = '\r\n\r\n';

/** Null if it is not complete. Bodies have a length: this app always sends one. */
function firstMessage(bytes: Buffer): Message | null {
  const end = bytes.indexOf(endOfHead);
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = end + endOfHead.length + Number(header(head, 'content-length') ?? 0);
  if (bytes.length < length) return null;
  const [method = '', path = ''] = head.split(' ', 2);
  return { bytes: bytes.subarray(0, length), length, method, path, host: header(head, 'host') ?? '' };
}

/** The same message with another host, and the right length. */
function rewritten(
  message: Buffer,
  { from, to, connection }: { readonly from: string; readonly to: string; readonly connection: string },
): Buffer {
  const end = message.indexOf(endOfHead);
  if (end < 0) return message;
  const body = Buffer.from(message.toString('latin1', end + endOfHead.length).replaceAll(from, to), 'latin1');
  const head = message
    .toString('latin1', 0, end)
    .replaceAll(from, to)
    .replace(/\r\nconnection:[^\r]*/i, '')
    .replace(/\r\nkeep-alive:[^\r]*/i, '')
    .replace(/\r\ncontent-length:[^\r]*/i, `\r\nContent-Length: ${String(body.length)}`);
  return Buffer.concat([Buffer.from(`${head}\r\nConnection: ${connection}${endOfHead}`, 'latin1'), body]);
}

function header(head: string, name: string): string | undefined {
  return new RegExp(`\r\n${name}:[ \t]*([^\r]*)`, 'i').exec(head)?.[1];
}
