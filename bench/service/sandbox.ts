import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenThousandAudits } from '../../src/sandbox/fixture/scenarios/ten-thousand-audits.ts';
import { besides, end, lineOf, startNode } from './processes.ts';

export interface Running {
  readonly pid: number;
  readonly port: number;
  /** A token that is good for an hour. */
  readonly token: string;
  /** The body of a request for another one. */
  readonly credentials: string;
}

export const auditCount = 10_000;

/** 10,000 audits, whose requests are counted in all three windows, none of which is ever full, as its credits never end. */
export function countedAudits(): unknown {
  const fixture = tenThousandAudits();
  const [most, window] = [1_000_000_000, 1_000_000_000];
  const limits = { burst: window, sustained: window, daily: window };
  return {
    ...fixture,
    firms: fixture.firms.map((firm) => ({ ...firm, credits: most })),
    rate_limits: Object.fromEntries(Object.keys(fixture.rate_limits).map((tier) => [tier, limits])),
  };
}

/** The words that start the service as `npm run sandbox` does. */
export const sandboxWords = ['--max-semi-space-size=2', besides('../../scripts/sandbox.mjs')] as const;

/** Runs the service as its users do, as a process, on the server's core, while `measure` looks at it. */
export async function withSandbox<Value>(
  fixture: unknown,
  measure: (running: Running) => Promise<Value>,
  words: (folder: string) => readonly string[] = () => [],
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'audit-desk-bench-'));
  const file = join(folder, 'fixture.json');
  await writeFile(file, JSON.stringify(fixture));
  const child = startNode('server', [...sandboxWords, '--fixture', file, ...words(folder)], 'text');
  try {
    const line = await lineOf(child, /base_url/);
    // The ready line, as the sandbox's documentation has it.
    const ready = JSON.parse(line) as Record<'base_url' | 'client_id' | 'client_secret', string>;
    const credentials = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: ready.client_id,
      client_secret: ready.client_secret,
    });
    const answer = await fetch(`${ready.base_url}/api/v1/oauth/token/`, {
      method: 'POST',
      body: credentials,
    });
    const { access_token: token } = (await answer.json()) as { readonly access_token: string }; // likewise
    const { port } = new URL(ready.base_url);
    return await measure({
      pid: child.pid ?? 0,
      port: Number(port),
      token,
      credentials: credentials.toString(),
    });
  } finally {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A request for what is at a path, or one that sends a body to it, as it goes over the wire. */
export function requestText(
  target: string,
  { port, token }: Pick<Running, 'port' | 'token'>,
  sent?: { readonly type: string; readonly body: string },
): string {
  return [
    `${sent === undefined ? 'GET' : 'POST'} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${String(port)}`,
    `Authorization: Bearer ${token}`,
    'Accept: application/json',
    ...(sent === undefined
      ? []
      : [`Content-Type: ${sent.type}`, `Content-Length: ${String(Buffer.byteLength(sent.body))}`]),
    '',
    sent?.body ?? '',
  ].join('\r\n');
}
