import { operations } from '../src/shared/api.ts';
import type { Tier } from '../src/shared/model/limits.ts';

/** One request that left the client. */
export interface Entry {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly tier: Tier;
  /** Milliseconds since the beginning. */
  readonly at: number;
  /** The statuses with which the service carried it out, as often as it did; empty where it never came through. */
  readonly statuses: number[];
  /** What the wire did to it. */
  fault: string;
}

/** The book of what reached the service, kept on its side of the wire: what a client believes is no proof of anything. */
export interface Ledger {
  readonly sent: (method: string, path: string, at: number) => Entry;
  readonly met: (entry: Entry, fault: string) => void;
  readonly carriedOut: (entry: Entry, answer: { readonly status: number }) => void;
  readonly entries: readonly Entry[];
}

export function createLedger(): Ledger {
  const entries: Entry[] = [];
  return {
    entries,
    sent: (method, path, at) => {
      const number = entries.length + 1;
      const entry: Entry = {
        number,
        method,
        path,
        tier: tierOf(method, path),
        at,
        statuses: [],
        fault: 'none',
      };
      entries.push(entry);
      return entry;
    },
    met: (entry, fault) => {
      entry.fault = fault;
    },
    carriedOut: (entry, { status }) => {
      entry.statuses.push(status);
    },
  };
}

const rows = Object.values(operations).map(({ method, path, tier }) => ({
  method,
  tier,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The tier of a request (decisions.md §12.2); that of reference data for what no row of the table fits. */
export function tierOf(method: string, path: string): Tier {
  return rows.find((row) => row.method === method && row.pattern.test(path))?.tier ?? 'reference';
}

/** How often the service carried requests of a tier out to success. */
export function successes(entries: readonly Entry[], tier: Tier): number {
  return entries
    .filter((entry) => entry.tier === tier)
    .reduce((sum, { statuses }) => sum + statuses.filter((status) => status < 300).length, 0);
}

/**
 * What is wrong with how a tier of writes was used for so many calls that were needed: a request more than one for each
 * call and each request that the wire or the service disturbed. 429s are counted by themselves.
 */
export function excess(entries: readonly Entry[], tier: Tier, needed: number): number {
  const sent = entries.filter((entry) => entry.tier === tier);
  const disturbed = sent.filter(
    ({ fault, statuses }) => fault !== 'none' || statuses.some((status) => status >= 400),
  );
  return Math.max(0, sent.length - needed - disturbed.length);
}

/** How often the service refused a request for its quota. */
export function refusals(entries: readonly Entry[]): number {
  return entries.filter(({ statuses }) => statuses.includes(429)).length;
}
