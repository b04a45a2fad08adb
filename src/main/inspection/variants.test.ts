import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { type Variants as AllVariants, readFixture } from '../../sandbox/fixture/fixture.ts';
import { type TwoFirms, twoFirms } from '../../sandbox/testing/two-firms.ts';
import { type Operation, operationNames, operations } from '../../shared/api.ts';
import { mostRequests, type VariantState } from '../../shared/inspection.ts';
import { inspectThrough } from '../testing/inspected.ts';
import type { Survey } from './survey.ts';
import { variantsOf } from './variants.ts';

// A service that answers some operations as one sandbox does and the others as another, for firms of which more or less is there to
// read, to an account that may read more or less. What the report has to say is told by who answered, not by what the answers hold.

type Variants = Omit<AllVariants, 'dialects'>;

const baseUrl = 'http://127.0.0.1:4000';

const Choice = fc.record<Variants>({
  rejected_requests_count: fc.boolean(),
  windows: fc.constantFrom('sliding', 'fixed'),
  duplicate_id_status: fc.constantFrom(409, 400),
  state_conflict_status: fc.constantFrom(409, 400),
  bare_lists: fc.boolean(),
  extra_fields: fc.boolean(),
});
const Data = fc.record({
  packages: fc.boolean(),
  roles: fc.boolean(),
  clients: fc.integer({ min: 0, max: 2 }),
  single: fc.boolean(),
  consolidated: fc.boolean(),
  components: fc.boolean(),
  users: fc.boolean(),
});
const reads = operationNames.filter((name) => operations[name].method === 'GET' || name === 'tokens.issue');
const someOf = (names: readonly Operation[]) =>
  fc.oneof(
    fc.constant<readonly Operation[]>([]),
    fc.constantFrom(...names).map((name) => [name]),
    fc.subarray([...names]),
  );
const Mixture = fc.record({
  data: Data,
  variants: fc.tuple(Choice, Choice),
  /** Which operations the second answers. */
  second: someOf(reads),
  refused: someOf(reads.filter((name) => name !== 'tokens.issue' && name !== 'rateLimits.read')),
  refusal: fc.constantFrom(403, 429, 500),
  budget: fc.oneof({ weight: 2, arbitrary: fc.constant(mostRequests) }, fc.integer({ min: 1, max: 23 })),
});
type Mixed = typeof Mixture extends fc.Arbitrary<infer One> ? One : never;

function fixtureOf(data: Mixed['data'], variants: Variants) {
  const { work_packages, roles, firms }: TwoFirms = twoFirms();
  const fixture = readFixture({
    work_packages: data.packages ? work_packages : [],
    roles: data.roles ? roles : [],
    variants,
    firms: firms.slice(0, 1).map((firm) => ({
      ...firm,
      client_organisations: firm.client_organisations.slice(0, data.clients),
      audits: firm.audits
        .filter(
          ({ audit_type: type }) => data.packages && data.roles && data.clients > 0 && data[type as 'single'],
        )
        .map(({ components, users, ...audit }) => ({
          ...audit,
          ...(data.components && components !== undefined ? { components } : {}),
          ...(data.users && users !== undefined ? { users } : {}),
        })),
    })),
  });
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  return fixture.value;
}

const shapes = operationNames.map((name) => {
  const { method, path } = operations[name];
  return { name, method, pattern: new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`) };
});

function operationOf({ method, url }: Request): Operation | undefined {
  const { pathname } = new URL(url);
  return shapes.find((shape) => shape.method === method && shape.pattern.test(pathname))?.name;
}

interface Seen {
  /** Null where the variant leaves the answer as it is. */
  readonly bare: boolean | null;
  /** Null where the answer holds no object. */
  readonly extra: boolean | null;
}

/** Both sandboxes as one service, and what it has shown. */
function asOne(sandboxes: readonly [Sandbox, Sandbox], { variants, second, refused, refusal }: Mixed) {
  const seen: Seen[] = [];
  const tokens = new Map<string, string>(); // of the second, by those of the first
  const tokenIn = async (response: Response) =>
    ((await response.json()) as { access_token: string }).access_token;
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const operation = operationOf(request);
    if (operation !== undefined && refused.includes(operation) && request.headers.has('authorization'))
      return Response.json({ detail: 'No.' }, { status: refusal });
    const who = operation !== undefined && second.includes(operation) ? 1 : 0;
    if (operation === 'tokens.issue') {
      const answers = [await sandboxes[0].fetch(request.clone()), await sandboxes[1].fetch(request)] as const;
      const [one, other] = [await tokenIn(answers[0].clone()), await tokenIn(answers[1].clone())];
      tokens.set(`Bearer ${who === 0 ? one : other}`, `Bearer ${one} Bearer ${other}`);
      seen.push({ bare: null, extra: variants[who].extra_fields });
      return answers[who];
    }
    const both = tokens.get(request.headers.get('authorization') ?? '')?.match(/Bearer \S+/g);
    if (both?.[who] !== undefined) request.headers.set('authorization', both[who]);
    const response = await sandboxes[who].fetch(request);
    if (response.status !== 200 || operation === undefined) return response;
    const { bare_lists: bare, extra_fields: extra } = variants[who];
    const mayBeBare = operation.endsWith('.list') && !['audits.list', 'clients.list'].includes(operation);
    const isEmpty = mayBeBare && bare && (await response.clone().text()) === '[]';
    seen.push({ bare: mayBeBare ? bare : null, extra: isEmpty ? null : extra });
    return response;
  };
  return { fetch, seen };
}

function told(shown: readonly (boolean | null)[]): VariantState {
  const known = new Set(shown.filter((one) => one !== null));
  if (known.size === 2) return 'mixed';
  return known.has(true) ? 'other' : known.has(false) ? 'default' : 'unknown';
}

const plain: Variants = {
  rejected_requests_count: false,
  windows: 'sliding',
  duplicate_id_status: 409,
  state_conflict_status: 409,
  bare_lists: false,
  extra_fields: false,
};
/** Each operation alone answers otherwise, in a firm of single audits and in one of consolidated audits. */
const apart = reads.flatMap((name) =>
  [true, false].map(
    (single): Mixed => ({
      data: {
        packages: true,
        roles: true,
        clients: 2,
        single,
        consolidated: !single,
        components: true,
        users: true,
      },
      variants: [plain, { ...plain, bare_lists: true, extra_fields: true }],
      second: [name],
      refused: [],
      refusal: 403,
      budget: mostRequests,
    }),
  ),
);

test('of any mixture of variants those are named that reading reveals, and nothing that it does not', async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(Mixture, async (mixture) => {
      const { data, variants, budget } = mixture;
      const sandboxes = await Promise.all([
        createSandbox({ fixture: fixtureOf(data, variants[0]) }),
        createSandbox({ fixture: fixtureOf(data, variants[1]) }),
      ]);
      const { fetch, seen } = asOne(sandboxes, mixture);
      const found = await inspectThrough({ baseUrl, account: sandboxes[0].account, fetch, budget });
      for (const sandbox of sandboxes) await sandbox.close();
      const [bare, extra] = [told(seen.map((one) => one.bare)), told(seen.map((one) => one.extra))];
      met.add(`bare ${bare}`).add(`extra ${extra}`);
      expect(found.variants).toEqual({
        rejected_requests_count: 'unknown',
        windows: 'unknown',
        duplicate_id_status: 'unknown',
        state_conflict_status: 'unknown',
        bare_lists: bare,
        extra_fields: extra,
      });
      const differs = found.findings.filter(({ state }) => state === 'differs').map(({ name }) => name);
      const isBare = bare === 'other' || bare === 'mixed';
      expect(differs.includes('envelopes')).toBe(isBare);
      if (mixture.refused.length === 0 && (extra === 'default' || extra === 'unknown'))
        expect(differs).toEqual(isBare ? ['envelopes'] : []);
    }),
    { numRuns: 250, examples: apart.map((mixture) => [mixture]) },
  );
  // So many draws meet each of them.
  expect([...met].toSorted()).toEqual(
    ['bare', 'extra'].flatMap((name) =>
      ['default', 'mixed', 'other', 'unknown'].map((state) => `${name} ${state}`),
    ),
  );
});

const observed = (path: string, json: unknown) => ({
  path: `/api/v1/${path}/`,
  status: 200,
  headers: new Headers(),
  json,
});
const held = (path: string, entry: object) =>
  observed(path, { count: 1, next: null, previous: null, results: [entry] });
const extra = { extra: '' };

// What lies deepest in the answers; what it lies in has no more than its fields.
const deep: readonly (readonly [string, Survey])[] = [
  [
    'an option',
    { packages: held('work-packages', { settings: [{ options: [{ value: 1, label: '', ...extra }] }] }) },
  ],
  [
    'a condition',
    { packages: held('work-packages', { prices: [{ conditions: { coupled: true, ...extra } }] }) },
  ],
  [
    'a window',
    { limits: observed('rate-limits', { tiers: [{ windows: { burst: { limit: 1, ...extra } } }] }) },
  ],
];

test.each(deep)('%s with another field: the variant is there in part', (_, survey) => {
  expect(variantsOf(survey).extra_fields).toBe('mixed');
});

const lists: readonly (readonly [string, Survey, VariantState])[] = [
  ['audits alone, in their envelope', { audits: held('audits', {}) }, 'unknown'],
  ['audits and roles, both bare', { audits: observed('audits', []), roles: observed('roles', []) }, 'other'],
  [
    'bare audits and roles in an envelope',
    { audits: observed('audits', []), roles: held('roles', {}) },
    'mixed',
  ],
  ['roles in another envelope', { roles: observed('roles', { data: [] }) }, 'unknown'],
];

test.each(lists)('%s: what that says of plain lists', (_, survey, state) => {
  expect(variantsOf(survey).bare_lists).toBe(state);
});
