import { setImmediate } from 'node:timers/promises';
import { type InputOf, type ListOperation, operations } from '../../shared/api.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import type { ListRequest } from '../../shared/operations/mirror.ts';
import { nameOfList } from '../../shared/rules/service/list-reading.ts';
import { type ListProgress, type ListReading, readList } from '../api/list-reader.ts';
import type { Service } from '../api/service.ts';
import { type Clock, unlessGivenUp } from '../clock.ts';
import { type Collection, createCollection } from './collection.ts';
import { createOrder, endOf, type ListEnd, laterEnd, readEnd, shortList } from './list-end.ts';
import { createKeeping, type RowCache } from './row-cache.ts';

export interface ListDeps {
  readonly connection: string;
  readonly clock: Clock;
  readonly service: () => Service;
  /** Given when a person gives up what the windows of the connection are reading. */
  readonly stopped: () => AbortSignal;
  readonly kept: RowCache;
  /** Whether a window shows it. */
  readonly isShown: () => boolean;
  /** Hears that rows or state are others, often. */
  readonly onChange: () => void;
}

const wholeEvery = 1_800_000; // milliseconds: then what others have changed far from the end of a long list is seen
const readsOnFor = 600_000; // milliseconds after which what was read of a list is too old to read on from

export type List = ReturnType<typeof createList>;

/** One list of a service as main knows it: read page by page for all who want it, and only once at a time. */
export function createList(request: ListRequest, deps: ListDeps) {
  const { connection, clock, kept } = deps;
  const { tier, list: row } = operations[request.operation];
  const collection = createCollection(tier, () => {
    deps.onChange();
    keeping.changed();
  });
  const name = nameOfList(request);
  const keeping = createKeeping({ connection, name, row }, collection, kept, clock);
  const pages = createPages(request, deps);
  const readPage = async (cursor: string | undefined): Promise<Reply<Page<unknown>>> => {
    const reply = await pages.read(cursor);
    await keeping.begin();
    if (!reply.ok && reply.error.code === 'missing') keeping.clear();
    return reply;
  };
  const readings = createReadings(request, { clock, collection, readPage });
  let isClosed = false;
  let reading: { readonly isWhole: boolean; readonly ended: Promise<Reply<null>> } | null = null;

  const begin = (isWhole: boolean, freshFor: number): Promise<Reply<null>> => {
    const ended = isWhole ? readings.whole(freshFor) : readings.renew();
    const begun = { isWhole, ended };
    reading = begun;
    return ended.finally(() => {
      if (reading === begun) reading = null;
    });
  };

  return {
    ...collection,
    /** Reads it unless it was read to its end no longer ago than that; `waits` where a person waits for its end. */
    read: async (freshFor: number, waits: boolean): Promise<Reply<null>> => {
      const isWhole = waits || freshFor === 0; // a person has asked for it anew, or concludes from it
      const done = waits ? pages.wait() : () => {};
      try {
        if (isWhole && reading?.isWhole === false) await reading.ended;
        if (reading === null && readings.isFresh(freshFor, isWhole)) return succeed(null);
        return await (reading?.ended ?? begin(isWhole, waits ? freshFor : readsOnFor));
      } finally {
        done();
      }
    },
    /** It was read for somebody else, such as a plan. What the mirror reads itself meanwhile began later or ends later. */
    readElsewhere: async (found: ListReading<unknown>): Promise<void> => {
      await keeping.begin();
      if (!isClosed && reading === null) readings.settle(found);
    },
    /** Whoever shows it, or shows it no more, may have changed how its next page is asked for. */
    hurry: pages.hurry,
    isReading: (): boolean => reading !== null,
    /** Settles once what the offline copy has of it is there. */
    restored: keeping.restored,
    flush: keeping.flush,
    close: (): void => {
      isClosed = true;
      readings.close();
      pages.close();
      keeping.close();
    },
  };
}

interface ReadingsDeps extends Pick<ListDeps, 'clock'> {
  readonly collection: Collection;
  readonly readPage: (cursor: string | undefined) => Promise<Reply<Page<unknown>>>;
}

/** The ways to read a list: as a whole, or its end alone. One at a time. */
function createReadings({ operation }: ListRequest, { clock, collection, readPage }: ReadingsDeps) {
  const progress: ListProgress<unknown> = { pages: [], cursors: [] };
  let isClosed = false;
  let begunAt = 0;
  let renewedAt = 0;
  let end: ListEnd | null = null;
  let order = createOrder();

  const settle = ({ pages, doubt }: ListReading<unknown>, isInOrder: boolean): void => {
    progress.pages.length = progress.cursors.length = 0;
    end = endOf(pages, doubt, isInOrder);
    collection.settled(pages, doubt, clock.wall());
  };
  const page = (pages: readonly Page<unknown>[]): void => {
    if (isClosed) return;
    if (pages.length === 1) order = createOrder();
    order.has(pages.at(-1)?.results ?? []);
    collection.page(pages);
  };
  const finish = <Found>(reply: Reply<Found>, take: (found: Found) => void): Reply<null> => {
    if (isClosed) return fail('cancelled', { operation });
    if (reply.ok) take(reply.value);
    else collection.failed(reply.error);
    return reply.ok ? succeed(null) : reply;
  };
  /** Reads all of it; on from where a reading failed that began no longer ago than that. */
  const whole = async (readsOn: number): Promise<Reply<null>> => {
    if (clock.wall() - begunAt >= readsOn) progress.pages.length = progress.cursors.length = 0;
    if (progress.pages.length === 0) begunAt = clock.wall();
    collection.begun(clock.wall());
    const reply = await readList<unknown>(operation, readPage, {
      progress,
      readTwice: shortList,
      onPage: page,
    });
    if (reply.ok && reply.value.pages.length > shortList) await setImmediate(); // to compare and to take in so much takes a while each
    return finish(reply, (found) => settle(found, order.has([])));
  };

  return {
    settle: (found: ListReading<unknown>): void =>
      settle(found, createOrder().has(found.pages.flatMap(({ results }) => results))),
    whole,
    /** Reads the end of a long list alone, where that proves the rest; what is concluded from is read as a whole. */
    renew: async (): Promise<Reply<null>> => {
      const before = end;
      const { readAt } = collection.known();
      if (before === null || clock.wall() - readAt >= wholeEvery) return whole(readsOnFor);
      collection.begun(clock.wall());
      const found = await readEnd(before, readPage);
      if (!isClosed && found.ok && found.value === null) return whole(readsOnFor);
      return finish(found, (pages) => {
        end = laterEnd(before, pages ?? []);
        renewedAt = clock.wall();
        collection.renewed(pages ?? []);
      });
    },
    /** Whether it was read no longer ago than that; as a whole, where something is concluded from it. */
    isFresh: (freshFor: number, isWhole: boolean): boolean => {
      const { isAtEnd, error, readAt } = collection.known();
      const at = isWhole ? readAt : Math.max(readAt, renewedAt);
      return isAtEnd && error === null && clock.wall() - at < freshFor;
    },
    close: (): void => {
      isClosed = true;
    },
  };
}

/** Asks for the pages of a list: before others while somebody waits for it, else in the part of the quota for what nobody waits for. */
function createPages(request: ListRequest, { service, stopped, isShown }: ListDeps) {
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
      return closing.signal.aborted ? fail('cancelled', { operation }) : reply;
    },
    close: (): void => closing.abort(),
  };
}
