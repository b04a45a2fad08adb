import type { BridgeEvent } from '../../shared/bridge.ts';
import { succeed } from '../../shared/error.ts';
import type { RequestEntry } from '../../shared/record.ts';
import type { Fetch } from '../api/exchange.ts';
import { createServices } from '../api/services.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { createFakeClock } from './clock.ts';
import { createFakeLog } from './log.ts';
import { unmeasured } from './quota.ts';

export const address = 'http://127.0.0.1:4000';

/** The sandbox of a test, as far as it is needed here: this room imports nothing of it. */
export interface Desk {
  readonly sandbox: { readonly fetch: (request: Request) => Promise<Response> };
  readonly control: (method: string, path: string) => Promise<{ readonly body: unknown }>;
}

/** The services of one account of a sandbox of its own, by a clock that stands still. */
export function openServices(desk: Desk, change: (send: Fetch) => Fetch = (send) => send) {
  const clock = createFakeClock();
  const events: BridgeEvent[] = [];
  const records: RequestEntry[] = [];
  const log = createFakeLog();
  let secret: string | null = 'north manager secret';
  const services = createServices({
    wire: { fetch: change(async (url, init) => desk.sandbox.fetch(new Request(url, init))), clock },
    ...unmeasured(clock),
    place: () => ({ baseUrl: address, clientId: 'north-manager' }),
    credentials: async () => {
      if (secret === null) throw new Error('The disk cannot be read.');
      return succeed({ baseUrl: address, clientId: 'north-manager', secret });
    },
    redactors: createRedactors(),
    emit: (event) => events.push(event),
    record: (entry) => records.push(entry),
    log,
    newId: () => 'request-1',
  });
  const requests = async (): Promise<readonly string[]> => {
    const { body } = await desk.control('GET', '/requests/');
    // The sandbox's control plane (docs/sandbox.md).
    const { results } = body as {
      readonly results: readonly { method: string; path: string; status: number }[];
    };
    return results.map(({ method, path, status }) => `${method} ${path} ${status}`);
  };
  return {
    clock,
    events,
    records,
    services,
    service: services.of('c'),
    requests,
    /** Null where even to look for it fails. */
    changeSecret: (next: string | null) => {
      secret = next;
    },
  };
}
