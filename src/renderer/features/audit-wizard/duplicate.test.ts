import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { knownNetwork } from '../../../shared/rules/service/known-network.ts';
import { emptyContent, readContent, type WizardContent } from './content.ts';
import { copiesOf, counterparts } from './duplicate.tsx';
import { contentLike } from './offer.ts';
import { copiedInto, type Known, withProposals } from './proposal.ts';

const audit = Audit.parse({
  id: 'LEAF-2025',
  work_package_id: 'fin-2024',
  scoping_package_id: 'Standard',
  client_organisation_id: 'HOLD',
  legal_entity_ids: ['LEAF'],
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'it',
  audit_type: 'single',
  settings: { days: 5, sampling: true },
  coupled_component_audit_ids: ['GROUP-2025/leaf'],
});
const settings = [
  { id: 'days', name: 'Days', type: 'integer', default: 3 },
  { id: 'sampling', name: 'Sampling', type: 'boolean', default: true },
];
const old = WorkPackage.parse({
  id: 'fin-2024',
  name: 'Fin',
  version: '2024',
  languages: ['it'],
  scoping_packages: ['Standard'],
  settings,
});
const newest = WorkPackage.parse({
  ...old,
  id: 'fin-2025',
  version: '2025',
  settings,
  scoping_packages: ['Standard'],
});

const none = { code: 'package-gone', subject: 'fin-2024' };
const newer = { code: 'package-newer', subject: 'Fin 2025' };

describe('What a duplicate does not have of the audit before', () => {
  it.each<[string, Partial<Audit>, readonly WorkPackage[], readonly object[]]>([
    ['nothing where package and settings are the same', {}, [old], []],
    ['an older package', {}, [old, newest], [newer]],
    ['a package that is gone', {}, [{ ...newest, name: 'Other' }], [none]],
    [
      'label and language that the newest version does not have',
      {},
      [old, WorkPackage.parse({ ...newest, settings, languages: ['nl'], scoping_packages: ['Large'] })],
      [newer, { code: 'language-gone', subject: 'it' }, { code: 'label-gone', subject: 'Standard' }],
    ],
    [
      'settings that are gone, take another value, or are new',
      {},
      [
        old,
        WorkPackage.parse({
          ...newest,
          scoping_packages: ['Standard'],
          settings: [
            {
              id: 'days',
              name: 'Days',
              type: 'choice',
              default: 'few',
              options: [{ value: 'few', label: 'Few' }],
            },
            { id: 'depth', name: 'Depth', type: 'integer', default: 2 },
          ],
        }),
      ],
      [
        newer,
        { code: 'setting-unfit', subject: 'Days', value: 5 },
        { code: 'setting-gone', subject: 'sampling', value: true },
        { code: 'setting-new', subject: 'Depth', value: 2 },
      ],
    ],
    [
      'settings that the service does not tell',
      { settings: {} },
      [old],
      [{ code: 'settings-unknown', subject: '' }],
    ],
    ['a period that is none', { period_end: '' }, [old], [{ code: 'period-unknown', subject: '' }]],
    [
      'a second legal entity',
      { legal_entity_ids: ['LEAF', 'TWIG'] },
      [old],
      [{ code: 'more-entities', subject: '1' }],
    ],
    [
      'a type that cannot be created',
      { audit_type: 'component' },
      [old],
      [{ code: 'other-type', subject: 'component' }],
    ],
  ])('%s', (_, change, packages, expected) => {
    const content = contentLike({ ...audit, ...change }, packages, true);
    expect(content.like?.losses).toEqual(expected);
    expect(readContent(JSON.parse(JSON.stringify(content)) as Readonly<Record<string, unknown>>)).toEqual(
      content,
    );
  });

  it('packages that could not all be read: that is said, and not that one is gone or the newest', () => {
    expect(contentLike(audit, [old], false).like?.losses).toEqual([{ code: 'packages-unread', subject: '' }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['of a version that did not have it', {}],
    ['with a part of it', { like: { id: 'LEAF-2025' } }],
  ])('a draft %s is no duplicate', (_, saved) => {
    expect(readContent(saved).like).toBeNull();
  });

  it('a draft leaves out losses that this version does not know', () => {
    const like = { ...contentLike(audit, [old], true).like, losses: [{ code: 'other', subject: '' }, 1] };
    expect(readContent({ like }).like?.losses).toEqual([]);
  });
});

describe('The name and the id of a duplicate', () => {
  const known: Known = {
    clients: [],
    legalEntities: [],
    legalEntitiesOf: '',
    packages: [old],
    audits: [audit],
    areAuditsWhole: true,
    network: null,
    group: null,
  };
  const named = (change: Partial<Audit>, fields: Partial<WizardContent['fields']> = {}) => {
    const content = contentLike({ ...audit, name: 'Leaf, 2025', ...change }, [old], true);
    const { name, id } = withProposals(
      { ...content, fields: { ...content.fields, ...fields } },
      known,
    ).fields;
    return [name, id];
  };

  it.each<[string, readonly string[], readonly string[]]>([
    ['have the years of the next period', named({}), ['Leaf, 2026', 'LEAF-2026']],
    [
      'have the year behind where they had none',
      named({ name: 'Leaf', id: 'leaf' }),
      ['Leaf 2026', 'leaf-2026'],
    ],
    [
      'have the years of the period that is entered',
      named({}, { period_start: '2027-01-01', period_end: '2027-12-31' }),
      ['Leaf, 2027', 'LEAF-2027'],
    ],
    [
      'stay in the period of the audit before, but for a number behind the id',
      named({}, { period_start: '2025-01-01', period_end: '2025-12-31' }),
      ['Leaf, 2025', 'LEAF-2025-2'],
    ],
    [
      'are those of a new audit for another legal entity',
      named({}, { legal_entity_id: 'TWIG' }),
      ['', 'TWIG-2026'],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });
});

describe('This year’s counterpart of a coupling', () => {
  const group = (id: string, change: Partial<Audit> = {}): Audit => ({
    ...audit,
    id,
    audit_type: 'consolidated',
    legal_entity_ids: ['HOLD'],
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    work_package_id: 'fin-2025',
    coupled_component_audit_ids: [],
    ...change,
  });
  const last = { period_start: '2025-01-01', period_end: '2025-12-31', work_package_id: 'fin-2024' };
  const found = (groups: readonly Audit[], entities: readonly string[] = ['LEAF'], source: Audit = audit) => {
    const audits = [group('GROUP-2025', last), ...groups];
    const network = knownNetwork({
      audits,
      isWhole: true,
      componentsOf: new Map(
        audits.map(({ id }) => [
          id,
          [
            ComponentAudit.parse({
              id: `${id}/leaf`,
              legal_entity_ids: id === 'GROUP-2025' ? ['LEAF'] : entities,
            }),
            ComponentAudit.parse({ id: `${id}/twig`, legal_entity_ids: ['TWIG'] }),
          ],
        ]),
      ),
    });
    const packages = [old, newest];
    return counterparts(source, contentLike(source, packages, true), network, packages).map(
      ({ component }) => component.id,
    );
  };

  it.each<[string, readonly Audit[], readonly string[]]>([
    ['the same component in the group of the new period', [group('G')], ['G/leaf']],
    ['with the package in another version', [group('G', { work_package_id: 'fin-2024' })], ['G/leaf']],
    ['each of several that fit', [group('G'), group('H')], ['G/leaf', 'H/leaf']],
    ['none of another period', [group('G', { period_start: '2026-02-01' })], []],
    ['none with another label', [group('G', { scoping_package_id: 'Large' })], []],
    ['none with another package', [group('G', { work_package_id: 'other' })], []],
    ['none of another group’s legal entity', [group('G', { legal_entity_ids: ['SUB'] })], []],
    ['none of another client', [group('G', { client_organisation_id: 'ISLAND' })], []],
  ])('%s', (_, groups, ids) => {
    expect(found(groups)).toEqual(ids);
  });

  it('is none of another legal entity, and by the audit’s own where the former component is gone', () => {
    expect(found([group('G')], ['ROCK'])).toEqual([]);
    expect(found([group('G')], ['LEAF'], { ...audit, coupled_component_audit_ids: ['gone'] })).toEqual([
      'G/leaf',
    ]);
    expect(found([group('G')], ['LEAF'], { ...audit, coupled_component_audit_ids: [] })).toEqual([]);
  });
});

describe('What an audit like another one copies', () => {
  const part = (id: string, given: Record<string, unknown>) =>
    ComponentAudit.parse({ id, name: id, legal_entity_ids: ['L'], auditor_relation: 'self', ...given });
  const copies = copiesOf(
    { client_organisation_id: 'HOLD' },
    [
      part('in', { in_scope: true }),
      part('untold', {}),
      part('out', { in_scope: false }),
      part('bare', { legal_entity_ids: [] }),
    ],
    [
      { id: 'a@b.example', role: 'auditor', name: 'A' },
      { id: 'c@d.example', role: '', name: 'C' },
    ],
  );

  it('is what is in scope and has legal entities, and who has a role', () => {
    expect(copies.components.map(({ name }) => name)).toEqual(['in', 'untold']);
    expect(copies.users).toEqual([{ id: 'a@b.example', role: 'auditor' }]);
  });

  it.each<[string, string, string, number]>([
    ['a group of the same client', 'consolidated', 'HOLD', 2],
    ['a single audit', 'single', 'HOLD', 0],
    ['a group of another client', 'consolidated', 'OTHER', 0],
  ])('goes into %s', (_, type, client, count) => {
    const content = emptyContent(type, client);
    const copied = copiedInto(
      { ...content, copies },
      { clients: [], legalEntities: null, legalEntitiesOf: '' },
    );
    expect([copied.components.length, copied.users.length]).toEqual([count, 1]);
  });
});
