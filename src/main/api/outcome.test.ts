import { expect, test } from 'vitest';
import { errorOf, httpDate, readBody } from './outcome.ts';

const wall = Date.UTC(2026, 0, 5, 9);
const json = (body: unknown, headers: Record<string, string> = {}) =>
  [new Headers({ 'content-type': 'application/json', ...headers }), JSON.stringify(body)] as const;
const page = (body: string, type = 'text/html; charset=utf-8') =>
  [new Headers({ 'content-type': type }), body] as const;

test.each<[string, number, readonly [Headers, string], Record<string, unknown>]>([
  [
    'fields',
    400,
    json({ name: ['This field is required.'], id: ['a', 'b'] }),
    { code: 'validation', status: 400, fields: { name: ['This field is required.'], id: ['a', 'b'] } },
  ],
  [
    'nested fields',
    400,
    json({ settings: { use_sampling: ['Must be a valid boolean.'] } }),
    { code: 'validation', status: 400, fields: { 'settings.use_sampling': ['Must be a valid boolean.'] } },
  ],
  [
    'list entries by index',
    400,
    json({ legal_entity_ids: { '1': ['Not a valid string.'] } }),
    { code: 'validation', status: 400, fields: { 'legal_entity_ids.1': ['Not a valid string.'] } },
  ],
  [
    'a list with an object for each entry',
    400,
    json({ components: [{}, { name: ['x'] }] }),
    { code: 'validation', status: 400, fields: { 'components.1.name': ['x'] } },
  ],
  [
    'fields and no field',
    400,
    json({ non_field_errors: ['x'], name: 'y' }),
    { code: 'validation', status: 400, detail: 'x', fields: { name: ['y'] } },
  ],
  [
    'no field inside a field',
    400,
    json({ settings: { non_field_errors: ['x'] } }),
    { code: 'validation', status: 400, fields: { settings: ['x'] } },
  ],
  [
    'a detail',
    400,
    json({ detail: 'JSON parse error - x' }),
    { code: 'validation', status: 400, detail: 'JSON parse error - x' },
  ],
  [
    'a list of details',
    400,
    json({ detail: ['x', 'y'] }),
    { code: 'validation', status: 400, detail: 'x\ny' },
  ],
  ['JSON in JSON', 400, json('{"detail": "x"}'), { code: 'validation', status: 400, detail: 'x' }],
  ['a bare text', 400, json('x'), { code: 'validation', status: 400, detail: 'x' }],
  ['a bare list', 400, json(['x', 'y']), { code: 'validation', status: 400, detail: 'x\ny' }],
  [
    'an OAuth error',
    400,
    json({ error: 'invalid_request' }),
    { code: 'validation', status: 400, detail: 'invalid_request' },
  ],
  [
    'an OAuth error in words',
    401,
    json({ error: 'invalid_client', error_description: 'Unknown client.' }),
    { code: 'unauthorized', status: 401, detail: 'Unknown client.' },
  ],
  [
    'null and numbers',
    400,
    json({ name: null, count: [3] }),
    { code: 'validation', status: 400, fields: { count: ['3'] } },
  ],
  ['a page', 400, page('<h1>Bad request</h1>'), { code: 'not-json', status: 400 }],
  ['nothing', 400, [new Headers(), ''], { code: 'validation', status: 400 }],
  [
    'a part of JSON',
    403,
    [new Headers({ 'content-type': 'application/json' }), '{"a":'],
    { code: 'forbidden', status: 403 },
  ],
  ['401', 401, json({ detail: 'x' }), { code: 'unauthorized', status: 401, detail: 'x' }],
  ['401 in plain text', 401, page('Unauthorized', 'text/plain'), { code: 'unauthorized', status: 401 }],
  [
    '402',
    402,
    json({ detail: 'Insufficient credits.' }),
    { code: 'no-credits', status: 402, detail: 'Insufficient credits.' },
  ],
  ['403', 403, json({ detail: 'x' }), { code: 'forbidden', status: 403, detail: 'x' }],
  ['410', 410, json({ message: 'Gone.' }), { code: 'missing', status: 410, detail: 'Gone.' }],
  ['404', 404, json({ detail: 'Not found.' }), { code: 'missing', status: 404, detail: 'Not found.' }],
  ['404 as a page', 404, page('<h1>404</h1>'), { code: 'not-json', status: 404 }],
  ['405', 405, json({ detail: 'x' }), { code: 'refused', status: 405, detail: 'x' }],
  ['407', 407, page('Proxy'), { code: 'unreachable', reason: 'proxy-credentials', status: 407 }],
  ['408', 408, json({}), { code: 'refused', status: 408 }],
  ['409', 409, json({ detail: 'x' }), { code: 'conflict', status: 409, detail: 'x' }],
  ['413', 413, page('too large'), { code: 'too-large', status: 413 }],
  ['415', 415, json({ detail: 'x' }), { code: 'refused', status: 415, detail: 'x' }],
  ['422 with fields', 422, json({ name: ['x'] }), { code: 'refused', status: 422, fields: { name: ['x'] } }],
  ['425', 425, json({}), { code: 'refused', status: 425 }],
  [
    '429',
    429,
    json({ detail: 'x' }, { 'retry-after': '7' }),
    { code: 'throttled', status: 429, detail: 'x', retryAfterSeconds: 7 },
  ],
  [
    '429 as a page without a time',
    429,
    page('slow down'),
    { code: 'throttled', status: 429, retryAfterSeconds: 60 },
  ],
  [
    '500',
    500,
    json({ detail: 'Internal server error.' }),
    { code: 'fault', status: 500, detail: 'Internal server error.' },
  ],
  ['502 as a page', 502, page('<h1>Bad gateway</h1>'), { code: 'fault', status: 502 }],
  [
    '503 with a time',
    503,
    json({}, { 'retry-after': '9' }),
    { code: 'fault', status: 503, retryAfterSeconds: 9 },
  ],
  ['301', 301, page(''), { code: 'redirected', status: 301 }],
  ['308', 308, json({}), { code: 'redirected', status: 308 }],
  [
    'a request id',
    404,
    json({}, { 'x-request-id': 'r-1' }),
    { code: 'missing', status: 404, requestId: 'r-1' },
  ],
  [
    'a type of JSON of its own',
    409,
    [new Headers({ 'content-type': 'application/problem+json' }), '{"detail":"x"}'],
    { code: 'conflict', status: 409, detail: 'x' },
  ],
  ['a status that is none', 199, json({}), { code: 'unexpected-answer', status: 199 }],
])('%s', (_, status, [headers, text], error) => {
  expect(errorOf(status, headers, text, wall)).toEqual(error);
});

test.each([
  ['{"__proto__":" ","name":"x"}', { name: 'x' }],
  ['{"\\u005f_proto__":{"ok":true},"name":"x"}', { name: 'x' }],
  ['{"results":[{"constructor":{"prototype":1},"id":"1"}]}', { results: [{ id: '1' }] }],
  ['{"name":"__proto__"}', { name: '__proto__' }],
])('no key of %s reaches a prototype', (text, expected) => {
  const read = readBody(new Headers(), text);
  expect(read).toEqual({ json: expected });
  expect(JSON.stringify(read)).toBe(JSON.stringify({ json: expected }));
});

test.each([
  ['{"id": 9007199254740993}', { id: '9007199254740993' }],
  ['[12345678901234567890,-12345678901234567890]', ['12345678901234567890', '-12345678901234567890']],
  ['[9007199254740991, 1e30, 0.12345678901234567890]', [9007199254740991, 1e30, 0.12345678901234568]],
])('no whole number of %s loses a digit', (text, expected) => {
  expect(readBody(new Headers(), text)).toEqual({ json: expected });
});

test('words are cut at 2,000 characters, never within one', () => {
  const { detail = '' } = errorOf(400, ...json({ detail: '😀'.repeat(3_000) }), wall);
  expect(Array.from(detail)).toHaveLength(2_000);
  expect(detail.isWellFormed()).toBe(true);
});

test('a body that is nested beyond all measure is read without harm', () => {
  const nested = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const headers = new Headers({ 'content-type': 'application/json' });
  expect(errorOf(400, headers, nested, wall)).toMatchObject({ code: 'validation' });
  expect(errorOf(400, headers, `${'{"a":'.repeat(5_000)}"x"${'}'.repeat(5_000)}`, wall)).toMatchObject({
    code: 'validation',
  });
});

test.each([
  ['0', 1],
  ['1', 1],
  ['60', 60],
  ['86400', 86_400],
  ['1.2', 2],
  ['-5', 1],
  ['5, 60', 60],
  ['60, 5', 60],
  ['5, soon', 5],
  ['NaN', 60],
  ['soon', 60],
  ['', 60],
  [null, 60],
  ['1e9', 60],
  ['99999999999', 604_800],
  ['Mon, 05 Jan 2026 09:00:30 GMT', 30],
  ['Mon, 05 Jan 2026 08:00:00 GMT', 1],
  ['Monday, 05-Jan-26 09:01:00 GMT', 60],
  ['Mon Jan  5 09:00:30 2026', 30],
  ['Mon, 05 Jan 2026 09:00:30 GMT, Mon, 05 Jan 2026 09:00:20 GMT', 30],
  ['Monday, 05-Jan-26 09:00:20 GMT, Monday, 05-Jan-26 09:00:40 GMT', 40],
  ['7, Mon, 05 Jan 2026 09:00:30 GMT', 30],
  ['Mon, 05 Jan 2026 09:00:05 GMT, 7', 7],
  ['now, 5', 5],
])('Retry-After %j is %i s', (header, seconds) => {
  expect(waitOf(header)).toBe(seconds);
});

/** The wait that an answer asks for which came at nine o'clock by our clock. */
function waitOf(retryAfter: string | null, date?: string): number | undefined {
  const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
  if (date !== undefined) headers.set('date', date);
  return errorOf(429, headers, '', wall).retryAfterSeconds;
}

const hourAhead = 'Mon, 05 Jan 2026 10:00:00 GMT';
test.each([
  ['a clock of ours that is an hour behind', 'Mon, 05 Jan 2026 10:00:30 GMT', hourAhead, 30],
  ['one that is an hour ahead', 'Mon, 05 Jan 2026 08:00:30 GMT', 'Mon, 05 Jan 2026 08:00:00 GMT', 30],
  ['a date that is over by the clock of the service', hourAhead, hourAhead, 1],
  ['several dates', `${hourAhead}, Mon, 05 Jan 2026 10:00:45 GMT`, hourAhead, 45],
  ['a date of the answer that cannot be read', 'Mon, 05 Jan 2026 09:00:30 GMT', 'today', 30],
  ['one that is only a number', 'Mon, 05 Jan 2026 09:00:30 GMT', '5', 30],
  ['one that stands there twice', 'Mon, 05 Jan 2026 09:00:30 GMT', `${hourAhead}, ${hourAhead}`, 30],
  ['seconds, which no clock changes', '7', hourAhead, 7],
  ['no header', null, hourAhead, 60],
])('Retry-After is counted by the clock of the service: %s', (_, header, date, seconds) => {
  expect(waitOf(header, date)).toBe(seconds);
});

test.each(['', '5', '2026', 'today', 'May 5', 'Monday', '05 Jan 2026 09:00:00 GMT'])(
  '%j is no date of HTTP',
  (text) => {
    expect(httpDate(text)).toBeNull();
  },
);

test('of a refusal without end, as much is kept as anybody could read', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field_${index}`, ['x']]));
  const { fields = {} } = errorOf(
    400,
    ...json({ name: Array.from({ length: 500 }, () => '😀'.repeat(5_000)), ...many }),
    wall,
  );
  expect(Object.keys(fields)).toHaveLength(1_000);
  expect(fields.name).toHaveLength(100);
  expect(fields.name?.[0]).toBe('😀'.repeat(2_000));
});

test('a refusal whose names of fields are long is read without building longer ones', () => {
  const inner = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, ['x']]));
  const { fields } = errorOf(400, ...json({ ['n'.repeat(50_000)]: inner, name: ['x'] }), wall);
  expect(fields).toEqual({ name: ['x'] });
});

test('a refusal that came with too much says so, and a page stays a page', () => {
  const type = { 'content-type': 'application/json' };
  expect(errorOf(409, new Headers(type), '', wall, 'answer-limit')).toEqual({
    code: 'conflict',
    status: 409,
    reason: 'answer-limit',
  });
  expect(errorOf(403, new Headers({ 'content-type': 'text/html' }), '', wall, 'answer-limit')).toMatchObject({
    code: 'not-json',
  });
});
