import { z } from 'zod';
import { isRecord, readable, text } from './tolerant.ts';

/**
 * One page of a list (specification, "Paginated list envelope"). A bare array reads as a whole list of one page
 * (decisions.md §3.1). `next` is the service's own address of the following page, or null at the end.
 */
export function pageOf<Entry extends z.ZodType>(entry: Entry) {
  const list = readable(entry);
  return z
    .unknown()
    .refine((value) => Array.isArray(value) || (isRecord(value) && Array.isArray(value.results)), {
      message: 'neither a list nor a page of one',
    })
    .transform((value): ServicePage<z.output<Entry>> => {
      const envelope = isRecord(value) ? value : { results: value };
      return {
        count: typeof envelope.count === 'number' ? envelope.count : null,
        next: text.parse(envelope.next) || null,
        results: list.parse(envelope.results),
      };
    });
}

export interface ServicePage<Entry> {
  readonly count: number | null;
  readonly next: string | null;
  readonly results: readonly Entry[];
}

/** A page as it crosses to the interface: `cursor` names the following page without naming an address. */
export interface Page<Entry> {
  readonly count: number | null;
  readonly cursor: string | null;
  /** Characters that the service took for it; absent where it is no page of the service. */
  readonly size?: number;
  readonly results: readonly Entry[];
}
