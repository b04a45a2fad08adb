import type { AppError } from '../../error.ts';
import type { FaultReason } from '../../failures.ts';
import type { Page, UnreadEntries } from '../../model/page.ts';

// How much of a list is read, and what may be concluded from it. A list has no state of its own between its pages: rows that come or
// go meanwhile shift the others, so that one is missed or comes twice (decisions.md §3.5).

/** The most that a whole list may be: ten times the largest firm that this app is made for. */
export const listLimits = { rows: 100_000, characters: 64 * 1024 * 1024 } as const;

/** Why a list is not read on. */
export type ListFault = Extract<FaultReason, 'list-limit' | 'list-endless'>;

/** The cursor to go on with; none at the end, and none where the service leads in a circle (decisions.md §3.5). */
export function nextCursor(
  cursor: string | null,
  before: readonly (string | undefined)[],
): string | undefined {
  return cursor === null || before.includes(cursor) ? undefined : cursor;
}

type PageOfIds = Page<unknown>;

/** Whether a page has as many entries as pages have: it may have been cut. */
const isFull = (page: PageOfIds): boolean => lengthOf(page) >= 10 && lengthOf(page) % 5 === 0;

/**
 * The page to ask for where a service does not say whether one follows: there may be one where it counts more than have come, or where it
 * counts none and its pages are as full as pages are. Null where there is none.
 */
export function onwardCursor(pages: readonly PageOfIds[]): string | null {
  const onward = pages.at(-1)?.onward ?? null;
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (last.count !== null) return isCut(pages) ? onward : null;
  return isFull(first) && lengthOf(last) === lengthOf(first) ? onward : null;
}

/** Whether a service counts more than have come, and has not said that nothing follows. */
export function isCut(pages: readonly PageOfIds[]): boolean {
  const { count = null, onward } = pages.at(-1) ?? {};
  return count !== null && onward !== undefined && cameOf(pages) < count;
}

/** Whether the last page was said to follow and has only what came before: then nobody knows how to ask for what does, unless all came. */
export function isStuck(pages: readonly PageOfIds[]): boolean {
  const last = pages.at(-1);
  if (last === undefined || pages.length === 1 || last.results.length === 0) return false;
  return (last.count === null || cameOf(pages) < last.count) && !bringsMore(last, pages.slice(0, -1));
}

function cameOf(pages: readonly PageOfIds[]): number {
  const keys = pages.flatMap(({ results }) => results.map(keyOf));
  return new Set(keys).size + (unreadOf(pages)?.count ?? 0);
}

/** Whether as many came as the service counts: a page that it refuses after these is behind the end. */
export function isAll(pages: readonly PageOfIds[]): boolean {
  const count = pages.at(-1)?.count ?? null;
  return count !== null && listDoubt(pages) !== 'count' && listDoubt(pages) !== 'changed';
}

/** Whether a page has anything that those before it have not. */
export function bringsMore({ results, unread }: PageOfIds, before: readonly PageOfIds[]): boolean {
  const known = new Set(before.flatMap((page) => page.results.map(keyOf)));
  const isNew = results.some((entry) => !known.has(keyOf(entry)));
  return isNew || (results.length === 0 && unread !== undefined);
}

function lengthOf({ results, unread }: PageOfIds): number {
  return results.length + (unread?.count ?? 0);
}

const idlePages = 3; // in a row without anything new: a filter of the service may leave one empty

/** What of a list is too much to read on after these pages; null where nothing is. */
export function listFault(pages: readonly PageOfIds[]): ListFault | null {
  let [rows, characters] = [0, 0];
  for (const { results, size = 0 } of pages) {
    rows += results.length;
    characters += size;
  }
  if (rows > listLimits.rows || characters > listLimits.characters) return 'list-limit';
  const said = pages.at(-1)?.count ?? null;
  if (said !== null && rows > 2 * Math.max(0, said) + 1_000) return 'list-endless';
  return isIdle(pages) ? 'list-endless' : null;
}

/** Whether the last pages brought nothing that the ones just before them had not. */
function isIdle(pages: readonly PageOfIds[]): boolean {
  if (pages.length <= idlePages) return false;
  const before = new Set(
    pages.slice(-2 * idlePages, -idlePages).flatMap(({ results }) => results.map(keyOf)),
  );
  return pages.slice(-idlePages).every(({ results }) => results.every((entry) => before.has(keyOf(entry))));
}

/**
 * Why a list that was read to its end may not be the whole: `changed` where its rows moved while it was read, `count` where
 * another number came than the service says that there are, `unread` where some came in a form that cannot be read; null where none is so.
 */
export type ListDoubt = 'changed' | 'count' | 'unread';

export function listDoubt(pages: readonly PageOfIds[]): ListDoubt | null {
  const keys = pages.flatMap(({ results }) => results.map(keyOf));
  const counts = new Set(pages.map(({ count }) => count));
  const distinct = new Set(keys).size;
  if (counts.size > 1 || distinct < keys.length) return 'changed';
  const [said = null] = counts;
  const unread = unreadOf(pages)?.count ?? 0;
  if (said !== null && said !== distinct + unread) return 'count';
  if (unread > 0) return 'unread';
  return said === null && pages.length > 1 && pages.at(-1)?.results.length === 0 ? 'changed' : null; // what was to follow is gone
}

const mostShown = 3; // of the entries that could not be read

/** What of a list could not be read; null where all was. */
export function unreadOf(pages: readonly Pick<Page<unknown>, 'unread'>[]): UnreadEntries | null {
  const all = pages.flatMap(({ unread }) => unread ?? []);
  const count = all.reduce((sum, one) => sum + one.count, 0);
  return count === 0
    ? null
    : { count, asItCame: all.flatMap(({ asItCame }) => asItCame).slice(0, mostShown) };
}

/** What two readings have in common where the list stood still between them. */
export function listPrint(pages: readonly PageOfIds[]): string {
  return JSON.stringify(
    pages.map(({ count, results, unread }) => [count, unread?.count, results.map(keyOf)]),
  );
}

/**
 * Whether a failure in the middle of a list says that its rows have changed: a page that is there no more, that the service fails at, or
 * that is too large, of which smaller ones are asked for from now on. The list is begun anew.
 */
export function isBrokenList({ status = 0, reason }: Pick<AppError, 'status' | 'reason'>): boolean {
  return [400, 404, 410, 416, 422].includes(status) || status >= 500 || isTooLarge(reason);
}

/** Whether a page was more than the app takes, so that a smaller one may be none too many. */
export function isTooLarge(reason: FaultReason | undefined): boolean {
  return reason === 'answer-limit';
}

/** How often a list of which there is doubt is read in all, until it is the same twice. */
export const mostReadings = 3;

/** An entry's id, or a role's name, which is all that a role has. */
export function keyOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  return 'id' in entry ? entry.id : 'name' in entry ? entry.name : entry;
}

/** All entries of the pages; of one that appears twice because rows moved between pages, the later reading. */
export function entriesOf<Entry>(pages: readonly Page<Entry>[]): readonly Entry[] {
  return [...new Map(pages.flatMap(({ results }) => results).map((entry) => [keyOf(entry), entry])).values()];
}

type Fields = Readonly<Record<string, string | undefined>>;

/** What two windows and main call the same list: of an operation, of whose object, of which kind. */
export function nameOfList({
  operation,
  path = {},
  query = {},
}: {
  readonly operation: string;
  readonly path?: Fields | undefined;
  readonly query?: Fields | undefined;
}): string {
  return JSON.stringify([operation, sorted(path), sorted(query)]);
}

/** Whether a list of this name is one of an operation. */
export function isListOf(operation: string, name: string): boolean {
  return name.startsWith(`${JSON.stringify([operation]).slice(0, -1)},`);
}

function sorted(fields: Fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
