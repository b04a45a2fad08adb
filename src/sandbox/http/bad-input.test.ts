import { beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../testing/ask.ts';
import { type Desk, manager, openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

// Bodies that are wrong as a whole, or in one field in every way, and the bytes of the answers.

const componentsPath = '/audits/consolidated/component-audits/';
const usersPath = '/audits/audit/users/';

type Request = readonly [method: 'POST' | 'PATCH', path: string, body: object];

/** A request of every operation that takes a JSON body, each of which the two firms accept. */
const goodRequests = {
  audit: ['POST', '/audits/', creation],
  component: ['POST', componentsPath, { legal_entity_ids: ['sub'], auditor_relation: 'inter_office' }],
  client: ['POST', '/client-organisations/', { id: 'c', name: 'C', country: 'NL' }],
  user: ['POST', usersPath, { id: "o'brien+audit@firm.example", role: 'audit_auditor' }],
  role: ['PATCH', `${usersPath}anna.smit%40firm.example/`, { role: 'audit_engagement_leader' }],
  scope: ['PATCH', `${componentsPath}component/`, { in_scope: false, out_of_scope_explanation: 'Small' }],
} as const satisfies Readonly<Record<string, Request>>;
type GoodRequest = keyof typeof goodRequests;
const goodRequestNames = Object.keys(goodRequests) as readonly GoodRequest[]; // keys of a literal: exactly these

/** Sends one of them with another body. */
async function sendInstead(desk: Desk, name: GoodRequest, body: unknown): ReturnType<Desk['call']> {
  const [method, path] = goodRequests[name];
  return desk.call(method, path, { body });
}

/** All that the first firm's requests could have changed, to see that they have not. */
async function stateOf(desk: Desk): Promise<readonly string[]> {
  const paths = ['/audits/', '/client-organisations/', componentsPath, usersPath, '/audits/component/'];
  const texts = [];
  for (const path of paths) texts.push((await desk.get(`${path}?page_size=100`)).text);
  return [...texts, (await desk.control('POST', '/firms/north/', {})).text];
}

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
        header: (name) =>
          new Map([
            ['authorization', authorization],
            ['content-type', 'application/json'],
          ]).get(name),
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

describe('a body that is packed', () => {
  const json = new TextEncoder().encode(JSON.stringify(creation));
  const create = { method: 'POST', path: '/api/v1/audits/', body: json };
  it.each(['gzip', 'br', 'identity, gzip', 'x'])('by %s is refused, whatever is in it', async (encoding) => {
    const before = await stateOf(desk);
    const headers = { 'content-encoding': encoding };
    for (const request of [
      create,
      { method: 'POST', path: '/__sandbox/snapshots/', body: json },
      { method: 'POST', path: '/__sandbox/snapshot/', body: json },
      {
        method: 'POST',
        path: '/api/v1/oauth/token/',
        body: json,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ])
      expect(
        await ask(desk, {
          ...request,
          headers: { ...('headers' in request ? request.headers : {}), ...headers },
        }),
      ).toMatchObject({
        status: 415,
        body: JSON.stringify({ detail: `Unsupported content encoding "${encoding}" in request.` }),
      });
    expect(await stateOf(desk)).toEqual(before);
  });
  it.each(['', 'identity', ' Identity '])('by nothing is taken: %j', async (encoding) => {
    expect(await ask(desk, { ...create, headers: { 'content-encoding': encoding } })).toMatchObject({
      status: 201,
    });
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
      body: '{"error":"invalid_request","error_description":"Send grant_type=client_credentials as a form field."}',
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

const requiredText = 'This field is required.';
const nullText = 'This field may not be null.';
const blankText = 'This field may not be blank.';
const stringText = 'Not a valid string.';
const booleanText = 'Must be a valid boolean.';
const dateText = 'Date has wrong format. Use YYYY-MM-DD.';
const nulText = 'Null characters are not allowed.';
const listText = (type: string) => `Expected a list of items but got type "${type}".`;
/** A good body but for one field. A number too large for JSON to write is one all the same when it is read. */
function bodyWith(name: GoodRequest, field: string, value: unknown): string {
  const text = JSON.stringify({ ...goodRequests[name][2], [field]: value });
  return value === Number.POSITIVE_INFINITY ? text.replace('null', '1e400') : text;
}
const choiceText = (value: string) => `"${value}" is not a valid choice.`;
const missingText = (id: string) => `Object with id=${id} does not exist.`;
const tooLong = (most: number) => `Ensure this field has no more than ${String(most)} characters.`;

describe('decisions §2 every field', () => {
  const long = 'é'.repeat(101);
  type Case = readonly [GoodRequest, field: string, value: unknown, faults: unknown];
  const texts = [
    [5, stringText],
    [0, stringText],
    [true, stringText],
    [{}, stringText],
    [['a'], stringText],
    ['', blankText],
    ['\ud800', stringText],
  ] as const;
  const strings: readonly (readonly [GoodRequest, string])[] = [
    ['audit', 'name'],
    ['audit', 'work_package_id'],
    ['audit', 'scoping_package_id'],
    ['audit', 'client_organisation_id'],
    ['audit', 'legal_entity_id'],
    ['client', 'id'],
    ['client', 'name'],
    ['user', 'id'],
    ['user', 'role'],
    ['role', 'role'],
    ['scope', 'out_of_scope_explanation'],
  ];
  const cases: readonly Case[] = [
    ...strings.flatMap(([name, field]): Case[] => [
      [name, field, undefined, [requiredText]],
      [name, field, null, [nullText]],
      [name, field, 'a\0b', [nulText]],
      ...texts.map(([value, text]): Case => [name, field, value, [text]]),
    ]),
    ...texts.flatMap(([value, text]): Case[] => [
      ['audit', 'id', value, [text]],
      ['audit', 'unit_of_measurement', value, [text]],
      ['component', 'name', value, [text]],
    ]),
    ...['name'].flatMap((field): Case[] => [
      ['audit', field, '  \t\n\u00A0\u3000', [blankText]],
      ['audit', field, long, [tooLong(100)]],
      ['audit', field, '👩‍💼'.repeat(34), [tooLong(100)]],
    ]),
    ['audit', 'id', 'x'.repeat(256), [tooLong(255)]],
    ['audit', 'id', 'a\nb', ['Control characters are not allowed.']],
    ['audit', 'id', 'a\u0085b', ['Control characters are not allowed.']],
    ['client', 'id', 'a\u007Fb', ['Control characters are not allowed.']],
    ['audit', 'unit_of_measurement', 'x'.repeat(33), [tooLong(32)]],
    ['audit', 'work_package_id', 'WP', [missingText('WP')]],
    ['audit', 'work_package_id', ' wp', [missingText(' wp')]],
    ['audit', 'work_package_id', '__proto__', [missingText('__proto__')]],
    ['audit', 'scoping_package_id', 'small', [choiceText('small')]],
    ['audit', 'client_organisation_id', 'none', [missingText('none')]],
    ['audit', 'legal_entity_id', 'trial', [missingText('trial')]],
    ...['period_start', 'period_end'].flatMap((field): Case[] => [
      ['audit', field, undefined, [requiredText]],
      ['audit', field, null, [nullText]],
      ...[
        '',
        5,
        true,
        [],
        {},
        20260101,
        '2026-1-1',
        '2026-02-29',
        '2026-13-01',
        '2026-00-10',
        '2026-01-32',
        '2026-04-31',
        '1900-02-29',
        '01-01-2026',
        '2026/01/01',
        '20260101',
        '2026-01-01T00:00:00Z',
        ' 2026-01-01',
        '2026-01-01\n',
        '-2026-01-01',
        '02026-01-01',
        '２０２６-01-01',
        '2026-W01-1',
      ].map((value): Case => ['audit', field, value, [dateText]]),
    ]),
    ['audit', 'period_end', '2025-12-31', [expect.any(String)]],
    ...[
      ['de', 'de'],
      ['NL', 'NL'],
      ['it', 'it'],
      ['', ''],
      [5, '5'],
      [true, 'True'],
    ].map(([value, text]): Case => ['audit', 'language', value, [choiceText(String(text))]]),
    ['audit', 'language', [], [expect.stringMatching(/ is not a valid choice\.$/)]],
    ['audit', 'language', { a: 1 }, [expect.stringMatching(/ is not a valid choice\.$/)]],
    ['audit', 'language', undefined, [requiredText]],
    ['audit', 'audit_type', 'component', [choiceText('component')]],
    ['audit', 'audit_type', 'Single', [choiceText('Single')]],
    ['audit', 'audit_type', 1.5, [choiceText('1.5')]],
    ...(
      [
        ['a', 'str'],
        [5, 'int'],
        [5.5, 'float'],
        [Number.POSITIVE_INFINITY, 'float'],
        [false, 'bool'],
        [{ 0: 'sub' }, 'dict'],
      ] as const
    ).flatMap(([value, type]): Case[] => [
      ['component', 'legal_entity_ids', value, [listText(type)]],
      ['audit', 'coupled_component_audit_ids', value, [listText(type)]],
      ['client', 'domains', value, [listText(type)]],
    ]),
    ['component', 'legal_entity_ids', [], ['This list may not be empty.']],
    ['component', 'legal_entity_ids', undefined, [requiredText]],
    ['component', 'legal_entity_ids', null, [nullText]],
    [
      'component',
      'legal_entity_ids',
      ['sub', 5, null, '', ['sub']],
      { 1: [stringText], 2: [nullText], 3: [blankText], 4: [stringText] },
    ],
    ['component', 'legal_entity_ids', ['sub', 'trial'], [missingText('trial')]],
    ['component', 'legal_entity_ids', ['sub', 'leaf', 'sub'], [expect.stringContaining('sub')]],
    ['audit', 'coupled_component_audit_ids', ['component', 5, null], { 1: [stringText], 2: [nullText] }],
    ['client', 'domains', ['a.example', 5], { 1: [stringText] }],
    ['component', 'auditor_relation', undefined, [requiredText]],
    ['component', 'auditor_relation', null, [nullText]],
    ['component', 'auditor_relation', 'Self', [choiceText('Self')]],
    ['component', 'auditor_relation', 5, [choiceText('5')]],
    ['component', 'country', 'nl', [choiceText('nl')]],
    ['component', 'country', 'XX', [choiceText('XX')]],
    ['component', 'country', 'NLD', [choiceText('NLD')]],
    ['client', 'country', 'UK', [choiceText('UK')]],
    ['client', 'country', ' NL', [choiceText(' NL')]],
    [
      'component',
      'component_settings',
      [],
      { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
    ],
    [
      'component',
      'component_settings',
      'a',
      { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] },
    ],
    ...['true', 1, 0, 'yes', [], {}].flatMap((value): Case[] => [
      [
        'component',
        'component_settings',
        { component_auditor_works_in_audit: value },
        { component_auditor_works_in_audit: [booleanText] },
      ],
      ['client', 'allow_password_login', value, [booleanText]],
      ['scope', 'in_scope', value, [booleanText]],
    ]),
    ['scope', 'in_scope', undefined, [requiredText]],
    ['scope', 'in_scope', null, [nullText]],
    ['scope', 'in_scope', true, [expect.any(String)]],
    ['scope', 'out_of_scope_explanation', ' \n ', [blankText]],
    ['audit', 'settings', [], ['Expected a dictionary of items but got type "list".']],
    ['audit', 'settings', 'a', ['Expected a dictionary of items but got type "str".']],
    ['user', 'id', 'nobody@firm.example', [missingText('nobody@firm.example')]],
    ['user', 'id', ' anna.smit@firm.example', [missingText(' anna.smit@firm.example')]],
    ['user', 'role', 'api_account_manager', [choiceText('api_account_manager')]],
    ['user', 'role', 'Audit_Auditor', [choiceText('Audit_Auditor')]],
    ['role', 'role', 'none', [choiceText('none')]],
  ];
  const byField = Map.groupBy(cases, ([name, field]) => `${name}, ${field}`);
  it.each([...byField])('of %s', async (_, ofField) => {
    for (const [name, field, value, faults] of ofField) {
      const received = await sendInstead(desk, name, bodyWith(name, field, value));
      expect([value, received.status, received.body]).toEqual([value, 400, { [field]: faults }]);
    }
  });
  it.each(goodRequestNames)('%s: the good one is accepted', async (name) => {
    expect((await sendInstead(desk, name, goodRequests[name][2])).status).toBeLessThan(202);
  });
  it('nothing of all that has left a trace', async () => {
    const before = await stateOf(desk);
    for (const [name, field, value] of cases) await sendInstead(desk, name, bodyWith(name, field, value));
    expect(await stateOf(desk)).toEqual(before);
  });
});
