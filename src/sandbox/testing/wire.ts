import { connect, type Socket } from 'node:net';
import { createSandbox, type SandboxOptions } from '../app.ts';
import { readFixture } from '../fixture/fixture.ts';
import { listen } from '../http/listen.ts';
import { manager } from './desk.ts';
import { type TwoFirms, twoFirms } from './two-firms.ts';

type Piece = string | Uint8Array | null;

interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** A service behind a real port, spoken to in bytes. */
export interface Wire {
  readonly port: number;
  readonly baseUrl: string;
  readonly token: (clientId?: string) => Promise<string>;
  /** The head of a request with its blank line. By default it has a manager's token and our own host. */
  readonly head: (line: string, headers?: readonly string[]) => string;
  /** Sends pieces as they are (null ends sending). Resolves once the service has closed the connection or given `most` answers. */
  readonly exchange: (pieces: readonly Piece[], most: number) => Promise<readonly WireAnswer[]>;
  readonly close: () => Promise<void>;
}

export async function openWire(
  change: (fixture: TwoFirms) => unknown = (fixture) => fixture,
  options: Partial<SandboxOptions> = {},
): Promise<Wire> {
  const fixture = readFixture(change(twoFirms()));
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value, control: true, ...options });
  const listener = await listen(sandbox, 0);
  const port = Number(new URL(listener.baseUrl).port);
  const token: Wire['token'] = async (clientId = manager) => {
    const response = await fetch(`${listener.baseUrl}/api/v1/oauth/token/`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: `${clientId.replace('-', ' ')} secret`,
      }),
    });
    return ((await response.json()) as { readonly access_token: string }).access_token; // a failure shows in the next request
  };
  const own = await token();
  return {
    port,
    baseUrl: listener.baseUrl,
    token,
    head: (line, headers = []) =>
      [
        `${line} HTTP/1.1`,
        ...(headers.some((header) => /^host:/i.test(header)) ? [] : [`Host: 127.0.0.1:${String(port)}`]),
        ...(headers.some((header) => /^authorization:/i.test(header))
          ? []
          : [`Authorization: Bearer ${own}`]),
        ...headers,
        '',
        '',
      ].join('\r\n'),
    exchange: (pieces, most) => exchange(port, pieces, most),
    close: async () => {
      await listener.close();
      await sandbox.close();
    },
  };
}

function exchange(port: number, pieces: readonly Piece[], most: number): Promise<readonly WireAnswer[]> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const done = () => {
      socket.destroy();
      resolve(answersIn(received));
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (answersIn(received).length >= most) done();
    });
    socket.on('error', reject);
    socket.on('close', done);
    socket.on('connect', () => {
      writeInTurn(socket, pieces);
    });
  });
}

/** Sends each piece after the one before has left, so that they arrive apart. */
function writeInTurn(socket: Socket, [piece, ...others]: readonly Piece[]): void {
  if (piece === undefined) return;
  if (piece === null) {
    socket.end();
    return;
  }
  socket.write(piece, () => {
    setImmediate(() => {
      writeInTurn(socket, others);
    });
  });
}

/** All complete answers in a stream of bytes, without `100 Continue`. */
function answersIn(bytes: Buffer): readonly WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    const [status, length] = [Number(first.split(' ')[1]), Number(headers.get('content-length') ?? 0)];
    const body = rest.subarray(end + 4, end + 4 + length);
    if (body.length < length) return answers;
    if (status !== 100) answers.push({ status, headers, text: body.toString('utf8') });
    rest = rest.subarray(end + 4 + length);
  }
}
