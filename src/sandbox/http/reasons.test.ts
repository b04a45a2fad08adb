import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pointsOf } from '../../../scripts/numbers.ts';
import { decisionsOf, reasons } from '../../shared/reasons.ts';
import type { Exchange, ExchangePage } from '../../shared/workbench.ts';
import { type Desk, openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

// That every refusal has a reason is looked at in every test of the service (testing/check-answers.ts). Here: that it is the right one.

async function lastReasons(desk: Desk): Promise<Exchange['reasons']> {
  const { newest } = (await desk.control('GET', '/exchanges/after/0/')).body as ExchangePage;
  const { body } = await desk.control('GET', `/exchanges/${String(newest)}/`);
  return (body as Exchange).reasons;
}

const components = '/audits/consolidated/component-audits/';
const setStatus = (id: string, status: string) => (desk: Desk) =>
  desk.control('POST', `/audits/north/${id}/`, { status });
const assignment = { id: 'anna.smit@firm.example', role: 'audit_auditor' };
const component = { legal_entity_ids: ['sub'], auditor_relation: 'self' };
const outOfScope = { in_scope: false, out_of_scope_explanation: 'Small.' };

type Case = readonly [
  rule: string,
  method: string,
  path: string,
  body?: unknown,
  about?: Readonly<Record<string, unknown>>,
  as?: string | null | undefined,
  before?: (desk: Desk) => Promise<unknown>,
];
const cases: readonly Case[] = [
  ['unknown-path', 'GET', '/nothing/'],
  ['wrong-method', 'PUT', '/audits/', undefined, { facts: { allowed: 'GET, POST' } }],
  ['no-token', 'GET', '/audits/', undefined, {}, null],
  ['no-role', 'POST', '/audits/', creation, { facts: { needed: 'api_account_manager' } }, 'north-assistant'],
  ['missing-object', 'GET', '/audits/none/'],
  ['no-such-page', 'GET', '/audits/?page=9', undefined, { facts: { pages: 1 } }],
  ['body-not-json', 'POST', '/audits/', '{'],
  ['body-not-an-object', 'POST', '/audits/', '[]'],
  ['body-too-large', 'POST', '/audits/', 'x'.repeat(1_048_577)],
  ['id-taken', 'POST', '/audits/', { ...creation, id: 'audit' }, { field: 'id' }],
  [
    'may-not-couple-several',
    'POST',
    '/audits/',
    { ...creation, coupled_component_audit_ids: ['a', 'b'] },
    {},
    'north-single',
  ],
  ['required', 'POST', '/audits/', { ...creation, name: undefined }, { field: 'name' }],
  ['not-null', 'POST', '/audits/', { ...creation, name: null }, { field: 'name' }],
  ['blank', 'POST', '/audits/', { ...creation, name: ' ' }, { field: 'name' }],
  ['wrong-type', 'POST', '/audits/', { ...creation, name: 5 }, { field: 'name' }],
  ['too-long', 'POST', '/audits/', { ...creation, name: 'x'.repeat(101) }, { field: 'name' }],
  ['not-a-date', 'POST', '/audits/', { ...creation, period_end: '2026-02-30' }, { field: 'period_end' }],
  ['not-a-choice', 'POST', '/audits/', { ...creation, language: 'xx' }, { field: 'language' }],
  ['forbidden-character', 'POST', '/audits/', { ...creation, id: 'a\u0001' }, { field: 'id' }],
  [
    'unknown-reference',
    'POST',
    '/audits/',
    { ...creation, work_package_id: 'no' },
    { field: 'work_package_id' },
  ],
  ['period-order', 'POST', '/audits/', { ...creation, period_end: '2020-01-01' }, { field: 'period_end' }],
  [
    'not-offered',
    'POST',
    '/audits/',
    { ...creation, scoping_package_id: 'Huge' },
    { field: 'scoping_package_id' },
  ],
  ['setting', 'POST', '/audits/', { ...creation, settings: { sample: 'x' } }, { field: 'settings.sample' }],
  ['unknown-setting', 'POST', '/audits/', { ...creation, settings: { no: 1 } }, { field: 'settings.no' }],
  [
    'credits',
    'POST',
    '/audits/',
    creation,
    { facts: { costs: 10 } },
    undefined,
    (desk) => desk.control('POST', '/firms/north/', { credits: 1 }),
  ],
  [
    'coupling-not-a-component',
    'POST',
    '/audits/',
    { ...creation, coupled_component_audit_ids: ['audit'] },
    { field: 'coupled_component_audit_ids', facts: { ids: 'audit' } },
  ],
  [
    'coupling-archived',
    'POST',
    '/audits/',
    { ...creation, coupled_component_audit_ids: ['component'] },
    { field: 'coupled_component_audit_ids', facts: { ids: 'component' } },
    undefined,
    setStatus('consolidated', 'archived'),
  ],
  [
    'not-open-group',
    'POST',
    components,
    component,
    { facts: { status: 'archived' } },
    undefined,
    setStatus('consolidated', 'archived'),
  ],
  ['not-consolidated', 'POST', '/audits/audit/component-audits/', component],
  [
    'repeated-entity',
    'POST',
    components,
    { ...component, legal_entity_ids: ['sub', 'sub'] },
    { field: 'legal_entity_ids' },
  ],
  ['empty-list', 'POST', components, { ...component, legal_entity_ids: [] }, { field: 'legal_entity_ids' }],
  [
    'self-works-in-audit',
    'POST',
    components,
    { ...component, component_settings: { component_auditor_works_in_audit: true } },
    { field: 'component_settings.component_auditor_works_in_audit' },
  ],
  [
    'back-in-scope',
    'PATCH',
    `${components}component/`,
    { ...outOfScope, in_scope: true },
    { field: 'in_scope' },
  ],
  [
    'scope-locked',
    'PATCH',
    `${components}component/`,
    outOfScope,
    {},
    undefined,
    (desk) => desk.control('POST', '/audits/north/component/', { scope_locked: true }),
  ],
  [
    'not-open',
    'POST',
    '/audits/audit/users/',
    assignment,
    { facts: { status: 'deleting' } },
    undefined,
    setStatus('audit', 'deleting'),
  ],
  ['already-assigned', 'POST', '/audits/audit/users/', assignment],
  ['not-an-audit-role', 'POST', '/audits/audit/users/', { ...assignment, role: 'x' }, { field: 'role' }],
  [
    'fault',
    'GET',
    '/audits/',
    undefined,
    {},
    undefined,
    (desk) => desk.control('POST', '/faults/', { kind: 'status', status: 500, path: '/api/v1/audits/' }),
  ],
];

describe('why a request was refused', () => {
  it.each(cases.map((one) => [one[0], one[1], one[2], one] as const))(
    '%s: %s %s',
    async (rule, method, path, [, , , body, about = {}, as = 'north-manager', before]) => {
      const desk = openDesk();
      if (as !== null) await desk.get('/roles/', as);
      await before?.(desk);
      const received = await desk.call(method, path, body === undefined ? { as } : { as, body });
      expect(received.status).toBeGreaterThanOrEqual(400);
      expect(await lastReasons(desk)).toContainEqual(expect.objectContaining({ rule, ...about }));
    },
  );
  it('a full window is told with what counts in it and when it has room', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, rate_limits: { read: { burst: 2, daily: 50 } } }));
    await desk.get('/audits/audit/');
    await desk.advance(10);
    await desk.get('/audits/audit/');
    expect((await desk.get('/audits/audit/')).status).toBe(429);
    expect(await lastReasons(desk)).toEqual([
      {
        rule: 'quota',
        windows: [{ window: 'burst', limit: 2, counted: 2, room_at: '2027-01-15T09:01:00.000Z' }],
      },
    ]);
  });
  it('of a token: unknown, and a login that is refused', async () => {
    const desk = openDesk();
    const headers = { Authorization: 'Bearer nobody-knows-it' };
    await desk.call('GET', '/audits/', { as: null, headers });
    expect(await lastReasons(desk)).toEqual([{ rule: 'unknown-token' }]);
    await desk.requestToken({ client_id: 'north-manager' });
    expect(await lastReasons(desk)).toEqual([{ rule: 'token-request' }]);
    await desk.requestToken({ grant_type: 'password', client_id: 'a', client_secret: 'b' });
    expect(await lastReasons(desk)).toEqual([{ rule: 'grant-type' }]);
    await desk.requestToken({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' });
    expect(await lastReasons(desk)).toEqual([{ rule: 'wrong-secret' }]);
  });
  it('every field has a reason of its own, in one answer', async () => {
    const desk = openDesk();
    await desk.post('/audits/', { ...creation, name: '', language: 'xx', settings: { sample: 'x', no: 1 } });
    expect((await lastReasons(desk)).map(({ rule, field }) => [rule, field])).toEqual([
      ['blank', 'name'],
      ['not-a-choice', 'language'],
      ['setting', 'settings.sample'],
      ['unknown-setting', 'settings.no'],
    ]);
  });
});

describe('the table of reasons', () => {
  it('names decisions that there are', () => {
    const file = join(import.meta.dirname, '../../../docs/specification/decisions.md');
    const points = pointsOf(readFileSync(file, 'utf8'));
    const named = Object.values(reasons).flatMap(({ decisions }): readonly string[] => decisions);
    expect(named.filter((number) => !points.includes(number))).toEqual([]);
  });
  it('of an audit that is not open, the decision is that of the operation', () => {
    expect(decisionsOf('not-open-group', 'components.create')).toEqual(['8.1']);
    expect(decisionsOf('not-open', 'users.assign')).toEqual(['10.2']);
    expect(decisionsOf('coupling-archived', 'audits.create')).toEqual(['9.4']);
  });
});
