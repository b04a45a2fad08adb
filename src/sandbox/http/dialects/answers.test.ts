import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../../testing/desk.ts';
import { creation, type TwoFirms } from '../../testing/two-firms.ts';
import { dialects, dialectsNamed, isDialect, mixtureOf } from './dialects.ts';

// The dialects of whole answers: lists, answers of writes, refusals. Those of objects are in dialects.test.ts.

const anna = { id: 'Anna.Smit@firm.example', role: 'audit_auditor', name: 'Anna Smit' };
const pat = { id: "o'brien+audit@firm.example", role: 'audit_auditor' };
const assigned = { ...pat, name: "Pat O'Brien" };
const component = { legal_entity_ids: ['sub'], auditor_relation: 'self' };
const origin = 'http://127.0.0.1:4000/api/v1';

/** 45 roles, `role-0` to `role-44`; and no more than one creation a minute. */
const withRoles = (firms: TwoFirms) => ({
  ...firms,
  rate_limits: { ...firms.rate_limits, lifecycle: { burst: 1 } },
  roles: [
    ...firms.roles.map((role) => ({ ...role, associated_model: 'Audit' })),
    ...Array.from({ length: 42 }, (_, at) => ({ name: `role-${String(at + 3)}`, associated_model: 'Audit' })),
  ],
});

type Ask = (desk: Desk) => Promise<unknown>;

const bodyAt =
  (path: string): Ask =>
  async (desk) =>
    (await desk.get(path)).body;
/** How many entries, and where the links lead. */
const pageAt =
  (path: string): Ask =>
  async (desk) => {
    const { status, body } = await desk.get(path);
    const { results, next, previous } = body as Readonly<Record<string, unknown>>; // a page or an error
    return [status, Array.isArray(results) ? results.length : null, next, previous];
  };
const shapeAt =
  (path: string): Ask =>
  async (desk) => {
    const body = (await desk.get(path)).body as object; // JSON of a list
    return Array.isArray(body)
      ? body.length
      : Object.fromEntries(
          Object.entries(body).map(([key, value]) => [
            key,
            Array.isArray(value) ? value.length : (value as unknown),
          ]),
        );
  };
const sent =
  (method: string, path: string, body?: unknown): Ask =>
  async (desk) => {
    const answer = await desk.call(method, path, { body });
    return [answer.status, answer.body ?? answer.text];
  };
const assign = sent('POST', '/audits/audit/users/', pat);
const create = sent('POST', '/audits/', creation);
const client = { id: 'later', name: 'Later', country: 'NL' };
const createClient = sent('POST', '/client-organisations/', client);
const createComponent = sent('POST', '/audits/consolidated/component-audits/', component);
const duplicate = sent('POST', '/audits/', { id: 'audit' });
const twoFaults = sent('POST', '/audits/audit/users/', { id: 4 });
const retry: Ask = async (desk) => {
  await duplicate(desk);
  const { status, headers } = await desk.post('/audits/', { id: 'audit' });
  return [status, headers.get('retry-after'), headers.get('date')];
};
const entries: Ask = async (desk) => {
  const read = async (page: number) => {
    const { body } = await desk.get(`/roles/?page_size=40&page=${String(page)}`);
    return (body as { readonly results: readonly unknown[] }).results; // of a page
  };
  const all = [...(await read(1)), ...(await read(2))];
  return all.flatMap((entry, at) =>
    entry !== null && Object(entry).name !== undefined ? [] : [[at, entry]],
  );
};
const idOnly = [201, { id: expect.any(String) }];
const envelope = { count: 45, next: `${origin}/roles/?page=2`, previous: null, results: 20 };
const users = '/audits/audit/users/';

/** What is asked, what is answered without a dialect, and in some. */
const rows: readonly (readonly [string, Ask, unknown, Readonly<Record<string, unknown>>])[] = [
  [
    'a list',
    shapeAt('/roles/'),
    envelope,
    {
      'lists-bare': 45,
      'lists-data': { data: 45 },
      'lists-items-total': { items: 20, total: 45 },
      'lists-without-count': { next: envelope.next, previous: null, results: 20 },
      'lists-cursor': { next: `${origin}/roles/?cursor=cD0y`, previous: null, results: 20 },
      'lists-link-relative': { ...envelope, next: '/api/v1/roles/?page=2' },
      'lists-link-scheme': { ...envelope, next: `${origin.replace('http', 'https')}/roles/?page=2` },
      'lists-link-host': { ...envelope, next: 'http://api.internal.example/api/v1/roles/?page=2' },
    },
  ],
  [
    'the second page by its cursor',
    pageAt('/roles/?cursor=cD0y'),
    [200, 20, `${origin}/roles/?cursor=cD0y&page=2`, null],
    {
      'lists-cursor': [200, 20, `${origin}/roles/?cursor=cD0z`, `${origin}/roles/`],
    },
  ],
  [
    'an entry of 50',
    entries,
    [],
    {
      'lists-null-entry': [[1, null]],
      'lists-text-entry': [[1, 'deleted']],
      'lists-other-entry': [[1, { type: 'tombstone', deleted: true }]],
    },
  ],
  [
    'a large page',
    pageAt('/roles/?page_size=30'),
    [200, 30, `${origin}/roles/?page=2&page_size=30`, null],
    {
      'lists-size-ignored': [200, 20, `${origin}/roles/?page=2&page_size=30`, null],
      'lists-size-capped': [200, 20, `${origin}/roles/?page=2&page_size=30`, null],
      'lists-size-refused': [400, null, undefined, undefined],
    },
  ],
  [
    'a page that only smaller pages have',
    pageAt('/roles/?page_size=30&page=3'),
    [404, null, undefined, undefined],
    {
      'lists-size-capped': [200, 5, null, `${origin}/roles/?page=2&page_size=30`],
    },
  ],
  [
    'a small page',
    pageAt('/roles/?page_size=5&page=9'),
    [200, 5, null, `${origin}/roles/?page=8&page_size=5`],
    {
      'lists-size-ignored': [404, null, undefined, undefined],
      'lists-size-capped': [200, 5, null, `${origin}/roles/?page=8&page_size=5`],
      'lists-size-refused': [200, 5, null, `${origin}/roles/?page=8&page_size=5`],
    },
  ],
  [
    'a page beyond the end',
    pageAt('/roles/?page=4'),
    [404, null, undefined, undefined],
    {
      'lists-beyond-empty': [200, 0, null, null],
      'lists-beyond-last': [200, 5, null, `${origin}/roles/?page=2`],
      'lists-beyond-500': [500, null, undefined, undefined],
    },
  ],
  [
    'the users of an audit',
    bodyAt(users),
    { count: 1, next: null, previous: null, results: [anna] },
    {
      'users-list-bare': [anna],
      'users-list-key': { users: [anna] },
    },
  ],
  [
    'an assignment',
    assign,
    [201, assigned],
    {
      'users-answer-none': [201, ''],
      'users-answer-audit': [201, expect.objectContaining({ id: 'audit', audit_type: 'single' })],
      'users-answer-list': [201, expect.objectContaining({ results: [anna, assigned] })],
      'errors-after-creation': [409, { detail: 'An object with this id already exists.' }],
    },
  ],
  [
    'a component',
    createComponent,
    [201, expect.objectContaining(component)],
    {
      'components-answer-none': [201, ''],
      'components-answer-group': [201, expect.objectContaining({ id: 'consolidated' })],
      'components-answer-id-only': idOnly,
      'errors-after-creation': [201, expect.objectContaining(component)],
    },
  ],
  [
    'an audit',
    create,
    [201, expect.objectContaining({ id: 'new', name: creation.name })],
    {
      'audits-answer-none': [201, ''],
      'audits-answer-id-only': [201, { id: 'new' }],
      'errors-after-creation': [409, { detail: 'An object with this id already exists.' }],
    },
  ],
  [
    'a client',
    createClient,
    [201, expect.objectContaining(client)],
    { 'clients-answer-none': [201, ''], 'clients-answer-id-only': [201, { id: 'later' }] },
  ],
  [
    'a duplicate id',
    duplicate,
    [409, { detail: 'An audit with this id already exists.' }],
    {
      'errors-duplicate-unique': [400, { id: ['This field must be unique.'] }],
      'errors-duplicate-set': [
        400,
        { non_field_errors: ['The fields organisation, id must make a unique set.'] },
      ],
      'errors-duplicate-detail': [
        400,
        { detail: 'An object with this identifier has been registered before.' },
      ],
      'errors-duplicate-external': [400, { external_id: ['audit with this external id already exists.'] }],
      'errors-duplicate-code': [400, { id: [{ code: 'unique', message: 'Id is al in gebruik.' }] }],
    },
  ],
  [
    'two faults',
    twoFaults,
    [400, { id: ['Not a valid string.'], role: ['This field is required.'] }],
    {
      'errors-list': [
        400,
        {
          errors: [
            { code: 'invalid', detail: 'Not a valid string.', attr: 'id' },
            { code: 'invalid', detail: 'This field is required.', attr: 'role' },
          ],
        },
      ],
      'errors-message': [400, { message: 'Not a valid string. This field is required.' }],
      'errors-text': [400, 'id: Not a valid string.\nrole: This field is required.'],
      'errors-html': [
        400,
        '<!doctype html><h1>400</h1><p>id: Not a valid string.\nrole: This field is required.</p>',
      ],
    },
  ],
  [
    'a wait',
    retry,
    [429, '60', null],
    {
      'errors-retry-date': [429, 'Fri, 15 Jan 2027 09:01:00 GMT', null],
      'errors-retry-twice': [429, '60, 60', null],
      'errors-retry-absent': [429, null, null],
      'errors-retry-wrong-clock': [429, 'Sat, 16 Jan 2027 09:01:00 GMT', 'Sat, 16 Jan 2027 09:00:00 GMT'],
    },
  ],
];

describe.each(rows)('%s', (_, ask, before, after) => {
  it('without a dialect', async () => {
    expect(await ask(openDesk(withRoles))).toEqual(before);
  });
  it.each(Object.entries(after))('in %s', async (name, expected) => {
    expect(await ask(openDesk(withRoles, { variants: [name] }))).toEqual(expected);
  });
});

it('each dialect of answers has an example', () => {
  const told = new Set(rows.flatMap(([, , , after]) => Object.keys(after)));
  const others = dialects.filter(({ show, entries: by }) => show === undefined && by === undefined);
  expect(others.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([]);
});

/** Writes of every kind, and what they leave: the state, and how many requests count. Ids that the service chose are left out. */
async function worked(desk: Desk): Promise<string> {
  await desk.post('/audits/', creation);
  await desk.advance(3_600);
  await desk.post('/audits/consolidated/component-audits/', component);
  await desk.post('/audits/new/users/', pat);
  await desk.call('PATCH', `/audits/new/users/${encodeURIComponent(pat.id)}/`, {
    body: { role: 'audit_engagement_leader' },
  });
  await desk.call('PATCH', '/audits/consolidated/component-audits/component/', {
    body: { in_scope: false, out_of_scope_explanation: 'Small.' },
  });
  await desk.call('DELETE', '/audits/consolidated/component-audits/wide/');
  await desk.call('DELETE', '/audits/audit/');
  await desk.post('/client-organisations/', { id: 'later', name: 'Later', country: 'NL' });
  await desk.get('/roles/?page=9');
  const states = [
    '/state/',
    '/state/north/audits/0/',
    '/state/north/audit/new/',
    '/state/north/audit/consolidated/',
  ];
  const told: string[] = [];
  for (const path of states) told.push((await desk.control('GET', path)).text);
  const log = (await desk.control('GET', '/requests/')).text;
  return [...told, log.replaceAll(/"duration_ms":[\d.]+/g, '')]
    .join('\n')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'an id');
}

it('writes change the same state in every dialect, and are logged and counted alike', async () => {
  const facets = [...Map.groupBy(dialects, ({ noun, facet }) => `${noun} ${facet}`).values()];
  const before = await worked(openDesk());
  for (let at = 0; at < Math.max(...facets.map(({ length }) => length)); at += 1) {
    const variants = facets.flatMap((choices) => choices[at]?.name ?? []);
    expect(await worked(openDesk(undefined, { variants })), variants.join()).toBe(before);
  }
});

it('without a dialect nothing changes: not a byte', async () => {
  const texts = async (desk: Desk) => {
    const answers = [];
    for (const path of ['/audits/', '/roles/?page_size=1', '/audits/audit/', '/audits/none/', users])
      answers.push(await desk.get(path));
    return answers.map(({ status, text, headers }) => [status, text, [...headers]]);
  };
  expect(await texts(openDesk(undefined, { variants: [] }))).toEqual(await texts(openDesk()));
});

it('what is recorded is as specified, and a fault acts on what is said', async () => {
  const desk = openDesk(undefined, { variants: ['users-nested', 'users-list-bare', 'errors-message'] });
  await desk.get(users);
  const { body } = await desk.control('GET', '/exchanges/after/0/');
  const { id } = (body as { readonly results: readonly { readonly id: number }[] }).results.at(-1) ?? {
    id: 0,
  };
  expect((await desk.control('GET', `/exchanges/${String(id)}/`)).text).toContain('results');
  await desk.control('POST', '/faults/', { kind: 'truncate', path: '/api/v1/audits/' });
  await expect(desk.get(users)).rejects.toThrow();
  await desk.control('POST', '/faults/', { kind: 'status', status: 503, body: { detail: 'Away.' } });
  expect((await desk.get(users)).body).toEqual({ detail: 'Away.' });
});

it('the token endpoint refuses as its own standard says', async () => {
  const answers = [];
  for (const variants of [[], ['errors-message']])
    answers.push((await openDesk(undefined, { variants }).requestToken({})).text);
  expect(answers[0]).toMatch(/^\{"error":"invalid_request","error_description":/);
  expect(answers[1]).toBe(answers[0]);
});

it('docs/sandbox-dialects.md names them', () => {
  const file = readFileSync(new URL('../../../../docs/sandbox-dialects.md', import.meta.url), 'utf8');
  const [, names = ''] = file.split('\n- [users]');
  expect([...names.matchAll(/`([a-z\d-]+)`/g)].map(([, name]) => name)).toEqual(
    dialects.map(({ name }) => name),
  );
});

describe('several dialects', () => {
  const both = [
    'users-nested',
    'users-role-object',
    'lists-bare',
    'components-entities-as-objects',
    'errors-message',
  ];
  const spoken = {
    user: { id: 92_995, email: anna.id },
    role: { name: 'audit_auditor' },
  };
  it('are spoken together, by names or by the fixture', async () => {
    const byFixture = openDesk((firms) => ({ ...firms, variants: { dialects: both } }));
    for (const desk of [openDesk(undefined, { variants: both }), byFixture]) {
      expect((await desk.get(users)).body).toEqual([spoken]);
      expect((await desk.get('/audits/none/')).body).toEqual({ message: 'Not found.' });
    }
  });
  it('a component audit that is read as an audit speaks the dialects of components', async () => {
    const desk = openDesk(undefined, { variants: [...both, 'audits-language-upper'] });
    expect((await desk.get('/audits/component/')).body).toMatchObject({
      legal_entities: [{ id: 'sub' }],
      language: 'NL',
    });
  });
  it('of two with one facet, the last counts', () => {
    expect(dialectsNamed(['users-email', 'users-nested']).map(({ name }) => name)).toEqual(['users-nested']);
  });
  it('a mixture has one of a facet at most, is always the same, and is another for another seed', () => {
    const mixtures = Array.from({ length: 200 }, (_, seed) => mixtureOf(seed));
    for (const [seed, names] of mixtures.entries()) {
      expect(names.length).toBeGreaterThan(0);
      expect(dialectsNamed(names)).toHaveLength(names.length);
      expect(dialectsNamed([`mixture:${String(seed)}`])).toEqual(dialectsNamed(names));
    }
    expect(new Set(mixtures.map(String)).size).toBe(200);
    expect(new Set(mixtures.flat())).toEqual(new Set(dialects.map(({ name }) => name)));
  });
  it('a name that is none is refused', () => {
    expect(isDialect('users-upside-down')).toBe(false);
    expect(() => openDesk((firms) => ({ ...firms, variants: { dialects: ['mixture:x'] } }))).toThrow(
      '$.variants.dialects[0]',
    );
    expect(() => dialectsNamed(['users-upside-down'])).toThrow('users-upside-down: no such dialect');
  });
});
