import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type Certificate, selfSigned } from './fixtures/certificate.ts';

/** A proxy of a company: it leads `https://<host>` to a service for whoever says who they are, and to nothing else. */
export async function startAskingProxy(target: string, host: string, { user = '', password = '' }) {
  const asked: string[] = []; // by whom, for each connection that was wanted
  const passed: string[] = []; // method and path
  const sockets = new Set<Socket>();
  const certificate: Certificate = selfSigned(host);
  const service = createSecureServer(certificate, (incoming, outgoing) => {
    passed.push(`${incoming.method} ${incoming.url}`);
    const onward = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: { ...incoming.headers, host: new URL(target).host },
    });
    incoming.pipe(onward);
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
  });
  const server = createServer();
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', ({ url, headers }, socket) => {
    const [, given = ''] = headers['proxy-authorization']?.split(' ') ?? [];
    const who = Buffer.from(given, 'base64').toString();
    asked.push(who);
    if (who !== `${user}:${password}`) {
      const challenge = 'Proxy-Authenticate: Basic realm="Kantoor <b>Noord</b>"';
      return socket.end(`HTTP/1.1 407 Who are you\r\n${challenge}\r\nContent-Length: 0\r\n\r\n`);
    }
    if (url !== `${host}:443`) return socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    socket.write('HTTP/1.1 200 Connected\r\n\r\n');
    return service.emit('connection', socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listens on a port, not on a pipe
  return {
    address: `127.0.0.1:${port}`,
    certificate: certificate.cert,
    asked,
    passed,
    end: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
