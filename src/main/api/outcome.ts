import { type AppError, fail } from '../../shared/error.ts';
import type { ErrorCode } from '../../shared/failures.ts';
import { prototypeKeys } from '../../shared/model/tolerant.ts';
import type { Excess } from './answer-limits.ts';
import { messagesIn, shortened } from './refusal.ts';

/** Where a header is looked up, by its name in any case. */
export type AnswerHeaders = Pick<Headers, 'get' | 'has'>;

const waitWhenUnread = 60; // seconds, where a service says "later" without saying when that can be read
const longestWait = 7 * 86_400; // seconds; the longest window is a day

/** `cut`: it begins as JSON does and breaks off. */
type Body = { readonly json: unknown } | 'empty' | 'cut' | 'not-json';

/** Reads a body: JSON, empty, a part of JSON, or something else. A missing content type is no reason to refuse JSON, another one is. */
export function readBody(headers: AnswerHeaders, text: string): Body {
  if (text.trim() === '') return 'empty';
  if (!mayBeJson(headers)) return 'not-json';
  try {
    const json = parsed(text);
    return { json: typeof json === 'string' && /^\s*[[{]/.test(json) ? parsed(json) : json }; // encoded twice
  } catch {
    return headers.has('content-type') && /^\s*[[{]/.test(text) ? 'cut' : 'not-json';
  }
}

// Searched first, since a reviver makes reading slow. An escaped letter or underscore may spell such a key too; services escape neither.
const mayBeSpecial = /"(?:__proto__|constructor|prototype)"|\\u00[4-7]|[:,[\s]-?\d{16}/i;

function parsed(text: string): unknown {
  return JSON.parse(text, mayBeSpecial.test(text) ? special : undefined);
}

/** Leaves out keys of prototypes; a whole number that would lose digits, such as an id, is read as its text. */
function special(key: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  if (prototypeKeys.includes(key)) return undefined;
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}

function typeOf(headers: AnswerHeaders): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Whether it is data in another form than JSON: a page or a plain text may be somebody else's, but not this. */
export function isOtherData(headers: AnswerHeaders): boolean {
  return /^(?!application\/xhtml).*[/+-](?:xml|csv|yaml)$/.test(typeOf(headers));
}

export function mayBeJson(headers: AnswerHeaders): boolean {
  const type = typeOf(headers);
  return type === '' || type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

export function errorOf(
  status: number,
  headers: AnswerHeaders,
  text: string,
  wall: number,
  unread?: Excess,
): AppError {
  const body = unread !== undefined && !mayBeJson(headers) ? 'not-json' : readBody(headers, text);
  const json = typeof body === 'object' ? body.json : null;
  const messages = messagesIn(json);
  const detail = (messages.get('') ?? []).join('\n');
  const named = [400, 409, 422].includes(status) ? [...messages].filter(([field]) => field !== '') : [];
  const requestId = headers.get('x-request-id');
  return fail(codeOf(status, body), {
    status,
    ...(unread === undefined ? {} : { reason: unread }),
    ...(status === 407 ? { reason: 'proxy-credentials' } : {}),
    ...(detail === '' ? {} : { detail: shortened(detail) }),
    ...(named.length === 0 ? {} : { fields: Object.fromEntries(named) }),
    ...(status === 429 || (status === 503 && headers.has('retry-after'))
      ? { retryAfterSeconds: retryAfter(headers, wall) }
      : {}),
    ...(requestId === null ? {} : { requestId: requestId.slice(0, 200) }),
  }).error;
}

function codeOf(status: number, body: Body): ErrorCode {
  if (status >= 300 && status < 400) return 'redirected';
  if (status >= 500) return 'fault';
  if (status === 407) return 'unreachable'; // a proxy on the way wants something, the service was not reached
  // The service answers JSON; a page is somebody else's answer.
  if (body === 'not-json' && ![401, 413, 429].includes(status)) return 'not-json';
  switch (status) {
    case 400:
      return 'validation';
    case 401:
      return 'unauthorized';
    case 402:
      return 'no-credits';
    case 403:
      return 'forbidden';
    case 404:
    case 410:
      return 'missing';
    case 409:
      return 'conflict';
    case 413:
      return 'too-large';
    case 429:
      return 'throttled';
    default:
      return status >= 400 ? 'refused' : 'unexpected-answer';
  }
}

/**
 * Seconds by `Retry-After`: a number, a date, or the longest of several; at least 1, and 60 where it cannot be read. A date counts from the
 * answer's own `Date`, since the two clocks may differ; from ours where the answer has none.
 */
function retryAfter(headers: AnswerHeaders, wall: number): number {
  const answered = httpDate(headers.get('date') ?? '') ?? wall;
  const waits = (headers.get('retry-after') ?? '')
    .split(betweenValues)
    .flatMap((value): readonly number[] => {
      const part = value.trim();
      if (/^[+-]?\d+(\.\d+)?$/.test(part)) return [Number(part)];
      const date = httpDate(part);
      return date === null ? [] : [(date - answered) / 1_000];
    });
  if (waits.length === 0) return waitWhenUnread;
  return Math.min(Math.max(1, Math.ceil(Math.max(...waits))), longestWait);
}

// A comma behind the day of the week belongs to a date.
const betweenValues = /(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*),/i;

/** Milliseconds since 1970 by a date in one of the three forms of HTTP; null for anything else. */
export function httpDate(text: string): number | null {
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? \S/i.test(text)) return null;
  const date = Date.parse(/ gmt$/i.test(text) ? text : `${text} GMT`); // `asctime` names no zone, and means this one
  return Number.isNaN(date) ? null : date;
}
