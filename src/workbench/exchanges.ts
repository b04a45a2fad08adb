import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Exchange, ExchangeHead, ExchangePage } from '../shared/workbench.ts';
import { ask } from './control.ts';

/** The exchanges that the service keeps, as far as they are read. */
export interface Exchanges {
  readonly run: string;
  readonly newest: number;
  /** Newest first. */
  readonly rows: readonly ExchangeHead[];
}

/** What is known once a page more is read: a service that has started anew has none of what it had before. */
export function withPage(known: Exchanges | undefined, page: ExchangePage): Exchanges {
  const before = known?.run === page.run ? known.rows : [];
  const kept = before.at(-1)?.id ?? page.oldest;
  const rows = kept >= page.oldest ? before : before.filter(({ id }) => id >= page.oldest);
  return {
    run: page.run,
    newest: page.results.at(-1)?.id ?? (known?.run === page.run ? known.newest : 0),
    rows: page.results.length === 0 ? rows : [...page.results.toReversed(), ...rows],
  };
}

const everySecond = 1_000;

export function useExchanges(isLive: boolean) {
  return useQuery<Exchanges>({
    queryKey: ['exchanges'],
    queryFn: async ({ client }) => {
      let known = client.getQueryData<Exchanges>(['exchanges']);
      for (;;) {
        const page = await ask<ExchangePage>(`exchanges/after/${known?.newest ?? 0}/`);
        const isAnother = known !== undefined && known.run !== page.run;
        known = isAnother ? { run: page.run, newest: 0, rows: [] } : withPage(known, page);
        if (!isAnother && known.newest >= page.newest) return known;
      }
    },
    refetchInterval: isLive ? everySecond : false,
    structuralSharing: false,
  });
}

export function useExchange(id: number) {
  return useQuery({
    queryKey: ['exchange', id],
    queryFn: () => ask<Exchange>(`exchanges/${id}/`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Has a request sent again; the list reads the new one at once. */
export function useReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => ask<{ readonly id: number }>(`exchanges/${id}/replay/`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['exchanges'] }),
  });
}
