import { describe, expect, it } from 'vitest';
import type { AuditPage, AuditState, FirmState } from '../../shared/workbench.ts';
import { openDesk } from '../testing/desk.ts';
import { creation, twoFirms } from '../testing/two-firms.ts';

const windowsOf = (counted: number) => [
  { window: 'burst', limit: 10, counted, room_at: null },
  { window: 'sustained', limit: 120, counted, room_at: null },
  { window: 'daily', limit: null, counted, room_at: null },
];

describe('the state that the workbench shows', () => {
  it('each firm with its credits and windows, and when a full one has room', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, rate_limits: { read: { burst: 1, daily: 9 } } }));
    await desk.get('/audits/audit/');
    const { firms } = (await desk.control('GET', '/state/')).body as { firms: readonly FirmState[] };
    expect(firms.map(({ id, credits, audits }) => [id, credits, audits])).toEqual([
      ['north', 100, 2],
      ['south', 100, 2],
    ]);
    expect(firms[0]?.accounts).toEqual([
      { client_id: 'north-manager', roles: ['api_account_manager'], token: windowsOf(1) },
      { client_id: 'north-assistant', roles: [], token: windowsOf(0) },
      { client_id: 'north-single', roles: ['api_account_manager'], token: windowsOf(0) },
    ]);
    const readOf = (at: number) => firms[at]?.tiers.find(({ tier }) => tier === 'read')?.windows;
    expect(readOf(0)).toEqual([
      { window: 'burst', limit: 1, counted: 1, room_at: '2027-01-15T09:01:00.000Z' },
      { window: 'sustained', limit: null, counted: 1, room_at: null },
      { window: 'daily', limit: 9, counted: 1, room_at: null },
    ]);
    expect(readOf(1)?.map(({ counted }) => counted)).toEqual([0, 0, 0]);
    await desk.advance(60);
    const later = (await desk.control('GET', '/state/')).body as { firms: readonly FirmState[] };
    expect(later.firms[0]?.tiers.find(({ tier }) => tier === 'read')?.windows[0]).toMatchObject({
      counted: 0,
      room_at: null,
    });
  });
  it('the users of a firm, also those who are on no audit', async () => {
    const desk = openDesk();
    const users = twoFirms().firms[0]?.users ?? [];
    const { firms } = (await desk.control('GET', '/state/')).body as { firms: readonly FirmState[] };
    expect(firms[0]?.users).toBe(users.length);
    expect((await desk.control('GET', '/state/north/users/')).body).toEqual({ results: users });
    expect((await desk.control('GET', '/state/none/users/')).status).toBe(404);
  });
  it('the audits of a firm in order, from any place', async () => {
    const desk = openDesk();
    await desk.post('/audits/', { ...creation, coupled_component_audit_ids: [] });
    const page = (await desk.control('GET', '/state/north/audits/0/')).body as AuditPage;
    expect(page).toMatchObject({
      count: 3,
      results: [
        { id: 'audit', status: 'open' },
        { id: 'consolidated' },
        { id: 'new', status: 'initializing' },
      ],
    });
    const rest = (await desk.control('GET', '/state/north/audits/2/')).body as AuditPage;
    expect(rest.results.map(({ id }) => id)).toEqual(['new']);
  });
  it('an audit with its components and users; also a component, with what it holds', async () => {
    const desk = openDesk();
    const audit = (await desk.control('GET', '/state/north/audit/audit/')).body as AuditState;
    expect(audit).toMatchObject({
      audit: { id: 'audit', status: 'open', scope_locked: false, legal_entities: ['sub'], group_audit: null },
      components: [],
      users: [{ user: 'anna.smit@firm.example', role: 'audit_auditor' }],
    });
    const group = (await desk.control('GET', '/state/north/audit/consolidated/')).body as AuditState;
    expect(group.components.map(({ id }) => id)).toEqual(['component', 'wide']);
    const component = (await desk.control('GET', '/state/north/audit/component/')).body as AuditState;
    expect(component.audit).toMatchObject({ group_audit: 'consolidated', content_items: 12, in_scope: 1 });
  });
  it.each([
    '/state/none/audits/0/',
    '/state/north/audits/x/',
    '/state/north/audit/none/',
    '/state/none/audit/a/',
  ])('%s is 404', async (path) => {
    expect((await openDesk().control('GET', path)).status).toBe(404);
  });
});
