import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Fixture } from './fixtures/fixture-file.ts';

const root = join(import.meta.dirname, '..');

/** A sandbox service of a test's own, in a process of its own, with its control plane open. */
export interface Service {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Calls the control plane: `control('POST', 'faults/', {…})`; answers its JSON, and throws unless that is a success. */
  readonly control: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;
  /** Ends the service as a power cut does, or as SIGTERM does; throws if it answered what its OpenAPI document does not say. */
  readonly end: (signal?: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

let ports = 0;

/**
 * A port that no other test has, also once its service has ended: one that the system chooses it may give to the next, and an app that
 * looks for its own service would find a stranger's. Below those that it chooses from.
 */
export function ownPort(): number {
  const each = 1_500;
  ports += 1;
  return 20_000 + Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) * each + (ports % each);
}

/** Calls the control plane of the service at an address. */
export function controlOf(baseUrl: string): Service['control'] {
  return async (method, path, body) => {
    const answer = await fetch(new URL(`/__sandbox/${path}`, baseUrl), {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
}

/** A request as the service's own log has it (docs/sandbox.md); its status is null while it is under way and where it was never answered. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
}

/** All requests that a service has received, in their order. */
export async function requestsOf({ control }: Pick<Service, 'control'>): Promise<readonly LoggedRequest[]> {
  const log = (await control('GET', 'requests/')) as { readonly results: readonly LoggedRequest[] };
  return log.results;
}

/** How a service has answered the creations in a list, in their order. */
export async function answersTo(
  service: Pick<Service, 'control'>,
  list: string,
): Promise<readonly (number | null)[]> {
  const creations = (await requestsOf(service)).filter(
    ({ method, path }) => method === 'POST' && path === list,
  );
  return creations.map(({ status }) => status);
}

/**
 * Starts a service with this firm in it, a scenario's (`demo:…`) or the demonstration's; `args` are further options of
 * its command line.
 */
export async function startService(
  firm?: Fixture | `demo:${string}`,
  args: readonly string[] = [],
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'audit-desk-service-'));
  const fixture = join(folder, 'fixture.json');
  if (typeof firm === 'object') await writeFile(fixture, JSON.stringify(firm));
  const given = firm === undefined ? [] : ['--fixture', typeof firm === 'object' ? fixture : firm];
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      pathToFileURL(join(root, 'src/sandbox/testing/tell-answers.ts')).href,
      join(root, 'scripts/sandbox.mjs'),
      '--port',
      String(ownPort()),
      '--control',
      ...given,
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => {
    complaints += text.toString();
  });
  const gone = once(child, 'exit');
  const refused = gone.then(() => {
    throw new Error(`The service did not start:\n${complaints}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), refused]);
  refused.catch(() => undefined); // from here on its end is ours
  // The ready line, as the sandbox's documentation has it.
  const ready = JSON.parse(String(line)) as Record<'base_url' | 'client_id' | 'client_secret', string>;

  return {
    baseUrl: ready.base_url,
    clientId: ready.client_id,
    clientSecret: ready.client_secret,
    control: controlOf(ready.base_url),
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await gone;
      await rm(folder, { recursive: true, force: true });
      const faults = complaints.split('\n').filter((one) => one.includes('OpenAPI document'));
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}
