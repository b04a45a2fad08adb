import { expect, it } from 'vitest';
import type { Audit } from '../../model/audit.ts';
import type { ComponentAudit } from '../../model/component-audit.ts';
import { audit, component, rolled, threeTiers } from '../../testing/roll-forward.ts';
import { planFaults } from '../plans/plan.ts';
import { creationsOf } from './completion.ts';
import type { RollForwardKnown } from './model.ts';
import { proposedNetwork } from './network.ts';
import { rollForwardSteps } from './plan.ts';

const next = { period_start: '2027-01-01', period_end: '2027-12-31' };
const known = threeTiers();

interface There {
  readonly audits: readonly Audit[];
  readonly components?: Readonly<Record<string, readonly ComponentAudit[]>>;
}

function withThere(
  { audits, components = {} }: There,
  change: Partial<RollForwardKnown> = {},
): RollForwardKnown {
  return {
    ...known,
    audits: [...known.audits, ...audits],
    componentsOf: new Map([...known.componentsOf, ...Object.entries(components)]),
    ...change,
  };
}

const top = audit('X', { name: 'Made by hand', ...next });
const entities = ['mid', ...Array.from({ length: 9 }, (_, place) => `e${place + 1}`)];
const made = (...which: readonly string[]) =>
  which.map((entity) => component(`x/${entity}`, entity, { name: `By hand ${entity}` }));
const middle = audit('MID-2027', {
  legal_entity_ids: ['mid'],
  coupled_component_audit_ids: ['x/mid'],
  ...next,
});
const apart = audit('MID-2027', { legal_entity_ids: ['mid'], ...next });

it.each<readonly [string, There, number, readonly string[]]>([
  ['nothing', { audits: [] }, 34, []],
  ['the group alone', { audits: [top], components: { X: [] } }, 33, []],
  [
    'the group with two of ten components, under names of their own',
    { audits: [top], components: { X: made('e3', 'e4') } },
    31,
    ['e3', 'e4'],
  ],
  ['all of its components', { audits: [top], components: { X: made(...entities) } }, 23, entities],
  [
    'the next tier as well',
    { audits: [top, middle], components: { X: made(...entities), 'MID-2027': [] } },
    22,
    entities,
  ],
  [
    'the next tier, coupled to nothing',
    { audits: [top, apart], components: { X: made('mid'), 'MID-2027': [] } },
    31,
    ['mid'],
  ],
])('completes a successor of which is there: %s', (_, there, count, absent) => {
  const proposal = rolled(withThere(there));
  const steps = rollForwardSteps(proposal);
  expect(proposal.open.filter(({ isDoubted }) => isDoubted !== true)).toEqual([]);
  expect(creationsOf(proposal)).toBe(count);
  expect(planFaults({ steps })).toEqual([]);
  const sent = steps.flatMap(({ task }) =>
    task.kind === 'createAudit' || task.kind === 'createComponent' ? [task] : [],
  );
  expect(sent).toHaveLength(count);
  const inTop = sent.flatMap((task) =>
    task.kind === 'createComponent' && task.group === 'X' ? task.creation.legal_entity_ids : [],
  );
  expect(inTop.filter((one) => absent.includes(one))).toEqual([]);
  expect(proposedNetwork(proposal).audits).toHaveLength(4);
});

it('couples an audit to components that are there, and to no other that serves one already', () => {
  const free = [component('x/mid', 'mid'), component('x/e1', 'e1', { coupled_entity_audit_id: 'OTHER' })];
  const steps = rollForwardSteps(rolled(withThere({ audits: [top], components: { X: free } })));
  const couples = steps.flatMap(({ task }) => (task.kind === 'createAudit' ? [task.couple] : []));
  expect(couples[0]).toEqual(['x/mid']);
  expect(couples.flat()).not.toContain('x/e1');
});

it('assigns only whom a group that is there lacks; nobody where it does not tell its users', () => {
  const there = { audits: [top], components: { X: made(...entities) } };
  const users = [
    { id: 'anna@firm.example', role: 'editor' },
    { id: 'ben@firm.example', role: 'editor' },
  ];
  const assigned = (usersThere: RollForwardKnown['usersThere']) =>
    rollForwardSteps(
      rolled(withThere(there, { usersOf: new Map([['TOP-2026', users]]), usersThere })),
    ).flatMap(({ task }) => (task.kind === 'assignUser' ? [task.assignment.id, task.audit] : []));
  expect(assigned(new Map([['X', [{ id: 'Anna@firm.example' }]]]))).toEqual(['ben@firm.example', 'X']);
  expect(assigned(new Map([['X', null]]))).toEqual([]);
});

it('waits for a group that is being initialised', () => {
  const opening = { ...top, status: 'initializing' };
  const steps = rollForwardSteps(rolled(withThere({ audits: [opening], components: { X: [] } })));
  expect(steps[0]).toMatchObject({ after: [], task: { kind: 'awaitOpen', audit: 'X' } });
  expect(steps.find(({ task }) => task.kind === 'createComponent')?.after).toEqual([steps[0]?.key]);
});

it('does nothing in a group whose components were not read', () => {
  const proposal = rolled(withThere({ audits: [top] }));
  expect(proposal.open).toContainEqual({ code: 'unread', of: 'TOP-2026' });
});

it('adds no component for a legal entity of which the group that is there has one', () => {
  const { entities: all } = known;
  const more = [
    ...all,
    { ...all[0], id: 'new', name: 'new', parent_id: 'hold' },
  ] as RollForwardKnown['entities'];
  const of = (...which: readonly string[]) =>
    rolled(withThere({ audits: [top], components: { X: made(...which) } }, { entities: more })).additions;
  expect(of()).toHaveLength(1);
  expect(of('new')).toEqual([]);
});
