import { describe, expect, test } from 'vitest';
import { LegalEntity } from '../../model/client-organisation.ts';
import type { AuditTemplate } from '../../model/template.ts';
import { WorkPackage } from '../../model/work-package.ts';
import { templateWith } from '../../testing/templates.ts';
import { patternValues } from '../texts/patterns.ts';
import { appliedTemplate, componentsByPattern, templateFault, templateOf } from './template.ts';

const setting = { id: 'risk', name: 'Risk', type: 'choice', default: 'low', options: ['low', 'high'] };
const older = WorkPackage.parse({
  id: 'stat-24',
  name: 'Statutory',
  version: '2024',
  languages: ['nl', 'it'],
  audit_types: ['single', 'consolidated'],
  scoping_packages: ['Large', 'Small'],
  settings: [setting],
});
const newest = WorkPackage.parse({
  ...older,
  id: 'stat-25',
  version: '2025',
  languages: ['nl'],
  scoping_packages: ['Large'],
});
const single = WorkPackage.parse({ ...older, id: 'rev', name: 'Review', audit_types: ['single'] });
const team = {
  id: 't',
  connection: 'c',
  name: 'Rotterdam',
  members: [
    { id: 'a@b.example', role: 'leader' },
    { id: 'c@d.example', role: 'gone' },
    { id: 'no address', role: 'leader' },
  ],
};
const known = { packages: [older, newest, single], teams: [team], roles: ['leader'] };

const template: AuditTemplate = {
  id: '1',
  connection: 'c',
  name: 'Statutory',
  audit_type: 'consolidated',
  work_package: 'Statutory',
  scoping_label: 'Large',
  language: 'nl',
  unit_of_measurement: 'EUR',
  settings: { risk: 'high' },
  team: null,
  components: null,
  name_pattern: '',
  id_pattern: '',
};
const apply = (change: Partial<AuditTemplate>) => appliedTemplate({ ...template, ...change }, known);

describe('a template as things are now', () => {
  test('all that is there is taken, the package in its newest version', () => {
    expect(apply({})).toMatchObject({
      workPackage: { id: 'stat-25' },
      label: 'Large',
      language: 'nl',
      settings: { risk: 'high' },
      users: [],
      losses: [],
    });
  });

  test.each<[string, Partial<AuditTemplate>, readonly object[]]>([
    ['a label', { scoping_label: 'Small' }, [{ code: 'label-gone', subject: 'Small' }]],
    ['a language', { language: 'it' }, [{ code: 'language-gone', subject: 'it' }]],
    ['a setting', { settings: { old: 1 } }, [{ code: 'setting-gone', subject: 'old', value: 1 }]],
    [
      'a value of a setting',
      { settings: { risk: 'huge' } },
      [{ code: 'setting-unfit', subject: 'Risk', value: 'huge' }],
    ],
    ['a team', { team: { id: 'x', name: 'Delft' } }, [{ code: 'team-gone', subject: 'Delft' }]],
    ['nothing that it does not name', { scoping_label: '', language: '', settings: {} }, []],
  ])('%s that is gone is named, and not taken', (_, change, losses) => {
    const applied = apply(change);
    expect(applied.losses).toEqual(losses);
    for (const loss of applied.losses)
      expect(Object.values(applied.settings).concat(applied.label, applied.language)).not.toContain(
        'subject' in loss ? loss.subject : '',
      );
  });

  test('without its package, label, language and settings stay for the rules to judge', () => {
    const left = { label: 'Large', language: 'nl', settings: { risk: 'high' }, workPackage: null };
    expect(apply({ work_package: 'Old' })).toMatchObject({
      ...left,
      losses: [{ code: 'package-gone', subject: 'Old' }],
    });
    expect(apply({ work_package: '' })).toMatchObject({ ...left, losses: [] });
  });

  test('a package that seems to be for other types is taken, and that is told', () => {
    const { workPackage, losses } = apply({ work_package: 'Review', scoping_label: '', settings: {} });
    expect([workPackage?.name, losses]).toEqual([
      'Review',
      [{ code: 'package-unfit', subject: 'Review 2024' }],
    ]);
  });

  test('the package of an earlier year is replaced by the newest, and that is told', () => {
    const packages = ['2024', '2025'].map((year) =>
      WorkPackage.parse({ id: year, name: `Statutory ${year}` }),
    );
    const found = appliedTemplate({ ...template, work_package: 'Statutory 2024' }, { ...known, packages });
    expect([found.workPackage?.id, found.losses[0]]).toEqual([
      '2025',
      { code: 'package-newer', subject: 'Statutory 2025' },
    ]);
  });

  test.each([
    ['by its id', { id: 't', name: 'Another name' }],
    ['by its name', { id: 'of another computer', name: 'Rotterdam' }],
  ])('a team is found %s; who cannot be assigned is named', (_, wanted) => {
    expect(apply({ team: wanted })).toMatchObject({
      users: [{ id: 'a@b.example', role: 'leader' }],
      losses: [
        { code: 'role-gone', subject: 'c@d.example' },
        { code: 'no-address', subject: 'no address' },
      ],
    });
  });
});

describe('components by a pattern', () => {
  const entities = (
    [
      ['top', null],
      ['a', 'top'],
      ['a1', 'a'],
      ['b', 'top'],
      ['other', null],
    ] as const
  ).map(([id, parent_id]) => LegalEntity.parse({ id, name: `Company ${id}`, parent_id }));
  const values = patternValues({
    client: { id: 'c', name: 'Client' },
    entity: { id: 'top', name: 'Top' },
    period: { start: '2026-01-01', end: '2026-12-31' },
    name: '',
  });
  const made = (reach: 'children' | 'all', of: string, name_pattern = '{entity} {year}') =>
    componentsByPattern({ reach, auditor_relation: 'inter_office', name_pattern }, of, entities, values);

  test('one for each legal entity below that of the group', () => {
    expect(made('children', 'top').map(({ legal_entity_ids: [id] }) => id)).toEqual(['a', 'b']);
    expect(made('all', 'top').map(({ legal_entity_ids: [id] }) => id)).toEqual(['a', 'a1', 'b']);
    expect(made('all', 'b')).toEqual([]);
    expect(made('all', 'nobody')).toEqual([]);
    expect(made('children', 'a')).toEqual([
      { legal_entity_ids: ['a1'], name: 'Company a1 2026', auditor_relation: 'inter_office' },
    ]);
  });

  test('without a pattern, and where it names what is not known, the name is left to the service', () => {
    for (const pattern of ['', '{entity} {name}'])
      expect(made('children', 'a', pattern)).toEqual([
        { legal_entity_ids: ['a1'], auditor_relation: 'inter_office' },
      ]);
  });
});

test('a template of an audit names the package of its version', () => {
  const audit = {
    audit_type: 'consolidated',
    work_package_id: 'stat-24',
    scoping_package_id: 'Small',
    language: 'it',
    unit_of_measurement: null,
    settings: { risk: 'low' },
  };
  const own = { id: '2', connection: 'c' };
  expect(templateOf(audit, known.packages, own)).toEqual({
    ...template,
    ...own,
    name: '',
    scoping_label: 'Small',
    language: 'it',
    unit_of_measurement: '',
    settings: { risk: 'low' },
  });
  expect(templateOf({ ...audit, work_package_id: 'x' }, known.packages, own).work_package).toBe('');
});

test.each<[string, Partial<AuditTemplate>, string | null]>([
  ['nothing', {}, null],
  ['no name', { name: ' ' }, 'name required'],
  ['a long name', { name: 'x'.repeat(101) }, 'name too-long'],
  ['the name of another', { name: ' OTHER' }, 'name taken'],
  [
    'nothing of what a service decides',
    { audit_type: 'consolidated', unit_of_measurement: 'x'.repeat(33) },
    null,
  ],
  ['a unit that no template holds', { unit_of_measurement: 'x'.repeat(101) }, 'unit_of_measurement unit'],
  ['a pattern for names', { name_pattern: '{client' }, 'name_pattern pattern'],
  ['a pattern for ids', { id_pattern: '{nonsense}' }, 'id_pattern pattern'],
  [
    'a pattern for components',
    { components: { reach: 'all', auditor_relation: 'self', name_pattern: '{x}' } },
    'component_pattern pattern',
  ],
])('a template cannot be saved with %s', (_, change, expected) => {
  const fault = templateFault({ ...templateWith('c', { id: '1', name: 'One' }), ...change }, ['Other']);
  expect(fault === null ? null : `${fault.field} ${fault.code}`).toBe(expected);
});
