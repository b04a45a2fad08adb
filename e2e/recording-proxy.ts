import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorded {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly answer: string;
}

/** A way to a service that writes down what passes: what the app really puts on the wire. */
export async function startRecordingProxy(target: string) {
  const requests: Recorded[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await bytesOf(incoming);
    const onward = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: { ...incoming.headers, host: new URL(target).host },
    });
    onward.end(body);
    const [answer] = await once(onward, 'response');
    const bytes = await bytesOf(answer);
    requests.push({
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: body.toString(),
      answer: bytes.toString(),
    });
    outgoing.writeHead(answer.statusCode, answer.headers).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listens on a port, not on a pipe
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
