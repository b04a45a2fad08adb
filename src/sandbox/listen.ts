import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from './app.ts';
import { mayEnter } from './doorkeeper.ts';
import { type Answer, detail, longestBody, type Outcome } from './exchange.ts';

export interface Listener {
  readonly baseUrl: string;
  /** Finishes the requests under way, then resolves. */
  readonly close: () => Promise<void>;
}

/** Opens the service's only port, on 127.0.0.1; 0 takes a free one. Rejects where it cannot be had. */
export async function listen(sandbox: Pick<Sandbox, 'answer'>, port: number): Promise<Listener> {
  let [underWay, closing] = [0, false];
  let idle = () => {};

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    underWay += 1;
    try {
      // Waits only where there is something to wait for: each turn of the event loop costs as much as the answer itself.
      const body = hasBody(request) ? await bodyOf(request) : nothing;
      if (body === null) return; // the caller went away before the request was complete
      const answered = outcomeOf(sandbox, request, body, address.port);
      const outcome = answered instanceof Promise ? await answered : answered;
      if (closing) response.setHeader('Connection', 'close');
      if (outcome.delivery === 'half') await sendHalf(outcome.answer, response);
      else send(outcome, response);
    } finally {
      underWay -= 1;
      if (underWay === 0) idle();
    }
  };
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const responses = open.get(request.socket) ?? new Set();
    open.set(request.socket, responses.add(response));
    response.once('close', () => responses.delete(response));
    serve(request, response).catch(() => {
      response.destroy();
    });
  };
  // Without a Host header the doorkeeper refuses, in the form of every other refusal.
  const server = createServer({ requireHostHeader: false }, take);
  server.on('checkExpectation', take); // an expectation that is not known is none
  server.on('connect', (_request, socket) => {
    socket.end(malformed(400)); // it asks for a proxy
  });
  const refuse = async ({ code }: Error & { readonly code?: string }, socket: Socket): Promise<void> => {
    // What came before it on the same connection is carried out, and so is answered first.
    const earlier = [...(open.get(socket) ?? [])].filter(({ req }) => req.complete);
    await Promise.all(earlier.map((response) => once(response, 'close')));
    if (socket.writable) socket.end(malformed(code === 'HPE_HEADER_OVERFLOW' ? 431 : 400));
  };
  server.on('clientError', (error, socket: Socket) => {
    void refuse(error, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    baseUrl: `http://127.0.0.1:${String(address.port)}`,
    close: async () => {
      closing = true;
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      await new Promise<void>((resolve) => {
        idle = resolve;
        if (underWay === 0) resolve();
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

const refusedEntry: Outcome = {
  delivery: 'whole',
  answer: detail(403, 'This service answers only requests of this machine to its own address.'),
};

function outcomeOf(
  sandbox: Pick<Sandbox, 'answer'>,
  { headers, rawHeaders, method = '', url = '' }: IncomingMessage,
  body: Uint8Array | 'too-large',
  port: number,
): Outcome | Promise<Outcome> {
  // A request target may be a whole address; its host counts then, and the header does not (RFC 9112 §3.2.2).
  const [address = '', named] = url.startsWith('/') ? [] : (/^https?:\/\/([^/?]*)/i.exec(url) ?? []);
  const host = named ?? onlyHost(rawHeaders);
  const target = url.slice(address.length);
  const queryAt = target.indexOf('?');
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  const login = method === 'POST' && path === '/api/v1/docs/';
  if (!mayEnter({ host, origin: headers.origin, login }, port)) return refusedEntry;
  return sandbox.answer({
    method,
    path,
    query: queryAt < 0 ? '' : target.slice(queryAt + 1),
    origin: `http://${host ?? ''}`,
    header: (name) => headers[name]?.toString(),
    body,
  });
}

/** The host that the headers name, names and values in turn; undefined where there is none, or another one too. */
function onlyHost(rawHeaders: readonly string[]): string | undefined {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[index + 1];
  }
  return host;
}

const nothing = new Uint8Array();
const mostDrained = 64 * longestBody; // a caller that sends more is cut off instead of answered

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return (length !== undefined && length !== '0') || encoding !== undefined;
}

/** Null where it ends before its end. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | 'too-large' | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      // Read to its end all the same: a caller still sending would not see the answer.
      if (size <= longestBody) chunks.push(chunk);
      else if (size > mostDrained) return null;
    }
  } catch {
    return null;
  }
  return size > longestBody ? 'too-large' : Buffer.concat(chunks);
}

function send({ delivery, answer }: Outcome, response: ServerResponse): void {
  if (delivery === 'none') {
    response.socket?.resetAndDestroy();
    return;
  }
  writeHead(answer, response);
  response.end(answer.body); // text leaves together with the head; bytes would be a second piece
}

async function sendHalf(answer: Answer, response: ServerResponse): Promise<void> {
  writeHead(answer, response);
  const bytes = Buffer.from(answer.body);
  await new Promise<void>((resolve) => {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
      resolve();
    });
  });
  await pause(20); // a reset overtakes what the caller has not read yet
  response.socket?.resetAndDestroy();
}

function writeHead({ status, headers, body }: Answer, response: ServerResponse): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': length });
}

/** An answer to what is not HTTP. */
function malformed(status: 400 | 431): string {
  const { body }: Answer = detail(status, 'Malformed request.');
  const reason = status === 400 ? 'Bad Request' : 'Request Header Fields Too Large';
  return [
    `HTTP/1.1 ${String(status)} ${reason}`,
    'Content-Type: application/json',
    `Content-Length: ${String(body.length)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
