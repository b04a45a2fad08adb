import { describe, expect, it } from 'vitest';
import { openDesk } from '../testing/desk.ts';
import { creation, twoFirms } from '../testing/two-firms.ts';

describe('decisions §5 reference data', () => {
  it('decisions §5.1 a work package, in the list and alone, as the fixture has it', async () => {
    const desk = openDesk();
    const [workPackage] = twoFirms().work_packages;
    expect((await desk.get('/work-packages/wp/')).body).toEqual(workPackage);
    expect((await desk.get('/work-packages/')).body).toMatchObject({
      results: [workPackage, { id: 'wp-nl' }],
    });
    expect((await desk.get('/work-packages/none/')).status).toBe(404);
  });
  it.each([
    ['/roles/', ['audit_auditor', 'audit_engagement_leader', 'api_account_manager']],
    ['/roles/?associated_model=Audit', ['audit_auditor', 'audit_engagement_leader']],
    ['/roles/?associated_model=audit', []],
    ['/roles/?associated_model=', []],
    ['/roles/?other=Audit', ['audit_auditor', 'audit_engagement_leader', 'api_account_manager']],
  ])('decisions §5.6 %s', async (path, names) => {
    const { body } = await openDesk().get(path);
    expect((body as { results: readonly { name: string }[] }).results.map(({ name }) => name)).toEqual(names);
  });
  it('decisions §5.6 a role', async () => {
    expect((await openDesk().get('/roles/')).body).toMatchObject({
      results: [
        { name: 'audit_auditor', associated_model: 'Audit', description: 'Performs the work.' },
        { name: 'audit_engagement_leader', associated_model: 'Audit', description: '' },
        {},
      ],
    });
  });
});

describe('sandbox.md variants', () => {
  it('bare_lists: every list but audits and client organisations is a plain array', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, variants: { bare_lists: true } }));
    const isArray = async (path: string) => Array.isArray((await desk.get(path)).body);
    expect([
      await isArray('/work-packages/'),
      await isArray('/roles/'),
      await isArray('/client-organisations/group/legal-entities/'),
      await isArray('/audits/consolidated/component-audits/'),
      await isArray('/audits/audit/users/'),
      await isArray('/audits/'),
      await isArray('/client-organisations/'),
    ]).toEqual([true, true, true, true, true, false, false]);
    expect((await desk.get('/work-packages/?page_size=1')).body).toHaveLength(2);
  });
  it('extra_fields: every object carries a field that the specification does not know', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, variants: { extra_fields: true } }));
    const extra = { unspecified_field: expect.any(String) };
    expect((await desk.get('/audits/audit/')).body).toMatchObject(extra);
    expect((await desk.get('/audits/')).body).toMatchObject({ results: [extra, extra] });
    expect((await desk.get('/rate-limits/')).body).toMatchObject(extra);
    expect((await desk.post('/audits/', creation)).body).toMatchObject(extra);
    expect((await desk.get('/work-packages/wp/')).body).toMatchObject({
      settings: expect.arrayContaining([
        expect.objectContaining({
          id: 'benchmark',
          options: [expect.objectContaining(extra), expect.objectContaining(extra)],
          ...extra,
        }),
      ]),
      prices: expect.arrayContaining([{ ...extra, audit_type: 'single', credits: 10, conditions: null }]),
    });
    const limits = expect.arrayContaining([expect.objectContaining({ tier: 'write_heavy', ...extra })]);
    expect((await desk.get('/rate-limits/')).body).toMatchObject({ tiers: limits });
    const secret = { client_id: 'north-manager', client_secret: 'north manager secret' };
    expect(await desk.requestToken({ grant_type: 'client_credentials', ...secret })).toMatchObject({
      status: 200,
      body: extra,
    });
  });
  it('extra_fields: a map from ids to values gets no entry that nobody made', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, variants: { extra_fields: true } }));
    const plain = openDesk();
    const settingsOf = async ({ get }: typeof desk) =>
      (await get('/audits/audit/')).body as { readonly settings: unknown }; // an audit
    expect((await settingsOf(desk)).settings).toEqual((await settingsOf(plain)).settings);
  });
});
