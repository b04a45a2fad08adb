import { describe, expect, it } from 'vitest';
import { isDoubted } from '../tables/check.ts';
import { type RowCode, rowCodes } from '../tables/model.ts';
import { auditViolations } from './audit.ts';
import { clientViolations } from './client.ts';
import { componentViolations } from './component.ts';
import { blocking, isDoubt } from './doubt.ts';
import type { Violation } from './violation.ts';

const audit = {
  id: 'hold-2025',
  name: 'Hold 2025',
  client_organisation_id: 'hold',
  legal_entity_id: 'hold',
  work_package_id: 'fin-2025',
  scoping_package_id: 'Standard',
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'nl',
};
const workPackage = {
  id: 'fin-2025',
  name: 'Fin',
  version: '',
  languages: ['nl', 'it'],
  audit_types: ['single'],
  scoping_packages: [
    { label: 'Standard', languages: null },
    { label: 'Alleen', languages: ['it'] },
  ],
  settings: [{ id: 'rate', name: 'Rate', type: 'decimal', default: 1, options: [] }],
  prices: [],
};
const codes = (violations: readonly Violation[]) => violations.map(({ code, field }) => `${field} ${code}`);

describe('what the specification refuses is blocked, what we infer is not', () => {
  it.each<
    [
      string,
      Partial<typeof audit> & { readonly audit_type?: string; readonly settings?: Record<string, unknown> },
      readonly string[],
    ]
  >([
    ['a period that ends before it starts', { period_end: '2024-01-01' }, []],
    ['a legal entity that no list has', { legal_entity_id: 'leaf' }, []],
    ['an id of 300 letters', { id: 'x'.repeat(300) }, []],
    ['a line break in an id', { id: 'a\nb' }, []],
    ['a type that the package seems not to be for', { audit_type: 'consolidated' }, []],
    ['a label of another language', { scoping_package_id: 'Alleen' }, []],
    [
      'a setting of the wrong type, and one that no package has',
      { settings: { rate: 'high', other: 1 } },
      [],
    ],
    ['a name of 101 letters', { name: 'x'.repeat(101) }, ['name too-long']],
    ['a day that is none', { period_start: '2025-02-30' }, ['period_start not-a-date']],
    ['a language that the package has not', { language: 'en-us' }, ['language not-offered']],
    [
      'a label that the package has in no language',
      { scoping_package_id: 'X' },
      ['scoping_package_id not-offered'],
    ],
    ['nothing in a field that is required', { name: '' }, ['name required']],
    ['an id that an address cannot have', { id: '..' }, ['id dot-segment']],
  ])('an audit with %s', (_, change, expected) => {
    const found = auditViolations({ ...audit, ...change }, { workPackage, legalEntityIds: ['hold'] });
    expect(found).not.toEqual([]);
    expect(codes(blocking(found))).toEqual(expected);
  });

  it('takes any label where a package shows none', () => {
    const open = { ...workPackage, scoping_packages: [] };
    expect(
      auditViolations({ ...audit, scoping_package_id: 'X' }, { workPackage: open, legalEntityIds: null }),
    ).toEqual([]);
  });

  it('a component', () => {
    const twice = {
      legal_entity_ids: ['a', 'a', 'b'],
      name: ' ',
      country: 'KOS',
      auditor_relation: 'inter_firm',
    };
    const found = componentViolations(twice, new Set(['a']));
    expect(codes(found)).toHaveLength(4);
    expect(blocking(found)).toEqual([]);
    const self = {
      legal_entity_ids: [],
      auditor_relation: 'self',
      component_settings: { component_auditor_works_in_audit: true },
    };
    expect(codes(blocking(componentViolations(self, null)))).toEqual([
      'legal_entity_ids required',
      'component_settings.component_auditor_works_in_audit works-with-self',
    ]);
    expect(
      codes(blocking(componentViolations({ legal_entity_ids: ['a'], auditor_relation: 'x' }, null))),
    ).toEqual(['auditor_relation not-offered']);
  });

  it('a client whose country the app does not know', () => {
    const creation = { id: 'a', name: 'A', country: 'XK', domains: [], allow_password_login: true };
    const found = clientViolations(creation);
    expect([found.length, blocking(found).length]).toEqual([1, 0]);
  });

  it.each<[string, Violation, boolean]>([
    ['an id of a listed audit', { code: 'not-a-component', field: 'x', facts: { listed: 1 } }, false],
    ['an id that no list has', { code: 'not-a-component', field: 'x' }, true],
    ['an id given twice', { code: 'duplicate', field: 'coupled_component_audit_ids' }, false],
    ['two networks', { code: 'separate-network', field: 'x' }, true],
    ['an archived component', { code: 'archived', field: 'x', facts: { status: 'archived' } }, false],
    ['a component of an archived group', { code: 'archived', field: 'x', facts: { status: 'open' } }, true],
    ['a component that is coupled', { code: 'already-coupled', field: 'x' }, false],
    ['periods that differ', { code: 'differing-values', field: 'x', facts: { field: 'period_end' } }, false],
    [
      'entities that differ',
      { code: 'differing-values', field: 'x', facts: { field: 'legal_entity_id' } },
      true,
    ],
    ['two entities of its own', { code: 'not-one-own-entity', field: 'x' }, true],
    [
      'another period than all components have',
      { code: 'differs-from-initialising', field: 'period_end', facts: { among: 1 } },
      false,
    ],
    [
      'another entity than the component’s own',
      { code: 'differs-from-initialising', field: 'legal_entity_id', facts: { among: 1 } },
      true,
    ],
    [
      'another period than one of two has',
      { code: 'differs-from-initialising', field: 'period_end', facts: { among: 2 } },
      true,
    ],
  ])('a coupling: %s', (_, violation, expected) => {
    expect(isDoubt(violation)).toBe(expected);
  });
});

// Every code that an import has for a row: where it is blocked the reason, else that it is warned of, or only said.
const unread = 'the app cannot read the cell';
const ofSeason = 'the season is the app’s own: nothing is sent';
const bases: Readonly<
  Record<RowCode, readonly (readonly [basis: string, violation?: Partial<Violation>])[]>
> = {
  'error-value': [[unread]],
  uncalculated: [[unread]],
  'long-number': [[unread]],
  'not-a-day': [[unread]],
  'has-time': [[unread]],
  'number-for-day': [[unread]],
  'not-a-boolean': [[unread]],
  'not-a-count': [[unread]],
  'unknown-value': [['“Audit”, “Component audit”: values, and “ISO country code”']],
  'not-settings': [[unread]],
  'several-entities': [['“Audit”: `legal_entity_id`']],
  'number-for-id': [['said']],
  'padded-number': [['said']],
  'day-for-text': [['said']],
  'scientific-number': [['said']],
  'outer-spaces': [['said']],
  unseen: [['said']],
  formula: [['said']],
  'explanation-unused': [['said']],
  'long-unit': [['said']],
  'package-older': [['said']],
  'not-compared': [['said']],
  underway: [['said']],
  'in-underway': [['the plan makes it first']],
  required: [['“Required”: yes; ids make a creation safe to look up']],
  'too-long': [
    ['“Limits”', { field: 'name' }],
    ['warned', { field: 'id' }],
  ],
  'not-a-date': [['“Audit”: `YYYY-MM-DD`']],
  'ends-before-start': [['warned']],
  'not-offered': [
    ['“Audit”: a label of the package', { field: 'scoping_package_id' }],
    ['“Audit”: available on the package', { field: 'language' }],
    ['warned', { field: 'scoping_package_id', facts: { language: 'nl' } }],
    ['warned', { field: 'audit_type' }],
    ['warned', { field: 'work_package_id' }],
  ],
  'unknown-country': [['warned']],
  'unknown-client': [['warned']],
  'unknown-audit': [['warned']],
  'unknown-group': [['warned']],
  'unknown-work-package': [['warned']],
  'unknown-role': [['warned']],
  'not-of-client': [['warned']],
  'control-character': [['warned']],
  'dot-segment': [['no address leads to it']],
  duplicate: [
    ['warned', { field: 'legal_entity_ids' }],
    ['“Coupling rules”, 2', { field: 'coupled_component_audit_ids' }],
  ],
  blank: [['warned']],
  'works-with-self': [['“Component audit”: `component_settings`']],
  'setting-unfit': [['warned', { code: 'not-a-choice', field: 'settings.risk' }]],
  'id-taken': [['“Audit”: unique'], ['warned', { facts: { component: 1 } }]],
  coupling: [
    ['“Coupling rules”, 4', { code: 'already-coupled' }],
    ['warned', { code: 'separate-network' }],
  ],
  'coupled-twice': [['“Coupling rules”, 4']],
  'coupled-in-part': [['said']],
  'group-closed': [['“States”, 2 and 3']],
  'audit-closed': [
    ['“States”, 1', { facts: { assigns: 1 } }],
    ['warned', { facts: { assigns: 0 } }],
  ],
  'being-deleted': [
    ['“States”, 1', { facts: { assigns: 1 } }],
    ['warned', { facts: { assigns: 0 } }],
  ],
  'group-not-in-season': [[ofSeason]],
  'several-groups': [[ofSeason]],
  'no-single-client': [[ofSeason]],
  'group-taken': [[ofSeason]],
  'group-created': [[ofSeason]],
  'deadline-past': [['said']],
  'not-kept': [['said']],
  'several-named': [[unread]],
  'no-value': [['warned']],
  'lost-zeros': [['warned']],
  'swapped-days': [['warned']],
  'far-year': [['warned']],
  'no-year': [['warned']],
  'same-audit': [['warned']],
  'same-client': [['warned']],
  'other-client': [['warned']],
  'no-domain': [['warned']],
  'same-row': [['warned']],
  'alike-row': [['warned']],
  'wider-row': [['warned']],
  'totals-row': [['it lacks what a row needs']],
  'found-by-name': [['said']],
  'other-year-end': [['said']],
  'period-overlaps': [['said']],
  'no-address': [['“Audit user assignment”: email']],
  'explanation-needed': [['“Component audit”: the update takes one']],
  twice: [['the same id is the same thing'], ['warned', { facts: { component: 1 } }]],
};

it.each(
  rowCodes.flatMap((code) => bases[code].map(([basis, violation]) => [code, basis, violation] as const)),
)('a row with %s: %s', (code, basis, violation = {}) => {
  expect(isDoubt({ code, field: '', ...violation })).toBe(basis === 'warned');
  if (basis === 'said') expect(isDoubted({ code, column: null, isWarning: true })).toBe(false);
});
