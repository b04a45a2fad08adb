import { expect, it } from 'vitest';
import type { Audit } from '../../model/audit.ts';
import type { ComponentAudit } from '../../model/component-audit.ts';
import { couplingVerdict } from './coupling.ts';
import { ancestorCounter, type KnownAudits, knownAncestors, knownNetwork } from './known-network.ts';

function audit(id: string, change: Partial<Audit> = {}): Audit {
  return {
    id,
    name: id,
    work_package_id: 'wp',
    scoping_package_id: 'Large',
    client_organisation_id: 'client',
    legal_entity_ids: ['root'],
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
    unit_of_measurement: null,
    settings: {},
    status: 'open',
    audit_type: 'consolidated',
    created_at: null,
    group_audit_id: null,
    coupled_component_audit_ids: [],
    ...change,
  };
}

function component(id: string, coupled: string | null = null): ComponentAudit {
  return {
    id,
    name: id,
    legal_entity_ids: ['leaf'],
    in_scope: true,
    out_of_scope_explanation: '',
    auditor_relation: 'self',
    status: 'open',
    coupled_entity_audit_id: coupled,
  };
}

// The group `low` is coupled to `high-low`, a component of the group `high`; `island` stands alone.
const high = audit('high');
const low = audit('low', { legal_entity_ids: ['sub'], coupled_component_audit_ids: ['high-low'] });
const island = audit('island');
const all: KnownAudits = {
  audits: [high, low, island, audit('one', { audit_type: 'single' })],
  isWhole: true,
  componentsOf: new Map([
    ['high', [component('high-low', 'low'), component('high-leaf')]],
    ['low', [component('low-leaf')]],
    ['island', [component('island-leaf')]],
  ]),
};

function answers(known: KnownAudits, ids: readonly string[]) {
  const ancestors = knownAncestors(
    new Map([
      [
        'client',
        [
          { id: 'root', name: '', country: null, parent_id: null },
          { id: 'sub', name: '', country: null, parent_id: 'root' },
        ],
      ],
    ]),
  );
  const { rules, initialising } = couplingVerdict({ ids, values: {} }, { ...knownNetwork(known), ancestors });
  return { rules: rules.map(({ answer }) => answer[0]).join(''), initialising: initialising?.id ?? null };
}

function without(group: string): KnownAudits {
  return { ...all, componentsOf: new Map([...all.componentsOf].filter(([id]) => id !== group)) };
}

it.each<[string, KnownAudits, readonly string[], string, string | null]>([
  ['components of one network', all, ['low-leaf', 'high-leaf'], 'hhhhhhh', 'high-leaf'],
  ['components of two networks', all, ['high-leaf', 'island-leaf'], 'hhdhhhh', 'high-leaf'],
  ['a top-level audit', all, ['one'], 'bhhhhhh', null],
  ['an id that there is not', all, ['nobody'], 'dhhhhhh', null],
  ['a group that is still read, for an unknown id', without('island'), ['nobody'], 'uhuuuuu', null],
  [
    'a list of audits that is still read, for an unknown id',
    { ...all, isWhole: false },
    ['nobody'],
    'uhuuuuu',
    null,
  ],
  [
    'the same, for an id of which the service has said that there is none',
    { ...all, isWhole: false, missing: new Set(['nobody']) },
    ['nobody'],
    'dhhhhhh',
    null,
  ],
  [
    'a component that was listed since the service has said so',
    { ...all, missing: new Set(['high-leaf']) },
    ['low-leaf', 'high-leaf'],
    'hhhhhhh',
    'high-leaf',
  ],
  [
    'a group that is still read and could not join two that are',
    without('high'),
    ['low-leaf', 'island-leaf'],
    'hhdhhhu',
    null,
  ],
])('decisions §9.11 %s', (_, known, ids, rules, initialising) => {
  const found = answers(known, ids);
  // Equal depth and another group: rule 7 is judged on its own in coupling.test.ts.
  expect({ ...found, rules: found.rules.slice(0, 6) }).toEqual({
    rules: rules.slice(0, 6),
    initialising: initialising ?? found.initialising,
  });
});

it('decisions §9.11 two networks may become one while both are not read to their ends', () => {
  const known = { ...without('high'), componentsOf: new Map(all.componentsOf) };
  const outside = component('low-leaf', 'not-listed');
  const open = {
    ...known,
    componentsOf: new Map([
      ['high', [component('high-leaf', 'not-listed-either')]],
      ['low', [outside]],
      ['island', []],
    ]),
    audits: [high, audit('low', { legal_entity_ids: ['sub'] }), island],
  };
  expect(answers(open, ['high-leaf', 'low-leaf']).rules[2]).toBe('u');
});

it('keeps the order of the groups and finds a candidate by its id', () => {
  const network = knownNetwork(all);
  expect(network.candidates.map(({ component: { id } }) => id)).toEqual([
    'high-low',
    'high-leaf',
    'low-leaf',
    'island-leaf',
  ]);
  expect(network.candidate('low-leaf')?.group.id).toBe('low');
});

function entity(id: string, parent_id: string | null) {
  return { id, name: id, country: null, parent_id };
}

it.each<[string, readonly (readonly [string, string | null])[], Readonly<Record<string, number | null>>]>([
  [
    'a tree',
    [
      ['root', null],
      ['sub', 'root'],
      ['leaf', 'sub'],
    ],
    { root: 0, sub: 1, leaf: 2, nowhere: null },
  ],
  ['one entity alone', [['root', null]], { root: 0 }],
  [
    'a list without any parent',
    [
      ['a', null],
      ['b', null],
    ],
    { a: null, b: null },
  ],
  [
    'an orphan, whose parent is no ancestor',
    [
      ['root', null],
      ['orphan', 'gone'],
    ],
    { root: 0, orphan: 0 },
  ],
  [
    'a circle, which ends where it began',
    [
      ['a', 'b'],
      ['b', 'a'],
      ['below', 'a'],
      ['own', 'own'],
    ],
    { a: 1, b: 1, below: 2, own: 0 },
  ],
])('decisions §9.7 ancestors in %s', (_, rows, expected) => {
  const count = ancestorCounter(rows.map(([id, parent]) => entity(id, parent)));
  expect(Object.fromEntries(Object.keys(expected).map((id) => [id, count(id)]))).toEqual(expected);
});

it.each([
  ['of the top is itself', 'high', {}, ['high']],
  ['leads from the top down', 'low', {}, ['high', 'low']],
  ['is told by either end of a coupling', 'low', { coupled_component_audit_ids: [] }, ['high', 'low']],
  ['of one that nothing is known of is itself', 'elsewhere', {}, ['elsewhere']],
])('the way to a group %s', (_, id, change, expected) => {
  const told = { ...all, audits: [high, { ...low, ...change }, island, ...all.audits.slice(3)] };
  const of = told.audits.find((one) => one.id === id) ?? audit(id);
  expect(
    knownNetwork(told)
      .wayTo(of)
      .map((one) => one.id),
  ).toEqual(expected);
});
