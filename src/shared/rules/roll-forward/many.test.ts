import { describe, expect, test } from 'vitest';
import { Audit } from '../../model/audit.ts';
import { LegalEntity } from '../../model/client-organisation.ts';
import type { AuditTemplate } from '../../model/template.ts';
import { WorkPackage } from '../../model/work-package.ts';
import { audit as auditLike, threeTiers } from '../../testing/roll-forward.ts';
import { nothingOwn, nothingShared, rollForwardAll, sharedByTemplate } from './many.ts';
import { networksOfAudits } from './network.ts';

test('a template decides packages, labels, language and patterns of all, and without one they are those of last year', () => {
  const known = { lines: ['Statutory', 'Group'], labels: ['Small', 'Large'] };
  const template: AuditTemplate = {
    id: 't',
    connection: 'c',
    name: 'Groups',
    audit_type: 'consolidated',
    work_package: 'Group',
    scoping_label: 'Large',
    language: 'it',
    unit_of_measurement: 'EUR',
    settings: { benchmark: 'revenue' },
    team: null,
    components: null,
    name_pattern: '{client} {period}',
    id_pattern: '{client-id}-{yy}',
  };
  const applied = {
    template,
    workPackage: null,
    label: '',
    language: '',
    settings: {},
    users: [],
    losses: [],
  };
  expect(sharedByTemplate(null, known)).toEqual({
    packages: new Map(),
    labels: new Map(),
    language: null,
    settings: null,
    unit: '',
    components: null,
    namePattern: '',
    idPattern: '',
  });
  expect(sharedByTemplate(applied, known)).toEqual({
    packages: new Map(), // what is gone decides nothing
    labels: new Map(),
    language: null,
    settings: null, // those of last year, until a person chooses
    unit: 'EUR',
    components: null,
    namePattern: '{client} {period}',
    idPattern: '{client-id}-{yy}',
  });
  const workPackage = WorkPackage.parse({
    id: 'group-2027',
    name: 'Group',
    version: '2027',
    languages: ['it'],
    audit_types: ['consolidated'],
  });
  expect(sharedByTemplate({ ...applied, workPackage, label: 'Large', language: 'it' }, known)).toMatchObject({
    packages: new Map([
      ['Statutory', 'group-2027'],
      ['Group', 'group-2027'],
    ]),
    labels: new Map([
      ['Small', 'Large'],
      ['Large', 'Large'],
    ]),
    language: 'it',
  });
});

describe('what a network takes of a template', () => {
  const settings = [{ id: 'sample', name: 'Sample', type: 'integer', default: 10 }];
  const newest = WorkPackage.parse({ id: 'wp', name: 'Statutory', audit_types: ['consolidated'], settings });
  const entities = ['hold', 'new'].map((id) =>
    LegalEntity.parse({ id, name: `${id} N.V.`, parent_id: id === 'hold' ? null : 'hold' }),
  );
  const before = {
    id: 'A-2026',
    name: 'A 2026',
    audit_type: 'consolidated',
    client_organisation_id: 'client',
    legal_entity_ids: ['hold'],
    work_package_id: 'wp',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    settings: { sample: 5 },
  };
  const creationsOf = (shared: Partial<typeof nothingShared>, unit: string | null = null) => {
    const audit = Audit.parse({ ...before, unit_of_measurement: unit });
    const known = {
      audit,
      audits: [audit],
      componentsOf: new Map([[audit.id, []]]),
      clientName: 'Client',
      entities,
      packages: [newest],
      roles: [],
      usersOf: new Map(),
      usersThere: new Map(),
      sentWorks: new Map(),
      remembered: new Map(),
    };
    const [proposal] = rollForwardAll(
      [{ known, own: nothingOwn }],
      { ...nothingShared, ...shared },
      new Set(),
    );
    const [entry] = proposal?.entries ?? [];
    return {
      audit: entry?.creation,
      added: proposal?.additions[0]?.creation,
      losses: entry?.kind === 'audit' ? entry.losses : undefined,
    };
  };

  test.each([
    ['last year’s', {}, { sample: 5 }, []],
    ['the template’s', { settings: { sample: 8 } }, { sample: 8 }, []],
    [
      'the template’s, as far as the work package has them',
      { settings: { sample: 8, gone: 1 } },
      { sample: 8 },
      ['gone'],
    ],
  ])('settings are %s', (_, shared, kept, gone) => {
    const { audit, losses } = creationsOf(shared);
    expect(audit).toMatchObject({ settings: kept });
    expect(losses?.map(({ subject }) => subject)).toEqual(gone);
  });

  test('an audit without a unit gets one, and another keeps its own', () => {
    expect(creationsOf({}).audit).not.toHaveProperty('unit_of_measurement');
    expect(creationsOf({ unit: 'EUR' }).audit).toMatchObject({ unit_of_measurement: 'EUR' });
    expect(creationsOf({ unit: 'EUR' }, 'GBP').audit).toMatchObject({ unit_of_measurement: 'GBP' });
  });

  test('a component that is added is named by the pattern, and without one by the service', () => {
    expect(creationsOf({}).added).toEqual({ legal_entity_ids: ['new'], auditor_relation: '' });
    const components = {
      reach: 'all',
      auditor_relation: 'inter_firm',
      name_pattern: '{entity} {yy}',
    } as const;
    expect(creationsOf({ components }).added).toMatchObject({ name: 'new N.V. 27' });
  });
});

describe('several networks at once', () => {
  const known = threeTiers();
  const other = auditLike('ALONE-25', {
    name: 'Alone',
    audit_type: 'single',
    legal_entity_ids: ['e4'],
    period_start: '2025-07-01',
    period_end: '2026-06-30',
  });
  const all = { audits: [...known.audits, other], componentsOf: known.componentsOf };
  const knownOf = (ids: readonly string[]) =>
    networksOfAudits(ids, all).map(({ audit: of, audits }) => ({
      known: { ...known, audit: of, audits },
      own: nothingOwn,
    }));
  const taken = new Set(all.audits.map(({ id }) => id));

  test('each network counts once, also by several of its audits, and an audit in none is one by itself', () => {
    const networks = networksOfAudits(['LOW-2026', 'ALONE-25', 'TOP-2026', 'GONE'], all);
    expect(networks.map(({ audit: { id }, before }) => [id, before.audits.length])).toEqual([
      ['LOW-2026', 4],
      ['ALONE-25', 1],
    ]);
  });

  test('each has the year after its own until one is decided for all', () => {
    const periods = (period: typeof nothingShared.period) =>
      rollForwardAll(knownOf(['TOP-2026', 'ALONE-25']), { ...nothingShared, period }, taken).map(
        ({ entries: [first] }) => first?.kind === 'audit' && first.creation.period_end,
      );
    expect(periods(null)).toEqual(['2027-12-31', '2027-06-30']);
    expect(periods({ start: '2027-01-01', end: '2028-06-30' })).toEqual(['2028-06-30', '2028-06-30']);
  });

  test('no two audits get the same id, nor one that there is', () => {
    const shared = { ...nothingShared, idPattern: 'next' };
    const ids = rollForwardAll(knownOf(['TOP-2026', 'ALONE-25']), shared, new Set(['next'])).flatMap(
      ({ entries }) => entries.flatMap((one) => (one.kind === 'audit' ? [one.creation.id] : [])),
    );
    expect(ids).toEqual(['next-2', 'next-3', 'next-4', 'next-5', 'next-6']);
  });

  test('packages and labels are mapped by those of last year', () => {
    const shared = {
      ...nothingShared,
      packages: new Map([['Statutory', 'wp-1']]),
      labels: new Map([['Large', 'Small']]),
    };
    const [proposal] = rollForwardAll(knownOf(['ALONE-25']), shared, taken);
    const [first] = proposal?.entries ?? [];
    expect(first?.kind === 'audit' && first.creation).toMatchObject({
      work_package_id: 'wp-1',
      scoping_package_id: 'Small',
    });
  });
});
