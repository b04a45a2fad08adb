import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { contentLike, isTaken, offerOf } from './offer.ts';

const before = Audit.parse({
  id: 'HOLD-2025',
  work_package_id: 'fin-2024',
  scoping_package_id: 'Standard',
  client_organisation_id: 'HOLD',
  legal_entity_ids: ['HOLD-IT'],
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'it',
  unit_of_measurement: 'EUR',
  audit_type: 'consolidated',
  settings: { sampling: true, days: 5, gone: 1 },
});
const workPackage = WorkPackage.parse({
  id: 'fin-2024',
  languages: ['it', 'nl'],
  scoping_packages: ['Standard'],
  settings: [
    { id: 'sampling', type: 'boolean', default: true },
    { id: 'days', type: 'integer', default: 3 },
  ],
});

describe('W12: offerOf', () => {
  it('offers the following period, the language, the unit and the label', () => {
    expect(offerOf(before, workPackage)).toEqual({
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      language: 'it',
      unit_of_measurement: 'EUR',
      scoping_package_id: 'Standard',
    });
  });

  it('leaves out what the package no longer has and what the audit never had', () => {
    const other = WorkPackage.parse({ id: 'x', languages: ['nl'], scoping_packages: ['Other'] });
    expect(offerOf({ ...before, unit_of_measurement: null, period_end: '' }, other)).toEqual({});
  });
});

const newest = WorkPackage.parse({
  id: 'fin-2025',
  name: 'fin-2024',
  version: '2025',
  languages: ['it'],
  scoping_packages: ['Standard'],
  settings: [
    { id: 'sampling', type: 'boolean', default: true },
    { id: 'days', type: 'integer', default: 3 },
  ],
});

describe('W12: contentLike', () => {
  it('begins a year later with everything that can be taken over, in the newest version', () => {
    const content = contentLike(before, [workPackage, newest]);
    expect(content.fields).toEqual({
      client_organisation_id: 'HOLD',
      legal_entity_id: 'HOLD-IT',
      audit_type: 'consolidated',
      work_package_id: 'fin-2025',
      scoping_package_id: 'Standard',
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      language: 'it',
      unit_of_measurement: 'EUR',
      name: '',
      id: '',
    });
    expect(content.settings).toEqual({ days: '5' });
    expect(isTaken(content, offerOf(before, workPackage))).toBe(true);
  });

  it('leaves out label and settings that the newest version does not take', () => {
    const other = {
      ...newest,
      scoping_packages: [],
      settings: newest.settings.map((setting) => ({ ...setting, type: 'date' })),
    };
    const content = contentLike(before, [workPackage, other]);
    expect(content.fields.scoping_package_id).toBe('');
    expect(content.settings).toEqual({});
  });

  it('begins without settings where their definitions are gone', () => {
    expect(contentLike(before, []).settings).toEqual({});
  });
});
