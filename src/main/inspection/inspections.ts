import type { BridgeEvent } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { mostRequests } from '../../shared/inspection.ts';
import { type Certificate, Inspection } from '../../shared/operations/inspection.ts';
import type { Priority } from '../api/request-queue.ts';
import type { Services } from '../api/services.ts';
import type { Clock } from '../clock.ts';
import type { Connections } from '../connections/connections.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import { fileName, writeWhole } from '../records/whole-file.ts';
import type { LocalStore } from '../storage/store.ts';
import { inspect } from './inspect.ts';
import { asText, type InspectionWords } from './report.ts';

interface Deps {
  readonly store: LocalStore;
  readonly connections: Pick<Connections, 'target' | 'knows' | 'list'>;
  readonly services: Pick<Services, 'plainSend'>;
  readonly redactors: Pick<Redactors, 'of'>;
  readonly certificate: (baseUrl: string) => Promise<Certificate>;
  readonly emit: (event: BridgeEvent) => void;
  readonly clock: Pick<Clock, 'wall' | 'schedule'>;
}

interface UnderWay {
  readonly stop: AbortController;
  readonly reply: Promise<Reply<Inspection>>;
}

export type Inspections = ReturnType<typeof openInspections>;

const quietBefore = 15_000; // milliseconds: the first screens ask for what they show

/** The inspections of connections: one of each at a time, and the last that reached its end. */
export function openInspections(deps: Deps) {
  const { store, connections, clock, emit } = deps;
  const collection = store.collection('inspections', Inspection);
  const running = new Map<string, UnderWay>();
  const thoughtOf = new Set<string>(); // connections that answered since the app started
  let isClosed = false;

  const begin = (id: string, priority: Priority): UnderWay => {
    const stop = new AbortController();
    const reply = carryOut(deps, id, { signal: stop.signal, priority }, (done) =>
      emit({ type: 'inspecting', connection: id, done, most: mostRequests }),
    )
      .then((found) => {
        if (!isClosed && found.ok && found.value.ended === null && connections.knows(id))
          collection.put(id, found.value);
        return found;
      })
      .finally(() => {
        running.delete(id);
        emit({ type: 'inspecting', connection: id, done: 0, most: 0 });
      });
    return { stop, reply };
  };

  return {
    run: async (id: string, gone?: AbortSignal): Promise<Reply<Inspection>> => {
      const underWay = running.get(id) ?? begin(id, 'interactive');
      running.set(id, underWay);
      const stop = (): void => underWay.stop.abort();
      gone?.addEventListener('abort', stop, { once: true });
      return underWay.reply.finally(() => gone?.removeEventListener('abort', stop));
    },
    /**
     * The service of a connection has answered: one that was not inspected yet is, once, after the screens and behind all other work.
     * The demonstration is our own.
     */
    answered: (id: string): void => {
      if (thoughtOf.has(id)) return;
      thoughtOf.add(id);
      const isOurs = connections.list().find((one) => one.id === id)?.secret === 'built-in';
      if (isOurs || collection.read(id) !== null) return;
      clock.schedule(quietBefore, () => {
        if (isClosed || running.has(id) || !thoughtOf.has(id) || !connections.knows(id)) return;
        if (collection.read(id) !== null) return;
        const underWay = begin(id, 'bulk');
        running.set(id, underWay);
        underWay.reply.catch(() => {}); // nobody waits for it
      });
    },
    /** Nothing is kept or begun any more. */
    close: (): void => {
      isClosed = true;
      for (const { stop } of running.values()) stop.abort();
    },
    stop: (id: string): void => running.get(id)?.stop.abort(),
    read: (id: string): Inspection | null => collection.read(id),
    /** Stops the one under way, too: it is of what the connection was. */
    remove: async (id: string): Promise<void> => {
      const underWay = running.get(id);
      underWay?.stop.abort();
      await underWay?.reply;
      thoughtOf.delete(id);
      collection.remove(id);
    },
  };
}

async function carryOut(
  { connections, services, redactors, certificate, clock }: Deps,
  id: string,
  { signal, priority }: { readonly signal: AbortSignal; readonly priority: Priority },
  onRequest: (done: number) => void,
): Promise<Reply<Inspection>> {
  const target = await connections.target(id);
  if (!target.ok) return target;
  const { address: baseUrl, clientId, secret } = target.value;
  const send = services.plainSend(id, { baseUrl, clientId }, signal, priority);
  let done = 0;
  const access = {
    baseUrl,
    clientId,
    secret,
    send: async (...request: Parameters<typeof send>) => {
      const exchanged = await send(...request);
      onRequest((done += 1));
      return exchanged;
    },
    now: clock.wall,
    redactor: redactors.of(id),
  };
  onRequest(done);
  const stopped = new Promise<Certificate>((resolve) => {
    signal.addEventListener('abort', () => resolve({ state: 'unseen' }), { once: true });
  });
  const { inspection } = await inspect(access, () => Promise.race([certificate(baseUrl), stopped]));
  if (signal.aborted) return fail('cancelled');
  return succeed(inspection);
}

/** Writes the last inspection of a connection to a file that a person chooses; fails as `file-not-written`. */
export async function saveInspection(
  {
    name,
    words,
    inspection,
  }: { readonly name: string; readonly words: InspectionWords; readonly inspection: Inspection },
  format: 'text' | 'json',
  choose: (fileName: string) => Promise<string | null>,
): Promise<Reply<{ readonly saved: boolean }>> {
  const ending = format === 'text' ? 'txt' : 'json';
  const path = await choose(`${fileName(`${name} ${inspection.at.slice(0, 10)}`)}.${ending}`);
  if (path === null) return succeed({ saved: false });
  const text = format === 'text' ? asText(inspection, words) : `${JSON.stringify(inspection, null, 2)}\n`;
  const written = await writeWhole(path, [text]);
  return written.ok ? succeed({ saved: true }) : written;
}
