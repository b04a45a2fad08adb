import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';

export interface FakeServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export function serve(
  answer: RequestListener,
  certificate?: { readonly key: string; readonly cert: string },
): Promise<FakeServer> {
  return opened(certificate === undefined ? createServer(answer) : createSecureServer(certificate, answer));
}

/** A request as it came, and on which connection. */
export interface Asked {
  readonly head: string;
  /** Method and path. */
  readonly line: string;
  readonly connection: number;
}

/** A server that speaks to the bare connection, once the whole of a request has come; it keeps connections that it does not end. */
export function serveRaw(answer: (socket: Socket, asked: Asked) => void, host?: string): Promise<FakeServer> {
  let connections = 0;
  const server = createRawServer((socket) => {
    connections += 1;
    const connection = connections;
    let text = '';
    socket.on('error', () => {}); // what it does to the other side comes back to it
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (;;) {
        const [head, length] = [
          /^[^]*?\r\n\r\n/.exec(text)?.[0],
          /content-length: (\d+)/i.exec(text)?.[1] ?? 0,
        ];
        const end = (head?.length ?? 0) + Number(length);
        if (head === undefined || text.length < end) return;
        text = text.slice(end);
        answer(socket, { head, line: head.split(' ', 2).join(' '), connection });
      }
    });
  });
  return opened(server, host);
}

async function opened(server: Server, host = '127.0.0.1'): Promise<FakeServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
