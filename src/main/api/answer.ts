import { type AnyRow, type Operation, operations } from '../../shared/api.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { type Page, pageOf } from '../../shared/model/page.ts';
import type { Exchange } from './exchange.ts';
import { errorOf, readBody } from './outcome.ts';

const deepestAnswer = 100; // levels; what lies deeper is no resource, and could not cross to the interface

/** What an exchange means for its operation: the value that the table promises, or one `AppError`. */
export function readAnswer(
  operation: Operation,
  url: string,
  exchanged: Exchange,
  wall: number,
): Reply<unknown> {
  const row: AnyRow = operations[operation];
  const about = { operation, tier: row.tier };
  if (!exchanged.ok) {
    const { code, ...known } = exchanged.fault;
    return fail(code, { ...about, ...known });
  }
  const { status, headers, text } = exchanged;
  if (status < 200 || status >= 300) {
    const error = errorOf(status, headers, text, wall);
    const code =
      operation === 'tokens.issue' && isRejection(error.code) ? 'credentials-rejected' : error.code;
    return { ok: false, error: { ...error, ...about, code } };
  }
  const body = readBody(headers, text);
  if (body === 'not-json') return fail('not-json', { ...about, status }); // somebody else's page, even for a deletion
  if (row.list === undefined && row.item === undefined)
    // A deletion: the service answers 204 (decisions.md §7.5), so that what says otherwise may be somebody else.
    return status === 204 ? succeed(null) : fail('unexpected-answer', { ...about, status });
  if (body === 'empty' || isDeeperThan(deepestAnswer, text))
    return fail('unexpected-answer', { ...about, status });
  const value = row.list === undefined ? readItem(row, body.json) : readPage(row.list, body.json, url);
  return value === null ? fail('unexpected-answer', { ...about, status }) : succeed(value);
}

function isRejection(code: string): boolean {
  return code === 'validation' || code === 'unauthorized'; // RFC 6749 §5.2: 400 and 401 alike
}

function readItem(row: AnyRow, json: unknown): unknown {
  const parsed = row.item?.safeParse(json);
  return parsed?.success ? parsed.data : null;
}

function readPage(entry: NonNullable<AnyRow['list']>, json: unknown, url: string): Page<unknown> | null {
  const parsed = pageOf(entry).safeParse(json);
  if (!parsed.success) return null;
  const { count, next, results } = parsed.data;
  const cursor = next === null ? null : cursorOf(next, url);
  return cursor === undefined ? null : { count, results, cursor };
}

/**
 * The query of the page that follows, by which this app asks for it; null where the list ends there, as it does when a page
 * names itself as its next, and undefined where `next` leads away from the list: to another host or path (decisions.md §3.5).
 */
export function cursorOf(next: string, url: string): string | null | undefined {
  const here = URL.parse(url);
  const there = URL.parse(next, url);
  if (here === null || there === null) return undefined;
  if (there.origin !== here.origin || decodedPath(there) !== decodedPath(here)) return undefined;
  if (there.username !== '' || there.password !== '') return undefined;
  const cursor = there.searchParams.toString();
  return cursor === here.searchParams.toString() ? null : cursor;
}

function decodedPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname); // a service may leave `@` as it is where this app encodes it
  } catch {
    return url.pathname;
  }
}

function isDeeperThan(most: number, json: string): boolean {
  let depth = 0;
  let isQuoted = false;
  // Part by part: a pattern for a whole text would fail on a long one, for want of stack.
  for (const [part] of json.matchAll(/\\.|["[\]{}]/gs)) {
    if (part === '"') isQuoted = !isQuoted;
    else if (isQuoted || part.startsWith('\\')) continue;
    else depth += part === '[' || part === '{' ? 1 : -1;
    if (depth > most) return true;
  }
  return false;
}
