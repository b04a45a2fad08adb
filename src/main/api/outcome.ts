import { type AppError, fail } from '../../shared/error.ts';
import type { ErrorCode } from '../../shared/failures.ts';
import { isRecord, prototypeKeys } from '../../shared/model/tolerant.ts';
import type { Excess } from './answer-limits.ts';

/** Where a header is looked up, by its name in any case. */
export type AnswerHeaders = Pick<Headers, 'get' | 'has'>;

// What a service says is kept as far as a person could read it.
const longestDetail = 2_000; // characters
const mostFields = 1_000;
const mostMessages = 100; // of one field
const longestField = 1_000; // characters: what is longer is the name of no field
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
const mayNamePrototype = /"(?:__proto__|constructor|prototype)"|\\u00[4-7]/i;

function parsed(text: string): unknown {
  return JSON.parse(text, mayNamePrototype.test(text) ? withoutPrototypeKeys : undefined);
}

function withoutPrototypeKeys(key: string, value: unknown): unknown {
  return prototypeKeys.includes(key) ? undefined : value;
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
  const fields = [400, 409, 422].includes(status) ? fieldsOf(json) : {};
  const detail = detailOf(json);
  const requestId = headers.get('x-request-id');
  return fail(codeOf(status, body), {
    status,
    ...(unread === undefined ? {} : { reason: unread }),
    ...(status === 407 ? { reason: 'proxy-credentials' } : {}),
    ...(detail === '' ? {} : { detail: shortened(detail) }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
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

/** The service's words that belong to no field: `detail`, an RFC 6749 error, a bare text or a list of them. */
function detailOf(json: unknown): string {
  if (typeof json === 'string') return json;
  if (Array.isArray(json)) return messagesOf(json).join('\n');
  if (!isRecord(json)) return '';
  const named = [json.detail, json.error_description ?? json.error, json.message, json.non_field_errors];
  return named.flatMap(messagesOf).join('\n');
}

const withoutField: readonly string[] = [
  'detail',
  'error',
  'error_description',
  'error_uri',
  'message',
  'non_field_errors',
];

/** Messages by field, at any depth: `settings.use_sampling`, `legal_entity_ids.1`; those of no field are the detail. */
function fieldsOf(json: unknown): Readonly<Record<string, readonly string[]>> {
  if (!isRecord(json)) return {};
  const fields = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(json))
    if (!withoutField.includes(name)) collect(fields, name, value, 1);
  return Object.fromEntries(fields);
}

function shortened(words: string): string {
  return Array.from(words.slice(0, 2 * longestDetail)) // a character is at most two units
    .slice(0, longestDetail)
    .join('');
}

function collect(fields: Map<string, readonly string[]>, field: string, value: unknown, depth: number): void {
  if (fields.size >= mostFields || field.length > longestField) return;
  const texts = messagesOf(value).slice(0, mostMessages).map(shortened);
  // The same field may come up twice, as a list of an object and a text.
  if (texts.length > 0) fields.set(field, [...(fields.get(field) ?? []), ...texts].slice(0, mostMessages));
  if (depth > 8) return;
  if (Array.isArray(value))
    // One entry for each entry sent; an empty object means that it is right.
    value.forEach((entry: unknown, index) => {
      if (isRecord(entry)) collect(fields, `${field}.${index}`, entry, depth + 1);
    });
  else if (isRecord(value))
    for (const [name, inner] of Object.entries(value))
      collect(fields, name === 'non_field_errors' ? field : `${field}.${name}`, inner, depth + 1);
}

function messagesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return value.filter((entry) => typeof entry !== 'object').flatMap(messagesOf);
  if (isRecord(value) && typeof value.message === 'string') return [value.message];
  return [];
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
