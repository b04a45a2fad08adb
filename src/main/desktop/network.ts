import { Readable } from 'node:stream';
import type { Pair } from '../../shared/sign-in.ts';
import type { Answer, Fetch, Sending } from '../api/exchange.ts';
import type { AnswerHeaders } from '../api/outcome.ts';
import { unlessGivenUp } from '../clock.ts';
import type { AskingProxy, ProxyAnswer, ProxyLogin } from './proxy-login.ts';

/** What of an answer of Electron's is looked at; its content comes by the stream that it is (docs of `IncomingMessage`). */
interface NetAnswer {
  readonly statusCode: number;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: string[];
}

/** What of a request of Electron's is used. */
interface NetRequest {
  on(event: 'response', listener: (answer: NetAnswer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(
    event: 'redirect',
    listener: (status: number, method: string, to: string, headers: Record<string, string[]>) => void,
  ): unknown;
  on(
    event: 'login',
    listener: (
      by: AskingProxy & { readonly isProxy: boolean },
      answer: (user?: string, password?: string) => void,
    ) => void,
  ): unknown;
  end(body?: string): unknown;
  abort(): void;
}

/** A session of Electron's, as far as its connections go. */
interface Line {
  readonly closeAllConnections: () => Promise<void>;
}

interface NetworkDeps<Session extends Line> {
  readonly request: (options: {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly redirect: 'manual';
    readonly credentials: 'omit';
    readonly cache: 'no-store';
    readonly session: Session;
  }) => NetRequest;
  /** A session of its own for each number: nothing else goes by it. */
  readonly openLine: (number: number) => Session;
  /** Who asks a proxy; null where nobody says. `refused` is what it did not take from this request. Never rejects. */
  readonly login: ProxyLogin['answer'];
  /** A service did not take the certificate that this app showed it, or wants one. */
  readonly onCertificateRefused?: () => void;
}

/**
 * Electron's network, of which each request reaches the service once at most. Chromium sends a request again by itself, a `POST` too,
 * where the connection that it had kept ends before the answer. So no request gets a kept connection, also where a service keeps those
 * that it was asked to close: each has a session to itself, whose connections are closed first. Never uses `Response` or `Headers`,
 * which throw for answers that there are, in a place where nobody catches it (decision 0047).
 */
export function openNetwork<Session extends Line>({
  request,
  openLine,
  login,
  onCertificateRefused,
}: NetworkDeps<Session>): Fetch {
  const lines = createLines(openLine);
  return async (url, sending) => {
    const line = await lines.take(new URL(url).origin, sending.signal);
    try {
      await line.session.closeAllConnections();
      return await send({ request, login }, line.session, url, sending, line.free);
    } catch (thrown) {
      line.free();
      if (refusedCertificate.test(String(thrown))) onCertificateRefused?.();
      throw thrown;
    }
  };
}

const refusedCertificate = /CLIENT_AUTH|CERTIFICATE_REQUIRED/; // in Chromium's names of errors

const mostAtOnce = 6; // to one service, as Chromium has it

/** Sessions that carry one request at a time. */
function createLines<Session>(open: (number: number) => Session) {
  const idle: Session[] = [];
  const rows = new Map<string, { busy: number; readonly waiting: (() => void)[] }>();
  let opened = 0;

  const rowOf = (origin: string) => {
    const row = rows.get(origin) ?? { busy: 0, waiting: [] };
    rows.set(origin, row);
    return row;
  };

  return {
    /** One that nothing else uses, once there is one for this service; `free` gives it back. Throws where the signal is given before. */
    take: async (origin: string, signal: AbortSignal) => {
      const row = rowOf(origin);
      while (row.busy >= mostAtOnce) {
        const { promise, resolve } = Promise.withResolvers<void>();
        row.waiting.push(resolve);
        await unlessGivenUp(signal, promise);
        signal.throwIfAborted();
      }
      row.busy += 1;
      const session = idle.pop() ?? open((opened += 1));
      let isFree = false;
      return {
        session,
        free: (): void => {
          if (isFree) return;
          isFree = true;
          row.busy -= 1;
          idle.push(session);
          for (const go of row.waiting.splice(0)) go(); // those that nobody waits for any more leave the place to others
        },
      };
    },
  };
}

/** Settles with the answer's head, whatever it is; `over` is called once nothing more comes of the request. */
function send<Session extends Line>(
  { request, login }: Pick<NetworkDeps<Session>, 'request' | 'login'>,
  session: Session,
  url: string,
  { method, headers, body, signal, hold }: Sending,
  over: () => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      url,
      method,
      headers,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      session,
    });
    const proxy = beforeProxies(login);
    const fail = (why: unknown): void => {
      proxy.over(false);
      over();
      reject(why instanceof Error ? why : new Error(String(why)));
    };
    // What a listener throws is nobody's: it would end the app.
    const guarded =
      <Given extends readonly unknown[]>(listener: (...given: Given) => void) =>
      (...given: Given): void => {
        try {
          listener(...given);
        } catch (thrown) {
          fail(thrown);
        }
      };
    sent.on('error', fail);
    sent.on(
      'response',
      guarded((answer) => {
        proxy.over(answer.statusCode !== 407);
        if (!(answer instanceof Readable)) throw new Error('An answer is a stream.');
        answer.on('error', () => undefined); // whoever reads it hears of it
        answer.once('close', over);
        resolve({ status: answer.statusCode, headers: headersOf(answer.rawHeaders), body: answer });
      }),
    );
    sent.on(
      'redirect',
      guarded((status, _method, _to, given) => {
        proxy.over(true);
        const answered = headersOf(Object.entries(given).flatMap(([name, all]) => [name, all.join(', ')]));
        if (answered.has(byItself)) fail(named('ERR_REDIRECT_TO_HTTPS'));
        else resolve({ status, headers: answered, body: null }); // and is not followed: it ends with an error
      }),
    );
    sent.on(
      'login',
      guarded((by, answer) => {
        if (!by.isProxy) return answer(); // with nothing: what the service says without it is the answer
        const asked = proxy.answer(by);
        hold?.(asked);
        void asked.then(
          guarded((pair) => {
            if (pair !== null) return answer(pair.user, pair.password);
            fail(named('ERR_PROXY_AUTH_REQUESTED'));
            answer();
          }),
        );
      }),
    );
    const stop = (): void => sent.abort();
    if (signal.aborted) stop();
    signal.addEventListener('abort', () => [stop(), fail(signal.reason)], { once: true });
    sent.end(body);
  });
}

/** What one request says to the proxies that ask it. */
function beforeProxies(login: ProxyLogin['answer']) {
  let [said, isOver]: [ProxyAnswer | null, boolean] = [null, false];
  const end = (isTaken: boolean): void => {
    said?.over(isTaken);
    said = null;
  };
  return {
    answer: async (by: AskingProxy): Promise<Pair | null> => {
      const refused = said?.pair ?? null;
      end(false);
      said = await login(by, refused);
      if (isOver) end(false);
      return said?.pair ?? null;
    },
    /** It has its answer, or none comes. */
    over: (isTaken: boolean): void => {
      isOver = true;
      end(isTaken);
    },
  };
}

// Chromium answers in place of the service, where the service's host is known to want https.
const byItself = 'non-authoritative-reason';

function named(code: string): Error {
  return Object.assign(new Error(`net::${code}`), { code });
}

/** Headers as they came, whatever characters they have; several of a name are one, by commas. */
function headersOf(raw: readonly string[]): AnswerHeaders {
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at]?.toLowerCase(), raw[at + 1]?.trim()];
    const former = values.get(name);
    values.set(name, former === undefined ? value : `${former}, ${value}`);
  }
  return {
    get: (name) => values.get(name.toLowerCase()) ?? null,
    has: (name) => values.has(name.toLowerCase()),
  };
}
