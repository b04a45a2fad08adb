import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { announce } from '../renderer/ui/live-region.tsx';
import type { Exchange, ExchangeHead, ExchangePage } from '../shared/workbench.ts';
import { ask } from './control.ts';

/** The exchanges that the service keeps, as far as they are read. */
export interface Exchanges {
  readonly run: string;
  readonly newest: number;
  /** Newest first. */
  readonly rows: readonly ExchangeHead[];
}

/** What is known once a page more is read. */
function withPage(known: Exchanges | undefined, page: ExchangePage): Exchanges {
  const before = known?.rows ?? [];
  const kept = before.at(-1)?.id ?? page.oldest;
  const rows = kept >= page.oldest ? before : before.filter(({ id }) => id >= page.oldest);
  return {
    run: page.run,
    newest: page.results.at(-1)?.id ?? page.newest, // without results there is nothing that is newer
    rows: page.results.length === 0 ? rows : [...page.results.toReversed(), ...rows],
  };
}

/** Reads all that came since. A service that has started anew is read from its beginning. */
export async function readOn(
  known: Exchanges | undefined,
  pageAfter: (id: number) => Promise<ExchangePage>,
): Promise<Exchanges> {
  for (let read = known; ; ) {
    const page = await pageAfter(read?.newest ?? 0);
    const isAnother = read !== undefined && read.run !== page.run;
    read = isAnother ? { run: page.run, newest: 0, rows: [] } : withPage(read, page);
    if (!isAnother && read.newest >= page.newest) return read;
  }
}

const everySecond = 1_000;

export function useExchanges(isLive: boolean) {
  return useQuery<Exchanges>({
    queryKey: ['exchanges'],
    queryFn: ({ client }) =>
      readOn(client.getQueryData<Exchanges>(['exchanges']), (id) => ask(`exchanges/after/${id}/`)),
    refetchInterval: isLive ? everySecond : false,
    structuralSharing: false,
  });
}

/** An exchange by its number, which another start of the service gives to another one. */
export interface ExchangePlace {
  readonly run: string;
  readonly id: number;
}

const pathOf = ({ run, id }: ExchangePlace) => `exchanges/${run}/${id}/`;

export function useExchange(place: ExchangePlace) {
  return useQuery({
    queryKey: ['exchange', place.run, place.id],
    queryFn: () => ask<Exchange>(pathOf(place)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Has a request sent again; the list reads the new one at once. */
export function useReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (place: ExchangePlace) =>
      ask<{ readonly id: number }>(`${pathOf(place)}replay/`, { method: 'POST' }),
    onSuccess: () => {
      announce('The request is sent again.');
      return client.invalidateQueries({ queryKey: ['exchanges'] });
    },
  });
}
