import { expect, test } from 'vitest';
import type { AuditTemplate } from '../model/template.ts';
import { WorkPackage } from '../model/work-package.ts';
import { sharedByTemplate } from './roll-forward-many.ts';

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
    gaps: [],
  };
  expect(sharedByTemplate(null, known)).toEqual({
    packages: new Map(),
    labels: new Map(),
    language: null,
    namePattern: '',
    idPattern: '',
  });
  expect(sharedByTemplate(applied, known)).toEqual({
    packages: new Map(), // what is gone decides nothing
    labels: new Map(),
    language: null,
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
