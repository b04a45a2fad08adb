import { setImmediate as turn } from 'node:timers/promises';
import { type AnyRow, type Operation, operations } from '../../shared/api.ts';
import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import { AccessToken } from '../../shared/model/access-token.ts';
import {
  entriesIn,
  type Page,
  pageOf,
  pagingOf,
  type ServicePage,
  saysRefusal,
} from '../../shared/model/page.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import { sameId } from '../../shared/rules/plans/same-creation.ts';
import { unreadOf } from '../../shared/rules/service/list-reading.ts';
import type { Redactor } from '../diagnostics/redaction.ts';
import { answerLimits } from './answer-limits.ts';
import type { Exchange } from './exchange.ts';
import { type AnswerHeaders, errorOf, isOtherData, readBody } from './outcome.ts';
import type { AnyInput } from './request.ts';

interface Asked {
  readonly operation: Operation;
  readonly input: AnyInput;
  readonly url: string;
  readonly redactor: Pick<Redactor, 'redactText' | 'isRepeatedIn'>;
  /** Hears of each link to a next page whether it is at another address than its list. */
  readonly onLink?: (isElsewhere: boolean) => void;
}

/**
 * What an exchange means: the value that the table promises, or one `AppError`. A success counts only with a fitting status, if it is
 * about what was asked, and if it repeats no credential. A long answer is read in parts, so that others get their turn.
 */
export async function readAnswer(asked: Asked, exchanged: Exchange, wall: number): Promise<Reply<unknown>> {
  const { operation, redactor } = asked;
  const row: AnyRow = operations[operation];
  const about = { operation, tier: row.tier };
  if (!exchanged.ok) {
    const { code, ...known } = exchanged.fault;
    return fail(code, { ...about, ...known });
  }
  const { status, headers, text, unread } = exchanged;
  if (status < 200 || status >= 300) {
    const error = errorOf(status, headers, text, wall, unread);
    const code =
      operation === 'tokens.issue' && isRejection(error.code) ? 'credentials-rejected' : error.code;
    return { ok: false, error: { ...withoutCredentials(error, redactor), ...about, code } };
  }
  const unexpected = fail('unexpected-answer', { ...about, status });
  const body = readBody(headers, text);
  if (body === 'cut') return fail('interrupted', { ...about, status });
  if (body === 'not-json' && isOtherData(headers)) return unexpected;
  if (body === 'not-json') return fail('not-json', { ...about, status }); // somebody else's page, even for a deletion
  const isNothing = row.list !== undefined && status === 204; // a list without entries is no content
  if (!isNothing && !statuses[row.method].includes(status)) return unexpected;
  if (row.list === undefined && row.item === undefined) return succeed(null);
  if (body === 'empty') return status === 204 ? succeed(noEntries) : unexpected;
  if (operation === 'tokens.issue') return readToken(body.json, unexpected, redactor);
  if (row.list !== undefined && isTooLong(body.json))
    return { ok: false, error: { ...unexpected.error, reason: 'answer-limit' } };
  const isLong = text.length > part;
  if (isLong) await turn();
  if (await repeatsCredential(text, body.json, redactor)) return unexpected;
  if (isLong) await turn();
  const value =
    row.list === undefined
      ? readItem(row, body.json, asked.input)
      : await readPage(row, body.json, asked, exchanged);
  return value === null ? unexpected : succeed(value);
}

const noEntries: Page<never> = { count: 0, cursor: null, results: [], isBlank: true };

/** The service may say 200 where the specification has 201, and the other way round; it answers 204 to deletions (decisions.md §7.5). */
const statuses: Readonly<Record<AnyRow['method'], readonly number[]>> = {
  GET: [200, 203], // 203 where something on the way has changed its form (RFC 9110 §15.3.4)
  POST: [200, 201],
  PATCH: [200],
  DELETE: [204],
};

function withoutCredentials(error: AppError, { redactText }: Pick<Redactor, 'redactText'>): AppError {
  const { detail, fields, requestId } = error;
  return {
    ...error,
    ...(detail === undefined ? {} : { detail: redactText(detail) }),
    ...(requestId === undefined ? {} : { requestId: redactText(requestId) }),
    ...(fields === undefined
      ? {}
      : {
          fields: Object.fromEntries(
            Object.entries(fields).map(([name, messages]) => [redactText(name), messages.map(redactText)]),
          ),
        }),
  };
}

const part = 512 * 1024; // characters that are searched in one turn
const overlap = 32 * 1024; // more than any spelling of a credential has

/** Whether an answer repeats a credential, also one written with escapes: no service in order sends one back. */
async function repeatsCredential(
  text: string,
  json: unknown,
  { isRepeatedIn }: Pick<Redactor, 'isRepeatedIn'>,
): Promise<boolean> {
  for (const searched of text.includes('\\') ? [text, JSON.stringify(json)] : [text])
    for (let start = 0; start < searched.length; start += part) {
      if (start > 0) await turn();
      if (isRepeatedIn(searched.slice(start, start + part + overlap))) return true;
    }
  return false;
}

const bearer = /^[A-Za-z0-9\-._~+/]+=*$/; // RFC 6750 §2.1
const tokenLengths = { least: 20, most: 8_192 } as const; // characters: a shorter one is guessed or a word, no header takes a longer one

/** What is said about a token must not repeat it: it is shown. */
function readToken(
  json: unknown,
  unexpected: Reply<never> & { readonly ok: false },
  { isRepeatedIn }: Pick<Redactor, 'isRepeatedIn'>,
): Reply<AccessToken> {
  const parsed = AccessToken.safeParse(json);
  if (!parsed.success) return unexpected;
  const { access_token: token, scope } = parsed.data;
  if (token.length < tokenLengths.least || token.length > tokenLengths.most || !bearer.test(token))
    return { ok: false, error: { ...unexpected.error, code: 'token-unusable' } };
  return scope.includes(token) || isRepeatedIn(scope) ? unexpected : succeed(parsed.data);
}

function isRejection(code: string): boolean {
  return code === 'validation' || code === 'unauthorized'; // RFC 6749 §5.2: 400 and 401 alike
}

/** Null for anything but the object that was asked for; one that does not show its id may be that. What says that a write was refused shows nothing. */
function readItem({ item, named, method }: AnyRow, json: unknown, { path, body }: AnyInput): unknown {
  // A list in answer to a write, or where one object was asked for by its id, says nothing of it.
  const isRefusal = method !== 'GET' && isRecord(json) && saysRefusal(json);
  const isElse = isRefusal || (Array.isArray(json) && (method !== 'GET' || named !== undefined));
  const parsed = isElse ? undefined : item?.safeParse(json);
  if (parsed?.success !== true) return null;
  if (named === undefined || isUnseen(parsed.data, 'id')) return parsed.data;
  const [asked, answered] = [path?.[named] ?? idOf(body), idOf(parsed.data)];
  const isSame = asked === answered || (named === 'user_id' && sameId(asked, answered));
  return isSame ? parsed.data : null;
}

function isUnseen(value: unknown, field: string): boolean {
  return isRecord(value) && Array.isArray(value.unseen) && value.unseen.includes(field);
}

function idOf(value: unknown): string {
  return isRecord(value) && typeof value.id === 'string' ? value.id : '';
}

/** A list in an envelope could come in shorter pages; a bare one is as long as it is. */
function isTooLong(json: unknown): boolean {
  const { entries } = Array.isArray(json) ? answerLimits.bareList : answerLimits;
  return (entriesIn(json)?.length ?? 0) > entries;
}

async function readPage(
  row: AnyRow,
  json: unknown,
  { url, onLink, redactor }: Asked,
  { headers, text }: Pick<Exchange & { readonly ok: true }, 'headers' | 'text'>,
): Promise<Page<unknown> | null> {
  const read = await readEntries(row, json);
  if (read === null) return null;
  const { results, unread, isClear } = read;
  const { count, next } = withHeaders(read, headers);
  const page = {
    count,
    results,
    size: text.length,
    ...(unread === undefined
      ? {}
      : { unread: { ...unread, asItCame: unread.asItCame.map(redactor.redactText) } }),
  };
  if (next === null) {
    if (isClear === true || isLinked(headers)) return { ...page, cursor: null };
    const onward = readNext(withParameter(url, ['page', '']), url)?.cursor ?? null;
    return { ...page, cursor: null, ...(onward === null ? {} : { onward }) };
  }
  const following = readNext(typeof next === 'string' ? next : withParameter(url, next), url);
  if (following === undefined) return null;
  onLink?.(following.isElsewhere);
  return { ...page, cursor: following.cursor };
}

const countHeaders = [
  'x-total-count',
  'x-total',
  'total-count',
  'total',
  'x-wp-total',
  'x-pagination-total-count',
];

/** A page that says neither in its body how many there are nor what follows may say it in headers (RFC 8288), also as JSON. */
function withHeaders(
  { count, next }: Pick<ServicePage<unknown>, 'count' | 'next'>,
  headers: AnswerHeaders,
): Pick<ServicePage<unknown>, 'count' | 'next'> {
  const range = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  const total = countHeaders.map((name) => headers.get(name)).find((said) => said !== null) ?? range ?? '';
  const page = headers.get('x-next-page') ?? '';
  const token = headers.get('x-ms-continuation');
  const link = linksIn(headers).find(({ rels }) => rels.includes('next'))?.href ?? null;
  const body = readBody(new Headers(), headers.get('x-pagination') ?? '');
  const said = typeof body === 'object' ? pagingOf([body.json]) : undefined;
  return {
    count: count ?? (/^\d{1,9}$/.test(total) ? Number(total) : (said?.count ?? null)),
    next:
      next ??
      link ??
      (/^\d{1,6}$/.test(page)
        ? ['page', page]
        : (said?.next ?? (token === null ? null : ['continuationToken', token]))),
  };
}

/** The links of a header, and what each leads to. */
function linksIn(
  headers: AnswerHeaders,
): readonly { readonly href: string; readonly rels: readonly string[] }[] {
  const all = (headers.get('link') ?? '').matchAll(
    /<([^>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s,;"']+))*)/g,
  );
  return [...all].map(([, href = '', about = '']) => {
    const rel = /;\s*rel\s*=\s*["']?([^"';]*)/i.exec(about)?.[1] ?? '';
    return { href, rels: rel.toLowerCase().split(/\s+/) };
  });
}

/** Whether links to other pages stand in a header: then one that follows would, too. */
function isLinked(headers: AnswerHeaders): boolean {
  const others = ['first', 'prev', 'previous', 'last'];
  return (
    headers.has('x-next-page') ||
    linksIn(headers).some(({ rels }) => rels.some((rel) => others.includes(rel)))
  );
}

const entriesInARow = 200;

/** Reads a long list without an envelope in parts, so that others get their turn. */
async function readEntries(
  { list: entry, expand }: AnyRow,
  json: unknown,
): Promise<ServicePage<unknown> | null> {
  if (entry === undefined) return null;
  if (!Array.isArray(json) || json.length <= entriesInARow)
    return pageOf(entry, expand).safeParse(json).data ?? null;
  const reader = pageOf(entry);
  const all = expand?.(json) ?? json;
  const parts: ServicePage<unknown>[] = [];
  for (let start = 0; start < all.length; start += entriesInARow) {
    if (start > 0) await turn();
    parts.push(reader.parse(all.slice(start, start + entriesInARow)));
  }
  const unread = unreadOf(parts);
  return {
    count: null,
    next: null,
    results: parts.flatMap(({ results }) => results),
    ...(unread === null ? {} : { unread }),
  };
}

/** The address of a page that the service names by a parameter alone; of one that it does not number, the page after this one. */
function withParameter(url: string, [parameter, value]: readonly [string, string]): string {
  const there = new URL(url);
  const here = Number(there.searchParams.get('page') ?? 1);
  for (const name of parameter.split(' '))
    there.searchParams.set(name, value === '' ? String(here + 1) : value);
  return there.href;
}

interface Next {
  /** The query of the page that follows, by which this app asks for it; null where a page names itself as its next: the list ends there. */
  readonly cursor: string | null;
  /** Whether its address is another one than the list's, as where a proxy rewrites host, scheme or the beginning of the path. */
  readonly isElsewhere: boolean;
}

/**
 * Reads `next` of the list at `url`; undefined if it names another list. Only its query is used, so the token stays with the list's address
 * (decisions.md §3.5).
 */
export function readNext(next: string, url: string): Next | undefined {
  const here = URL.parse(url);
  const there = URL.parse(next, url);
  if (here === null || there === null) return undefined;
  const [own, named] = [decodedPath(here), decodedPath(there)];
  // What comes after the version is the list; what comes before it may be the proxy's.
  if (!named.replace(/\/?$/, '/').endsWith(own.slice(own.indexOf(versionPath) + versionPath.length - 1)))
    return undefined;
  const cursor = there.searchParams.toString();
  return {
    cursor: cursor === here.searchParams.toString() ? null : cursor,
    isElsewhere: there.origin !== here.origin || named !== own,
  };
}

const versionPath = '/api/v1/'; // no base URL has it in it (`connections/address.ts`)

function decodedPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname); // a service may leave `@` as it is where this app encodes it
  } catch {
    return url.pathname;
  }
}
