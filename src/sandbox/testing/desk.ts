import { createSandbox, type Sandbox, type SandboxOptions } from '../app.ts';
import { readFixture } from '../fixture/fixture.ts';
import { storeForTest } from './stores.ts';
import { type TwoFirms, twoFirms } from './two-firms.ts';

interface Received {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
  readonly headers: Headers;
}

/** A service for one test. Its clock stands still until the test moves it. */
export interface Desk {
  /** Sends a JSON request as a service account, or without a token. */
  readonly call: (
    method: string,
    path: string,
    options?: {
      readonly as?: string | null;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ) => Promise<Received>;
  readonly get: (path: string, as?: string) => Promise<Received>;
  readonly post: (path: string, body: unknown, as?: string) => Promise<Received>;
  readonly control: (method: string, path: string, body?: unknown) => Promise<Received>;
  readonly advance: (seconds: number) => Promise<void>;
  readonly token: (clientId: string) => Promise<string>;
  readonly requestToken: (fields: Readonly<Record<string, string>> | string) => Promise<Received>;
  readonly sandbox: Pick<Sandbox, 'fetch' | 'answer'>;
}

export const startOfTime = Date.UTC(2027, 0, 15, 9, 0, 0);
export const manager = 'north-manager';
const origin = 'http://127.0.0.1:4000';

export function openDesk(
  change: (fixture: TwoFirms) => unknown = (fixture) => fixture,
  options: Partial<SandboxOptions> = {},
): Desk {
  const fixture = readFixture(change(twoFirms()));
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const { machineTime = () => startOfTime } = options;
  const open = async () =>
    createSandbox({
      fixture: fixture.value,
      control: true,
      database: await storeForTest(machineTime()),
      ...options,
      machineTime,
    });
  const opening = open();
  opening.catch(() => {}); // the first request tells
  const sandbox: Desk['sandbox'] = {
    fetch: async (request) => (await opening).fetch(request),
    answer: async (request) => (await opening).answer(request),
  };
  const tokens = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<Received> => {
    const response = await sandbox.fetch(new Request(`${origin}${path}`, init));
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    const body: unknown = isJson ? JSON.parse(text) : null;
    return { status: response.status, body, text, headers: response.headers };
  };
  const requestToken: Desk['requestToken'] = (fields) =>
    send('/api/v1/oauth/token/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  const token = async (clientId: string): Promise<string> => {
    const received = await requestToken({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientId.replace('-', ' ').concat(' secret'),
    });
    return (received.body as { readonly access_token: string }).access_token; // a failure shows in the next request
  };
  const tokenOf = async (clientId: string): Promise<string> => {
    const kept = tokens.get(clientId) ?? (await token(clientId));
    tokens.set(clientId, kept);
    return kept;
  };
  const call: Desk['call'] = async (method, path, { as = manager, body, headers = {} } = {}) =>
    send(`/api/v1${path}`, {
      method,
      headers: {
        ...(as === null ? {} : { Authorization: `Bearer ${await tokenOf(as)}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const control: Desk['control'] = (method, path, body) =>
    send(`/__sandbox${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return {
    call,
    get: (path, as) => call('GET', path, as === undefined ? {} : { as }),
    post: (path, body, as) => call('POST', path, as === undefined ? { body } : { body, as }),
    control,
    advance: async (seconds) => {
      await control('POST', '/clock/', { advance_seconds: seconds });
    },
    token,
    requestToken,
    sandbox,
  };
}
