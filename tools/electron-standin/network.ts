import { lookup as lookUp } from 'node:dns';
import { Agent, type IncomingMessage as Answered, request as insecure, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as secure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable, type Transform, Writable } from 'node:stream';
import { connect } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

// The network of Electron as the app meets it: its requests and answers, and of Chromium what Node's `fetch` does not do. It keeps
// connections where the service does, and sends again by itself what was on one of them. What else is Chromium's: README.md.

/** A proxy, and who asks it as far as it has taken that. */
export interface Proxy {
  readonly host: string;
  readonly port: number;
  credentials: string | null;
}

/** Connections of one session, as Chromium's network has them; `proxy` is an address, or empty. */
export class Connections {
  #kept = new Map<string, Agent>();
  readonly proxy: Proxy | null;

  constructor(proxy = '') {
    const address = proxy === '' ? null : new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
    this.proxy =
      address === null ? null : { host: address.hostname, port: Number(address.port), credentials: null };
  }

  /** Those to hosts of a protocol: six to each, kept while the service keeps them, whatever the request asks for. */
  agent(protocol: string): Agent {
    const options = { keepAlive: true, maxSockets: 6, lookup, autoSelectFamily: true };
    const agent =
      this.#kept.get(protocol) ?? (protocol === 'https:' ? new SecureAgent(options) : new Agent(options));
    this.#kept.set(protocol, agent);
    return agent;
  }

  async closeAllConnections(): Promise<void> {
    for (const agent of this.#kept.values()) agent.destroy();
    this.#kept.clear();
  }
}

/** As Chromium does, "localhost" is this computer by both of its addresses, whatever its files say. */
const lookup: LookupFunction = (host, options, callback) => {
  if (!/^(.*\.)?localhost\.?$/i.test(host)) return lookUp(host, options, callback);
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  if (options.all === true) callback(null, both);
  else callback(null, '127.0.0.1', 4);
};

/** Chromium asks no proxy for these. */
function isOfThisComputer(host: string): boolean {
  return /^((.*\.)?localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}

function credentialsOf({ credentials }: Proxy): Record<string, string> {
  return credentials === null ? {} : { 'Proxy-Authorization': `Basic ${credentials}` };
}

const everybody = new Connections();

export interface RequestGiven {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly redirect?: 'follow' | 'manual' | 'error';
  readonly session?: Pick<Connections, 'agent' | 'proxy'>;
}

const forbidden = [
  'content-length',
  'host',
  'trailer',
  'te',
  'upgrade',
  'cookie2',
  'keep-alive',
  'transfer-encoding',
];
const ownHeaders = {
  'User-Agent': 'Electron',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Sec-Fetch-Site': 'none',
  'Sec-Fetch-Mode': 'no-cors',
  'Sec-Fetch-Dest': 'empty',
};

/** Electron's `net.request`. */
export class ClientRequest extends Writable {
  readonly #given: RequestGiven;
  readonly #headers = new Map<string, string>();
  readonly #chunks: Buffer[] = [];
  #sent: ReturnType<typeof insecure> | null = null;
  #answer: IncomingMessage | null = null;
  #isAborted = false;

  constructor(given: RequestGiven) {
    super({ autoDestroy: true });
    this.#given = given;
    if (!['http:', 'https:'].includes(new URL(given.url).protocol))
      throw new Error('ClientRequest only supports http: and https: protocols');
    for (const [name, value] of Object.entries(given.headers ?? {})) this.setHeader(name, value);
  }

  setHeader(name: string, value: string): void {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw new Error(`Invalid header name: '${name}'`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a value may not have
    if (/[\0\r\n]/.test(value)) throw new Error(`Invalid value for header '${name}': '${value}'`);
    this.#headers.set(name.toLowerCase(), value);
  }

  abort(): void {
    if (!this.#isAborted) process.nextTick(() => this.emit('abort'));
    this.#isAborted = true;
    this.#die();
  }

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.#chunks.push(chunk);
    callback();
  }

  override _final(callback: () => void): void {
    this.#send();
    callback();
  }

  #send(): void {
    const url = new URL(this.#given.url);
    const isUnsafe = [...this.#headers].some(
      ([name, value]) => forbidden.includes(name) || (name === 'connection' && /^upgrade$/i.test(value)),
    );
    if (isUnsafe) return process.nextTick(() => this.#die(new Error('net::ERR_INVALID_ARGUMENT')));
    const session = this.#given.session ?? everybody;
    const proxy = isOfThisComputer(url.hostname) ? null : session.proxy;
    const headers = { ...ownHeaders, ...Object.fromEntries(this.#headers) };
    const options: RequestOptions = {
      method: this.#given.method ?? 'GET',
      agent: session.agent(url.protocol),
      headers,
      maxHeaderSize: 256 * 1024,
      insecureHTTPParser: true,
    };
    if (proxy === null) this.#sendOn((url.protocol === 'https:' ? secure : insecure)(url, options));
    else if (url.protocol === 'https:') this.#tunnel(url, proxy, options);
    else {
      const { host, port } = proxy;
      const withProxy = { ...headers, Host: url.host, ...credentialsOf(proxy) };
      this.#sendOn(insecure({ ...options, host, port, path: url.href, headers: withProxy }), proxy);
    }
  }

  /** Through a connection that the proxy makes. */
  #tunnel(url: URL, proxy: Proxy, options: RequestOptions): void {
    const to = `${url.hostname}:${url.port || 443}`;
    const { host, port } = proxy;
    const headers = { Host: to, ...credentialsOf(proxy) };
    const asked = insecure({ method: 'CONNECT', host, port, path: to, headers, agent: false });
    this.#sent = asked;
    asked.on('connect', (answered, socket) => {
      if (answered.statusCode === 200) {
        const createConnection = () => connect({ socket, servername: url.hostname });
        const { agent: _, ...direct } = options;
        return this.#sendOn(secure(url, { ...direct, createConnection }));
      }
      socket.destroy();
      const fails = (): void => this.#die(new Error('net::ERR_TUNNEL_CONNECTION_FAILED'));
      if (answered.statusCode !== 407 || !this.#login(answered, proxy, fails)) fails();
    });
    asked.on('error', () => this.#isAborted || this.#die(new Error('net::ERR_PROXY_CONNECTION_FAILED')));
    asked.end();
  }

  /** Asks who asks the proxy, as often as it does not take the answer; false where it does not ask for what is known here. */
  #login(answered: Answered, proxy: Proxy, none: () => void): boolean {
    const [, realm] = /^Basic realm="?([^"]*)/i.exec(answered.headers['proxy-authenticate'] ?? '') ?? [];
    if (realm === undefined) return false;
    proxy.credentials = null;
    const { host, port } = proxy;
    const answer = (user?: string, password?: string): void => {
      if (this.#isAborted) return;
      if (user === undefined || password === undefined) return none();
      answered.destroy();
      proxy.credentials = Buffer.from(`${user}:${password}`).toString('base64');
      this.#send();
    };
    if (!this.emit('login', { isProxy: true, scheme: 'basic', host, port, realm }, answer)) answer();
    return true;
  }

  #sendOn(sent: ReturnType<typeof insecure>, proxy: Proxy | null = null): void {
    this.#sent = sent;
    sent.maxHeadersCount = 0;
    let isAnswered = false;
    sent.on('upgrade', (_, socket) => {
      socket.destroy();
      this.#die(new Error('net::ERR_INVALID_HTTP_RESPONSE'));
    });
    sent.on('response', (answered) => {
      isAnswered = true;
      // Whoever keeps a connection too long says so: Chromium takes it for the end of that connection, and sends anew.
      if (answered.statusCode === 408 && sent.reusedSocket) {
        answered.destroy();
        return this.#send();
      }
      const isAsked = answered.statusCode === 407 && proxy !== null;
      if (isAsked && this.#login(answered, proxy, () => this.#answered(answered))) return;
      this.#answered(answered);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#isAborted || isAnswered) return;
      // A connection that was kept may have ended meanwhile: Chromium sends anew, whatever the method.
      if (sent.reusedSocket) return this.#send();
      this.#die(new Error(`net::${nameOf(error)}`));
    });
    sent.end(Buffer.concat(this.#chunks));
  }

  #answered(answered: Answered): void {
    const { statusCode: status = 0 } = answered;
    const { location } = answered.headers;
    const { redirect = 'follow' } = this.#given;
    if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) {
      if (redirect !== 'manual') throw new Error('The stand-in for Electron follows no redirects.');
      answered.destroy();
      const to = new URL(location, this.#given.url).href;
      const headers = Object.entries(answered.headersDistinct).map(([name, all]) => [name, all ?? []]);
      try {
        this.emit('redirect', status, this.#given.method ?? 'GET', to, Object.fromEntries(headers));
      } finally {
        if (!this.#isAborted) this.#die(new Error('Redirect was cancelled'));
      }
      return;
    }
    const answer = new IncomingMessage(answered, (error) => this.#die(error));
    this.#answer = answer;
    this.emit('response', answer);
  }

  /** A stream that has ended tells no error by itself. */
  #die(error?: Error): void {
    if (this.destroyed && error !== undefined) this.emit('error', error);
    this.destroy(error);
    this.#sent?.destroy();
    this.#answer?.destroy(error);
  }
}

const unpacking: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Electron's answer: bytes are read as UTF-8, and what is none becomes U+FFFD. */
export class IncomingMessage extends Readable {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly httpVersion: string;
  readonly rawHeaders: string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly #answered: Answered;
  readonly #content: Readable;

  constructor(answered: Answered, onError: (error: Error) => void) {
    super();
    this.statusCode = answered.statusCode ?? 0;
    this.statusMessage = utf8(answered.statusMessage ?? '');
    this.httpVersion = answered.httpVersion;
    this.rawHeaders = answered.rawHeaders.map(utf8);
    const all = Object.entries(answered.headersDistinct);
    this.headers = Object.fromEntries(all.map(([name, values]) => [name, utf8((values ?? []).join(', '))]));
    const unpack = unpacking[answered.headers['content-encoding']?.toLowerCase() ?? ''];
    const content: Readable = unpack === undefined ? answered : answered.pipe(unpack());
    this.#answered = answered;
    this.#content = content;
    const failed = (name: string) => (): void => onError(new Error(`net::${name}`));
    answered.on(
      'error',
      failed(
        answered.headers['content-length'] === undefined
          ? 'ERR_INCOMPLETE_CHUNKED_ENCODING'
          : 'ERR_CONTENT_LENGTH_MISMATCH',
      ),
    );
    if (content !== answered) content.on('error', failed('ERR_CONTENT_DECODING_FAILED'));
    content.on('data', (chunk: Buffer) => this.push(chunk) || content.pause());
    content.on('end', () => this.push(null));
    content.pause();
  }

  override _read(): void {
    this.#content.resume();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#answered.destroy();
    callback(error);
  }
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

const names: Readonly<Record<string, string>> = {
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  EACCES: 'ERR_NETWORK_ACCESS_DENIED',
  EPIPE: 'ERR_CONNECTION_CLOSED',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'ERR_CERT_DATE_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
  HPE_HEADER_OVERFLOW: 'ERR_RESPONSE_HEADERS_TOO_BIG',
};

/** Chromium's name of an error of Node's. */
function nameOf({ code = '', message, ...error }: NodeJS.ErrnoException): string {
  const known = names[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'ERR_INVALID_HTTP_RESPONSE';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'ERR_SSL_PROTOCOL_ERROR';
  if (message === 'socket hang up') return 'ERR_EMPTY_RESPONSE';
  if (error instanceof AggregateError) return nameOf(error.errors[0]);
  return 'ERR_CONNECTION_RESET';
}

/**
 * Electron's `net.fetch`. It makes `Headers` and a `Response` in the listener, which throw for answers that there are: that error is
 * nobody's, and the promise never settles.
 */
export function fetchAsElectron(url: string, init: RequestInit = {}): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new ClientRequest({
    url,
    ...(init.method === undefined ? {} : { method: init.method }),
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(init.redirect === undefined ? {} : { redirect: init.redirect }),
  });
  init.signal?.addEventListener('abort', () => [reject(init.signal?.reason), request.abort()], {
    once: true,
  });
  request.on('response', (answer: IncomingMessage) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value);
    const isEmpty = [101, 204, 205, 304].includes(answer.statusCode);
    const body = isEmpty ? null : (Readable.toWeb(answer) as unknown as ReadableStream); // declared twice in the types
    resolve(new Response(body, { headers, status: answer.statusCode, statusText: answer.statusMessage }));
  });
  request.on('error', reject);
  request.end(typeof init.body === 'string' ? init.body : undefined);
  return promise;
}

/** What the app's network is made of (`src/main/desktop/network.ts`), without the rest of Electron. */
export const asNetwork = {
  request: (given: RequestGiven) => new ClientRequest(given),
  openLine: () => new Connections(),
  login: async () => null,
};
