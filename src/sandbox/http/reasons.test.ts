import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pointsOf } from '../../../scripts/numbers.ts';
import { operationNames } from '../../shared/api.ts';
import { decisionsOf, type Rule, reasons } from '../../shared/reasons.ts';
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

const addOtherClient = (desk: Desk) =>
  desk.post('/client-organisations/', { id: 'other', name: 'Other', country: 'NL' });

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
  ['missing-object', 'DELETE', '/audits/none/component-audits/component/'],
  ['not-in-group', 'DELETE', '/audits/audit/component-audits/component/'],
  ['not-in-group', 'PATCH', `${components}none/`, outOfScope],
  ['missing-object', 'DELETE', '/audits/none/users/anna.smit@firm.example/'],
  ['not-assigned', 'DELETE', '/audits/audit/users/nobody@firm.example/'],
  ['component-by-itself', 'DELETE', '/audits/component/'],
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
  [
    'not-of-client',
    'POST',
    '/audits/',
    { ...creation, legal_entity_id: 'other' },
    { field: 'legal_entity_id' },
    undefined,
    addOtherClient,
  ],
  [
    'unknown-reference',
    'POST',
    '/audits/',
    { ...creation, client_organisation_id: 'no', legal_entity_id: 'no' },
    { field: 'legal_entity_id' },
  ],
  [
    'not-of-client',
    'POST',
    components,
    { ...component, legal_entity_ids: ['other'] },
    { field: 'legal_entity_ids' },
    undefined,
    addOtherClient,
  ],
  ['unknown-reference', 'POST', '/audits/audit/users/', { ...assignment, id: 'a@b' }, { field: 'id' }],
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
    { facts: { costs: 10, credits: 1 } },
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
    { field: 'coupled_component_audit_ids', facts: { ids: 'component', status: 'open' } }, // its group is archived
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
  it('a limit of 0 is a window that never has room', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, rate_limits: { read: { burst: 0 } } }));
    expect((await desk.get('/audits/audit/')).status).toBe(429);
    expect(await lastReasons(desk)).toEqual([
      { rule: 'quota', windows: [{ window: 'burst', limit: 0, counted: 0, room_at: null }] },
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

/** Each rule with the sections of decisions.md that make it, taken from there by hand: by operation and field where these differ. */
const sections: { readonly [Of in Rule]: string | Readonly<Record<string, string>> } = {
  'other-host': '',
  'web-page': '',
  'login-ended': '',
  'headers-too-large': '',
  'not-http': '',
  'unknown-path': '1.1 1.3',
  'wrong-method': '1.3',
  'no-token': '1.3 2',
  'unknown-token': '1.3 11.1',
  'no-role': '11.2',
  'may-not-couple-several': '9.8',
  quota: '12.1 12.2',
  'missing-object': '1.3 1.6',
  'not-in-group': '1.3 1.6',
  'not-assigned': '1.3',
  'component-by-itself': '7.5',
  'content-type': { 'audits.create': '1.3', 'tokens.issue': '1.3 11.1' },
  'content-encoding': '1.3',
  'body-too-large': '',
  'body-not-json': '1.3 2',
  'body-not-an-object': '1.3 2',
  'no-such-page': '3.3',
  'id-taken': '4.3',
  credits: '7.6',
  required: '2',
  'not-null': '2',
  blank: {
    'audits.create id': '2 4.1',
    'clients.create id': '2 4.1',
    'audits.create name': '2 7.1',
    'audits.create unit_of_measurement': '2 7.2',
    'components.setOutOfScope out_of_scope_explanation': '2 8.7',
    'clients.create name': '2',
  },
  'wrong-type': '2',
  'not-a-choice': {
    'audits.create language': '2 7.2',
    'audits.create audit_type': '2 7.2',
    'clients.create country': '2 6.1',
    'components.create country': '2 8.3',
    'components.create auditor_relation': '2',
  },
  'empty-list': { 'components.create legal_entity_ids': '2 8.2' },
  'too-long': {
    'audits.create id': '2 4.1',
    'clients.create id': '2 4.1',
    'audits.create name': '2 7.1',
    'audits.create unit_of_measurement': '2 7.2',
  },
  'not-a-date': '2 7.1',
  'forbidden-character': {
    'audits.create id': '4.1',
    'clients.create id': '4.1',
    'audits.create name': '',
    'clients.create domains.1': '',
  },
  'out-of-range': '',
  'unknown-reference': {
    'audits.create work_package_id': '1.6',
    'audits.create client_organisation_id': '1.6',
    'audits.create legal_entity_id': '1.6 7.2',
    'users.assign id': '1.6 10.2',
  },
  'not-of-client': {
    'audits.create legal_entity_id': '1.6 7.2',
    'components.create legal_entity_ids': '1.6 8.2',
  },
  'period-order': '7.1',
  'not-offered': '7.2',
  setting: '7.3 5.3',
  'unknown-setting': '7.3',
  'components-coupled': '7.5',
  'not-open-group': {
    'components.create': '8.1',
    'components.setOutOfScope': '8.7',
    'components.delete': '8.8',
    'users.assign': '10.2',
    'users.change': '10.2',
    'users.remove': '10.2',
  },
  'not-open': {
    'components.setOutOfScope': '8.7',
    'users.assign': '10.2',
    'users.change': '10.2',
    'users.remove': '10.2',
  },
  'not-consolidated': '8.1',
  'repeated-entity': '8.2',
  'self-works-in-audit': '8.4',
  'back-in-scope': '8.7',
  'scope-locked': '8.7',
  'component-coupled': '8.8',
  'not-an-audit-role': '10.2',
  'already-assigned': '10.2',
  'token-request': '2 11.1',
  'grant-type': '2',
  'wrong-secret': '2 1.3',
  'wrong-login': '',
  fault: '',
  'no-database': '',
  internal: '2',
  'coupling-not-a-component': '9.2 1.6',
  'coupling-duplicate': '9.3',
  'coupling-separate-network': '9',
  'coupling-archived': '9.4',
  'coupling-already-coupled': '9.4',
  'coupling-differing-values': '9.5',
  'coupling-not-one-own-entity': '9.6',
  'coupling-not-one-group-entity': '9.6',
  'coupling-ambiguous-initialising': '9.7',
  'coupling-differs-from-initialising': '9.7',
};

const byHand = Object.entries(sections).flatMap(([rule, own]) =>
  Object.entries(typeof own === 'string' ? { '': own } : own).map(
    ([place, numbers]) => [rule as Rule, place, numbers] as const, // its keys are the rules
  ),
);

describe('the table of reasons', () => {
  it('names decisions that there are', () => {
    const file = join(import.meta.dirname, '../../../docs/specification/decisions.md');
    const points = pointsOf(readFileSync(file, 'utf8'));
    const named = Object.values(reasons).flatMap(({ decisions }): readonly string[] => decisions);
    expect(named.filter((number) => !points.includes(number))).toEqual([]);
  });
  it.each(byHand)('%s %s is by §%s', (rule, place, numbers) => {
    const [name, field] = place.split(' ');
    const operation = operationNames.find((one) => one === name) ?? null;
    expect(decisionsOf(field === undefined ? { rule } : { rule, field }, operation).join(' ')).toBe(numbers);
  });
});
