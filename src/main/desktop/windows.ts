import { z } from 'zod';
import type { Log } from '../diagnostics/log.ts';
import type { Collection } from '../storage/store.ts';

/** What a window shows: an address of the interface, and the connection that it is seen through. */
const Place = z.strictObject({
  address: z.string().max(30_000).startsWith('/'),
  connection: z.string().max(100).nullable(),
});
export type Place = z.output<typeof Place>;

/** The windows that are open, by name; a window gets back its place on the screen by its name. */
export const OpenWindows = z.strictObject({
  windows: z.array(z.strictObject({ name: z.string(), ...Place.shape })).readonly(),
});
type OpenWindows = z.output<typeof OpenWindows>;

export function pageAt(page: string, { address, connection }: Place): string {
  const query = connection === null ? '' : `?${new URLSearchParams({ connection }).toString()}`;
  return `${page}${query}#${address}`;
}

/** The place that an address of this app shows; null for other addresses. */
export function placeIn(url: string, page: string): Place | null {
  const [there, own] = [URL.parse(url), URL.parse(page)];
  if (there === null || own === null) return null;
  if (there.protocol !== own.protocol || there.host !== own.host || there.pathname !== own.pathname)
    return null;
  const place = { address: there.hash.slice(1) || '/', connection: there.searchParams.get('connection') };
  return Place.safeParse(place).data ?? null;
}

interface Handle {
  readonly toFront: () => void;
}

export type WindowMaker = (
  name: string,
  place: Place,
  heard: { readonly moved: (place: Place) => void; readonly closed: () => void },
) => Handle;

interface Settings {
  readonly collection: Pick<Collection<OpenWindows>, 'read' | 'put'>;
  readonly log: Log;
  readonly make: WindowMaker;
}

const most = 20; // a person has fewer; a page that has gone wild has more
const theirId = 'open';
export const firstPlace: Place = { address: '/', connection: null };

/** A wizard comes back by its draft, not by its address: a plan may have used the draft. */
function comesBack({ address }: Place): boolean {
  return !address.startsWith('/audits/new');
}

export type Windows = ReturnType<typeof openWindows>;

/** The windows of the app; they open again at the next start, however this one ends. */
export function openWindows({ collection, make, log }: Settings) {
  const open = new Map<string, Place & { readonly handle: Handle }>();
  let isQuitting = false;

  const keep = (): void => {
    const windows = [...open].map(([name, { address, connection }]) => ({ name, address, connection }));
    try {
      collection.put(theirId, { windows });
    } catch (fault) {
      log.warn('windows-not-kept', { fault }); // a full disk: the next start has those of before
    }
  };

  const freeName = (): string => {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? 'main' : `window-${count}`;
      if (!open.has(name)) return name;
    }
  };

  const add = (name: string, place: Place): void => {
    const handle = make(name, place, {
      moved: (to) => {
        if (!open.has(name)) return;
        open.set(name, { ...to, handle });
        keep();
      },
      closed: () => {
        open.delete(name);
        // The last one that a person closes is where the next start begins.
        if (!isQuitting && open.size > 0) keep();
      },
    });
    open.set(name, { ...place, handle });
  };

  const openOne = (place: Place): boolean => {
    if (open.size >= most) return false;
    isQuitting = false;
    add(freeName(), place);
    keep();
    return true;
  };

  return {
    restore: (): void => {
      const names = new Set<string>();
      const kept = collection.read(theirId)?.windows.slice(0, most) ?? [];
      for (const { name, ...place } of kept) {
        if (!names.has(name)) add(name, comesBack(place) ? place : { ...place, address: firstPlace.address });
        names.add(name);
      }
      if (open.size === 0) openOne(firstPlace);
    },
    /** Opens one more; false where there are too many. */
    open: openOne,
    toFront: (): void => {
      const last = [...open.values()].at(-1);
      if (last === undefined) openOne(firstPlace);
      else last.handle.toFront();
    },
    /** Forgets what windows showed of a connection. */
    forget: (connection: string): void => {
      for (const [name, place] of open)
        if (place.connection === connection) open.set(name, { ...place, ...firstPlace });
      keep();
    },
    /** Windows that close from now on are part of quitting, and open again at the next start. */
    quitting: (): void => {
      isQuitting = true;
    },
    /** A window refused to close, so the app stays; closed windows stay closed. */
    staying: (): void => {
      isQuitting = false;
      keep();
    },
  };
}
