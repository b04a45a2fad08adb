import { expect, test } from 'vitest';
import { cursorOf, readAnswer } from './answer.ts';
import type { Exchange } from './exchange.ts';

const url = 'https://audits.example/firm/api/v1/audits/?page_size=100';
const answer = (status: number, text: string, type = 'application/json'): Exchange => ({
  ok: true,
  status,
  headers: new Headers(type === '' ? {} : { 'content-type': type }),
  text,
});
const read = (
  exchanged: Exchange,
  operation: 'audits.list' | 'audits.read' | 'audits.delete' | 'tokens.issue' = 'audits.list',
) => readAnswer(operation, url, exchanged, 0);

test('a page, with the query of the next one', () => {
  const next = 'https://audits.example/firm/api/v1/audits/?page=2&page_size=100';
  expect(
    read(answer(200, JSON.stringify({ count: 150, next, previous: null, results: [{ id: 'a' }] }))),
  ).toMatchObject({
    ok: true,
    value: { count: 150, cursor: 'page=2&page_size=100', results: [{ id: 'a', name: 'a' }] },
  });
});

test('a bare list is one page', () => {
  expect(read(answer(200, '[{"id":"a"}]'))).toMatchObject({
    value: { count: null, cursor: null, results: [{ id: 'a' }] },
  });
});

test('a text of 12 million characters, quotes and brackets among them, is read like any other', () => {
  const name = '["{\\'.repeat(3_000_000);
  expect(read(answer(200, JSON.stringify([{ id: 'a', name }])))).toMatchObject({
    value: { results: [{ id: 'a' }] },
  });
});

test.each<[string, Exchange, string]>([
  ['a login page', answer(200, '<html>', 'text/html'), 'not-json'],
  ['JSON said to be text', answer(200, '{"results":[]}', 'text/plain'), 'not-json'],
  ['half a JSON text', answer(200, '{"results":['), 'not-json'],
  ['nothing', answer(200, ''), 'unexpected-answer'],
  ['an object that is no page', answer(200, '{"a":1}'), 'unexpected-answer'],
  ['a number', answer(200, '7'), 'unexpected-answer'],
  [
    'nesting beyond all measure',
    answer(200, `{"results":${'['.repeat(200)}${']'.repeat(200)}}`),
    'unexpected-answer',
  ],
  [
    'a next page elsewhere',
    answer(200, '{"next":"https://evil.example/firm/api/v1/audits/?page=2","results":[]}'),
    'unexpected-answer',
  ],
  ['a redirect', answer(302, ''), 'redirected'],
  ['a cut answer', { ok: false, fault: { code: 'interrupted', status: 200 } }, 'interrupted'],
])('%s is a %s', (_, exchanged, code) => {
  expect(read(exchanged)).toMatchObject({
    ok: false,
    error: { code, operation: 'audits.list', tier: 'read_heavy' },
  });
});

test('JSON without a content type is read, extra fields and unknown values do not disturb', () => {
  expect(read(answer(200, '{"id":"a","status":"frozen","x":{"y":1}}', ''), 'audits.read')).toMatchObject({
    value: { id: 'a', status: 'frozen' },
  });
});

test('an item without an id is none; an empty answer is enough where none is promised', () => {
  expect(read(answer(200, '{"status":"open"}'), 'audits.read')).toMatchObject({
    error: { code: 'unexpected-answer' },
  });
  expect(read(answer(204, '', ''), 'audits.delete')).toEqual({ ok: true, value: null });
  expect(read(answer(200, '<html>', 'text/html'), 'audits.delete')).toMatchObject({
    error: { code: 'not-json' },
  });
});

test.each([answer(200, '{}'), answer(200, ''), answer(201, 'null'), answer(202, '', '')])(
  'decisions §7.5, §8.8, §10.2: a deletion is believed with 204 only',
  (exchanged) => {
    expect(read(exchanged, 'audits.delete')).toMatchObject({ error: { code: 'unexpected-answer' } });
  },
);

test.each([400, 401])('a token endpoint that answers %i rejects the credentials', (status) => {
  expect(read(answer(status, '{"error":"invalid_client"}'), 'tokens.issue')).toMatchObject({
    error: { code: 'credentials-rejected', status, detail: 'invalid_client' },
  });
});

test.each<[string, string | null | undefined]>([
  ['https://audits.example/firm/api/v1/audits/?page=2', 'page=2'],
  ['https://audits.example:443/firm/api/v1/audits/?page=2', 'page=2'],
  ['?page=2', 'page=2'],
  ['/firm/api/v1/audits/?page=3&x=a%20b', 'page=3&x=a+b'],
  ['/firm/api/v1/%61udits/?page=2', 'page=2'],
  [url, null],
  ['http://audits.example/firm/api/v1/audits/?page=2', undefined],
  ['https://audits.example:444/firm/api/v1/audits/?page=2', undefined],
  ['https://evil.example/firm/api/v1/audits/?page=2', undefined],
  ['//evil.example/firm/api/v1/audits/?page=2', undefined],
  ['https://audits.example@evil.example/firm/api/v1/audits/', undefined],
  ['https://a:b@audits.example/firm/api/v1/audits/?page=2', undefined],
  ['/firm/api/v1/oauth/token/?page=2', undefined],
  ['/firm/api/v1/audits/../users/?page=2', undefined],
  ['https://[', undefined],
])('decisions §3.5: next %s', (next, cursor) => {
  expect(cursorOf(next, url)).toBe(cursor);
});
