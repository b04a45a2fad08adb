import { operations } from '../src/shared/api.ts';
import type { Tier } from '../src/shared/model/tiers.ts';

/** One request that left the client. */
export interface Entry {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly tier: Tier;
  /** Milliseconds since the beginning. */
  readonly at: number;
  /** A status for each time that the service handled it. Empty if it never arrived. */
  readonly statuses: number[];
  /** Ids of what the service created for it, even if its answer was lost. */
  readonly created: string[];
  /** What the wire did to it. */
  fault: string;
}

interface Carried {
  readonly status: number;
  readonly body: string;
}

/** The record of what reached the service. It does not depend on what the client believes. */
export interface Traffic {
  readonly sent: (method: string, path: string, at: number) => Entry;
  readonly met: (entry: Entry, fault: string) => void;
  readonly carriedOut: (entry: Entry, answer: Carried) => void;
  readonly entries: readonly Entry[];
}

export function createTraffic(): Traffic {
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
        created: [],
        fault: 'none',
      };
      entries.push(entry);
      return entry;
    },
    met: (entry, fault) => {
      entry.fault = fault;
    },
    carriedOut: (entry, { status, body }) => {
      entry.statuses.push(status);
      if (entry.method !== 'POST' || status !== 201) return;
      const { id } = JSON.parse(body) as { readonly id?: string }; // as the sandbox answers a creation
      if (id !== undefined) entry.created.push(id);
    },
  };
}

const rows = Object.values(operations).map(({ method, path, tier }) => ({
  method,
  tier,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The tier of a request (decisions.md §12.2), or `reference` for an unknown request. */
export function tierOf(method: string, path: string): Tier {
  return rows.find((row) => row.method === method && row.pattern.test(path))?.tier ?? 'reference';
}

/** How many requests of a tier succeeded. */
export function successes(entries: readonly Entry[], tier: Tier): number {
  return entries
    .filter((entry) => entry.tier === tier)
    .reduce((sum, { statuses }) => sum + statuses.filter((status) => status < 300).length, 0);
}

/** How many requests of a tier were neither needed nor a repetition after a disturbance. */
export function excess(entries: readonly Entry[], tier: Tier, needed: number): number {
  const sent = entries.filter((entry) => entry.tier === tier);
  const disturbed = sent.filter(
    ({ fault, statuses }) => fault !== 'none' || statuses.some((status) => status >= 400),
  );
  return Math.max(0, sent.length - needed - disturbed.length);
}

/** How many requests the service refused for the quota. */
export function refusals(entries: readonly Entry[]): number {
  return entries.filter(({ statuses }) => statuses.includes(429)).length;
}
