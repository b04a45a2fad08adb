import { expect, it } from 'vitest';
import { entityOf, rolled, threeTiers, undecided } from '../../testing/roll-forward.ts';
import type { RollForwardDecisions, RollForwardKnown, ScopeDecision } from './model.ts';
import { affirmable, affirmed, isApart, scopesDecided, unchangedScopes, worksOfAll } from './open.ts';
import { rollForwardSteps } from './plan.ts';
import { rollForward } from './roll-forward.ts';

// The service takes `component_auditor_works_in_audit` at the creation only, and does not tell it (decisions.md §8.4–5).

const added = { as: 'in', group: 'LOW-2026', relation: 'inter_firm', explanation: '' } as const;

/** A network in which other auditors have two components, and one that is added. */
function foreign(sentWorks: RollForwardKnown['sentWorks'] = new Map()): RollForwardKnown {
  const known = threeTiers();
  const relations = new Map([
    ['t/1', 'inter_office'],
    ['m/2', 'inter_firm'],
  ]);
  return {
    ...known,
    sentWorks,
    entities: [...known.entities, entityOf('new', 'low')],
    componentsOf: new Map(
      [...known.componentsOf].map(([group, all]) => [
        group,
        all.map((one) => ({ ...one, auditor_relation: relations.get(one.id) ?? 'self' })),
      ]),
    ),
  };
}

function proposed(known: RollForwardKnown, change: Partial<RollForwardDecisions> = {}) {
  return rolled(known, { additions: new Map([['new', added]]), ...change });
}

it('whether another auditor works in the audit is open for each, until it is answered for all or for one', () => {
  const open = proposed(foreign());
  expect(open.open).toEqual(['t/1', 'm/2', 'new'].map((of) => ({ code: 'works', of })));
  expect(rollForwardSteps(open)).toEqual([]);
  const some = proposed(foreign(), { works: new Map([['m/2', true]]) });
  const works = new Map([['m/2', true], ...worksOfAll(some, false)]);
  expect(works).toEqual(
    new Map([
      ['m/2', true],
      ['t/1', false],
      ['+new', false],
    ]),
  );
  const all = proposed(foreign(), { works });
  expect(all.open).toEqual([]);
  const settings = rollForwardSteps(all).flatMap(({ task, subject }) =>
    task.kind === 'createComponent' && task.creation.component_settings !== undefined
      ? [[subject, task.creation.component_settings]]
      : [],
  );
  expect(settings).toEqual([['e2', { component_auditor_works_in_audit: true }]]);
});

it('what this app sent last year answers it', () => {
  const known = foreign(
    new Map([
      ['t/1', true],
      ['m/2', false],
    ]),
  );
  const { open, entries } = proposed(known);
  expect(open).toEqual([{ code: 'works', of: 'new' }]);
  const answers = entries.flatMap((entry) =>
    entry.kind === 'component' && entry.works !== null ? [[entry.before.id, entry.works]] : [],
  );
  expect(answers).toEqual([
    ['t/1', true],
    ['m/2', false],
  ]);
});

it('it is no question where the group auditor is the auditor', () => {
  const { open } = proposed(foreign(new Map()), {
    relations: new Map(['t/1', 'm/2'].map((id) => [id, 'self'])),
    additions: new Map([['new', { ...added, relation: 'self' }]]),
    works: new Map([['t/1', true]]),
  });
  expect(open).toEqual([]);
});

/** The network with this explanation for a component of 2026 that is out of scope; the next period is 2027. */
function explained(explanation: string): RollForwardKnown {
  const known = threeTiers();
  return {
    ...known,
    componentsOf: new Map(
      [...known.componentsOf].map(([group, all]) => [
        group,
        all.map((one) => (one.id === 't/5' ? { ...one, out_of_scope_explanation: explanation } : one)),
      ]),
    ),
  };
}

it.each([
  ['Sold in March 2026; it will be dissolved.', true],
  ['Niet van belang in boekjaar 26.', true],
  ['No assets at 31.12.2026.', true],
  ['Dormant in FY25/26.', true],
  ['Dormant since 2019.', false],
  ['To be sold in 2027.', false],
  ['The group holds 26% of it.', false],
  ['Dormant.', false],
])(
  'an explanation that names last year stands open until it is changed or sent as it is: %j',
  (text, isOpen) => {
    const known = explained(text);
    const point = { code: 'explanation-year', of: 't/5', isDoubted: true };
    const points = (scopes: RollForwardDecisions['scopes']) =>
      rollForward(known, { ...undecided, scopes }).open.filter(({ code }) => code === 'explanation-year');
    const expected = isOpen ? [point] : [];
    expect(points(new Map())).toEqual(expected);
    expect(points(new Map([['t/5', { as: 'out', explanation: text }]]))).toEqual(expected);
    expect(rolled(known).open).toEqual(expected);
    expect(points(new Map([['t/5', { as: 'out', explanation: 'Too small.' }]]))).toEqual([]);
    expect(points(new Map([['t/5', { as: 'in' }]]))).toEqual([]);
    expect(points(new Map([['t/5', { as: 'left' }]]))).toEqual([]);
  },
);

it('what was decided singly is told apart from what was affirmed with others', () => {
  const singly = new Map<string, ScopeDecision>([['t/5', { as: 'out', explanation: 'Dormant.' }]]);
  const proposal = rollForward(threeTiers(), { ...undecided, scopes: singly });
  expect(scopesDecided(proposal)).toEqual(singly);
  const scopes = new Map([...singly, ...unchangedScopes(proposal)]);
  const decided = scopesDecided(rollForward(threeTiers(), { ...undecided, scopes }));
  expect(decided.get('t/5')).toEqual({ as: 'out', explanation: 'Dormant.' });
  expect(decided.get('t/4')).toEqual({ as: 'in', together: '' });
  expect(decided.get('m/5')).toEqual({ as: 'out', explanation: 'Dormant.', together: '' });
});

it.each([
  ['in scope, by the group auditor', {}, false, { as: 'in' }],
  ['in scope, by another office', { auditor_relation: 'inter_office' }, false, { as: 'in' }],
  ['in scope, by another firm', { auditor_relation: 'inter_firm' }, true, { as: 'in' }],
  [
    'out of scope',
    { in_scope: false, out_of_scope_explanation: 'Small.' },
    true,
    { as: 'out', explanation: 'Small.' },
  ],
  ['out of scope without a reason', { in_scope: false, out_of_scope_explanation: ' ' }, null, null],
  ['not told', { in_scope: null }, null, null],
])(
  'a component that was %s is affirmed apart, with the rest, or not at all',
  (_, change, apart, decision) => {
    const known = threeTiers();
    const components = (known.componentsOf.get('TOP-2026') ?? []).map((one) =>
      one.id === 't/3' ? { ...one, ...change } : one,
    );
    const componentsOf = new Map([...known.componentsOf, ['TOP-2026', components] as const]);
    const proposal = rollForward({ ...known, componentsOf }, undecided);
    const own = affirmable(proposal).filter(({ before }) => before.id === 't/3');
    expect(own.map(isApart)).toEqual(apart === null ? [] : [apart]);
    const expected = (more: object) => new Map(decision === null ? [] : [['t/3', { ...decision, ...more }]]);
    expect(affirmed(own)).toEqual(expected({}));
    expect(affirmed(own, 'As last year.')).toEqual(expected({ together: 'As last year.' }));
  },
);
