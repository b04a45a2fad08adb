import { z } from 'zod';
import { asItCame, isRecord, layerOf } from './tolerant.ts';

/** What of a list came in a form that cannot be read. */
export interface UnreadEntries {
  readonly count: number;
  /** The first of them as they came, cut where they are long. */
  readonly asItCame: readonly string[];
}

export interface ServicePage<Entry> {
  readonly count: number | null;
  /** The service's own address of the following page, or the parameter of a query that leads there; null at the end. */
  readonly next: string | readonly [parameter: string, value: string] | null;
  readonly results: readonly Entry[];
  readonly unread?: UnreadEntries;
}

/** A page as it crosses to the interface: `cursor` names the following page without naming an address. */
export interface Page<Entry> {
  readonly count: number | null;
  readonly cursor: string | null;
  /** Characters that the service took for it; absent where it is no page of the service. */
  readonly size?: number;
  readonly results: readonly Entry[];
  /** Absent where all entries were read. While there is one, the list is not whole. */
  readonly unread?: UnreadEntries;
}

const mostShown = 3; // of the entries that cannot be read

/**
 * One page of a list (specification, "Paginated list envelope"), also in an envelope of another kind. A bare array reads as a whole
 * list of one page (decisions.md §3.1). `expand` makes several entries of one that holds them.
 */
export function pageOf<Entry extends z.ZodType>(
  entry: Entry,
  expand = (one: unknown): readonly unknown[] => [one],
) {
  return z.unknown().transform((value, context): ServicePage<z.output<Entry>> => {
    const entries = entriesIn(value);
    if (entries === null) {
      context.addIssue({ code: 'custom', message: 'neither a list nor a page of one' });
      return z.NEVER;
    }
    const all = entries.flatMap(expand);
    const results: z.output<Entry>[] = [];
    const unread: unknown[] = [];
    for (const one of all) {
      const parsed = entry.safeParse(one);
      if (parsed.success && !isOther(parsed.data, one)) results.push(parsed.data);
      else unread.push(one);
    }
    const heads = headsOf(value);
    return {
      count: all.length === entries.length ? countIn(heads) : null,
      next: nextIn(heads),
      results,
      ...(unread.length === 0
        ? {}
        : {
            unread: {
              count: unread.length,
              asItCame: unread.slice(0, mostShown).map((one) => asItCame(one)),
            },
          }),
    };
  });
}

/** Whether an entry is an object of another kind: it has fields, and none of those that a noun has beside its id. */
function isOther(read: unknown, one: unknown): boolean {
  if (!isRecord(read) || !isRecord(one) || !Array.isArray(read.unseen) || read.unseen.length < 4)
    return false;
  const unseen = new Set<unknown>(read.unseen);
  return (
    Object.keys(one).length > 1 &&
    Object.keys(read).every((name) => name === 'id' || name === 'unseen' || unseen.has(name))
  );
}

const listNames = ['results', 'data', 'items', 'embedded'];
const notLists = ['errors', 'messages', 'warnings', 'links', 'detail', 'nonfielderrors', 'meta'];

/** The entries of an answer: the answer itself, or the one list that its envelope has; null where there is none. */
export function entriesIn(value: unknown, levels = 2): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || levels === 0) return null;
  const layer = layerOf(value);
  if (layer.has('id')) return null; // an object, whose lists are its own
  for (const name of listNames) {
    const entries = layer.has(name) ? entriesIn(layer.get(name), levels - 1) : null;
    if (entries !== null) return entries;
  }
  const lists = [...layer].filter(([name, one]) => Array.isArray(one) && !notLists.includes(name));
  const [only] = lists;
  return lists.length === 1 && only !== undefined && Array.isArray(only[1]) ? only[1] : null;
}

type Head = ReturnType<typeof layerOf>;

/** Where an envelope says how many there are and what follows. */
function headsOf(value: unknown): readonly Head[] {
  if (!isRecord(value)) return [];
  const outer = layerOf(value);
  const inner = ['links', 'meta', 'pagination', 'paging', 'page', 'pageinfo', 'data'].map((name) =>
    outer.get(name),
  );
  return [outer, ...inner.filter(isRecord).map(layerOf)];
}

function firstOf<Value>(
  heads: readonly Head[],
  names: readonly string[],
  read: (value: unknown) => Value | null,
): Value | null {
  for (const name of names)
    for (const head of heads) {
      const said = read(head.get(name));
      if (said !== null) return said;
    }
  return null;
}

const wholeNumber = (value: unknown): number | null => {
  const said = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof said === 'number' ? said : null;
};

const countNames = ['count', 'total', 'totalcount', 'totalresults', 'totalitems', 'totalelements'];

function countIn(heads: readonly Head[]): number | null {
  return firstOf(heads, countNames, wholeNumber);
}

const linkNames = ['next', 'nextlink', 'nexturl', 'nextpageurl', 'nextpage'];
const cursors = { nextcursor: 'cursor', nextpagetoken: 'page_token', nexttoken: 'token' } as const;

function nextIn(heads: readonly Head[]): ServicePage<never>['next'] {
  const link = firstOf(heads, linkNames, (value) => {
    const said = isRecord(value) ? (value.href ?? value.url) : value;
    if (typeof said === 'number') return ['page', String(said)] as const;
    if (typeof said !== 'string' || said === '') return null;
    return /[/?=]/.test(said) ? said : (['cursor', said] as const);
  });
  if (link !== null) return link;
  for (const [name, parameter] of Object.entries(cursors)) {
    const said = firstOf(heads, [name], (value) =>
      typeof value === 'string' && value !== '' ? value : null,
    );
    if (said !== null) return [parameter, said];
  }
  const [here, last] = [
    firstOf(heads, ['page', 'currentpage'], wholeNumber),
    firstOf(heads, ['pages', 'totalpages', 'lastpage', 'pagecount'], wholeNumber),
  ];
  const hasMore = firstOf(heads, ['hasmore', 'hasnext', 'hasnextpage', 'more'], (value) =>
    value === true ? true : null,
  );
  if (hasMore === true || (here !== null && last !== null && here < last))
    return ['page', here === null ? '' : String(here + 1)];
  return null;
}
