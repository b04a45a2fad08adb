import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { networkGraph } from '../../../shared/rules/service/network-graph.ts';
import { clientsWithGroups } from './network-choice.tsx';
import { networkTable } from './on-paper.tsx';
import { aboveInTree, foundIn, networkRows, networkTree, type RowWords } from './rows.ts';

const words: RowWords = {
  kind: (kind) => `<${kind}>`,
  status: (spelled) => `[${spelled}]`,
  scope: ({ in_scope: isIn }) => (isIn === null ? '' : isIn ? 'in' : 'out'),
  relation: (spelled) => spelled,
  entity: (id) => (id === 'e1' ? 'Società Uno' : id),
};

const group = Audit.parse({
  id: 'G',
  name: 'Group',
  status: 'open',
  audit_type: 'consolidated',
  client_organisation_id: 'c',
  legal_entity_ids: ['e1', 'e2'],
});
const other = { ...group, id: 'H', name: 'Other group' };
const coupled = { ...group, id: 'S', name: 'Statutory', audit_type: 'single', status: 'frozen' };
const graph = networkGraph(
  {
    audits: [group, other, { ...coupled, coupled_component_audit_ids: ['a', 'x', 'gone'] }],
    componentsOf: new Map([
      [
        'G',
        [
          ComponentAudit.parse({
            id: 'a',
            name: 'A',
            in_scope: true,
            status: 'open',
            auditor_relation: 'self',
          }),
          ComponentAudit.parse({ id: 'b', name: 'B', in_scope: false, coupled_entity_audit_id: null }),
          ComponentAudit.parse({ id: 'd', name: 'D' }),
        ],
      ],
      ['H', [ComponentAudit.parse({ id: 'x', name: 'X' })]],
    ]),
  },
  'c',
);
const rows = networkRows(graph, words);
const nodes = networkTree(graph, rows);

describe('a row of a network', () => {
  it.each([
    ['G', { name: 'Group', kind: 'group', status: 'open', scope: null, scopeWord: '', relationWord: '' }],
    ['a', { kind: 'component', statusWord: '[open]', scope: 'in', scopeWord: 'in', relationWord: 'self' }],
    ['b', { scope: 'out', scopeWord: 'out', statusWord: '[]' }],
    ['d', { scope: null, scopeWord: '' }],
    ['S', { kind: 'single', kindWord: '<single>', statusWord: '[frozen]', alsoBelow: ['X', 'gone'] }],
    ['gone', { name: 'gone', kind: 'unread', status: null, statusWord: '', entities: [] }],
  ])('%s is said in words', (id, expected) => {
    expect(rows.get(id)).toMatchObject(expected);
  });

  it('names its legal entities as far as they were read', () => {
    expect(rows.get('G')?.entities).toEqual(['Società Uno', 'e2']);
  });
});

it.each([
  ['', []],
  ['  ', []],
  ['group', ['G', 'H']],
  ['GROUP other', ['H']],
  ['societa', ['G', 'S', 'H']],
  ['gone', ['gone']],
  ['nobody', []],
])('a search for %j finds %j in the order of the tree', (search, expected) => {
  expect(foundIn(nodes, search)).toEqual(expected);
});

it('knows what a place stands below, the nearest first', () => {
  expect(aboveInTree(graph, 'S')).toEqual(['a', 'G']);
  expect(aboveInTree(graph, 'G')).toEqual([]);
  expect(aboveInTree(graph, 'nobody')).toEqual([]);
});

it('is a table on paper with every place in it, whatever is closed on the screen', () => {
  const t = ((key: string) => key) as unknown as Parameters<typeof networkTable>[1]; // keys are as good as words here
  expect(networkTable({ nodes, rows }, t).map(([name, level, id]) => [name, level, id])).toEqual([
    ['column.name', 'parts:field.tier', 'parts:word.id'],
    ['Group', '1', 'G'],
    ['– A', '2', 'a'],
    ['– – Statutory', '3', 'S'],
    ['– B', '2', 'b'],
    ['– D', '2', 'd'],
    ['Other group', '1', 'H'],
    ['– X', '2', 'x'],
    ['gone', '1', 'gone'],
  ]);
});

it('the clients with groups are those of the audits that were read, by name', () => {
  const audits = [
    group,
    { ...coupled, coupled_component_audit_ids: ['a'] },
    { ...coupled, id: 'T', client_organisation_id: 'no-group' },
    { ...group, id: 'Z', client_organisation_id: 'unknown' },
  ];
  const client = {
    id: 'c',
    name: 'Zee B.V.',
    country: 'NL',
    domains: [],
    allow_password_login: null,
    is_test_organisation: true,
  };
  expect(clientsWithGroups(audits, [client], (left, right) => (left < right ? -1 : 1))).toEqual([
    { id: 'c', name: 'Zee B.V.', isTest: true, groups: 1, coupled: 1 },
    { id: 'unknown', name: 'unknown', isTest: false, groups: 1, coupled: 0 },
  ]);
});
