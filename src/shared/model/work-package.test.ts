import { expect, test } from 'vitest';
import { Setting, WorkPackage } from './work-package.ts';

const setting = { id: 's', name: 'S', type: 'boolean', default: null, options: null };
const readSetting = { ...setting, options: [] };
const specified = {
  id: 'wp',
  name: 'Statutory',
  version: '2026',
  languages: ['nl', 'it'],
  audit_types: ['single', 'consolidated'],
  scoping_packages: ['ISA', 'RJ'],
  settings: [setting],
  prices: [],
};
const labels = [
  { label: 'ISA', languages: null },
  { label: 'RJ', languages: null },
];
const read = { ...specified, scoping_packages: labels, settings: [readSetting] };

test.each([
  [{}, {}],
  [{ version: 2026 }, {}],
  [{ version: { name: '2026' } }, {}],
  [{ languages: ['NL', { code: 'it', name: 'Italian' }] }, {}],
  [{ languages: { nl: 'Dutch', 'it-IT': 'Italian' } }, {}],
  [{ languages: { nl: true, it: true, en: false } }, {}],
  [{ languages: { language: ['nl', 'it'] } }, {}],
  [{ languages: { language: 'nl' } }, { languages: ['nl'] }],
  [{ languages: { '0': 'nl', '1': 'it' } }, {}],
  [{ languages: { edges: [{ node: { code: 'nl' } }, { node: { code: 'it' } }] } }, {}],
  [{ audit_types: { single: true, consolidated: true, component: false } }, {}],
  [{ audit_types: { audit_type: ['single', 'consolidated'] } }, {}],
  [{ scoping_packages: { scoping_package: ['ISA', 'RJ'] } }, {}],
  [{ scoping_packages: { '0': 'ISA', '1': 'RJ' } }, {}],
  [{ scoping_packages: [{ id: '1', attributes: { label: 'ISA' } }, { node: { label: 'RJ' } }] }, {}],
  [{ settings: { setting: [setting] } }, {}],
  [{ audit_types: ['Single', { id: 2, name: 'CONSOLIDATED', prices: [] }] }, {}],
  [{ audit_types: ['financial_statements', 'review'] }, { audit_types: ['financial_statements', 'review'] }],
  [{ audit_types: undefined, auditType: 'single' }, { audit_types: ['single'] }],
  [{ scoping_packages: [{ id: 1, name: 'ISA' }, { label: 'RJ' }] }, {}],
  [
    { scoping_packages: [{ language: 'NL', labels: ['ISA', { name: 'RJ' }] }] },
    {
      scoping_packages: [
        { label: 'ISA', languages: ['nl'] },
        { label: 'RJ', languages: ['nl'] },
      ],
    },
  ],
  [
    { scoping_packages: { nl: ['ISA'], 'en-US': [{ id: 1, name: 'RJ' }] } },
    {
      scoping_packages: [
        { label: 'ISA', languages: ['nl'] },
        { label: 'RJ', languages: ['en-us'] },
      ],
    },
  ],
  [
    { scoping_packages: [{ label: 'ISA', languages: ['Dutch'] }] },
    { scoping_packages: [{ label: 'ISA', languages: ['nl'] }] },
  ],
  [{ scoping_packages: undefined, scopingLabels: ['ISA', 'RJ'] }, {}],
  [{ settings: { s: { name: 'S', type: 'bool', default: null, options: [] } } }, {}],
])('%j is read', (said, expected) => {
  expect(WorkPackage.parse({ ...specified, ...said })).toEqual({ ...read, ...expected });
});

test.each([
  [{ version: undefined }, ['version']],
  [{ languages: [null] }, ['languages']],
  [{ scoping_packages: ['ISA', 7.5, {}] }, ['scoping_packages']],
  [{ settings: [setting, { name: 'no id' }] }, ['settings']],
  [{ settings: 'many', prices: null }, ['settings', 'prices']],
  [{ settings: { links: { related: '/api/v1/work-packages/wp/settings/' } } }, ['settings']],
  [{ languages: { default: 'nl', available: ['nl', 'it'] } }, ['languages']],
  [{ languages: { href: '/api/v1/work-packages/wp/languages/' } }, ['languages']],
  [{ languages: 'nl, it' }, ['languages']],
  [{ scoping_packages: { ISA: 'International', RJ: 'National' } }, ['scoping_packages']],
  [{ audit_types: undefined }, ['audit_types']],
])('of %j it is told what was not seen', (said, unseen) => {
  expect(WorkPackage.parse({ ...specified, ...said }).unseen).toEqual(unseen);
});

test.each([
  [{ type: 'bool' }, { type: 'boolean' }],
  [{ type: 'Text' }, { type: 'string' }],
  [{ type: 'number' }, { type: 'decimal' }],
  [{ type: 'int' }, { type: 'integer' }],
  [{ type: 'select' }, { type: 'choice' }],
  [{ type: 'multi-select' }, { type: 'multiple_choice' }],
  [{ type: 'MultipleChoice' }, { type: 'multiple_choice' }],
  [{ type: { value: 'date', label: 'Day' } }, { type: 'date' }],
  [{ type: 'matrix' }, { type: 'matrix' }],
  [{ id: undefined, name: undefined, key: 's', label: 'S' }, {}],
  [{ default: undefined, defaultValue: 4 }, { default: 4 }],
  [
    { options: [1, 2] },
    {
      options: [
        { value: 1, label: '1' },
        { value: 2, label: '2' },
      ],
    },
  ],
  [{ options: [['a', 'A']] }, { options: [{ value: 'a', label: 'A' }] }],
  [{ options: [{ id: 'a', name: 'A' }] }, { options: [{ value: 'a', label: 'A' }] }],
  [{ options: [{ key: 'a', value: 'A' }] }, { options: [{ value: 'a', label: 'A' }] }],
  [{ options: { option: [{ value: 'a', label: 'A' }] } }, { options: [{ value: 'a', label: 'A' }] }],
  [{ options: { option: { value: 'a', label: 'A' } } }, { options: [{ value: 'a', label: 'A' }] }],
  [{ options: [{ value: 2, label: 'Two' }] }, { options: [{ value: 2, label: 'Two' }] }],
  [
    { options: { a: 'A', b: { label: 'B' } } },
    {
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ],
    },
  ],
  [{ options: undefined, choices: ['a'] }, { options: [{ value: 'a', label: 'a' }] }],
])('a setting: %j is read', (said, expected) => {
  expect(Setting.parse({ ...setting, ...said })).toEqual({ ...readSetting, ...expected });
});

test.each([
  [{ options: ['a', null] }, ['options']],
  [{ options: undefined }, ['options']],
  [{ type: undefined, default: undefined }, ['type', 'default']],
])('a setting: of %j it is told what was not seen', (said, unseen) => {
  expect(Setting.parse({ ...setting, ...said }).unseen).toEqual(unseen);
});

// What is not understood of a price is neither free nor for every audit.
test.each([
  [{ audit_type: 'single', credits: 3, conditions: { coupled: true } }, 'single', 3, 'coupled'],
  [{ AUDIT_TYPE: 'single', CREDITS: 3, CONDITIONS: null }, 'single', 3, 'always'],
  [{ auditType: 'single', Credits: '3', Conditions: { coupled: false } }, 'single', 3, 'alone'],
  [{ audit_type: 'single', credits: 3, currency: 'credits' }, 'single', 3, 'always'],
  [{ audit_type: 'single', credits: 3, condition: { coupled: true } }, 'single', 3, 'unknown'],
  [{ audit_type: 'single', credits: 3, association_conditions: ['coupled'] }, 'single', 3, 'unknown'],
  [{ audit_type: 'single', credits: 3, applies_when: 'coupled' }, 'single', 3, 'unknown'],
  [7, '', null, 'always'],
])('the price %j is of “%s”, %s, %s', (price, type, credits, applies) => {
  expect(WorkPackage.parse({ id: 'wp', prices: [price] }).prices[0]).toMatchObject({
    audit_type: type,
    credits,
    applies,
  });
});
