import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../app.ts';
import { type AllowedHost, mayEnter, type Place, reachable } from './entry.ts';
import { type Answer, detail, longestBody, mostOf, type Outcome } from './exchange.ts';

export interface Listener {
  readonly baseUrl: string;
  /** Resolves once the requests in progress are answered. */
  readonly close: () => Promise<void>;
}

export interface ListenOptions {
  /** An address of this machine. The default is 127.0.0.1, which no other machine reaches. */
  readonly address?: string;
  readonly allowedHosts?: readonly AllowedHost[];
}

/** Opens the service's only port. 0 takes a free one. */
export async function listen(
  sandbox: Pick<Sandbox, 'answer'>,
  port: number,
  { address = '127.0.0.1', allowedHosts = [] }: ListenOptions = {},
): Promise<Listener> {
  let [underWay, closing] = [0, false];
  let idle = () => {};

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    underWay += 1;
    try {
      // Waits only if it must: a turn of the event loop costs as much as the answer itself.
      const body = hasBody(request) ? await bodyOf(request) : nothing;
      if (body === null) return; // the caller left before the request was complete
      const answered = outcomeOf(sandbox, request, body, place);
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
  // `mayEnter` refuses a request without a Host header, in the form of other refusals.
  const server = createServer({ requireHostHeader: false }, take);
  server.on('checkExpectation', take); // an unknown expectation is ignored
  server.on('connect', (_request, socket) => {
    socket.end(malformed(400)); // it asks for a proxy
  });
  const refuse = async ({ code }: Error & { readonly code?: string }, socket: Socket): Promise<void> => {
    // Earlier requests of the same connection were carried out, so they are answered first.
    const earlier = [...(open.get(socket) ?? [])].filter(({ req }) => req.complete);
    await Promise.all(earlier.map((response) => once(response, 'close')));
    if (socket.writable) socket.end(malformed(code === 'HPE_HEADER_OVERFLOW' ? 431 : 400));
  };
  server.on('clientError', (error, socket: Socket) => {
    void refuse(error, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const taken = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const place: Place = { address, port: taken.port, allowedHosts };
  return {
    baseUrl: `http://${reachable(address)}:${String(taken.port)}`,
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
  place: Place,
): Outcome | Promise<Outcome> {
  // If the request target is a whole address, its host counts and the header does not (RFC 9112 §3.2.2).
  const [address = '', named] = url.startsWith('/') ? [] : (/^https?:\/\/([^/?]*)/i.exec(url) ?? []);
  const host = named ?? onlyHost(rawHeaders);
  const target = url.slice(address.length);
  const queryAt = target.indexOf('?');
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  const own = path.replace(/^\/worlds\/[^/]+(?=\/)/, ''); // what a world has at it
  const isOwnPage = own.startsWith('/api/v1/') || own.startsWith('/__sandbox/'); // the API asks further: `isOfPage`
  const site = headers['sec-fetch-site']?.toString();
  if (!mayEnter({ host, origin: headers.origin, site, isOwnPage }, place)) return refusedEntry;
  return sandbox.answer({
    method,
    path,
    query: queryAt < 0 ? '' : target.slice(queryAt + 1),
    origin: `http://${host ?? ''}`,
    header: (name) => headers[name]?.toString(),
    body,
  });
}

/** The host in the headers (names and values in turn), or undefined if there is not exactly one. */
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
const mostDrained = 64 * longestBody; // a caller that sends more gets no answer

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return (length !== undefined && length !== '0') || encoding !== undefined;
}

/** Null if the caller leaves early. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | 'too-large' | null> {
  const longest = mostOf(request.url?.split('?', 1)[0] ?? '');
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      // It reads on, because a caller that is still sending does not see an answer.
      if (size <= longest) chunks.push(chunk);
      else if (size > longest + mostDrained) return null;
    }
  } catch {
    return null;
  }
  return size > longest ? 'too-large' : Buffer.concat(chunks);
}

function send({ delivery, answer }: Outcome, response: ServerResponse): void {
  if (delivery === 'none') {
    response.socket?.resetAndDestroy();
    return;
  }
  writeHead(answer, response);
  response.end(answer.bytes ?? answer.body); // text is sent together with the head, bytes are not
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

function writeHead({ status, headers, body, bytes }: Answer, response: ServerResponse): void {
  const length = bytes?.length ?? Buffer.byteLength(body);
  response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': length });
}

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
