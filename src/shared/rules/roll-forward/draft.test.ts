import { expect, test } from 'vitest';
import { auditsOf, contentOf, decisionsOf, draftAbout, nothingDecided, type RollDecisions } from './draft.ts';
import { nothingOwn } from './many.ts';

const decided: RollDecisions = {
  shared: {
    period: { start: '2027-01-01', end: '2027-12-31' },
    packages: new Map([['Statutory', 'wp-2']]),
    labels: new Map([['Large', 'Small']]),
    language: 'nl',
    unit: 'EUR',
    namePattern: '{name}',
    idPattern: '{entity-id}',
    settings: { sample: 30, areas: ['cash'] },
    components: { reach: 'all', auditor_relation: 'self', name_pattern: '{entity}' },
  },
  owns: new Map([
    [
      'G',
      {
        ...nothingOwn,
        names: new Map([['G', 'Group']]),
        ids: new Map([['G', 'G-27']]),
        scopes: new Map([
          ['a', { as: 'in' } as const],
          ['b', { as: 'out', explanation: 'Sold.' } as const],
          ['c', { as: 'out', explanation: 'Dormant.', together: 'All are dormant.' } as const],
          ['d', { as: 'in', together: '' } as const],
        ]),
        relations: new Map([['a', 'inter_firm']]),
        apart: new Map([['G', ['H']]]),
        replacements: new Map([['old', 'new']]),
        additions: new Map([
          ['e', { as: 'left' } as const],
          ['f', { as: 'in', group: null, relation: 'self', explanation: '' } as const],
        ]),
      },
    ],
  ]),
  users: 'template',
  template: {
    id: 't',
    name: 'Groups',
    team: 'Team',
    settings: { sample: 30 },
    users: [{ id: 'a@firm.example', role: 'editor' }],
    losses: [{ code: 'role-gone', subject: 'b@firm.example' }],
  },
  accepted: new Set(['a doubt']),
};
const kept = (content: unknown) => JSON.parse(JSON.stringify(content)) as Readonly<Record<string, unknown>>; // as a file keeps it

test('what a person has decided comes back from a draft as it was', () => {
  const content = kept(contentOf(['G'], decided));
  expect(auditsOf(content)).toEqual(['G']);
  expect(decisionsOf(content)).toEqual(decided);
});

test('what this version does not know is left out', () => {
  expect(decisionsOf({})).toEqual(nothingDecided); // as before users, templates and doubts were kept
  const { owns, ...others } = decisionsOf({
    period: { start: 1 },
    users: 'ours',
    template: { id: 't' },
    settings: 'all',
    components: { reach: 'some' },
    accepted: [1],
    networks: [
      ['G', { scopes: [['a', { as: 'maybe' }], ['b', { as: 'out' }], 'c', ['d', { as: 'in' }]], names: 'x' }],
      ['H', null],
    ],
  });
  expect({ ...others, owns: new Map() }).toEqual(nothingDecided);
  expect(owns).toEqual(new Map([['G', { ...nothingOwn, scopes: new Map([['d', { as: 'in' }]]) }]]));
});

test('a draft is that of its audits, in whatever order', () => {
  const draft = (id: string, audits: readonly string[]) => ({
    id,
    kind: 'roll-forward' as const,
    connection: 'c',
    title: '',
    content: { audits },
    savedAt: '',
  });
  const drafts = [
    draft('one', ['a']),
    draft('both', ['a', 'b']),
    { ...draft('x', ['b']), kind: 'audit' as const },
  ];
  expect(draftAbout(drafts, ['b', 'a'])?.id).toBe('both');
  expect(draftAbout(drafts, ['b'])).toBeUndefined();
});
