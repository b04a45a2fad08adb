import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { readContent } from './content.ts';
import { contentAgain, contentLike, isTaken, offerOf } from './offer.ts';

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
    const content = contentLike(before, [workPackage, newest], true);
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
    const content = contentLike(before, [workPackage, other], true);
    expect(content.fields.scoping_package_id).toBe('');
    expect(content.settings).toEqual({});
  });

  it('keeps label and settings where the package is gone, for the next one to take or not', () => {
    const { fields, settings, own } = contentLike(before, [], true);
    expect([fields.work_package_id, fields.scoping_package_id, settings]).toEqual([
      '',
      'Standard',
      before.settings,
    ]);
    expect(own).toContain('work_package_id'); // a person chooses it
  });

  it('asks what to couple to where the audit before is coupled', () => {
    const coupled = { ...before, coupled_component_audit_ids: ['G/leaf'] };
    expect(contentLike(before, [], true).coupling.decision).toBe('without');
    expect(contentLike(coupled, [], true).coupling).toMatchObject({ decision: 'couple', ids: [] });
  });
});

describe('contentAgain', () => {
  const content = contentAgain({ ...before, name: 'Holding 2025', created_at: '2025-02-01T09:00:00Z' }, [
    workPackage,
    newest,
  ]);

  it('takes over everything but the id, in the same version and period, and opens where coupling is decided', () => {
    expect(content.fields).toEqual({
      client_organisation_id: 'HOLD',
      legal_entity_id: 'HOLD-IT',
      audit_type: 'consolidated',
      work_package_id: 'fin-2024',
      scoping_package_id: 'Standard',
      period_start: '2025-01-01',
      period_end: '2025-12-31',
      language: 'it',
      unit_of_measurement: 'EUR',
      name: 'Holding 2025',
      id: '',
    });
    expect(content.settings).toEqual({ days: '5' });
    expect(content).toMatchObject({ step: 'coupling', coupling: { decision: 'couple', ids: [] } });
    expect(content.own).not.toContain('id');
  });

  it('remembers what it takes the place of, in a draft too', () => {
    const replaces = { id: 'HOLD-2025', name: 'Holding 2025', created_at: '2025-02-01T09:00:00Z' };
    expect(content.replaces).toEqual(replaces);
    expect(readContent(JSON.parse(JSON.stringify(content))).replaces).toEqual(replaces);
    expect(readContent({ replaces: 'HOLD-2025' }).replaces).toBeNull();
  });
});
