import { describe, expect, it } from 'vitest';
import { codePoints } from '../../shared/rules/audit.ts';
import { readFixture } from '../fixture.ts';
import { type Desk, openDesk } from '../testing/desk.ts';
import { scenarios } from './scenarios.ts';

interface Service extends Desk {
  /** Sends a request as the account that may do everything. */
  readonly send: (method: string, path: string, body?: unknown) => ReturnType<Desk['call']>;
}

async function open(name: string): Promise<Service> {
  const desk = openDesk(() => scenarios.get(name)?.fixture());
  const { body } = await desk.requestToken({
    grant_type: 'client_credentials',
    client_id: 'demo-manager',
    client_secret: 'open-to-all-demo-manager',
  });
  const { access_token: token } = body as { readonly access_token: string }; // a failure shows as 401
  const headers = { Authorization: `Bearer ${token}` };
  return {
    ...desk,
    send: (method, path, sent) => desk.call(method, path, { as: null, headers, body: sent }),
  };
}

const creation = {
  id: 'new',
  name: 'New audit 2026',
  work_package_id: 'statutory-2025.10',
  scoping_package_id: 'Large',
  client_organisation_id: 'valkenhorst',
  legal_entity_id: 'VH-2120',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  language: 'nl',
};

async function listed(service: Service, path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found: Readonly<Record<string, unknown>>[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await service.send('GET', `${path}?page_size=100&page=${String(page)}`);
    const { results, next } = body as { results: readonly Record<string, unknown>[]; next: string | null }; // decisions §3.1
    found.push(...results);
    if (next === null) return found;
  }
}

describe('the scenario library', () => {
  it.each([...scenarios])('%s is a valid fixture, and says what it is for in one sentence', (_, scenario) => {
    const reading = readFixture(scenario.fixture());
    expect(reading.ok ? [] : reading.faults).toEqual([]);
    expect(scenario.sentence).toMatch(/^[^\n]+\.$/);
  });

  it('firm is the built-in firm', async () => {
    expect((await (await open('firm')).send('GET', '/audits/')).body).toMatchObject({ count: 59 });
  });

  it('empty-firm has what a first client and audit need', async () => {
    const service = await open('empty-firm');
    for (const path of ['/audits/', '/client-organisations/'])
      expect((await service.send('GET', path)).body).toMatchObject({ count: 0 });
    const client = { id: 'valkenhorst', name: 'Valkenhorst Groep N.V.', country: 'NL' };
    expect((await service.send('POST', '/client-organisations/', client)).status).toBe(201);
    const first = { ...creation, legal_entity_id: 'valkenhorst' };
    expect((await service.send('POST', '/audits/', first)).status).toBe(201);
  });

  const three = ['2026-GROUP-VH-2120', '2026-ITALY-VH-2120', '2026-PUMPS-VH-2120'];
  it.each([
    ['in order', three],
    ['from the lowest up', three.toReversed()],
  ])('network-of-three couples one audit to three components at once, named %s', async (_, ids) => {
    const service = await open('network-of-three');
    const answer = await service.send('POST', '/audits/', { ...creation, coupled_component_audit_ids: ids });
    expect(answer).toMatchObject({ status: 201, body: { coupled_component_audit_ids: ids } });
    const components = await listed(service, '/audits/2026-ITALY/component-audits/');
    expect(components.map((one) => one.coupled_entity_audit_id)).toEqual(['2026-PUMPS', 'new']);
  });

  it('deep-network couples one audit to components of six groups, and has six tiers to do it in', async () => {
    const service = await open('deep-network');
    const ids = [4, 1, 6, 2, 5, 3].map((tier) => `2026-TIER-${String(tier)}-BR-7`);
    const answer = await service.send('POST', '/audits/', {
      ...creation,
      client_organisation_id: 'brandaris',
      legal_entity_id: 'BR-7',
      coupled_component_audit_ids: ids,
    });
    expect(answer).toMatchObject({ status: 201, body: { coupled_component_audit_ids: ids } });
    expect((await listed(service, '/audits/')).map((one) => one.id)).toHaveLength(7);
  });

  it('no-credits refuses an audit with 402, and not one of the test client', async () => {
    const service = await open('no-credits');
    expect((await service.send('POST', '/audits/', creation)).status).toBe(402);
    const trial = { client_organisation_id: 'proefgroep', legal_entity_id: 'PG-1' };
    expect((await service.send('POST', '/audits/', { ...creation, ...trial })).status).toBe(201);
  });

  it('quota-nearly-used refuses the third creation within a minute and the fourth within an hour', async () => {
    const service = await open('quota-nearly-used');
    const create = async (id: string) => {
      const { status, headers } = await service.send('POST', '/audits/', { ...creation, id });
      return [status, headers.get('Retry-After')];
    };
    expect([await create('a'), await create('b')]).toEqual([
      [201, null],
      [201, null],
    ]);
    expect(await create('c')).toEqual([429, '60']);
    await service.advance(60);
    expect(await create('c')).toEqual([201, null]);
    expect(await create('d')).toEqual([429, '3540']);
  });

  it('scope-locked refuses to set a component out of scope', async () => {
    const service = await open('scope-locked');
    const path = '/audits/2026-VH-GRP/component-audits/2026-VH-GRP-1200/';
    const change = { in_scope: false, out_of_scope_explanation: 'Too small' };
    expect((await service.send('PATCH', path, change)).status).toBe(409);
    expect((await (await open('firm')).send('PATCH', path, change)).status).toBe(200);
  });

  it('everything-archived refuses changes of its audits and couplings to them', async () => {
    const service = await open('everything-archived');
    expect(new Set((await listed(service, '/audits/')).map((one) => one.status))).toEqual(
      new Set(['archived']),
    );
    const user = { id: 'eva.maas@vanrossem-bellani.example', role: 'audit_reader' };
    expect((await service.send('POST', '/audits/2026-VH-GRP/users/', user)).status).toBe(409);
    const coupled = { ...creation, coupled_component_audit_ids: ['2026-VH-GRP-2120'] };
    expect(await service.send('POST', '/audits/', coupled)).toMatchObject({
      status: 400,
      body: { coupled_component_audit_ids: [expect.stringContaining('2026-VH-GRP-2120')] },
    });
  });

  it('difficult-names can all be addressed, and keeps each to the letter', async () => {
    const service = await open('difficult-names');
    const audits = await listed(service, '/audits/');
    expect(audits.length).toBeGreaterThan(10);
    for (const audit of audits)
      expect((await service.send('GET', `/audits/${encodeURIComponent(String(audit.id))}/`)).body).toEqual(
        audit,
      );
    const names = audits.map(({ name }) => String(name));
    expect(Math.max(...names.map(codePoints))).toBeGreaterThanOrEqual(96);
    expect(names.some((name) => name !== name.normalize('NFC'))).toBe(true);
    for (const script of [
      /\p{Script=Arabic}/u,
      /\p{Script=Hebrew}/u,
      /\p{Script=Han}/u,
      /\p{Emoji_Presentation}/u,
    ])
      expect(names.some((name) => script.test(name))).toBe(true);
    const entities = await listed(service, '/client-organisations/kruisbezit/legal-entities/');
    expect(entities.map((one) => one.parent_id)).toEqual([
      null,
      'KB-2',
      'KB-1',
      'KB-verkocht-in-2019',
      'KB-4',
    ]);
  });

  it('10000-audits has as many, each of another name, and no limits', async () => {
    const service = await open('10000-audits');
    const audits = await listed(service, '/audits/');
    expect(new Set(audits.map(({ name }) => name)).size).toBe(10_000);
    expect((await listed(service, '/audits/audit-1/component-audits/')).map(({ id }) => id)).toEqual([
      'audit-1-C1',
      'audit-1-C2',
      'audit-1-C3',
    ]);
  });
});
