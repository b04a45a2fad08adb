import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';

export interface Running {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly ready: { readonly base_url: string; readonly client_id: string; readonly client_secret: string };
  readonly ended: Promise<Ended>;
}
interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the service as processes. `check` compares every answer with the OpenAPI document, which takes memory. */
export function createProcesses({ check }: { readonly check: boolean }) {
  const hook = check ? ['--import', './src/sandbox/testing/tell-answers.ts'] : [];
  const children = new Set<ChildProcess>();
  const undocumented: string[] = [];
  const keep = (child: ChildProcess) => {
    children.add(child);
  };
  const launch = (words: readonly string[], node: readonly string[] = []) => {
    const child = spawn(process.execPath, [...hook, ...node, 'src/sandbox/cli.ts', ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/node-compile' }, // halves the time to start
    });
    keep(child);
    let [out, err] = ['', ''];
    const ready = Promise.withResolvers<string>();
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
      if (out.includes('\n')) ready.resolve(out);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      err += chunk;
      if (chunk.includes('OpenAPI document')) undocumented.push(chunk);
    });
    const ended = new Promise<Ended>((resolve) => {
      child.on('close', (status) => {
        ready.reject(new Error(err));
        resolve({ status, out, err });
      });
    });
    ready.promise.catch(() => {}); // a run that is meant to fail is awaited by its end
    return { child, ready: ready.promise, ended };
  };

  const start = async (words: readonly string[], node: readonly string[] = []): Promise<Running> => {
    const { child, ready: line, ended } = launch(words, node);
    const ready = JSON.parse(await line) as Running['ready']; // what sandbox.md promises to print
    return { child, ready, baseUrl: ready.base_url, ended };
  };

  const endAll = () => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
    if (undocumented.length > 0) throw new Error(undocumented.splice(0).join(''));
  };
  return { launch, start, keep, endAll };
}

export async function tokenOf({ baseUrl }: Running, id: string, secret: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/oauth/token/`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string }; // as the token tests prove
  return token;
}

export async function call(
  { baseUrl }: Running,
  token: string,
  method: string,
  path: string,
  body?: unknown,
) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

/** A port that nobody listens at, for a program that is told one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
