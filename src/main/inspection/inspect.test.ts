import { describe, expect, test } from 'vitest';
import { createSandbox } from '../../sandbox/app.ts';
import { demonstrationFixture } from '../../sandbox/fixture/demonstration/firm.ts';
import { readFixture } from '../../sandbox/fixture/fixture.ts';
import { scenarios } from '../../sandbox/fixture/scenarios/scenarios.ts';
import { type FindingState, mostRequests } from '../../shared/inspection.ts';
import type { Inspection } from '../../shared/operations/inspection.ts';
import { inspectThrough, readThrough } from '../testing/inspected.ts';
import type { Survey } from './survey.ts';

const baseUrl = 'http://127.0.0.1:4000';
type Document = ReturnType<typeof demonstrationFixture>;
type Answering = (request: Request, answer: (instead?: Request) => Promise<Response>) => Promise<Response>;

/** Inspects a sandbox that holds this, through `between`, which may answer otherwise. */
async function inspected(
  document: unknown = demonstrationFixture(),
  between: Answering = (_, answer) => answer(),
  budget?: number,
): Promise<Inspection & { readonly asked: readonly string[] }> {
  const fixture = readFixture(document);
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value });
  const asked: string[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    asked.push(`${request.method} ${url.replace(baseUrl, '')}`);
    return between(request, (instead = request) => sandbox.fetch(instead));
  };
  const inspection = await inspectThrough({ baseUrl, account: sandbox.account, fetch, budget });
  await sandbox.close();
  return { ...inspection, asked };
}

test('for a fixture lists are read to their ends, each page once, and nothing else is found of the first pages', async () => {
  const fixture = readFixture(demonstrationFixture());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value });
  const asked: string[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    asked.push(url);
    return sandbox.fetch(new Request(url.replace('page_size=100', 'page_size=4'), init));
  };
  const through = { baseUrl, account: sandbox.account, fetch };
  const { inspection } = await readThrough(through);
  const few = asked.splice(0);
  const read = await readThrough({ ...through, budget: 500, readsOn: true });
  await sandbox.close();
  const envelopeOf = ({ auditsWhole }: Survey) => auditsWhole?.json as { count: number; results: unknown[] };
  const { count, results } = envelopeOf(read.survey);
  expect(count).toBeGreaterThan(8);
  expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(count);
  expect(read.survey.auditsWhole?.json).toMatchObject({ next: null });
  expect(few.length).toBeLessThanOrEqual(mostRequests);
  expect(asked.filter((url) => url.includes('page=2&page_size=4')).length).toBeGreaterThan(1);
  expect(read.inspection.findings).toEqual(inspection.findings);
});

function statesOf({ findings }: Inspection): Readonly<Record<string, FindingState>> {
  return Object.fromEntries(findings.map(({ name, state }) => [name, state]));
}

/** The names of what differs. */
function differing({ findings }: Inspection): readonly string[] {
  return findings.filter(({ state }) => state === 'differs').map(({ name }) => name);
}

describe('a service as the specification and decisions.md have it', () => {
  test('has nothing that differs, and all that is read is found', async () => {
    const found = await inspected();
    // The firm has few audits, and the sandbox makes all of a fixture at one moment.
    expect(found.findings.filter(({ state }) => state !== 'as-decided')).toEqual([
      { name: 'pageSize', state: 'unknown', evidence: [] },
      { name: 'order', state: 'unknown', evidence: [] },
    ]);
    expect(found).toMatchObject({ ended: null, gaps: [] });
    expect(found.variants).toEqual({
      rejected_requests_count: 'unknown',
      windows: 'unknown',
      duplicate_id_status: 'unknown',
      state_conflict_status: 'unknown',
      bare_lists: 'default',
      extra_fields: 'default',
    });
  });

  test('is read only: one request for a token, and nothing but GET besides', async () => {
    const { asked } = await inspected();
    expect(asked.filter((one) => !one.startsWith('GET '))).toEqual(['POST /api/v1/oauth/token/']);
    expect(asked.length).toBeLessThanOrEqual(mostRequests);
  });

  test('of 10,000 audits is as small to read', async () => {
    const found = await inspected(scenarios.get('10000-audits')?.fixture());
    expect(found.asked.length).toBeLessThanOrEqual(mostRequests);
    expect(found.asked).toContain('GET /api/v1/audits/?page_size=1000');
    expect(statesOf(found)).toMatchObject({ pageSize: 'as-decided', links: 'as-decided' });
  });

  test('without an audit shows nothing of audits, and that is said', async () => {
    const found = await inspected(scenarios.get('empty-firm')?.fixture());
    expect(statesOf(found)).toMatchObject({
      auditFields: 'unknown',
      componentFields: 'unknown',
      order: 'unknown',
      topLevel: 'unknown',
      packageFields: 'as-decided',
      notFound: 'as-decided',
    });
  });
});

const otherwise = {
  rejected_requests_count: true,
  windows: 'fixed',
  duplicate_id_status: 400,
  state_conflict_status: 400,
  bare_lists: true,
  extra_fields: true,
} as const;
const variantKeys = Object.keys(otherwise) as readonly (keyof typeof otherwise)[]; // keys of a literal: exactly these
const mixtures = Array.from({ length: 2 ** variantKeys.length }, (_, bits) =>
  Object.fromEntries(
    variantKeys.flatMap((key, index) => ((bits >> index) & 1 ? [[key, otherwise[key]] as const] : [])),
  ),
);

test.each(mixtures)('of the variants %j those are found that reading reveals', async (variants) => {
  const found = await inspected({ ...demonstrationFixture(), variants });
  expect(found.variants).toEqual({
    rejected_requests_count: 'unknown',
    windows: 'unknown',
    duplicate_id_status: 'unknown',
    state_conflict_status: 'unknown',
    bare_lists: 'bare_lists' in variants ? 'other' : 'default',
    extra_fields: 'extra_fields' in variants ? 'other' : 'default',
  });
});

type Change = (body: Record<string, unknown>) => unknown;
const changed =
  (path: RegExp, change: Change, init: ResponseInit = {}): Answering =>
  async (request, answer) => {
    const response = await answer();
    if (!path.test(request.url)) return response;
    // The sandbox answers objects.
    const body = change((await response.json()) as Record<string, unknown>);
    return new Response(JSON.stringify(body), {
      status: response.status,
      headers: {
        'content-type': 'application/json',
        'www-authenticate': response.headers.get('www-authenticate') ?? '',
      },
      ...init,
    });
  };
const each = (body: Record<string, unknown>, change: Change): unknown => ({
  ...body,
  // A list of the sandbox holds objects.
  results: (body.results as Record<string, unknown>[]).map(change),
});

// Each service differs in one thing; the expectation is what a reader of the specification would say of it.
const others: readonly (readonly [string, Answering, readonly string[]])[] = [
  ['another shape of a 404', changed(/inspection-/, () => ({ error: 'no' })), ['notFound']],
  [
    '400 for an audit that is not there',
    changed(/inspection-/, (body) => body, { status: 400 }),
    ['notFound'],
  ],
  [
    'other words for a page beyond the end',
    changed(/page=1000000/, () => ({ detail: 'x' })),
    ['beyondTheEnd'],
  ],
  [
    'a redirect where the slash is missing',
    async (request, answer) =>
      request.url.endsWith('/audits')
        ? new Response(null, { status: 301, headers: { location: '/' } })
        : answer(),
    ['withoutSlash'],
  ],
  ['a token for ten minutes', changed(/token/, (body) => ({ ...body, expires_in: 600 })), ['tokenValidity']],
  ['another scope', changed(/token/, (body) => ({ ...body, scope: 'all' })), ['tokenScope']],
  [
    'a token type in small letters',
    changed(/token/, (body) => ({ ...body, token_type: 'bearer' })),
    ['tokenAnswer'],
  ],
  ['one bare list', changed(/\/roles\//, ({ results }) => results), ['envelopes']],
  [
    'no count',
    changed(/work-packages\/\?/, ({ next, previous, results }) => ({ next, previous, results })),
    ['envelopes', 'counts'],
  ],
  [
    'relative links',
    changed(/page_size=2$/, (body) => ({ ...body, next: '?page=2&page_size=2' })),
    ['links'],
  ],
  [
    'links behind a gateway that ends TLS',
    changed(/page_size=2$/, (body) => ({ ...body, next: String(body.next).replace('http:', 'https:') })),
    ['links'],
  ],
  [
    'components among the audits',
    changed(/v1\/audits\/\?page_size=100/, (body) =>
      each(body, (audit) => ({ ...audit, audit_type: 'component' })),
    ),
    ['topLevel'],
  ],
  [
    'the newest audit first',
    changed(/v1\/audits\/\?page_size=100/, (body) => {
      let day = 100;
      return each(body, (audit) => ({ ...audit, created_at: new Date(86_400_000 * day--).toISOString() }));
    }),
    ['order'],
  ],
  [
    'dates with a time',
    changed(/v1\/audits\/\?page_size=100/, (body) =>
      each(body, (audit) => ({ ...audit, period_start: `${String(audit.period_start)}T00:00:00Z` })),
    ),
    ['auditFields'],
  ],
  [
    'a new status',
    changed(/v1\/audits\/\?page_size=100/, (body) => each(body, (audit) => ({ ...audit, status: 'draft' }))),
    ['terms'],
  ],
  [
    'no name of users',
    changed(/\/users\//, (body) => each(body, ({ id, role }) => ({ id, role }))),
    ['userFields'],
  ],
  [
    'numbers as ids of entities',
    changed(/legal-entities/, (body) => each(body, (one) => ({ ...one, id: 7 }))),
    ['entityFields'],
  ],
  [
    'credits as a text',
    changed(/work-packages\/\?/, (body) =>
      each(body, (one) => ({ ...one, prices: [{ audit_type: 'single', credits: '5', conditions: null }] })),
    ),
    ['prices'],
  ],
  [
    'labels as objects',
    changed(/work-packages\/\?/, (body) =>
      each(body, (one) => ({ ...one, scoping_packages: [{ label: 'Small' }] })),
    ),
    ['scopingLabels'],
  ],
  [
    'a new type of setting',
    changed(/work-packages\/\?/, (body) =>
      each(body, (one) => ({
        ...one,
        settings: [{ id: 'a', name: 'A', type: 'colour', default: null, options: null }],
      })),
    ),
    ['settings'],
  ],
  [
    'roles that no query filters',
    changed(/associated_model=Audit/, (body) => ({ ...body, count: 0, results: [] })),
    ['rolesFilter'],
  ],
  [
    'limits as an object',
    changed(/rate-limits/, (body) => ('tiers' in body ? { tiers: { read: '5/min' } } : body)),
    ['limitsShape'],
  ],
  [
    'smaller limits',
    changed(/rate-limits/, (body) =>
      'tiers' in body
        ? {
            tiers: [
              { tier: 'read', scope: 'organisation', windows: { burst: { limit: 1, period_seconds: 60 } } },
            ],
          }
        : body,
    ),
    ['limitsValues'],
  ],
  [
    'a 404 for the components of a single audit',
    changed(/component-audits/, () => ({ detail: 'Not found.' }), { status: 404 }),
    ['componentsOfSingle'],
  ],
];

const pagesOfOne: Answering = async (request, answer) =>
  answer(new Request(request.url.replace(/(?<=audits\/\?page_size=)\d+/, '1'), request));

test('a service that gives one audit a page, whatever is asked: that is said', async () => {
  const found = await inspected(undefined, pagesOfOne);
  expect(differing(found)).toEqual(['pageSize', 'links']);
  expect(found.findings.find(({ name }) => name === 'pageSize')?.evidence).toEqual([
    { kind: 'instead', place: ['page_size=2'], found: 1, wanted: 2 },
    { kind: 'instead', place: ['page_size=100'], found: 1, wanted: 100 },
    { kind: 'instead', place: ['page_size=0'], found: 1, wanted: 20 },
  ]);
});

test.each([
  ['too small for the first page', 90, { kind: 'tooFew', place: ['count'], found: 90, wanted: 101 }],
  ['too small', 9_901, { kind: 'instead', place: ['count'], found: 9_901, wanted: 10_000 }],
  ['smaller by pages', 5_000, { kind: 'tooFew', place: ['count'], found: 5_000, wanted: 5_001 }],
  ['too large', 10_001, { kind: 'instead', place: ['page=101'], found: 404, wanted: 200 }],
])('a count of many pages that is %s: that is said', async (_, count, expected) => {
  const lie = changed(/audits\/\?page/, (body) => ('count' in body ? { ...body, count } : body));
  const found = await inspected(scenarios.get('10000-audits')?.fixture(), lie);
  const { state, evidence } = found.findings.find(({ name }) => name === 'counts') ?? {};
  expect(state).toBe('differs');
  expect(evidence).toContainEqual({ ...expected, place: ['audits/', ...expected.place] });
});

test.each(others)('%s: that is said, and nothing else', async (_, between, expected) => {
  const found = differing(await inspected(undefined, between));
  expect(found).toEqual(expected);
});

const page = (status: number) =>
  new Response('<h1>Welcome</h1>', { status, headers: { 'content-type': 'text/html' } });
const answers: readonly (readonly [string, () => Response, Inspection['areas'][number]['state']])[] = [
  ['a page', () => page(200), 'failed'],
  ['another object', () => Response.json({ message: 'Welcome' }), 'failed'],
  ['a text', () => Response.json('Welcome'), 'failed'],
  ['an empty list', () => Response.json([]), 'read'],
  ['403', () => Response.json({ detail: 'No.' }, { status: 403 }), 'refused'],
  ['a gateway’s page', () => page(502), 'failed'],
];

test.each(answers)('%s for clients, and what it says of them', async (_, answer, state) => {
  const found = await inspected(undefined, async (request, own) =>
    request.url.includes('/client-organisations/?') ? answer() : own(),
  );
  const { status } = answer();
  expect(found.areas).toContainEqual({ name: 'clients', state, status });
  expect(found.areas.filter((area) => area.state !== 'read').length).toBe(state === 'read' ? 0 : 1);
});

describe('what ends an inspection', () => {
  test('something else that answers gets no secret', async () => {
    const found = await inspected(
      undefined,
      async () => new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } }),
    );
    expect(found.ended?.code).toBe('not-json');
    expect(found.asked).toEqual(['GET /api/v1/rate-limits/']);
    expect(found.findings.every(({ state }) => state === 'unknown')).toBe(true);
  });

  test('refused credentials', async () => {
    const found = await inspected(
      undefined,
      changed(/token/, () => ({ error: 'invalid_client' }), { status: 401 }),
    );
    expect(found.ended?.code).toBe('credentials-rejected');
    expect(statesOf(found)).toMatchObject({ refusal: 'as-decided', auditFields: 'unknown' });
  });

  test('a budget: what it does not reach is unknown', async () => {
    const found = await inspected(undefined, undefined, 5);
    expect(found.asked).toHaveLength(5);
    expect(found).toMatchObject({ ended: null, gaps: ['budget'] });
    expect(statesOf(found)).toMatchObject({ limitsShape: 'as-decided', auditFields: 'unknown' });
  });

  test('a budget without room for a token: that is said, and no limit of the service', async () => {
    const found = await inspected(undefined, undefined, 1);
    expect(found.asked).toEqual(['GET /api/v1/rate-limits/']);
    expect(found).toMatchObject({ ended: null, gaps: ['budget'], token: null });
    expect(statesOf(found)).toMatchObject({ refusal: 'as-decided', tokenAnswer: 'unknown' });
  });

  test('an answer that breaks off: that is said, and the others are read', async () => {
    const found = await inspected(undefined, async (request, answer) =>
      request.url.includes('/work-packages/?')
        ? new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) }))
        : answer(),
    );
    expect(found).toMatchObject({ ended: null, gaps: ['lost'] });
    expect(statesOf(found)).toMatchObject({ packageFields: 'unknown', auditFields: 'as-decided' });
  });

  test('an exhausted tier is asked no more, the others are', async () => {
    const found = await inspected(undefined, async (request, answer) =>
      request.url.includes('/audits/?')
        ? new Response('{"detail":"Request was throttled."}', {
            status: 429,
            headers: { 'content-type': 'application/json' },
          })
        : answer(),
    );
    expect(found.asked.filter((one) => one.includes('/audits/?'))).toHaveLength(1);
    expect(found.gaps).toEqual(['limits']);
    expect(statesOf(found)).toMatchObject({ clientFields: 'as-decided', auditFields: 'unknown' });
  });
});

test('the terms and prices that a service has are told, and no other text in their place', async () => {
  const { seen } = await inspected();
  expect(seen.terms).toMatchObject({
    auditStatuses: expect.arrayContaining(['archived', 'open']),
    auditTypes: ['component', 'consolidated', 'single'],
    componentStatuses: ['archived'],
    relations: expect.arrayContaining(['self']),
  });
  expect(seen.prices.length).toBeGreaterThan(1);
  const prices = [
    { audit_type: 'single', credits: 5, conditions: null },
    { audit_type: 'single', credits: 3, conditions: { coupled: true } },
    { audit_type: 'single', credits: 1, conditions: { season: 1 } },
    { audit_type: 'Anna', credits: 7, conditions: null },
  ];
  const named = changed(/audits\/|work-packages/, (body) =>
    'results' in body
      ? each(body, (one) => ({ ...one, status: 'Anna', auditor_relation: 'next_door', prices }))
      : body,
  );
  const found = await inspected(undefined, named);
  expect(found.seen.terms).toMatchObject({ componentStatuses: [], relations: ['next_door'] });
  expect(found.seen.prices.slice(0, 2)).toEqual([
    { audit_type: 'single', credits: 5, coupled: null },
    { audit_type: 'single', credits: 3, coupled: true },
  ]);
  expect(JSON.stringify(found.seen)).not.toContain('Anna');
});

test('statuses and types in other letters are told as they came', async () => {
  const shouted = changed(/v1\/audits\/\?page_size=100$/, (body) =>
    each(body, (one) => ({ ...one, status: 'Open', audit_type: 'SINGLE' })),
  );
  const { seen } = await inspected(undefined, shouted);
  expect(seen.terms.auditStatuses).toContain('Open');
  expect(seen.terms.auditTypes).toContain('SINGLE');
});

test('of scopes those are told that are written as terms', async () => {
  const scope = ' read  write:all audits Anna https://firm.example/audits ';
  const found = await inspected(
    undefined,
    changed(/token/, (body) => ({ ...body, scope })),
  );
  expect(found.token).toEqual({ seconds: 3_600, scopes: ['read', 'audits'], untold: 3 });
});

test('no name, address or id of the firm is in what is found, nor what the service says to it', async () => {
  const document: Document = demonstrationFixture();
  const broken = changed(/./, (body) =>
    'results' in body
      ? each(body, (one) => ({ ...one, surprise: one.name, [String(one.name)]: '', status: one.name }))
      : body,
  );
  const refused = await inspected(
    document,
    changed(/token/, () => ({ error: 'invalid_client', message: document.firms[0]?.name }), { status: 401 }),
  );
  expect(refused.ended).toEqual({
    code: 'credentials-rejected',
    operation: 'tokens.issue',
    tier: 'token',
    status: 401,
  });
  const words = JSON.stringify([(await inspected(document, broken)).findings, refused]);
  for (const { name, users } of document.firms) {
    expect(words).not.toContain(name);
    for (const user of users) expect(words).not.toContain(user.email);
  }
});
