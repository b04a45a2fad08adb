import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Answer } from './fixtures/hostile-answers.ts';

/** What the service behind would have answered, for whoever twists it. */
export interface Passed {
  readonly url: URL;
  readonly authorization: string;
  readonly status: number;
  /** Its JSON; null where it has none. */
  readonly json: unknown;
}

/** What is answered instead; null where the true answer is. */
export type Twist = (passed: Passed) => Answer | null;

/**
 * A service that answers as a test tells it to: it stands before a true one and twists what that says, by the path that was asked
 * for; the last twist that fits counts.
 */
export interface HostileService {
  readonly baseUrl: string;
  readonly twist: (path: string, twist: Twist) => void;
  /** How often something was asked for under a path. */
  readonly asked: (path: string) => number;
  readonly end: () => void;
}

/** An answer of JSON. */
export function json(body: unknown, status = 200): Answer {
  return { status, body: () => [JSON.stringify(body)] };
}

export async function startHostileService(target: string): Promise<HostileService> {
  const twists: { readonly path: string; readonly twist: Twist }[] = [];
  const paths: string[] = [];
  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => {}); // who was asked may have heard enough
    void pass(incoming, outgoing).catch(() => outgoing.destroy());
  });

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? ''}`);
    paths.push(url.pathname);
    const onward = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: { ...incoming.headers, host: new URL(target).host },
    });
    onward.end(await bytesOf(incoming));
    const [answer] = await once(onward, 'response');
    const bytes = await bytesOf(answer);
    // The service names its own address; a proxy that is honest has it name the proxy's.
    const text = bytes.toString().replaceAll(new URL(target).origin, url.origin);
    const passed = {
      url,
      authorization: incoming.headers.authorization ?? '',
      status: answer.statusCode,
      json: text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : null,
    };
    const twisted = twists
      .toReversed()
      .filter(({ path }) => url.pathname === path)
      .map(({ twist }) => twist(passed))
      .find((one) => one !== null);
    if (twisted === undefined) {
      const { 'content-length': _, ...headers } = answer.headers;
      outgoing.writeHead(answer.statusCode, headers).end(text);
      return;
    }
    const headers = { 'content-type': 'application/json', ...twisted.headers };
    outgoing.writeHead(twisted.status ?? 200, headers);
    Readable.from(twisted.body(), { objectMode: true }).pipe(outgoing);
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listens on a port, not on a pipe
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    twist: (path, twist) => twists.push({ path, twist }),
    asked: (path) => paths.filter((one) => one === path).length,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
