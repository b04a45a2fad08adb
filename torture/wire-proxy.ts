import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { firstMessage, rewritten } from './http-bytes.ts';

/** What becomes of one request and its answer; what is left out is done as it should be. */
export interface Treatment {
  /** How often the request reaches the server: 0, 1 or 2 times. */
  readonly forwards?: 0 | 1 | 2;
  /** Milliseconds until it does. */
  readonly forwardAfter?: number;
  /** Bytes that are sent in place of the server's. */
  readonly instead?: string;
  /** Milliseconds until the first byte of the answer is sent. */
  readonly answerAfter?: number;
  /** So many bytes of the answer are let through; all of them unless told. */
  readonly bytes?: number;
  /** What follows them: the connection stays as it is, or is reset, ended or forgotten. */
  readonly end?: 'keep' | 'reset' | 'finish' | 'stall';
  /** Sends the answer in pieces of so many bytes, one in so many milliseconds. */
  readonly slices?: { readonly bytes: number; readonly every: number };
}

/** What becomes of a connection before a byte was read from it. */
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
  /** Sizes in bytes of the answers that the server gave, in the order in which they came. */
  readonly answerSizes: readonly number[];
  /** Resolves when the server has answered all that was forwarded to it. */
  readonly settled: () => Promise<void>;
  /** Ends every connection; nothing of it is left. */
  readonly close: () => Promise<void>;
}

/**
 * A way to a server on this machine, byte by byte and on a free port of 127.0.0.1, that does to each request what a script
 * says. Each request goes on over a connection of its own, so that nothing that happens to one reaches another.
 */
export async function openWireProxy(target: string): Promise<WireProxy> {
  const upstream = new URL(target).host;
  const sockets = new Set<Socket>();
  const underWay = new Set<Promise<unknown>>();
  const answerSizes: number[] = [];
  const closing = new AbortController();
  let script: (request: ProxiedRequest) => Treatment = () => ({});
  let entrance: Entrance = 'open';
  let requests = 0;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => {}); // what is done to the other side comes back here
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };

  const forward = (request: Buffer, host: string): Promise<Buffer> => {
    const answer = new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = [];
      const socket = keep(connect(Number(new URL(target).port), '127.0.0.1'));
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.once('close', () => resolve(Buffer.concat(chunks)));
      socket.write(rewritten(request, { from: host, to: upstream, connection: 'close' }));
    });
    underWay.add(answer);
    void answer.finally(() => underWay.delete(answer));
    return answer.then((bytes) => {
      answerSizes.push(bytes.length);
      return rewritten(bytes, { from: upstream, to: host, connection: 'keep-alive' });
    });
  };

  const wait = async (milliseconds = 0): Promise<void> => {
    if (milliseconds > 0) await pause(milliseconds, null, { signal: closing.signal });
  };

  const deliver = async (socket: Socket, answer: Buffer, treatment: Treatment): Promise<void> => {
    const part = answer.subarray(0, treatment.bytes ?? answer.length);
    const { bytes, every } = treatment.slices ?? { bytes: Math.max(1, part.length), every: 0 };
    for (let from = 0; from < part.length; from += bytes) {
      await new Promise((resolve) => socket.write(part.subarray(from, from + bytes), resolve));
      await wait(every);
    }
    if (treatment.end === 'reset') socket.resetAndDestroy();
    else if (treatment.end === 'finish') socket.end();
  };

  const serve = async (
    socket: Socket,
    request: Buffer,
    host: string,
    treatment: Treatment,
  ): Promise<void> => {
    const { forwards = 1, instead } = treatment;
    await wait(treatment.forwardAfter);
    let answer: Buffer = Buffer.from(instead ?? '');
    for (let time = 0; time < forwards; time += 1) {
      const given = await forward(request, host);
      if (instead === undefined) answer = given;
    }
    await wait(treatment.answerAfter);
    await deliver(socket, answer, treatment);
  };

  const server = createServer((socket) => {
    keep(socket);
    if (entrance === 'reset') return void socket.resetAndDestroy();
    if (entrance === 'stall') return void socket.resume();
    let received = Buffer.alloc(0);
    let busy = false;
    const take = (): void => {
      if (busy) return; // one at a time, as they come
      const message = firstMessage(received);
      if (message === null) return;
      received = received.subarray(message.length);
      const { method, path, host } = message;
      requests += 1;
      busy = true;
      const treatment = script({ number: requests, method, path });
      serve(socket, message.bytes, host, treatment).then(
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
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
