import { expect, test } from 'vitest';
import type { Operation } from '../../shared/api.ts';
import type { Page } from '../../shared/model/page.ts';
import { createRedactor } from '../diagnostics/redaction.ts';
import { readAnswer, readNext } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { AnyInput } from './request.ts';

const url = 'https://audits.example/firm/api/v1/audits/?page_size=100';
const answer = (status: number, text: string, type = 'application/json'): Exchange => ({
  ok: true,
  status,
  headers: new Headers(type === '' ? {} : { 'content-type': type }),
  text,
});
const secret = 'north manager secret';
const token = 'Zm9yLXRoaXMtdGVzdC1vbmx5Lg';
const redactor = createRedactor();
redactor.add(secret);
redactor.add(token);
const read = (exchanged: Exchange, operation: Operation = 'audits.list', input: AnyInput = {}) =>
  readAnswer({ operation, input, url, redactor }, exchanged, 0);
const ofAudit: AnyInput = { path: { audit_id: 'a' } };

test('a page, with the query of the next one', async () => {
  const next = 'https://audits.example/firm/api/v1/audits/?page=2&page_size=100';
  expect(
    await read(answer(200, JSON.stringify({ count: 150, next, previous: null, results: [{ id: 'a' }] }))),
  ).toMatchObject({
    ok: true,
    value: { count: 150, cursor: 'page=2&page_size=100', results: [{ id: 'a', name: 'a' }] },
  });
});

test('a bare list is one page', async () => {
  expect(await read(answer(200, '[{"id":"a"}]'))).toMatchObject({
    value: { count: null, cursor: null, results: [{ id: 'a' }] },
  });
});

test('a page of more entries than anybody asked for is not built into ours; a bare list is as long as it is', async () => {
  const list = (entries: number) => Array.from({ length: entries }, () => ({}));
  const page = (entries: number) => answer(200, JSON.stringify({ next: null, results: list(entries) }));
  expect(await read(page(1_000))).toMatchObject({ ok: true });
  expect(await read(answer(200, JSON.stringify(list(10_000))))).toMatchObject({ ok: true });
  expect(await read(answer(200, JSON.stringify(list(10_001))))).toMatchObject({
    error: { reason: 'answer-limit' },
  });
  expect(await read(page(1_001))).toMatchObject({
    error: { code: 'unexpected-answer', reason: 'answer-limit', status: 200 },
  });
});

test('a bare list of thousands is read whole, with turns for others and with what it has unread', async () => {
  const entries = Array.from({ length: 3_000 }, (_, at) =>
    at % 1_000 === 7 ? null : { id: `a-${at}`, name: 'Jaarrekening 2026', settings: { a: 1, b: [2, 3] } },
  );
  let turns = 0;
  let isRead = false;
  const count = (): void => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  const reply = await read(answer(200, JSON.stringify(entries)));
  isRead = true;
  expect(reply).toMatchObject({
    value: { count: null, cursor: null, unread: { count: 3, asItCame: ['null', 'null', 'null'] } },
  });
  expect(reply.ok && (reply.value as Page<unknown>).results.length).toBe(2_997); // a page, as `toMatchObject` has seen
  expect(turns).toBeGreaterThan(10); // fifteen parts
});

test.each<[string, Exchange, string]>([
  ['a login page', answer(200, '<html>', 'text/html'), 'not-json'],
  ['JSON said to be text', answer(200, '{"results":[]}', 'text/plain'), 'not-json'],
  ['half a JSON text', answer(200, '{"results":['), 'interrupted'],
  ['a page of XHTML', answer(200, '<html/>', 'application/xhtml+xml'), 'not-json'],
  ['XML', answer(200, '<audits/>', 'application/xml; charset=utf-8'), 'unexpected-answer'],
  ['XML of a vendor', answer(200, '<audits/>', 'application/vnd.firm+xml'), 'unexpected-answer'],
  ['a table', answer(200, 'id,name', 'text/csv'), 'unexpected-answer'],
  ['nothing', answer(200, ''), 'unexpected-answer'],
  ['an object that is no page', answer(200, '{"a":1}'), 'unexpected-answer'],
  ['a number', answer(200, '7'), 'unexpected-answer'],
  [
    'a next page of another list',
    answer(200, '{"next":"/firm/api/v1/client-organisations/?page=2","results":[]}'),
    'unexpected-answer',
  ],
  ['a redirect', answer(302, ''), 'redirected'],
  ['a cut answer', { ok: false, fault: { code: 'interrupted', status: 200 } }, 'interrupted'],
])('%s is a %s', async (_, exchanged, code) => {
  expect(await read(exchanged)).toMatchObject({
    ok: false,
    error: { code, operation: 'audits.list', tier: 'read_heavy' },
  });
});

test('JSON without a content type is read, extra fields and unknown values do not disturb', async () => {
  expect(
    await read(answer(200, '{"id":"a","status":"frozen","x":{"y":1}}', ''), 'audits.read', ofAudit),
  ).toMatchObject({
    value: { id: 'a', status: 'frozen' },
  });
});

test('an item without an id is none; an empty answer is enough where none is promised', async () => {
  expect(await read(answer(200, '{"status":"open"}'), 'audits.read', ofAudit)).toMatchObject({
    error: { code: 'unexpected-answer' },
  });
  expect(await read(answer(204, '', ''), 'audits.delete')).toEqual({ ok: true, value: null });
  expect(await read(answer(200, '<html>', 'text/html'), 'audits.delete')).toMatchObject({
    error: { code: 'not-json' },
  });
});

test.each([answer(200, '{}'), answer(200, ''), answer(201, 'null'), answer(202, '', '')])(
  'decisions §7.5, §8.8, §10.2: a deletion is believed with 204 only',
  async (exchanged) => {
    expect(await read(exchanged, 'audits.delete')).toMatchObject({ error: { code: 'unexpected-answer' } });
  },
);

test.each([400, 401])('a token endpoint that answers %i rejects the credentials', async (status) => {
  expect(await read(answer(status, '{"error":"invalid_client"}'), 'tokens.issue')).toMatchObject({
    error: { code: 'credentials-rejected', status, detail: 'invalid_client' },
  });
});

test.each<[Operation, number, boolean]>([
  ['audits.read', 200, true],
  ['audits.read', 203, true],
  ['audits.read', 201, false],
  ['audits.read', 206, false],
  ['audits.create', 201, true],
  ['audits.create', 200, true], // decisions.md: the app is tolerant
  ['audits.create', 202, false],
  ['audits.create', 203, false],
  ['components.setOutOfScope', 200, true],
  ['components.setOutOfScope', 201, false],
])('%s is believed with %i: %j', async (operation, status, believed) => {
  const input = { path: { audit_id: 'a', component_audit_id: 'a' } };
  expect((await read(answer(status, '{"id":"a"}'), operation, input)).ok).toBe(believed);
});

test.each<[Operation, AnyInput, string, boolean]>([
  ['audits.read', ofAudit, '{"id":"a"}', true],
  ['audits.read', ofAudit, '{"id":"b"}', false],
  ['audits.read', ofAudit, '{"id":7}', false],
  ['audits.read', { path: { audit_id: '7' } }, '{"id":7}', true],
  ['audits.read', ofAudit, '{"id":"A"}', false], // decisions §4.1: case-sensitive
  ['workPackages.read', { path: { work_package_id: 'wp' } }, '{"id":"wp-2"}', false],
  ['audits.create', { body: { id: 'a' } }, '{"id":"a"}', true],
  ['audits.create', { body: { id: 'a' } }, '{"id":"b"}', false],
  ['clients.create', { body: { id: 'a' } }, '{"id":"b"}', false],
  [
    'components.setOutOfScope',
    { path: { group_audit_id: 'g', component_audit_id: 'a' } },
    '{"id":"g"}',
    false,
  ],
  ['users.assign', { ...ofAudit, body: { id: 'Anna@firm.example' } }, '{"id":"anna@firm.example"}', true],
  ['users.assign', { ...ofAudit, body: { id: 'Anna@firm.example' } }, '{"id":"ben@firm.example"}', false],
  ['users.change', { path: { audit_id: 'a', user_id: 'u@firm.example' } }, '{"id":"a@firm.example"}', false],
  ['users.change', { path: { audit_id: 'a', user_id: 'u@firm.example' } }, '{"id":17,"role":"r"}', true], // shows no address
  ['audits.read', ofAudit, '[{"id":"a"}]', false],
  ['audits.create', { body: { id: 'a' } }, '[{"id":"a"}]', false],
  ['audits.create', { body: { id: 'a' } }, '{"id":"a","success":false,"message":"No quota."}', false],
  ['audits.create', { body: { id: 'a' } }, '{"id":"a","errors":[{"code":"quota"}]}', false],
  ['audits.create', { body: { id: 'a' } }, '{"id":"a","success":true,"errors":[],"error":null}', true],
  ['audits.read', ofAudit, '{"id":"a","status":"failed","error":"It could not be set up."}', true],
])('%s of %j is answered by %s: %j', async (operation, input, text, believed) => {
  const reply = await read(answer(200, text), operation, input);
  expect(reply.ok || reply.error.code).toBe(believed || 'unexpected-answer');
});

const escaped = (text: string): string =>
  Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const repeated: readonly (readonly [string, string])[] = [secret, token].flatMap((credential) => [
  ['as it is', credential],
  ['URL-encoded', encodeURIComponent(credential)],
  ['as base64', Buffer.from(`Basic ${credential}`).toString('base64')],
  ['with escapes', escaped(credential)],
]);

test.each(repeated)(
  'security 47: a success that repeats a credential %s is none: %s',
  async (_, spelling) => {
    const unexpected = { error: { code: 'unexpected-answer', status: 200 } };
    expect(await read(answer(200, `[{"id":"a","name":"for ${spelling}."}]`))).toMatchObject(unexpected);
    expect(
      await read(answer(200, `{"id":"a","debug":{"${spelling}":1}}`), 'audits.read', ofAudit),
    ).toMatchObject(unexpected);
  },
);

test('security 45: what a refusal says is redacted once it is understood', async () => {
  const reply = await read(answer(400, JSON.stringify({ id: [`bad ${secret}`], detail: `Not ${token}.` })));
  expect(reply).toMatchObject({
    error: { code: 'validation', detail: 'Not [redacted].', fields: { id: ['bad [redacted]'] } },
  });
});

test('security 45: no token makes another code, operation or tier of an answer', async () => {
  const words = createRedactor();
  for (const word of ['unexpected-answer', 'credentials-rejected', 'audits.list', 'read_heavy'])
    words.add(word);
  const asked = { operation: 'audits.list', input: {}, url, redactor: words } as const;
  expect(await readAnswer(asked, answer(200, '7'), 0)).toMatchObject({
    error: { code: 'unexpected-answer', operation: 'audits.list', tier: 'read_heavy' },
  });
});

test.each<[string, string, string | null]>([
  ['20 characters', 'a'.repeat(20), null],
  ['8,192 characters', 'a'.repeat(8_192), null],
  ['every character there may be', 'AZaz09-._~+/0123456789==', null],
  ['19 characters', 'a'.repeat(19), 'token-unusable'],
  ['8,193 characters', 'a'.repeat(8_193), 'token-unusable'],
  ['a word of ours', 'interrupted', 'token-unusable'],
  ['a space', `${'a'.repeat(20)} b`, 'token-unusable'],
  ['a line break', `${'a'.repeat(20)}\r\nX: y`, 'token-unusable'],
  ['= in the middle', `${'a'.repeat(20)}=b`, 'token-unusable'],
  ['nothing', '', 'unexpected-answer'],
])('RFC 6750 §2.1: a token of %s', async (_, text, code) => {
  const reply = await read(
    answer(200, JSON.stringify({ access_token: text, expires_in: 3600 })),
    'tokens.issue',
  );
  expect(reply.ok ? null : reply.error.code).toBe(code);
});

test.each([token, `read ${'b'.repeat(20)}`, encodeURIComponent(secret)])(
  'security 47: a scope that repeats a credential is none: %s',
  async (scope) => {
    const text = JSON.stringify({ access_token: 'b'.repeat(20), expires_in: 3600, scope });
    expect(await read(answer(200, text), 'tokens.issue')).toMatchObject({
      error: { code: 'unexpected-answer' },
    });
  },
);

const beside = { cursor: 'page=2', isElsewhere: false };
const elsewhere = { cursor: 'page=2', isElsewhere: true };

test.each<[string, ReturnType<typeof readNext>]>([
  ['https://audits.example/firm/api/v1/audits/?page=2', beside],
  ['https://audits.example:443/firm/api/v1/audits/?page=2', beside],
  ['?page=2', beside],
  ['/firm/api/v1/audits/?page=3&x=a%20b', { cursor: 'page=3&x=a+b', isElsewhere: false }],
  ['/firm/api/v1/%61udits/?page=2', beside],
  [url, { cursor: null, isElsewhere: false }],
  ['http://audits.example/firm/api/v1/audits/?page_size=100', { cursor: null, isElsewhere: true }],
  ['http://audits.example/firm/api/v1/audits/?page=2', elsewhere], // behind TLS that ends at a proxy
  ['https://audits.example:444/firm/api/v1/audits/?page=2', elsewhere],
  ['https://evil.example/firm/api/v1/audits/?page=2', elsewhere],
  ['//evil.example/firm/api/v1/audits/?page=2', elsewhere],
  ['https://audits.example@evil.example/firm/api/v1/audits/?page=2', elsewhere],
  ['http://10.0.0.7:8000/api/v1/audits/?page=2', elsewhere], // a proxy that takes a prefix away
  ['/inside/v2/audits?page=2', elsewhere],
  ['/firm/api/v1/oauth/token/?page=2', undefined],
  ['/firm/api/v1/audits/../users/?page=2', undefined],
  ['/firm/api/v1/old-audits/?page=2', undefined],
  ['/firm/api/v1/audits/a/users/?page=2', undefined],
  ['https://[', undefined],
])('decisions §3.5: next %s', (next, understood) => {
  expect(readNext(next, url)).toEqual(understood);
});

test('decisions §3.5: the next page of a list of an audit is one of that audit', () => {
  const users = 'https://audits.example/firm/api/v1/audits/a%2Fb/users/';
  expect(readNext('http://inside/api/v1/audits/a%2Fb/users/?page=2', users)).toEqual(elsewhere);
  expect(readNext('http://inside/api/v1/audits/c/users/?page=2', users)).toBeUndefined();
});
