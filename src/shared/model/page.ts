import { z } from 'zod';
import { asItCame, flag, isRecord, layerOf } from './tolerant.ts';

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
  /** Whether the answer had no content at all. */
  readonly isBlank?: true;
  /** Characters that the service took for it; absent where it is no page of the service. */
  readonly size?: number;
  readonly results: readonly Entry[];
  /** Absent where all entries were read. While there is one, the list is not whole. */
  readonly unread?: UnreadEntries;
}

const mostShown = 3; // of the entries that cannot be read

/**
 * One page of a list (specification, "Paginated list envelope"), also in an envelope of another kind. A bare array reads as a whole
 * list of one page (decisions.md §3.1). `expand` makes several entries of those that hold others.
 */
export function pageOf<Entry extends z.ZodType>(
  entry: Entry,
  expand = (entries: readonly unknown[]): readonly unknown[] => entries,
) {
  return z.unknown().transform((value, context): ServicePage<z.output<Entry>> => {
    const list = listIn(value);
    if (list === null) {
      context.addIssue({ code: 'custom', message: 'neither a list nor a page of one' });
      return z.NEVER;
    }
    const { entries } = list;
    const all = expand(entries);
    const results: z.output<Entry>[] = [];
    const unread: unknown[] = [];
    for (const one of all) {
      const parsed = entry.safeParse(one);
      if (parsed.success && !isOther(parsed.data, one, list.isMap)) results.push(parsed.data);
      else unread.push(one);
    }
    const { count, next } = pagingOf(list.around, all.length);
    return {
      count: all.length === entries.length ? count : null,
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

/**
 * Whether an entry is an object of another kind: it has fields, and none of those that a noun has beside its id. Of a map, which may be none of
 * entries, also where the noun has few.
 */
function isOther(read: unknown, one: unknown, isOfMap = false): boolean {
  if (!isRecord(read) || !isRecord(one) || !Array.isArray(read.unseen)) return false;
  if (!isOfMap && read.unseen.length < 4) return false;
  const unseen = new Set<unknown>(read.unseen);
  return (
    Object.keys(one).length > 1 &&
    Object.keys(read).every(
      (name) => ['id', 'unseen', ...(isOfMap ? ['name'] : [])].includes(name) || unseen.has(name),
    )
  );
}

const listNames = ['results', 'data', 'items', 'embedded', 'result', 'content', 'records', 'value'];
const faultNames = ['error', 'errors', 'fault', 'exception', 'errorcode', 'iserror', 'haserrors'];
const notLists = [
  ...faultNames,
  'messages',
  'warnings',
  'links',
  'link',
  'detail',
  'nonfielderrors',
  'meta',
  'sort',
];

interface FoundList {
  readonly entries: readonly unknown[];
  /** The objects that it is in, the inmost first. */
  readonly around: readonly Readonly<Record<string, unknown>>[];
  /** Whether they are what an object has by its names. */
  readonly isMap?: true;
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
  const all = inner.filter(Array.isArray);
  // Beside the list may stand plain texts, such as what it follows.
  const lists = all.length > 1 ? all.filter((one) => one.length === 0 || one.some(isRecord)) : all;
  if (lists.length > 1) return null;
  const found = (lists.length === 1 ? lists : inner).flatMap((one) => listIn(one, levels - 1) ?? []);
  const [only] = found;
  if (found.length === 1 && only !== undefined) return { ...only, around: [...only.around, value] };
  if (found.length === 0 && isEmptyList(value, layer)) return { entries: [], around: [value] };
  const entries = entriesOfMap(value, layer);
  return entries === null ? null : { entries, around: [], isMap: true };
}

/** The entries of a list that comes as a map by their ids, or their places; null where it is none. */
function entriesOfMap(value: Readonly<Record<string, unknown>>, layer: Head): readonly unknown[] | null {
  const entries = Object.entries(value);
  const areEntries = entries.every(([, one]) => isRecord(one) && Object.keys(one).length > 0);
  if (!areEntries || entries.length === 0 || [...layer.keys()].some((name) => aboutLists.has(name)))
    return null;
  return entries.map(([id, one]) => (isRecord(one) && !layerOf(one).has('id') ? { id, ...one } : one));
}

/** Whether a list is left out, or null, because it has no entries: it is counted. */
function isEmptyList(value: unknown, layer: Head): boolean {
  const count = countIn(headsOf(value));
  return count === 0 || (count === null && listNames.some((name) => layer.get(name) === null));
}

const failing = ['error', 'fail', 'failed', 'failure'];

/** Whether an answer says of itself that it is none, whatever its status: in words, or by a status of HTTP. */
function saysFailure(value: Readonly<Record<string, unknown>>): boolean {
  const layer = headOf(value);
  const meta = layer.get('meta');
  return (
    saysRefusal(value) ||
    (isRecord(meta) && saysRefusal(meta)) ||
    ['status', 'statuscode', 'code'].some((name) => {
      const said = textIn(layer.get(name))?.toLowerCase() ?? '';
      return failing.includes(said) || /^[45]\d\d$/.test(said);
    })
  );
}

const successNames = ['success', 'ok', 'issuccess', 'succeeded', 'successful'];

/** The same of an object, whose status is its own. */
export function saysRefusal(value: Readonly<Record<string, unknown>>): boolean {
  const layer = headOf(value);
  return (
    successNames.some((name) => flagIn(layer.get(name)) === false) ||
    faultNames.some((name) => saysFault(layer.get(name)))
  );
}

function saysFault(value: unknown): boolean {
  if (typeof value === 'string' && /^(?:0*|ok|none|null|success)$/i.test(value)) return false;
  return flagIn(value) !== false && saysSomething(value);
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

const headNames =
  'links link meta metadata responsemetadata pagination paging paginginfo pager page pageinfo cursor cursors data view'.split(
    ' ',
  );
const aboutLists = new Set([...headNames, ...notLists, ...listNames]);

/** Where an envelope says how many there are and what follows. */
function headsOf(value: unknown, levels = deepest): readonly Head[] {
  if (Array.isArray(value)) return [linksIn(value)];
  if (!isRecord(value) || levels === 0) return [];
  const outer = headOf(value);
  return [outer, ...headNames.flatMap((name) => headsOf(outer.get(name), levels - 1))];
}

/** Links by what they lead to, of a list of these. */
function linksIn(value: readonly unknown[]): Head {
  const links = value.filter(isRecord).filter(({ rel, relation }) => (rel ?? relation) !== undefined);
  return layerOf(
    Object.fromEntries(
      links.map(({ rel, relation, href, url, uri }) => [String(rel ?? relation), href ?? url ?? uri]),
    ),
  );
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
  'totalrows',
  'totalentries',
  'totalhits',
  'numfound',
  'numresults',
  'resultcount',
  'recordcount',
  'rowcount',
];

/** Of several numbers the largest: another may be of this page alone. */
function countIn(heads: readonly Head[]): number | null {
  const said = heads.flatMap((head) => countNames.flatMap((name) => wholeNumber(head.get(name)) ?? []));
  return said.length === 0 ? null : Math.max(...said);
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
  'lastevaluatedkey',
];
/** Where what follows is named, and the parameters that it may be asked for by. */
const cursors = {
  nextcursor: 'cursor',
  nextpagecursor: 'cursor',
  nextpagetoken: 'page_token pageToken',
  nexttoken: 'token nextToken NextToken',
  continuationtoken: 'continuationToken',
  nextmarker: 'marker',
  nextoffset: 'offset',
  nextskip: 'skip',
  nextpagestart: 'start',
} as const;
/** The same, where nothing else says whether anything follows; a number there is a place. */
const marks = {
  endcursor: 'after',
  aftercursor: 'after',
  after: 'after',
  cursor: 'cursor',
  offset: 'offset',
  continue: 'continue',
  bookmark: 'bookmark',
  scrollid: 'scroll_id',
} as const;
const moreNames = [
  'hasmore',
  'hasnext',
  'hasnextpage',
  'hasmorepages',
  'hasmoreresults',
  'morepages',
  'moreresults',
  'moreresultsavailable',
  'moreitems',
  'istruncated',
  'truncated',
  'more',
  'next',
];
const endNames = ['last', 'islast', 'lastpage', 'islastpage', 'done'];

type Next = ServicePage<never>['next'];

/** What envelopes say of a list, of which so many entries are there: how many there are, and what follows. */
export function pagingOf(envelopes: readonly unknown[], length = 0) {
  const heads = envelopes.flatMap((one) => headsOf(one));
  return { count: countIn(heads), next: nextIn(heads, length) };
}

/** What follows a page of so many entries; null where it says that nothing does, undefined where it says neither. */
function nextIn(heads: readonly Head[], length: number): Next | undefined {
  const link = firstOf(heads, linkNames, nextOf) ?? namedIn(heads, cursors, textIn);
  if (link !== null) return link;
  const more = firstOf(heads, moreNames, moreIn) ?? firstOf(heads, endNames, (value) => not(endIn(value)));
  const mark = namedIn(heads, marks, (value) => (isNumber(value) ? null : textIn(value)));
  const [here, last] = [
    firstOf(heads, ['page', 'currentpage', 'pagenumber', 'pagenum', 'pageindex', 'number'], wholeNumber),
    firstOf(heads, ['pages', 'totalpages', 'lastpage', 'pagecount'], wholeNumber),
  ];
  if (more ?? (here !== null && last !== null && here < last))
    return mark ?? offsetIn(heads, length) ?? ['page', here === null ? '' : String(here + 1)];
  if (more !== null || (here !== null && last !== null)) return null;
  const said = [...linkNames, ...Object.keys(cursors)].flatMap((name) =>
    heads.filter((head) => head.has(name)).map((head) => head.get(name)),
  );
  if (said.some(saysNone)) return null;
  // What follows is there, however it is asked for.
  return said.length > 0 ? ['page', ''] : (offsetIn(heads, length) ?? mark ?? undefined);
}

/** By what it is asked for, where one of the names says it. */
function namedIn(
  heads: readonly Head[],
  names: Readonly<Record<string, string>>,
  read: (value: unknown) => string | null,
): Next {
  for (const [name, parameter] of Object.entries(names)) {
    const said = firstOf(heads, [name], read);
    if (said !== null) return [parameter, said];
  }
  return null;
}

const places = { offset: 'offset', skip: 'skip', startat: 'startAt', startindex: 'startIndex' } as const;

/** The place after this page, where it says at which place it begins and how many it may have. */
function offsetIn(heads: readonly Head[], length: number): Next {
  const size = firstOf(heads, ['limit', 'maxresults', 'itemsperpage', 'top'], wholeNumber);
  const count = countIn(heads);
  for (const [name, parameter] of Object.entries(places)) {
    const place = firstOf(heads, [name], wholeNumber);
    if (place === null || size === null || size === 0) continue;
    const follows = count === null ? length === size : place + size < count + (name === 'startindex' ? 1 : 0);
    return follows ? [parameter, String(place + size)] : null;
  }
  return null;
}

const textIn = (value: unknown): string | null => {
  const isSaid = typeof value === 'number' ? value > 0 : typeof value === 'string' && value !== '';
  return isSaid ? String(value) : null;
};
const flagIn = (value: unknown): boolean | null =>
  typeof value === 'object' ? null : (flag(value, () => {}, undefined) ?? null);
const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
/** Whether there is more; a number is how many. */
const moreIn = (value: unknown): boolean | null => (isNumber(value) ? Number(value) > 0 : flagIn(value));
/** Whether it ends here; a number is a page. */
const endIn = (value: unknown): boolean | null => (isNumber(value) ? null : flagIn(value));
const not = (value: boolean | null): boolean | null => (value === null ? null : !value);

/** Whether a place for what follows is there, and holds nothing. */
function saysNone(value: unknown): boolean {
  if (value === undefined) return false;
  if (isRecord(value) && Object.values(value).every((one) => one === null)) return true;
  return typeof value === 'string' || isBefore(value) || !saysSomething(value);
}

/** Whether it is the number of no page that follows. */
function isBefore(value: unknown): boolean {
  return isNumber(value) && Number(value) <= 0;
}

function nextOf(value: unknown): Next {
  if (isBefore(value)) return null;
  if (Array.isArray(value)) return value.length === 1 ? nextOf(value[0]) : null;
  const address = isRecord(value) ? (value.href ?? value.url ?? value.link) : undefined;
  if (isRecord(value) && address === undefined) {
    const [only, ...others] = Object.entries(value);
    const isOne = others.length === 0 && (typeof only?.[1] === 'string' || typeof only?.[1] === 'number');
    return only !== undefined && isOne ? [only[0], String(only[1])] : null;
  }
  const said = isRecord(value) ? address : value;
  if (typeof said === 'number' || (typeof said === 'string' && /^\d{1,6}$/.test(said)))
    return ['page', String(said)];
  if (typeof said !== 'string' || ['', 'null', 'none', 'false'].includes(said.toLowerCase())) return null;
  if (/^&?[\w.$[\]-]+=[^=]/.test(said)) return said.replace(/^&?/, '?');
  return /[/?]/.test(said) ? said : ['cursor', said];
}
