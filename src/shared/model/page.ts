import { z } from 'zod';
import { asItCame, isRecord, layerOf, letters } from './tolerant.ts';

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
  /** Whether it says that nothing follows, or what does; else it may be one of several pages. */
  readonly isClear?: true;
  readonly results: readonly Entry[];
  readonly unread?: UnreadEntries;
}

/** A page as it crosses to the interface: `cursor` names the following page without naming an address. */
export interface Page<Entry> {
  readonly count: number | null;
  readonly cursor: string | null;
  /** The page that may follow, where the service does not say whether one does. */
  readonly onward?: string;
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
    const list = listIn(value);
    if (list === null) {
      context.addIssue({ code: 'custom', message: 'neither a list nor a page of one' });
      return z.NEVER;
    }
    const { entries } = list;
    const all = entries.flatMap(expand);
    const results: z.output<Entry>[] = [];
    const unread: unknown[] = [];
    for (const one of all) {
      const parsed = entry.safeParse(one);
      if (parsed.success && !isOther(parsed.data, one)) results.push(parsed.data);
      else unread.push(one);
    }
    const heads = list.around.flatMap(headsOf);
    const next = nextIn(heads);
    return {
      count: all.length === entries.length ? countIn(heads) : null,
      next: next ?? null,
      ...(next === undefined ? {} : { isClear: true }),
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

const listNames = ['results', 'data', 'items', 'embedded', 'result', 'content', 'records', 'value'];
const notLists = ['errors', 'messages', 'warnings', 'links', 'detail', 'nonfielderrors', 'meta', 'sort'];

interface FoundList {
  readonly entries: readonly unknown[];
  /** The objects that it is in, the inmost first. */
  readonly around: readonly Readonly<Record<string, unknown>>[];
}

/** The entries of an answer: the answer itself, or the one list that its envelope has; null where there is none. */
export function entriesIn(value: unknown): readonly unknown[] | null {
  return listIn(value)?.entries ?? null;
}

const deepest = 4; // envelopes in one another

function listIn(value: unknown, levels = deepest): FoundList | null {
  if (Array.isArray(value)) return { entries: value, around: [] };
  if (!isRecord(value) || levels === 0 || saysFailure(value)) return null;
  const layer = headOf(value);
  for (const name of listNames) {
    const found = layer.has(name) ? listIn(layer.get(name), levels - 1) : null;
    if (found !== null) return { ...found, around: [...found.around, value] };
  }
  if (layer.has('id')) return null; // an object, whose lists are its own
  const inner = [...layer].filter(([name]) => !notLists.includes(name)).map(([, one]) => one);
  const lists = inner.filter(Array.isArray);
  if (lists.length > 1) return null;
  const found = (lists.length === 1 ? lists : inner).flatMap((one) => listIn(one, levels - 1) ?? []);
  const [only] = found;
  if (found.length === 1 && only !== undefined) return { ...only, around: [...only.around, value] };
  if (found.length === 0 && isEmptyList(value, layer)) return { entries: [], around: [value] };
  const entries = entriesOfMap(value);
  return entries === null ? null : { entries, around: [] };
}

/** The entries of a list that comes as a map by their ids, or their places; null where it is none. */
function entriesOfMap(value: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  const entries = Object.entries(value);
  const areEntries = entries.every(([name, one]) => isRecord(one) && !aboutLists.has(letters(name)));
  if (!areEntries || entries.length === 0) return null;
  return entries.map(([id, one]) => (isRecord(one) && !layerOf(one).has('id') ? { id, ...one } : one));
}

/** Whether a list is left out, or null, because it has no entries: it is counted. */
function isEmptyList(value: unknown, layer: Head): boolean {
  const count = countIn(headsOf(value));
  return count === 0 || (count === null && listNames.some((name) => layer.get(name) === null));
}

const failing = ['error', 'fail', 'failed', 'failure'];

/** Whether an answer says of itself that it is none, whatever its status. */
function saysFailure(value: Readonly<Record<string, unknown>>): boolean {
  const { status } = value;
  return saysRefusal(value) || (typeof status === 'string' && failing.includes(status.toLowerCase()));
}

/** The same of an object, whose status is its own. */
export function saysRefusal({
  success,
  ok = success,
  error,
  errors,
}: Readonly<Record<string, unknown>>): boolean {
  return ok === false || saysSomething(error) || saysSomething(errors);
}

function saysSomething(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

type Head = ReturnType<typeof layerOf>;

/** An envelope by its names, of which a vocabulary may stand before the last part: `@odata.nextLink`, `hydra:member`; what begins with `@` is about it. */
function headOf(value: Readonly<Record<string, unknown>>): Head {
  const own = Object.entries(value).filter(([name]) => !/^@\w+$/.test(name));
  return layerOf(Object.fromEntries(own.map(([name, one]) => [name.split(/[.:]/).at(-1) || name, one])));
}

const headNames = ['links', 'meta', 'pagination', 'paging', 'page', 'pageinfo', 'data', 'view'];
const aboutLists = new Set([...headNames, ...notLists, ...listNames]);

/** Where an envelope says how many there are and what follows. */
function headsOf(value: unknown): readonly Head[] {
  if (!isRecord(value)) return [];
  const outer = headOf(value);
  const inner = headNames.map((name) => outer.get(name));
  return [outer, ...inner.flatMap((one) => (isRecord(one) ? headOf(one) : (linksIn(one) ?? [])))];
}

/** Links by what they lead to, of a list of these. */
function linksIn(value: unknown): Head | null {
  if (!Array.isArray(value)) return null;
  const links = value.filter(isRecord);
  return layerOf(Object.fromEntries(links.map(({ rel, href }) => [String(rel), href])));
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
  if (isRecord(said)) return wholeNumber(said.value);
  return typeof said === 'number' && said >= 0 ? said : null; // -1: nobody has counted
};

const countNames = [
  'count',
  'total',
  'totalcount',
  'totalresults',
  'totalitems',
  'totalelements',
  'totalsize',
  'totalrecords',
];

function countIn(heads: readonly Head[]): number | null {
  return firstOf(heads, countNames, wholeNumber);
}

const linkNames = [
  'next',
  'nextlink',
  'nexturl',
  'nexthref',
  'nextpageurl',
  'nextpage',
  'nextpagenumber',
  'nextrecordsurl',
];
const cursors = {
  nextcursor: 'cursor',
  nextpagetoken: 'page_token',
  nexttoken: 'token',
  continuationtoken: 'continuationToken',
} as const;
const moreNames = [
  'hasmore',
  'hasnext',
  'hasnextpage',
  'hasmorepages',
  'hasmoreresults',
  'moreresults',
  'istruncated',
  'more',
  'next',
];
const endNames = ['last', 'islast', 'lastpage', 'done'];

type Next = ServicePage<never>['next'];

/** What follows; null where it says that nothing does, undefined where it says neither. */
function nextIn(heads: readonly Head[]): Next | undefined {
  const link = firstOf(heads, linkNames, nextOf);
  if (link !== null) return link;
  for (const [name, parameter] of Object.entries(cursors)) {
    const said = firstOf(heads, [name], textIn);
    if (said !== null) return [parameter, said];
  }
  const more = firstOf(heads, moreNames, moreIn) ?? firstOf(heads, endNames, (value) => not(flagIn(value)));
  const after = firstOf(heads, ['endcursor'], textIn);
  if (more === true && after !== null) return ['after', after];
  const [here, last] = [
    firstOf(heads, ['page', 'currentpage', 'pagenumber', 'pagenum', 'number'], wholeNumber),
    firstOf(heads, ['pages', 'totalpages', 'lastpage', 'pagecount'], wholeNumber),
  ];
  if (more ?? (here !== null && last !== null && here < last))
    return ['page', here === null ? '' : String(here + 1)];
  const isSaid = more !== null || (here !== null && last !== null);
  return isSaid ||
    [...linkNames, ...Object.keys(cursors)].some((name) => heads.some((head) => saysNone(head.get(name))))
    ? null
    : (offsetIn(heads) ?? undefined);
}

/** The place after this page, where it says at which place it begins and how many it may have. */
function offsetIn(heads: readonly Head[]): Next {
  const [offset, size, count] = [
    firstOf(heads, ['offset', 'skip'], wholeNumber),
    firstOf(heads, ['limit'], wholeNumber),
    countIn(heads),
  ];
  if (offset === null || size === null || size === 0 || count === null || offset + size >= count) return null;
  return ['offset', String(offset + size)];
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const flagIn = (value: unknown): boolean | null =>
  typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : null;
/** The same, or how many more there are. */
const moreIn = (value: unknown): boolean | null => (typeof value === 'number' ? value > 0 : flagIn(value));
const not = (value: boolean | null): boolean | null => (value === null ? null : !value);

/** Whether a place for what follows is there, and holds nothing. */
function saysNone(value: unknown): boolean {
  if (value === undefined) return false;
  return typeof value === 'string' || !saysSomething(value);
}

function nextOf(value: unknown): Next {
  if (Array.isArray(value)) return value.length === 1 ? nextOf(value[0]) : null;
  if (isRecord(value) && value.href === undefined && value.url === undefined) {
    const [only, ...others] = Object.entries(value);
    const isOne = others.length === 0 && (typeof only?.[1] === 'string' || typeof only?.[1] === 'number');
    return only !== undefined && isOne ? [only[0], String(only[1])] : null;
  }
  const said = isRecord(value) ? (value.href ?? value.url) : value;
  if (typeof said === 'number' || (typeof said === 'string' && /^\d{1,6}$/.test(said)))
    return ['page', String(said)];
  if (typeof said !== 'string' || ['', 'null', 'none', 'false'].includes(said.toLowerCase())) return null;
  return /[/?=]/.test(said) ? said : ['cursor', said];
}
