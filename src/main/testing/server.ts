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

/** A server that speaks to the bare connection, once the whole head of a request has come. */
export function serveRaw(answer: (socket: Socket) => void): Promise<FakeServer> {
  return opened(
    createRawServer((socket) => {
      let head = '';
      socket.on('error', () => {}); // what it does to the other side comes back to it
      socket.on('data', (chunk: Buffer) => {
        const before = head.includes('\r\n\r\n');
        head += String(chunk);
        if (!before && head.includes('\r\n\r\n')) answer(socket);
      });
    }),
  );
}

async function opened(server: Server): Promise<FakeServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
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
