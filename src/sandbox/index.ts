import { createSandbox as start } from './app.ts';
import { longestInitialisation } from './command-line.ts';
import { demonstrationFixture } from './fixture/demonstration/firm.ts';
import { readFixture, withoutLimits } from './fixture/fixture.ts';
import { scenarioDocument, scenarioPrefix } from './fixture/named.ts';
import { listen } from './http/listen.ts';

// The sandbox as a library: docs/sandbox-library.md.

export interface SandboxOptions {
  /** A fixture as an object, or a scenario by its name (`demo:no-credits`). The built-in firm if it is left out. */
  readonly fixture?: unknown;
  /** Keeps the state in this file. It is in memory if this is left out. */
  readonly data?: string;
  /** How long a new audit is `initializing`. The default is 3. */
  readonly initialisationSeconds?: number;
  /** Dialects that it speaks (docs/sandbox-dialects.md). */
  readonly variants?: readonly string[];
  /** `false` admits every request: the service's limits are not the thing under test. */
  readonly limits?: boolean;
  /** Opens the control plane to requests. `clock`, `reset`, `snapshot` and `restore` work without it. */
  readonly control?: boolean;
}

export interface Sandbox {
  /** Answers without a port. A path needs no host. Rejects if a fault resets the connection. */
  readonly fetch: (target: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The first service account. */
  readonly account: { readonly client_id: string; readonly client_secret: string };
  readonly clock: {
    readonly now: () => Promise<Date>;
    readonly advance: (seconds: number) => Promise<void>;
    readonly freeze: () => Promise<void>;
    readonly unfreeze: () => Promise<void>;
  };
  /** Goes back to the fixture. */
  readonly reset: () => Promise<void>;
  /** The whole state, for `restore`, now or in another process. */
  readonly snapshot: () => Promise<Uint8Array>;
  readonly restore: (snapshot: Uint8Array) => Promise<void>;
  /** Opens a port of 127.0.0.1: a free one unless it is given. */
  readonly listen: (
    port?: number,
  ) => Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }>;
  /** May be called again. */
  readonly close: () => Promise<void>;
}

/** Starts a sandbox in this process. Rejects with a line for each fault of the options and the fixture. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { control: isOpen = false, fixture: given, limits = true, ...rest } = options;
  const { data, initialisationSeconds = 0 } = rest;
  if (data === '') throw new Error('data: the name of a file is required');
  if (!(initialisationSeconds >= 0 && initialisationSeconds <= longestInitialisation))
    throw new Error('initialisationSeconds: a number from 0 is required');
  const fixture = readFixture(await documentOf(given));
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await start({
    ...rest,
    fixture: limits ? fixture.value : withoutLimits(fixture.value),
    control: true,
  });
  const ask = async (method: string, path: string, body?: string | Uint8Array): Promise<Response> => {
    const init = { method, body: typeof body === 'object' ? new Uint8Array(body) : (body ?? null) };
    const answer = await sandbox.fetch(new Request(new URL(`/__sandbox/${path}/`, here), init));
    if (answer.ok) return answer;
    throw new Error(await answer.text());
  };
  const move = async (change: object) => {
    await ask('POST', 'clock', JSON.stringify(change));
  };
  let isClosed = false;
  const isHidden = (path: string) => !isOpen && path.startsWith('/__sandbox/');
  return {
    fetch: async (target, init) => {
      const request = new Request(target instanceof Request ? target : new URL(target, here), init);
      return isHidden(new URL(request.url).pathname) ? notFound() : sandbox.fetch(request);
    },
    account: sandbox.account,
    clock: {
      now: async () => new Date(((await (await ask('GET', 'clock')).json()) as { readonly now: string }).now),
      advance: (seconds) => move({ advance_seconds: seconds }),
      freeze: () => move({ frozen: true }),
      unfreeze: () => move({ frozen: false }),
    },
    reset: async () => {
      await ask('POST', 'reset');
    },
    snapshot: async () => new Uint8Array(await (await ask('GET', 'snapshot')).arrayBuffer()),
    restore: async (snapshot) => {
      await ask('POST', 'snapshot', snapshot);
    },
    listen: (port = 0) =>
      listen({ answer: (request) => (isHidden(request.path) ? closedPlane : sandbox.answer(request)) }, port),
    close: async () => {
      if (!isClosed) await sandbox.close();
      isClosed = true;
    },
  };
}

const here = 'http://sandbox.invalid';
const closedPlane = { delivery: 'whole', answer: { status: 404, headers: {}, body: '' } } as const;
const notFound = () => new Response(null, { status: 404 });

async function documentOf(given: unknown): Promise<unknown> {
  if (given === undefined) return demonstrationFixture();
  if (typeof given !== 'string' || !given.startsWith(scenarioPrefix)) return given;
  const scenario = await scenarioDocument(given);
  if (!scenario.ok) throw new Error(`fixture: ${scenario.fault}`);
  return scenario.document;
}
