import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ClientOrganisation, LegalEntity } from '../../../shared/model/client-organisation.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { predecessorOf } from '../../../shared/rules/roll-forward/successor.ts';
import { knownNetwork } from '../../../shared/rules/service/known-network.ts';
import { type CouplingChoice, emptyContent, type WizardContent } from './content.ts';
import { type Known, withProposals } from './proposal.ts';
import type { FieldName } from './steps.ts';

const packages = [
  { id: 'fin-9', name: 'Financial', version: '2024.9', languages: ['nl'], scoping_packages: ['Old'] },
  {
    id: 'fin-10',
    name: 'Financial',
    version: '2024.10',
    languages: ['nl', 'it'],
    scoping_packages: ['A', 'B'],
  },
  { id: 'esg-1', name: 'Sustainability', version: '1', languages: ['it'], scoping_packages: ['Solo'] },
].map((one) => WorkPackage.parse({ ...one, audit_types: ['single', 'consolidated'] }));

const known: Known = {
  clients: [ClientOrganisation.parse({ id: 'HOLD', name: 'Hold Co N.V.', country: 'NL' })],
  legalEntities: [
    LegalEntity.parse({ id: 'HOLD', name: 'Hold Co N.V.' }),
    LegalEntity.parse({ id: 'leaf/it', name: 'Leaf S.r.l.', parent_id: 'HOLD' }),
  ],
  legalEntitiesOf: 'HOLD',
  packages,
  audits: [],
  areAuditsWhole: true,
  network: null,
  group: null,
};

function audit(given: Record<string, unknown>): Audit {
  return Audit.parse({
    client_organisation_id: 'HOLD',
    legal_entity_ids: ['HOLD'],
    audit_type: 'single',
    ...given,
  });
}

function content(fields: Partial<Record<FieldName, string>>, own: readonly FieldName[] = []): WizardContent {
  const empty = emptyContent('single');
  return { ...empty, fields: { ...empty.fields, ...fields }, own };
}

const client = { client_organisation_id: 'HOLD' };
const year = { period_start: '2026-01-01', period_end: '2026-12-31' };

describe('withProposals', () => {
  it('proposes nothing before a client is chosen', () => {
    expect(withProposals(content({}), known).fields).toEqual(content({}).fields);
  });

  it('proposes the root entity, the newest package by natural order, name and id', () => {
    expect(withProposals(content({ ...client, ...year }), known).fields).toEqual({
      ...content({}).fields,
      ...client,
      ...year,
      legal_entity_id: 'HOLD',
      work_package_id: 'fin-10',
      name: 'Hold Co N.V. 2026',
      id: 'HOLD-2026',
    });
  });

  it('proposes nothing from the legal entities of another client', () => {
    const { fields } = withProposals(content({ client_organisation_id: 'OTHER', ...year }), known);
    expect([fields.legal_entity_id, fields.name]).toEqual(['', '']);
  });

  it('proposes language and scoping label where there is only one', () => {
    const { fields } = withProposals(
      content({ ...client, work_package_id: 'esg-1' }, ['work_package_id']),
      known,
    );
    expect([fields.language, fields.scoping_package_id]).toEqual(['it', 'Solo']);
  });

  it('W12: proposes the newest package of the line that the client was audited with before', () => {
    const audits = [audit({ id: 'a', work_package_id: 'esg-1', period_end: '2025-12-31' })];
    expect(withProposals(content(client), { ...known, audits }).fields.work_package_id).toBe('esg-1');
  });

  it('proposes for a new client the line that the firm uses most for such audits', () => {
    const others = ['esg-1', 'esg-1', 'fin-9'].map((work_package_id, index) =>
      audit({ id: `o${index}`, client_organisation_id: 'OTHER', work_package_id }),
    );
    const group = [1, 2, 3].map((index) =>
      audit({
        id: `g${index}`,
        client_organisation_id: 'OTHER',
        audit_type: 'consolidated',
        work_package_id: 'fin-9',
      }),
    );
    const proposed = withProposals(content(client), { ...known, audits: [...others, ...group] });
    expect(proposed.fields.work_package_id).toBe('esg-1');
  });

  it('follows what is read later for as long as nobody has seen the package', () => {
    const early = withProposals(content(client), known);
    const audits = [audit({ id: 'a', work_package_id: 'esg-1', period_end: '2025-12-31' })];
    expect(early.fields.work_package_id).toBe('fin-10');
    expect(withProposals(early, { ...known, audits }).fields.work_package_id).toBe('esg-1');
    const seen = { ...early, reached: 'methodology' as const };
    expect(withProposals(seen, { ...known, audits }).fields.work_package_id).toBe('fin-10');
  });

  it('drops a proposed scoping label that another package does not have, but not one that a person chose', () => {
    const stale = { ...client, work_package_id: 'fin-10', scoping_package_id: 'Solo' };
    expect(withProposals(content(stale, ['work_package_id']), known).fields.scoping_package_id).toBe('');
    const own = content(stale, ['work_package_id', 'scoping_package_id']);
    expect(withProposals(own, known).fields.scoping_package_id).toBe('Solo');
  });

  it('names a broken book year by both of its years, and a group audit as one', () => {
    const fields = {
      ...client,
      audit_type: 'consolidated',
      period_start: '2025-07-01',
      period_end: '2026-06-30',
    };
    const proposed = withProposals(content(fields), known).fields;
    expect([proposed.name, proposed.id]).toEqual(['Hold Co N.V. 2025/2026', 'HOLD-2025-2026-group']);
  });

  it('makes the id of the legal entity where another than the root is audited', () => {
    const { fields } = withProposals(content({ ...client, ...year, legal_entity_id: 'leaf/it' }), known);
    expect([fields.name, fields.id]).toEqual(['Leaf S.r.l. 2026', 'leaf-it-2026']);
  });

  it('finds an id that no audit and no coupled component has', () => {
    const audits = [
      audit({ id: 'HOLD-2026', coupled_component_audit_ids: ['HOLD-2026-2'] }),
      audit({ id: 'hold-2026-3' }),
    ];
    expect(withProposals(content({ ...client, ...year }), { ...known, audits }).fields.id).toBe(
      'HOLD-2026-3',
    );
  });

  it('cuts a long name so that the year still fits into 100 characters', () => {
    const clients = [ClientOrganisation.parse({ id: 'HOLD', name: '🧾'.repeat(100) })];
    const { name } = withProposals(content({ ...client, ...year }), {
      ...known,
      clients,
      legalEntities: [],
    }).fields;
    expect(name).toBe(`${'🧾'.repeat(95)} 2026`);
  });

  it('leaves alone what a person has filled, also with nothing', () => {
    const own = content({ ...client, ...year, name: '', id: 'MINE' }, ['name', 'id', 'work_package_id']);
    const { fields } = withProposals(own, known);
    expect([fields.name, fields.id, fields.work_package_id]).toEqual(['', 'MINE', '']);
  });

  it('settles at once: what was proposed proposes nothing new', () => {
    const settled = withProposals(content({ ...client, ...year }), known);
    expect(withProposals(settled, known)).toBe(settled);
  });
});

describe('W12: what the audit before offers', () => {
  const before = audit({
    id: 'before',
    work_package_id: 'fin-10',
    scoping_package_id: 'B',
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    language: 'it',
    unit_of_measurement: 'EUR',
  });
  const group = { ...before, id: 'GROUP', language: 'nl', unit_of_measurement: 'USD' };
  const filled = (own: WizardContent): WizardContent => ({
    ...own,
    fields: { ...own.fields, work_package_id: 'fin-10', scoping_package_id: 'A', ...year },
    coupling: { decision: 'couple', ids: ['c'], isFilled: true, before: null },
    own: ['work_package_id', 'scoping_package_id', 'period_start', 'period_end'],
  });
  const none = ['', '', '', '', ''];
  it.each<[string, WizardContent, Partial<Known>, readonly string[]]>([
    ['all of it', content(client), {}, ['2026-01-01', '2026-12-31', 'it', 'EUR', 'B']],
    ['nothing while the audits are read', content(client), { areAuditsWhole: false }, none],
    [
      'nothing where a person may be typing',
      { ...content(client), step: 'period' },
      {},
      [...none.slice(1), 'B'],
    ],
    [
      'no half of a period',
      content({ ...client, period_end: '2027-01-31' }),
      {},
      ['', '2027-01-31', 'it', 'EUR', 'B'],
    ],
    [
      'nothing in place of what a person emptied',
      content(client, ['language']),
      {},
      ['2026-01-01', '2026-12-31', '', 'EUR', 'B'],
    ],
    [
      'of a coupled audit language and unit of the group',
      filled(content(client)),
      { group },
      [...Object.values(year), 'nl', 'USD', 'A'],
    ],
    [
      'without the group what was before',
      filled(content(client)),
      {},
      [...Object.values(year), 'it', 'EUR', 'A'],
    ],
  ])('proposes %s', (_, given, changes, expected) => {
    const { fields } = withProposals(given, { ...known, audits: [before], ...changes });
    const { period_start, period_end, language, unit_of_measurement, scoping_package_id } = fields;
    expect([period_start, period_end, language, unit_of_measurement, scoping_package_id]).toEqual(expected);
  });
});

describe('W12: the audit before', () => {
  it('prefers the same legal entity and type, then the period that ends last', () => {
    const audits = [
      audit({ id: 'group', audit_type: 'consolidated', period_end: '2025-12-31' }),
      audit({ id: 'older', period_end: '2023-12-31' }),
      audit({ id: 'newer', period_end: '2024-12-31' }),
      audit({ id: 'gone', period_end: '2025-12-31', status: 'deleting' }),
      audit({ id: 'undated', period_end: 'soon' }),
      audit({ id: 'foreign', client_organisation_id: 'OTHER', period_end: '2025-12-31' }),
    ];
    const chosen = content({ ...client, legal_entity_id: 'HOLD' });
    expect(predecessorOf(chosen.fields, audits)?.id).toBe('newer');
    expect(predecessorOf(content({}).fields, audits)).toBeNull();
  });
});

describe('what the audit is coupled to', () => {
  const values = {
    ...client,
    legal_entity_id: 'LEAF',
    work_package_id: 'fin-10',
    scoping_package_id: 'A',
    ...year,
  };
  const groups = ['TOP', 'LOW'].map((id) =>
    Audit.parse({ ...values, id, legal_entity_ids: ['HOLD'], audit_type: 'consolidated', status: 'open' }),
  );
  const part = (id: string, entity: string, coupled: string | null = null) =>
    ComponentAudit.parse({
      id,
      legal_entity_ids: [entity],
      status: 'open',
      coupled_entity_audit_id: coupled,
    });
  const network = {
    ...knownNetwork({
      audits: groups,
      isWhole: true,
      componentsOf: new Map([
        ['TOP', [part('TOP/low', 'LOW', 'LOW'), part('TOP/leaf', 'LEAF')]],
        ['LOW', [part('LOW/leaf', 'LEAF'), part('LOW/far', 'FAR')]],
      ]),
    }),
    ancestors: () => null,
  };
  const couple = { ...content({}).coupling, decision: 'couple' } as const;

  it.each<
    [string, Partial<CouplingChoice>, Partial<Record<FieldName, string>>, Known['network'], readonly string[]]
  >([
    [
      'all that can be coupled with what was chosen',
      { ids: ['LOW/leaf'] },
      {},
      network,
      ['LOW/leaf', 'TOP/leaf'],
    ],
    ['nothing before all is read', { ids: ['LOW/leaf'] }, {}, null, ['LOW/leaf']],
    ['nothing that a person left out', { ids: ['LOW/leaf'], isExact: true }, {}, network, ['LOW/leaf']],
    [
      'nothing once it is not to be coupled',
      { decision: 'without', ids: ['LOW/leaf'] },
      {},
      network,
      ['LOW/leaf'],
    ],
    [
      'what the values of the audit tell, where nothing is chosen',
      {},
      values,
      network,
      ['TOP/leaf', 'LOW/leaf'],
    ],
    ['nothing while a value is missing', {}, { ...values, period_end: '' }, network, []],
    ['nothing again where a person has removed all', { isExact: true }, values, network, []],
  ])('is %s', (_, choice, fields, read, expected) => {
    const given = { ...content(fields), coupling: { ...couple, ...choice } };
    expect(withProposals(given, { ...known, network: read }).coupling.ids).toEqual(expected);
  });
});
