import { succeed } from '../../shared/error.ts';
import type { Inspection } from '../../shared/operations/inspection.ts';
import { exchange, type Fetch } from '../api/exchange.ts';
import { systemClock } from '../clock.ts';
import { createRedactor } from '../diagnostics/redaction.ts';
import { type Inspected, inspect } from '../inspection/inspect.ts';

interface Inspecting {
  readonly baseUrl: string;
  readonly account: { readonly client_id: string; readonly client_secret: string };
  readonly fetch: Fetch;
  readonly budget?: number | undefined;
  readonly readsOn?: boolean;
}

/** What an inspection finds of the service that `fetch` reaches. */
export async function inspectThrough(inspecting: Inspecting): Promise<Inspection> {
  return (await readThrough(inspecting)).inspection;
}

/** The same with what was read. */
export async function readThrough({
  baseUrl,
  account,
  fetch,
  budget,
  readsOn,
}: Inspecting): Promise<Inspected> {
  const access = {
    baseUrl,
    clientId: account.client_id,
    secret: () => Promise.resolve(succeed(account.client_secret)),
    send: (request: Parameters<typeof exchange>[1]) => exchange({ fetch, clock: systemClock }, request),
    now: () => Date.now(),
    redactor: createRedactor(),
  };
  return inspect(access, async () => ({ state: 'none' }), budget, readsOn);
}
