import { type InputOf, type ListOperation, operations } from '../../shared/api.ts';
import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import type { ListRequest } from '../../shared/operations/mirror.ts';
import { listFault, nextCursor } from '../../shared/rules/list-reading.ts';
import type { Service } from '../api/service.ts';
import { type ListProgress, type ListReading, readList } from '../api/whole-list.ts';
import { type Clock, unlessGivenUp } from '../clock.ts';
import type { CachedAnswers } from '../storage/cached-answers.ts';
import { createCollection } from './collection.ts';

export interface ListDeps {
  readonly connection: string;
  readonly clock: Clock;
  readonly service: () => Service;
  /** Given when a person gives up what the windows of the connection are reading. */
  readonly stopped: () => AbortSignal;
  readonly kept: Pick<CachedAnswers, 'keep' | 'drop' | 'read'>;
  /** Whether a window shows it. */
  readonly isShown: () => boolean;
  /** Hears that rows or state are others, often. */
  readonly onChange: () => void;
}

const readTwice = 20; // pages: what is longer takes minutes, and is read again when a person wants it
const readsOnFor = 600_000; // milliseconds after which what was read of a list is too old to read on from

export type List = ReturnType<typeof createList>;

/** One list of a service as main knows it: read page by page for all who want it, and only once at a time. */
export function createList(request: ListRequest, deps: ListDeps) {
  const { connection, clock, kept } = deps;
  const collection = createCollection(operations[request.operation].tier, deps.onChange);
  const pages = createPages(request, deps);
  const progress: ListProgress<unknown> = { pages: [], cursors: [] };
  let isClosed = false;
  let reading: Promise<Reply<null>> | null = null;
  let begunAt = 0;

  const readKept = async (): Promise<void> => {
    const found = await keptPages(connection, request, kept);
    if (!isClosed && found !== null) collection.kept(found.pages, found.at);
  };
  void readKept();

  const read = async (): Promise<Reply<null>> => {
    if (progress.pages.length === 0) begunAt = clock.wall();
    collection.begun();
    const reply = await readList<unknown>(request.operation, pages.read, {
      progress,
      readTwice,
      onPage: (all) => (isClosed ? undefined : collection.page(all)),
    });
    if (isClosed) return fail('cancelled', { operation: request.operation });
    reading = null;
    if (!reply.ok) {
      collection.failed(reply.error);
      return reply;
    }
    collection.settled(reply.value.pages, reply.value.doubt, clock.wall());
    return succeed(null);
  };

  const isFresh = (freshFor: number): boolean => {
    const { isAtEnd, error, readAt } = collection.known();
    return isAtEnd && error === null && clock.wall() - readAt < freshFor;
  };

  return {
    ...collection,
    /** Reads it unless it was read to its end no longer ago than that; `waits` where a person waits for its end. */
    read: async (freshFor: number, waits: boolean): Promise<Reply<null>> => {
      if (reading === null && isFresh(freshFor)) return succeed(null);
      if (reading === null) {
        // What is concluded from begins with its first page.
        const isOld = clock.wall() - begunAt >= (waits ? freshFor : readsOnFor);
        if (isOld) progress.pages.length = progress.cursors.length = 0;
        reading = read();
      }
      return reading.finally(waits ? pages.wait() : undefined);
    },
    /** It was read for somebody else, such as a plan. What the mirror reads itself meanwhile began later or ends later. */
    readElsewhere: ({ pages: all, doubt }: ListReading<unknown>): void => {
      if (isClosed || reading !== null) return;
      progress.pages.length = progress.cursors.length = 0;
      collection.settled(all, doubt, clock.wall());
    },
    /** Whoever shows it, or shows it no more, may have changed how its next page is asked for. */
    hurry: pages.hurry,
    close: (): void => {
      isClosed = true;
      pages.close();
    },
  };
}

/** Asks for the pages of a list: before others while somebody waits for it, else in the part of the quota for what nobody waits for. */
function createPages(request: ListRequest, { connection, service, stopped, kept, isShown }: ListDeps) {
  const { operation } = request;
  const closing = new AbortController();
  let waiting = 0;
  let calm: AbortController | null = null; // of a page that nobody waited for when it was asked for
  const isWanted = (): boolean => waiting > 0 || isShown();
  const hurry = (): void => {
    if (isWanted()) calm?.abort();
  };

  const ask = async (cursor: string | undefined): Promise<Reply<Page<unknown>>> => {
    for (;;) {
      // Whoever begins with a list waits for its first page.
      calm = isWanted() || cursor === undefined ? null : new AbortController();
      const given = calm?.signal;
      const stop = AbortSignal.any([closing.signal, stopped()]);
      const signal = given === undefined ? stop : AbortSignal.any([stop, given]);
      const input = { ...request, cursor } as unknown as InputOf<ListOperation>; // its operation has these ids and this query
      const asking = service().call(operation, input, {
        signal,
        priority: given === undefined ? 'interactive' : 'quiet',
      });
      const reply: Reply<Page<unknown>> | 'given-up' = await unlessGivenUp(stop, asking);
      calm = null;
      if (reply === 'given-up') return fail('cancelled', { operation });
      if (!reply.ok && reply.error.code === 'cancelled' && given?.aborted === true) continue;
      return reply;
    }
  };

  return {
    hurry,
    wait: (): (() => void) => {
      waiting += 1;
      hurry();
      return () => {
        waiting -= 1;
      };
    },
    read: async (cursor: string | undefined): Promise<Reply<Page<unknown>>> => {
      const reply = await ask(cursor);
      if (closing.signal.aborted) return fail('cancelled', { operation });
      if (reply.ok) kept.keep(connection, { ...request, cursor }, reply.value);
      else if (isMissing(reply.error)) kept.drop(connection, { ...request, cursor });
      return reply;
    },
    close: (): void => closing.abort(),
  };
}

function isMissing({ code }: AppError): boolean {
  return code === 'missing';
}

/** The pages of the offline copy, as far as they lead; null where there are none. */
async function keptPages(connection: string, request: ListRequest, kept: Pick<CachedAnswers, 'read'>) {
  const pages: Page<unknown>[] = [];
  const cursors: (string | undefined)[] = [];
  let cursor: string | undefined;
  let at = Number.POSITIVE_INFINITY;
  do {
    cursors.push(cursor);
    const page = await kept.read(connection, { ...request, cursor });
    if (page === null) break;
    const value = page.value as Page<unknown>; // it has been read by the schema of a page of this very operation
    pages.push(value);
    at = Math.min(at, page.at);
    cursor = listFault(pages) === null ? nextCursor(value.cursor, cursors) : undefined;
  } while (cursor !== undefined);
  return pages.length === 0 ? null : { pages, at };
}
