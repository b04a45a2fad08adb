import { describe, expect, it } from 'vitest';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { changed, settingChanged } from './change.ts';
import { emptyContent, type WizardContent } from './content.ts';

const packages = [
  WorkPackage.parse({
    id: 'p1',
    languages: ['nl', 'it'],
    audit_types: ['single', 'consolidated'],
    scoping_packages: { nl: ['Standaard', 'Both'], it: ['Normale', 'Both'] },
    settings: [{ id: 's1', type: 'boolean' }],
  }),
  WorkPackage.parse({
    id: 'p2',
    languages: ['it'],
    audit_types: ['single'],
    scoping_packages: ['Both'],
    settings: [{ id: 's2', type: 'boolean' }],
  }),
];

const content: WizardContent = {
  ...emptyContent('single'),
  fields: {
    ...emptyContent('single').fields,
    client_organisation_id: 'a',
    legal_entity_id: 'a1',
    work_package_id: 'p1',
    scoping_package_id: 'Standaard',
    language: 'nl',
  },
  settings: { s1: true },
  own: ['legal_entity_id', 'scoping_package_id', 'language'],
};

describe('changed', () => {
  it('empties the legal entity of another client', () => {
    const next = changed(content, 'client_organisation_id', 'b', packages).content;
    expect(next.fields.legal_entity_id).toBe('');
    expect(next.own).not.toContain('legal_entity_id');
    expect(next.own).toContain('client_organisation_id');
  });

  it('keeps everything where the same is chosen again', () => {
    const next = changed(content, 'client_organisation_id', 'a', packages).content;
    expect(next.fields).toEqual(content.fields);
  });

  it('proposes a package anew for another client, unless a person chose it', () => {
    expect(changed(content, 'client_organisation_id', 'b', packages).content.fields.work_package_id).toBe('');
    const chosen = { ...content, own: [...content.own, 'work_package_id'] as const };
    expect(changed(chosen, 'client_organisation_id', 'b', packages).content.fields.work_package_id).toBe(
      'p1',
    );
  });

  it('empties a scoping label that the new language does not have, and says so', () => {
    const { content: next, notices } = changed(content, 'language', 'it', packages);
    expect(next.fields.scoping_package_id).toBe('');
    expect(notices).toEqual([{ code: 'label-gone', subject: 'Standaard' }]);
  });

  it('keeps a scoping label that both languages have', () => {
    const both = { ...content, fields: { ...content.fields, scoping_package_id: 'Both' } };
    const { content: next, notices } = changed(both, 'language', 'it', packages);
    expect(next.fields.scoping_package_id).toBe('Both');
    expect(notices).toEqual([]);
  });

  it('names everything that another package takes away', () => {
    const { content: next, notices } = changed(content, 'work_package_id', 'p2', packages);
    expect(next.fields.language).toBe('');
    expect(next.fields.scoping_package_id).toBe('');
    expect(next.settings).toEqual({});
    expect(notices).toEqual([
      { code: 'language-gone', subject: 'nl' },
      { code: 'label-gone', subject: 'Standaard' },
      { code: 'setting-gone', subject: 's1', value: true },
    ]);
  });

  it('takes away nothing for a package that could not be read', () => {
    const { content: next, notices } = changed(content, 'work_package_id', 'elsewhere', null);
    expect(next.fields.language).toBe('nl');
    expect(notices).toEqual([]);
  });

  it('leaves a chosen package that lacks the audit type for the rules to name', () => {
    const chosen = changed(content, 'work_package_id', 'p2', packages).content;
    expect(changed(chosen, 'audit_type', 'consolidated', packages).content.fields.work_package_id).toBe('p2');
  });
});

it('sets a setting and gives it back to the default', () => {
  const set = settingChanged(content, 's1', false);
  expect(set.settings).toEqual({ s1: false });
  expect(settingChanged(set, 's1', undefined).settings).toEqual({});
});
