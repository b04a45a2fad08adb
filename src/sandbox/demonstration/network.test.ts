import { describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../testing/desk.ts';
import { demonstrationFixture } from './firm.ts';

async function asManager(desk: Desk) {
  const { body } = await desk.requestToken({
    grant_type: 'client_credentials',
    client_id: 'demo-manager',
    client_secret: 'open-to-all-demo-manager',
  });
  const { access_token: token } = body as { readonly access_token: string }; // a failure shows as 401 below
  const headers = { Authorization: `Bearer ${token}` };
  return {
    get: (path: string) => desk.call('GET', path, { as: null, headers }),
    post: (path: string, sent: unknown) => desk.call('POST', path, { as: null, headers, body: sent }),
  };
}

function coupledAudit(entity: string, components: readonly string[]) {
  return {
    id: `new-${entity}`,
    name: `${entity} 2026`,
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Large',
    client_organisation_id: 'valkenhorst',
    legal_entity_id: entity,
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
    coupled_component_audit_ids: components,
  };
}

describe('the demonstration firm in the service', () => {
  it('lists all its audits and shows couplings from both sides', async () => {
    const service = await asManager(openDesk(demonstrationFixture));
    expect((await service.get('/audits/?page_size=1')).body).toMatchObject({ count: 59 });
    expect((await service.get('/audits/2025-VH-2120/')).body).toMatchObject({
      coupled_component_audit_ids: ['2025-VH-GRP-2120', '2025-VH-IT-2120'],
    });
    const { body } = await service.get('/audits/2025-VH-IT/component-audits/');
    const { results } = body as { readonly results: readonly Readonly<Record<string, unknown>>[] }; // decisions §3.1
    expect(results.find(({ id }) => id === '2025-VH-IT-2120')).toMatchObject({
      coupled_entity_audit_id: '2025-VH-2120',
    });
  });

  it.each([
    ['a component of the group', 'VH-1200', ['2026-VH-GRP-1200']],
    [
      'components of the group and of its subgroup at once',
      'VH-2120',
      ['2026-VH-GRP-2120', '2026-VH-IT-2120'],
    ],
  ])('leaves %s to couple in 2026', async (_, entity, components) => {
    const service = await asManager(openDesk(demonstrationFixture));
    const { status, body } = await service.post('/audits/', coupledAudit(entity, components));
    expect([status, body]).toMatchObject([201, { coupled_component_audit_ids: components }]);
  });

  it.each([
    ['coupled already (decisions §9.4)', 'VH-1100', ['2026-VH-GRP-1100']],
    ['of several legal entities (decisions §9.6)', 'VH-1400', ['2026-VH-GRP-1400']],
  ])('has a component that cannot be coupled: %s', async (_, entity, components) => {
    const service = await asManager(openDesk(demonstrationFixture));
    const { status, body } = await service.post('/audits/', coupledAudit(entity, components));
    expect([status, Object.keys(body ?? {})]).toEqual([400, ['coupled_component_audit_ids']]);
  });
});
