import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Desk, openDesk } from '../../testing/desk.ts';

// Walks of random requests, to a service with SQLite and to one with PostgreSQL: the same answers, byte for byte.

type Values = Readonly<Record<string, unknown>>;
interface Step {
  readonly method: string;
  readonly path: string;
  readonly as: string | null;
  readonly body?: unknown;
}

const often = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary });
/** `{n}` stands for the n-th id that the service made up. */
const Id = fc.constantFrom(...'audit consolidated component a b c a b {0} {1} {2} {3}'.split(' '));
const OddId = fc.constantFrom('%00', 'a%2Fb', 'B', 'é', 'e%CC%81', '%F0%9F%98%80', 'nobody', 'x'.repeat(300));
const AnyId = fc.oneof(often(9, Id), often(1, OddId));
const Entity = fc.constantFrom('group', 'group', 'sub', 'leaf', 'trial', 'no\0body');
const User = fc.constantFrom(
  'anna.smit@firm.example',
  'ANNA.SMIT@firm.example',
  'no\0body',
  'nobody@firm.example',
);
const Role = fc.constantFrom('audit_auditor', 'audit_engagement_leader', 'api_account_manager');
const Status = fc.constantFrom('open', 'archived', 'deleting', 'initializing');
const As = fc.oneof(
  often(12, fc.constant('north-manager')),
  often(2, fc.constantFrom('north-assistant', 'north-single', 'south-manager')),
  often(1, fc.constant(null)),
);
const Query = fc.constantFrom('', '?page_size=2', '?page_size=2&page=2', '?page=last&page_size=3', '?page=9');

const Creation = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'A', 'é', 'e\u0301', 'nul\0'),
  name: fc.constantFrom('New audit', '  spaces ', '😀 ünïcode', ''),
  work_package_id: fc.constantFrom('wp', 'wp', 'wp', 'wp-nl', 'none'),
  scoping_package_id: fc.constantFrom('Large', 'Large', 'Small'),
  client_organisation_id: fc.constantFrom('group', 'group', 'group', 'trial', 'none'),
  legal_entity_id: Entity,
  period_start: fc.constant('2026-01-01'),
  period_end: fc.constantFrom('2026-12-31', '2026-12-31', '2025-12-31'),
  language: fc.constant('nl'),
  audit_type: fc.constantFrom('single', 'consolidated', 'consolidated'),
  coupled_component_audit_ids: fc.oneof(
    often(3, fc.constant([])),
    often(2, fc.array(fc.constantFrom('{0}', '{1}', '{2}', 'component'), { maxLength: 2 })),
  ),
  settings: fc.oneof(often(4, fc.constant({})), often(1, fc.constant({ note: 'a\0b', threshold: '7.50' }))),
});

const api = (Of: fc.Arbitrary<Omit<Step, 'as'>>) => fc.tuple(Of, As).map(([step, as]) => ({ ...step, as }));
const get = (path: string) => ({ method: 'GET', path });
const control = (method: string, path: string, body?: unknown): Step => ({
  method,
  path: `/__sandbox${path}`,
  as: null,
  ...(body === undefined ? {} : { body }),
});

const Read = fc.oneof(
  AnyId.map((id) => get(`/audits/${id}/`)),
  fc.tuple(AnyId, Query).map(([id, query]) => get(`/audits/${id}/component-audits/${query}`)),
  fc.tuple(AnyId, Query).map(([id, query]) => get(`/audits/${id}/users/${query}`)),
  Query.map((query) => get(`/audits/${query}`)),
  Query.map((query) => get(`/client-organisations/${query}`)),
  fc
    .constantFrom('group', 'trial', 'c1', '%00')
    .map((id) => get(`/client-organisations/${id}/legal-entities/`)),
  fc.constantFrom('/work-packages/', '/roles/', '/rate-limits/', '/nothing/').map(get),
);
const Write = fc.oneof(
  often(
    5,
    Creation.map((body) => ({ method: 'POST', path: '/audits/', body })),
  ),
  often(
    4,
    fc.tuple(AnyId, fc.array(Entity, { maxLength: 2 })).map(([id, legal_entity_ids]) => ({
      method: 'POST',
      path: `/audits/${id}/component-audits/`,
      body: { legal_entity_ids, auditor_relation: 'self' },
    })),
  ),
  often(
    1,
    AnyId.map((id) => ({ method: 'DELETE', path: `/audits/${id}/` })),
  ),
  often(
    2,
    fc.tuple(AnyId, AnyId, fc.constantFrom('PATCH', 'DELETE')).map(([group, id, method]) => ({
      method,
      path: `/audits/${group}/component-audits/${id}/`,
      body: { in_scope: false, out_of_scope_explanation: 'Sold' },
    })),
  ),
  often(
    3,
    fc.tuple(AnyId, User, Role).map(([id, user, role]) => ({
      method: 'POST',
      path: `/audits/${id}/users/`,
      body: { id: user, role },
    })),
  ),
  often(
    2,
    fc.tuple(AnyId, User, Role, fc.constantFrom('PATCH', 'DELETE')).map(([id, user, role, method]) => ({
      method,
      path: `/audits/${id}/users/${encodeURIComponent(user)}/`,
      body: { role },
    })),
  ),
  often(
    1,
    fc.constantFrom('c1', 'c2', 'group').map((id) => ({
      method: 'POST',
      path: '/client-organisations/',
      body: { id, name: id, country: 'NL' },
    })),
  ),
);
const Control = fc.oneof(
  often(
    6,
    fc
      .constantFrom(1, 3, 30, 61, 3_600, 90_000)
      .map((seconds) => control('POST', '/clock/', { advance_seconds: seconds })),
  ),
  often(
    1,
    fc.boolean().map((frozen) => control('POST', '/clock/', { frozen })),
  ),
  often(
    3,
    fc.tuple(Id, Status).map(([id, status]) => control('POST', `/audits/north/${id}/`, { status })),
  ),
  often(
    1,
    Id.map((id) => control('POST', `/audits/north/${id}/`, { scope_locked: true })),
  ),
  often(
    1,
    fc.constantFrom(0, 12.5, 200).map((credits) => control('POST', '/firms/north/', { credits })),
  ),
  often(
    1,
    fc.constantFrom(1, 3).map((burst) =>
      control('POST', '/firms/north/', {
        rate_limits: { lifecycle: { burst }, read: { burst: 9, daily: 40 } },
      }),
    ),
  ),
  often(
    1,
    fc.constant(
      control('POST', '/service-accounts/north-assistant/', {
        roles: ['api_account_manager'],
        revoke_tokens: true,
      }),
    ),
  ),
  often(
    2,
    fc.constantFrom('not_json', 'drop_after', 'drop_before', 'status').map((kind) =>
      control('POST', '/faults/', {
        kind,
        status: 503,
        method: 'POST',
        skip: 1,
        probability: 0.7,
        seed: 7,
      }),
    ),
  ),
  often(
    2,
    fc
      .constantFrom('/faults/waiting/', '/clock/', '/requests/', '/state/', '/state/north/audits/0/')
      .map((path) => control('GET', path)),
  ),
  often(
    1,
    Id.map((id) => control('GET', `/state/north/audit/${id}/`)),
  ),
  often(1, fc.constant(control('POST', '/reset/'))),
);
const Walk = fc.array(fc.oneof(often(4, api(Read)), often(6, api(Write)), often(3, Control)), {
  minLength: 40,
  maxLength: 80,
  size: 'max',
});

const madeUp = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** Walks through a service. What it makes up by chance gets a name by its order. */
async function walked(desk: Desk, steps: readonly Step[]): Promise<readonly unknown[]> {
  const ids: string[] = [];
  const named = (text: string) =>
    text
      .replaceAll(madeUp, (id) => {
        if (!ids.includes(id)) ids.push(id);
        return `{${String(ids.indexOf(id))}}`;
      })
      .replaceAll(/"duration_ms":[\d.]+/g, '"duration_ms":0');
  const meant = (text: string) =>
    text.replaceAll(/\{(\d)\}/g, (_, nth: string) => ids[Number(nth)] ?? 'none');
  const answers: unknown[] = [];
  for (const { method, path, as, body } of steps) {
    const sent = body === undefined ? undefined : (JSON.parse(meant(JSON.stringify(body))) as Values); // as it was
    const options = { as, ...(method === 'GET' ? {} : { body: sent ?? {} }) };
    try {
      const { status, text, headers } = path.startsWith('/__sandbox')
        ? await desk.control(
            method,
            meant(path.slice('/__sandbox'.length)),
            method === 'GET' ? undefined : (sent ?? {}),
          )
        : await desk.call(method, meant(path), options);
      answers.push([status, named(text), [...headers]]);
    } catch (error) {
      answers.push(String(error)); // a fault that resets the connection
    }
  }
  return answers;
}

it('the same answers, byte for byte, in walks of random requests', async () => {
  const met = new Set<unknown>();
  const limited = {
    lifecycle: { burst: 6, daily: 30 },
    read: { burst: 12 },
    write: {},
    token: { sustained: 40 },
  };
  await fc.assert(
    fc.asyncProperty(
      Walk,
      fc.record({
        rejected_requests_count: fc.boolean(),
        windows: fc.constantFrom('sliding', 'fixed'),
        bare_lists: fc.boolean(),
      }),
      async (steps, variants) => {
        const open = (options: Parameters<typeof openDesk>[1]) =>
          openDesk(
            (fixture) => ({ ...fixture, variants, rate_limits: { ...fixture.rate_limits, ...limited } }),
            options,
          );
        const [expected, received] = [
          await walked(open({ database: undefined }), steps),
          await walked(open({}), steps),
        ];
        for (const [index, step] of steps.entries())
          expect([step, received[index]]).toEqual([step, expected[index]]);
        for (const answer of expected) met.add(Array.isArray(answer) ? answer[0] : 'reset');
      },
    ),
    { numRuns: Number(process.env['WALKS'] ?? 20) },
  );
  for (const status of [200, 201, 204, 400, 401, 403, 404, 409, 429, 503, 'reset'])
    expect(met).toContain(status);
});
