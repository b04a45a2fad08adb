import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ClientOrganisation, LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { AuditTemplate } from '../../../shared/model/template.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { appliedTemplate } from '../../../shared/rules/service/template.ts';
import { changed } from './change.ts';
import { emptyContent, readContent, type WizardContent } from './content.ts';
import { creationOf } from './creation.ts';
import { contentFrom, withoutTemplate } from './from-template.ts';
import { copiedInto, type Known, withProposals } from './proposal.ts';

const workPackage = WorkPackage.parse({
  id: 'stat-25',
  name: 'Statutory',
  version: '2025',
  languages: ['nl', 'en-us'],
  audit_types: ['single', 'consolidated'],
  scoping_packages: ['Large', 'Small'],
  settings: [{ id: 'days', name: 'Days', type: 'integer', default: 1, options: [] }],
});
const team = { id: 't', connection: 'c', name: 'T', members: [{ id: 'a@b.example', role: 'leader' }] };
const template: AuditTemplate = {
  id: '1',
  connection: 'c',
  name: 'Groups',
  audit_type: 'consolidated',
  work_package: 'Statutory',
  scoping_label: 'Small',
  language: 'nl',
  unit_of_measurement: 'EUR',
  settings: { days: 5 },
  team: { id: 't', name: 'T' },
  components: { reach: 'children', auditor_relation: 'self', name_pattern: '{entity} {yy}' },
  name_pattern: '{client} {year}',
  id_pattern: '{client-id}-{number}',
};
const known: Known = {
  clients: [ClientOrganisation.parse({ id: 'noord', name: 'Noord N.V.' })],
  legalEntities: [
    LegalEntity.parse({ id: 'noord', name: 'Noord Holding', parent_id: null }),
    LegalEntity.parse({ id: 'retail', name: 'Noord Retail', parent_id: 'noord' }),
  ],
  legalEntitiesOf: 'noord',
  packages: [workPackage],
  audits: [],
  areAuditsWhole: true,
  network: null,
  group: null,
};
const applied = (change: Partial<AuditTemplate> = {}) =>
  appliedTemplate({ ...template, ...change }, { packages: [workPackage], teams: [team], roles: ['leader'] });

const filled = (content: WizardContent): WizardContent => {
  const withClient = changed(content, 'client_organisation_id', 'noord', known.packages).content;
  const withStart = changed(withClient, 'period_start', '2026-01-01', known.packages).content;
  return withProposals(changed(withStart, 'period_end', '2026-12-31', known.packages).content, known);
};

describe('an audit that begins with a template', () => {
  it('has what the template gives, and a name and an id by its patterns once client and period are known', () => {
    const begun = withProposals(contentFrom(emptyContent('single'), applied()), known);
    expect([begun.fields.name, begun.fields.id]).toEqual(['', '']);
    expect(creationOf(filled(begun), workPackage)).toEqual({
      client_organisation_id: 'noord',
      legal_entity_id: 'noord',
      audit_type: 'consolidated',
      work_package_id: 'stat-25',
      scoping_package_id: 'Small',
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      language: 'nl',
      unit_of_measurement: 'EUR',
      name: 'Noord N.V. 2026',
      id: 'noord-001',
      settings: { days: 5 },
    });
    expect(begun.reached).toBe('naming');
  });

  it('a component for each legal entity below the group, and the team, are made in it', () => {
    const content = filled(contentFrom(emptyContent('single'), applied()));
    expect(copiedInto(content, known)).toEqual({
      components: [{ legal_entity_ids: ['retail'], name: 'Noord Retail 26', auditor_relation: 'self' }],
      users: [{ id: 'a@b.example', role: 'leader' }],
    });
    const single = changed(content, 'audit_type', 'single', known.packages).content;
    expect(copiedInto(single, known).components).toEqual([]);
  });

  it('what a person enters stays, and a taken id gets the next number', () => {
    const content = filled(contentFrom(emptyContent('single'), applied()));
    const named = changed(content, 'name', 'My name', known.packages).content;
    expect(withProposals(named, known).fields.name).toBe('My name');
    const audits = [Audit.parse({ id: 'noord-001', audit_type: 'single' })];
    expect(withProposals(content, { ...known, audits }).fields.id).toBe('noord-002');
  });

  it('another template takes its place, and none leaves nothing of it behind', () => {
    const empty = emptyContent('consolidated');
    const first = contentFrom(empty, applied());
    const bare = { scoping_label: '', language: '', unit_of_measurement: '', settings: {}, team: null };
    const second = contentFrom(first, applied({ ...bare, id: '2', components: null }));
    expect(second.fields).toEqual({ ...empty.fields, work_package_id: 'stat-25' });
    expect([second.settings, second.copies, second.template?.id]).toEqual([{}, null, '2']);
    expect(withoutTemplate(first)).toEqual({ ...empty, reached: 'naming' });
  });

  it('a draft keeps what the other fields decide about', () => {
    const content = filled(contentFrom(emptyContent('single'), applied()));
    const read = readContent(JSON.parse(JSON.stringify(content)) as Readonly<Record<string, unknown>>);
    expect({ ...read, own: read.own.toSorted() }).toEqual({ ...content, own: content.own.toSorted() });
    expect(readContent({ template: { id: 1 } }).template).toBeNull();
    expect(readContent({ template: { id: '1', name: 'x', components: { reach: 'far' } } }).template).toEqual({
      id: '1',
      name: 'x',
      name_pattern: '',
      id_pattern: '',
      components: null,
      losses: [],
      given: {},
    });
  });

  it('the values of an initialising component stay', () => {
    const empty = emptyContent('single');
    const coupled: WizardContent = {
      ...empty,
      fields: { ...empty.fields, work_package_id: 'other', scoping_package_id: 'Large' },
      coupling: { ...empty.coupling, decision: 'couple', ids: ['x'], isFilled: true },
    };
    const { fields } = contentFrom(coupled, applied());
    expect([fields.work_package_id, fields.scoping_package_id, fields.language]).toEqual([
      'other',
      'Large',
      'nl',
    ]);
  });
});
