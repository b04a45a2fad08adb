import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, BlockList, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reached } from '../app.ts';
import { type Awaitable, after } from '../awaitable.ts';
import { type AllowedHost, entryRefusal, isAmong, type Place, reachable, sentTo } from './entry.ts';
import {
  type Answer,
  because,
  detail,
  longestBody,
  mostOf,
  type Outcome,
  type ServiceRequest,
  whole,
} from './exchange.ts';

export interface Listener {
  readonly baseUrl: string;
  /** Resolves once the requests in progress are answered. */
  readonly close: () => Promise<void>;
}

export interface ListenOptions {
  /** An address of this machine. The default is 127.0.0.1, which no other machine reaches. */
  readonly address?: string;
  readonly allowedHosts?: readonly AllowedHost[];
  /** Where others reach it; without it, where it listens. */
  readonly publicOrigin?: string | undefined;
  /** Whose forwarded headers are believed. */
  readonly proxies?: BlockList | null;
  /** Ends TLS itself with these, in PEM form. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/** Opens the service's only port. 0 takes a free one. */
export async function listen(sandbox: Reached, port: number, options: ListenOptions = {}): Promise<Listener> {
  const { address = '127.0.0.1', allowedHosts = [], publicOrigin, proxies = null, tls } = options;
  const scheme = tls === undefined ? 'http' : 'https';
  let [underWay, closing] = [0, false];
  let idle = () => {};

  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    earlier: Promise<void> | null,
  ): Promise<void> => {
    underWay += 1;
    try {
      // Waits only if it must: a turn of the event loop costs as much as the answer itself.
      const body = hasBody(request) ? await bodyOf(request) : nothing;
      if (body === null) return; // the caller left before the request was complete
      if (earlier !== null) await earlier;
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
  const open = new WeakMap<Socket, Map<ServerResponse, Promise<void>>>();
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const responses = open.get(request.socket) ?? new Map<ServerResponse, Promise<void>>();
    // A request that did not wait for an answer is carried out after the ones before it (RFC 9112 §9.3.2).
    const earlier = [...responses.values()].at(-1) ?? null;
    const served = serve(request, response, earlier).catch(() => {
      response.destroy();
    });
    open.set(request.socket, responses.set(response, served));
    response.once('close', () => responses.delete(response));
  };
  const server = serverFor(tls, take);
  server.on('checkExpectation', take); // an unknown expectation is ignored
  server.on('connect', (_request, socket) => {
    socket.end(written(notHttp)); // it asks for a proxy
  });
  const refuse = async ({ code, rawPacket }: Unread, socket: Socket): Promise<void> => {
    // Earlier requests of the same connection were carried out, so they are answered first.
    const earlier = [...(open.get(socket)?.keys() ?? [])].filter(({ req }) => req.complete);
    await Promise.all(earlier.map((response) => once(response, 'close')));
    if (!socket.writable) return;
    const refusal = code === 'HPE_HEADER_OVERFLOW' ? headersTooLarge : notHttp;
    socket.end(written(refusal));
    await sandbox.note?.({ ...readIn(rawPacket), origin: '', body: nothing }, refusal);
  };
  server.on('clientError', (error: Unread, socket: Socket) => {
    if (error.code?.startsWith('ERR_SSL_') === true)
      socket.destroy(); // nothing was said that could be answered
    else void refuse(error, socket);
  });
  await opened(server, port, address);
  const taken = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const place: ListeningPlace = { address, port: taken.port, allowedHosts, publicOrigin, proxies, scheme };
  return {
    baseUrl: publicOrigin ?? `${scheme}://${reachable(address)}:${String(taken.port)}`,
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

/** Fails where the port cannot be taken. */
function opened(server: Server, port: number, address: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function serverFor(tls: ListenOptions['tls'], take: RequestListener): Server {
  const settings = { requireHostHeader: false }; // `entryRefusal` refuses it, in the form of other refusals
  return tls === undefined ? createServer(settings, take) : createTlsServer({ ...settings, ...tls }, take);
}

interface ListeningPlace extends Place {
  readonly proxies: BlockList | null;
  readonly scheme: 'http' | 'https';
}

function outcomeOf(
  sandbox: Reached,
  { headers, rawHeaders, method = '', url = '', socket }: IncomingMessage,
  body: Uint8Array | 'too-large',
  place: ListeningPlace,
): Awaitable<Outcome> {
  // If the request target is a whole address, its host counts and the header does not (RFC 9112 §3.2.2).
  const [address = '', named] = url.startsWith('/') ? [] : (/^https?:\/\/([^/?]*)/i.exec(url) ?? []);
  const header = (name: string) => headers[name]?.toString();
  const direct = { scheme: place.scheme, host: named ?? onlyHost(rawHeaders) };
  const isForwarded = place.proxies !== null && isAmong(place.proxies, socket.remoteAddress);
  const { scheme, host } = isForwarded ? sentTo(direct, header) : direct;
  const target = url.slice(address.length);
  const queryAt = target.indexOf('?');
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  const own = path.replace(/^\/worlds\/[^/]+(?=\/)/, ''); // what a world has at it
  const isOwnPage = own.startsWith('/api/v1/') || own.startsWith('/__sandbox/'); // the API asks further: `isOfPage`
  const site = headers['sec-fetch-site']?.toString();
  const refusal = entryRefusal({ scheme, host, origin: headers.origin, site, isOwnPage }, place);
  const request: ServiceRequest = {
    method,
    path,
    query: queryAt < 0 ? '' : target.slice(queryAt + 1),
    origin: place.publicOrigin ?? `${scheme}://${host ?? ''}`,
    header,
    body,
  };
  if (refusal === null) return sandbox.answer(request);
  const outcome = whole(refusal);
  return after(sandbox.note?.(request, refusal), () => outcome);
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
function bodyOf(request: IncomingMessage): Promise<Uint8Array | 'too-large' | null> {
  const longest = mostOf(request.url?.split('?', 1)[0] ?? '');
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // It reads on, because a caller that is still sending does not see an answer.
      if (size <= longest) chunks.push(chunk);
      else if (size > longest + mostDrained) {
        request.destroy();
        resolve(null);
      }
    });
    request.once('end', () => {
      resolve(size > longest ? 'too-large' : (onlyOf(chunks) ?? Buffer.concat(chunks)));
    });
    request.once('error', () => {
      resolve(null);
    });
  });
}

function onlyOf<One>(some: readonly One[]): One | undefined {
  return some.length === 1 ? some[0] : undefined;
}

function send({ delivery, answer }: Outcome, response: ServerResponse): void {
  if (delivery === 'none') {
    response.socket?.resetAndDestroy();
    return;
  }
  const length = writeHead(answer, response);
  // Text is sent together with the head, bytes are not. A text that has as many bytes as characters is the same in both encodings.
  if (answer.bytes === undefined)
    response.end(answer.body, length === answer.body.length ? 'latin1' : 'utf8');
  else response.end(answer.bytes);
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

/** Answers how many bytes the body has. */
function writeHead({ status, headers, body, bytes }: Answer, response: ServerResponse): number {
  const length = bytes?.length ?? Buffer.byteLength(body);
  response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': length });
  return length;
}

const malformed = 'Malformed request.';
const headersTooLarge = because(detail(431, malformed), 'headers-too-large');
const notHttp = because(detail(400, malformed), 'not-http');

/** An answer as text, where there is no request to answer to. */
function written({ status, headers, body }: Answer): string {
  return [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${String(body.length)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/** What could not be read to its end. */
interface Unread extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Method, path and headers of a request of which only a beginning came. Earlier ones of the same packet may not pass for it. */
function readIn(packet: Buffer | undefined): Pick<ServiceRequest, 'method' | 'path' | 'query' | 'header'> {
  const text = packet?.toString('latin1') ?? '';
  const lines = [...text.matchAll(/^([A-Z]+) (\/[^ ?]*)(?:\?(\S*))? HTTP\/1\.\d\r$/gm)];
  const [, method = '–', path = '(not read)', query = ''] = lines.length === 1 ? (lines[0] ?? []) : [];
  return {
    method,
    path,
    query,
    header: (name) => new RegExp(`^${name}: *(.*?)\r?$`, 'im').exec(text)?.[1],
  };
}
