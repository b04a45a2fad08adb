import { beforeEach, describe, expect, it } from 'vitest';
import { ask } from './testing/ask.ts';
import { type Desk, manager, openDesk } from './testing/desk.ts';
import { goodRequestNames, sendInstead } from './testing/good-requests.ts';
import { creation } from './testing/two-firms.ts';

// Bodies that are wrong as a whole, and the bytes of the answers.

let desk: Desk = undefined as never; // set before each test
beforeEach(() => {
  desk = openDesk();
});

describe('decisions §2 the body as a whole', () => {
  const wholes: readonly (readonly [string, object | null])[] = [
    ['[]', { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
    ['"text"', { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] }],
    ['5', { non_field_errors: ['Invalid data. Expected a dictionary, but got int.'] }],
    ['-0.5', { non_field_errors: ['Invalid data. Expected a dictionary, but got float.'] }],
    ['true', { non_field_errors: ['Invalid data. Expected a dictionary, but got bool.'] }],
    ['null', { non_field_errors: ['Invalid data. Expected a dictionary, but got NoneType.'] }],
    ['{', null],
    [' ', null],
    ['{"a":1,}', null],
    ["{'a':1}", null],
    ['{"a":NaN}', null],
    ['{"a":Infinity}', null],
    ['{"a":01}', null],
    ['{"a":"\t"}', null],
    ['{"a":"\\x41"}', null],
    ['{}{}', null],
    ['\uFEFF{}', null],
    ['// comment\n{}', null],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, null],
    [`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, null],
    ['<html></html>', null],
  ];
  for (const name of goodRequestNames)
    it(`of ${name}`, async () => {
      for (const [body, errors] of wholes) {
        const received = await sendInstead(desk, name, body);
        expect([body.slice(0, 20), received.status]).toEqual([body.slice(0, 20), 400]);
        expect(received.body).toEqual(errors ?? { detail: expect.stringMatching(/^JSON parse error - ./) });
      }
    });
  it('bytes that are no UTF-8', async () => {
    const authorization = `Bearer ${await desk.token(manager)}`;
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0xff, 0xfe, 0x7b, 0, 0x7d, 0],
      [0x22, 0xc0, 0x80, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ]) {
      const { answer } = await desk.sandbox.answer({
        method: 'POST',
        path: '/api/v1/audits/',
        query: '',
        origin: '',
        header: (name) => (name === 'authorization' ? authorization : 'application/json'),
        body: Uint8Array.from(bytes),
      });
      expect(answer).toMatchObject({ status: 400, body: '{"detail":"JSON parse error - not UTF-8"}' });
    }
  });
  it('of equal keys the last counts', async () => {
    const text = JSON.stringify(creation);
    expect(
      (await sendInstead(desk, 'audit', text.replace('{', '{"name":"","name":5,"id":"old",'))).body,
    ).toMatchObject({
      id: 'new',
      name: creation.name,
    });
  });
  it('keys that every object has are unknown fields like others', async () => {
    const text = JSON.stringify(creation).replace(
      '{',
      '{"__proto__":{"name":5,"id":"x"},"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":null,',
    );
    expect((await sendInstead(desk, 'audit', text)).status).toBe(201);
    expect(
      await sendInstead(desk, 'client', '{"__proto__":{"id":"c","name":"C","country":"NL"}}'),
    ).toMatchObject({
      status: 400,
      body: {
        id: ['This field is required.'],
        name: ['This field is required.'],
        country: ['This field is required.'],
      },
    });
    expect((await desk.get('/audits/new/')).body).not.toHaveProperty('toString', 1);
  });
});

describe('decisions §1.3 the content type', () => {
  it.each([
    ['application/json', 201],
    ['application/json; charset=utf-8', 201],
    ['Application/JSON;charset=UTF-8', 201],
    ['application/json ; q=1', 201],
    [null, 415],
    ['', 415],
    ['text/plain', 415],
    ['text/json', 415],
    ['application/jsonp', 415],
    ['application/problem+json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json, text/plain', 415],
    ['*/*', 415],
  ])('%s is %i', async (type, status) => {
    const bytes = new TextEncoder().encode(JSON.stringify(creation));
    const authorization = `Bearer ${await desk.token(manager)}`;
    const headers = new Map([
      ['authorization', authorization],
      ...(type === null ? [] : [['content-type', type] as const]),
    ]);
    const { answer } = await desk.sandbox.answer({
      method: 'POST',
      path: '/api/v1/audits/',
      query: '',
      origin: '',
      header: (name) => headers.get(name),
      body: bytes,
    });
    expect(answer.status).toBe(status);
    if (status === 415)
      expect(answer.body).toBe(
        JSON.stringify({ detail: `Unsupported media type "${type ?? ''}" in request.` }),
      );
  });
});

describe('a question mark at the start of a form or a query belongs to the first name', () => {
  it('of a form', async () => {
    const fields = {
      grant_type: 'client_credentials',
      client_id: manager,
      client_secret: 'north manager secret',
    };
    const form = (text: string) => ({
      method: 'POST',
      path: '/api/v1/oauth/token/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new TextEncoder().encode(text),
    });
    const text = new URLSearchParams(fields).toString();
    expect((await ask(desk, form(text))).status).toBe(200);
    expect(await ask(desk, form(`?${text}`))).toMatchObject({
      status: 400,
      body: '{"error":"invalid_request"}',
    });
  });
  it('of a query', async () => {
    const list = async (query: string) =>
      JSON.parse((await ask(desk, { method: 'GET', path: '/api/v1/audits/', query })).body) as unknown; // any JSON is
    expect(await list('page_size=1')).toMatchObject({ next: expect.any(String) });
    expect(await list('?page_size=1')).toMatchObject({ next: null });
    const roles = { method: 'GET', path: '/api/v1/roles/', query: '?associated_model=none' };
    expect(JSON.parse((await ask(desk, roles)).body)).toMatchObject({ count: 3 });
  });
});
