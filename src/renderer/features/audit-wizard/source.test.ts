import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ClientOrganisation, LegalEntity } from '../../../shared/model/client-organisation.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { changed } from './change.ts';
import { emptyContent, type WizardContent } from './content.ts';
import { contentLike } from './offer.ts';
import { type Known, withProposals } from './proposal.ts';
import { sourceOf } from './source.ts';
import { fieldNames } from './steps.ts';

const packages = [
  { id: 'fin-9', name: 'Financial', version: '9', languages: ['nl', 'it'], scoping_packages: ['A', 'B'] },
  { id: 'fin-10', name: 'Financial', version: '10', languages: ['nl', 'it'], scoping_packages: ['A', 'B'] },
].map((one) => WorkPackage.parse({ ...one, audit_types: ['single', 'consolidated'] }));

const before = Audit.parse({
  id: 'HOLD-25',
  name: 'Hold 2025',
  audit_type: 'single',
  client_organisation_id: 'HOLD',
  legal_entity_ids: ['HOLD'],
  work_package_id: 'fin-9',
  scoping_package_id: 'B',
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'it',
  unit_of_measurement: 'EUR',
});

const known: Known = {
  clients: [ClientOrganisation.parse({ id: 'HOLD', name: 'Hold Co N.V.', country: 'NL' })],
  legalEntities: [
    LegalEntity.parse({ id: 'HOLD', name: 'Hold Co N.V.' }),
    LegalEntity.parse({ id: 'leaf', name: 'Leaf S.r.l.', parent_id: 'HOLD' }),
  ],
  legalEntitiesOf: 'HOLD',
  packages,
  audits: [],
  areAuditsWhole: true,
  network: null,
  group: null,
};

/** The field and its source, of those that have one. */
function sources(content: WizardContent, at: Known): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fieldNames.flatMap((field) => {
      const source = sourceOf(content, at, field);
      return source === null
        ? []
        : [[field, 'name' in source ? `${source.code} ${source.name}` : source.code]];
    }),
  );
}

function ofClient(at: Known): WizardContent {
  const { content } = changed(emptyContent('single'), 'client_organisation_id', 'HOLD', packages);
  return withProposals(content, at);
}

describe('from where a field has its value', () => {
  it('is said of what was proposed, not of what was entered', () => {
    expect(sources(ofClient(known), known)).toEqual({ legal_entity_id: 'client', work_package_id: 'newest' });
  });

  it('is the audit before where that offers it', () => {
    const at = { ...known, audits: [before] };
    const content = ofClient(at);
    expect(sources(content, at)).toEqual({
      legal_entity_id: 'client',
      work_package_id: 'before Hold 2025',
      scoping_package_id: 'before Hold 2025',
      period_start: 'before Hold 2025',
      period_end: 'before Hold 2025',
      language: 'before Hold 2025',
      unit_of_measurement: 'before Hold 2025',
      name: 'made',
      id: 'made',
    });
    const named = changed(content, 'name', 'Mine', packages).content;
    expect(sources(named, at)).not.toHaveProperty('name');
  });

  it('is the audit that it is a duplicate of', () => {
    const at = { ...known, audits: [before] };
    const duplicate = withProposals(contentLike(before, packages, true), at);
    const said = sources(duplicate, at);
    expect(new Set(Object.values(said))).toEqual(new Set(['like Hold 2025']));
    expect(Object.keys(said)).toEqual(fieldNames.filter((field) => field !== 'audit_type'));
  });

  it('is the component whose values are taken over, and the group for the rest', () => {
    const content = { ...ofClient(known), coupling: { ...emptyContent('single').coupling, isFilled: true } };
    const fields = { ...content.fields, scoping_package_id: 'B', language: 'it' };
    const filled: WizardContent = { ...content, fields };
    expect(sources(filled, { ...known, group: before })).toMatchObject({
      client_organisation_id: 'component',
      scoping_package_id: 'component',
      language: 'group Hold 2025',
    });
  });

  it('is the template, until another value is entered', () => {
    const template = {
      id: 't',
      name: 'Small audits',
      name_pattern: '{client}',
      id_pattern: '',
      components: null,
      losses: [],
      given: { language: 'it' },
    };
    const content: WizardContent = {
      ...emptyContent('single'),
      template,
      own: ['audit_type', 'language'],
      fields: { ...emptyContent('single').fields, language: 'it', name: 'Hold Co N.V.' },
    };
    expect(sources(content, known)).toEqual({
      language: 'template Small audits',
      name: 'template Small audits',
    });
    expect(sources(changed(content, 'language', 'nl', packages).content, known)).not.toHaveProperty(
      'language',
    );
  });
});
