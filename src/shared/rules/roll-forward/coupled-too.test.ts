import fc from 'fast-check';
import { expect, it } from 'vitest';
import { component, rolled, threeTiers } from '../../testing/roll-forward.ts';
import { dependencies, planFaults } from '../plans/plan.ts';
import type { RollForwardDecisions, RollForwardKnown } from './model.ts';
import { noAdditions } from './open.ts';
import { rollForwardSteps } from './plan.ts';

/** Last year's network with these couplings, by the audit; whatever else it was coupled to is free. */
function coupledAs(
  couplings: Readonly<Record<string, readonly string[]>>,
  change: (id: string, group: string) => object = () => ({}),
): RollForwardKnown {
  const known = threeTiers();
  const audits = known.audits.map((one) => ({
    ...one,
    coupled_component_audit_ids: couplings[one.id] ?? [...one.coupled_component_audit_ids],
  }));
  const by = new Map(
    audits.flatMap(({ id, coupled_component_audit_ids: ids }) => ids.map((one) => [one, id] as const)),
  );
  const componentsOf = [...known.componentsOf].map(
    ([group, all]) =>
      [
        group,
        all.map((one) => ({
          ...one,
          coupled_entity_audit_id: by.get(one.id) ?? null,
          ...change(one.id, group),
        })),
      ] as const,
  );
  return { ...known, audits, componentsOf: new Map(componentsOf) };
}

function coupled(known: RollForwardKnown, audit: string, decided: Partial<RollForwardDecisions> = {}) {
  const entry = rolled(known, decided).entries.find(({ before }) => before.id === audit);
  if (entry?.kind !== 'audit') return null;
  return {
    to: entry.couple.toSorted().join(' '),
    said: entry.remarks.map(({ code, subject }) => `${code}: ${subject}`),
  };
}

// e1 has a component on each tier: t/1, m/1 and l/1.
const rows: readonly (readonly [
  what: string,
  known: RollForwardKnown,
  audit: string,
  decided: Partial<RollForwardDecisions>,
  to: string,
  said: readonly string[],
])[] = [
  ['what was coupled to all is coupled to all', threeTiers(), 'ONE-2026', {}, 'l/1 m/1 t/1', []],
  [
    'a half coupling is made whole',
    coupledAs({ 'ONE-2026': ['m/1'] }),
    'ONE-2026',
    {},
    'l/1 m/1 t/1',
    ['coupled-too: e1 (TOP-2027 group 2027) · e1 (LOW-2027 group 2027)'],
  ],
  [
    'what a person leaves out is named',
    coupledAs({ 'ONE-2026': ['m/1'] }),
    'ONE-2026',
    { uncoupled: new Set(['l/1']) },
    'm/1 t/1',
    ['coupled-too: e1 (TOP-2027 group 2027)', 'uncoupled: e1 (LOW-2027 group 2027)'],
  ],
  [
    'one that is out of scope again is not coupled',
    coupledAs({ 'ONE-2026': ['m/1', 'l/1'] }, (id) =>
      id === 't/1' ? { in_scope: false, out_of_scope_explanation: 'Dormant.' } : {},
    ),
    'ONE-2026',
    {},
    'l/1 m/1',
    [],
  ],
  [
    'one that is in scope this year is',
    coupledAs({ 'ONE-2026': ['m/1', 'l/1'] }, (id) =>
      id === 't/1' ? { in_scope: false, out_of_scope_explanation: 'Dormant.' } : {},
    ),
    'ONE-2026',
    { scopes: new Map([['t/1', { as: 'in' }]]) },
    'l/1 m/1 t/1',
    ['coupled-too: e1 (TOP-2027 group 2027)'],
  ],
  [
    'one that is not carried over is not',
    coupledAs({ 'ONE-2026': ['m/1'] }),
    'ONE-2026',
    { scopes: new Map([['l/1', { as: 'left' }]]) },
    'm/1 t/1',
    ['coupled-too: e1 (TOP-2027 group 2027)'],
  ],
  [
    'one to which another audit is coupled is not',
    coupledAs({ 'ONE-2026': ['m/1'], 'LOW-2026': ['m/0', 't/1'] }),
    'ONE-2026',
    {},
    'l/1 m/1',
    ['coupled-too: e1 (LOW-2027 group 2027)'],
  ],
  [
    'one that hangs from the audit is not',
    coupledAs({}, (id) => (id === 'l/7' ? { legal_entity_ids: ['mid'] } : {})),
    'MID-2026',
    {},
    't/0',
    [],
  ],
  [
    'a component of another legal entity is not',
    coupledAs({ 'ONE-2026': ['m/1'] }, (id) => (id === 'l/1' ? { legal_entity_ids: ['e2'] } : {})),
    'ONE-2026',
    {},
    'm/1 t/1',
    ['coupled-too: e1 (TOP-2027 group 2027)'],
  ],
  ['an audit that was in no coupling gets none', threeTiers(), 'TOP-2026', {}, '', []],
];

it.each(rows)('%s', (_, known, audit, decided, to, said) => {
  expect(coupled(known, audit, decided)).toEqual({ to, said });
});

it('two groups that could each be coupled below the other are not waited for in a circle', () => {
  const known = coupledAs({ 'MID-2026': ['t/0'], 'LOW-2026': ['t/9'], 'ONE-2026': [] }, (id) => {
    if (id === 't/9') return { legal_entity_ids: ['low'] };
    if (id === 'l/9') return { legal_entity_ids: ['mid'] };
    return {};
  });
  // MID could be coupled to l/9 in LOW, and LOW to m/0 in MID: the first gets it.
  expect([coupled(known, 'MID-2026')?.to, coupled(known, 'LOW-2026')?.to]).toEqual(['l/9 t/0', 't/9']);
  expect(planFaults({ steps: rollForwardSteps(rolled(known)) })).toEqual([]);
});

it('whatever is coupled, no component is coupled twice, and the plan is made in an order that dependencies follow', () => {
  const entity = fc.constantFrom('e1', 'e2', 'mid', 'low');
  fc.assert(
    fc.property(
      fc.array(entity, { minLength: 30, maxLength: 30 }),
      fc.subarray(['t/1', 'm/1', 'l/1'], { minLength: 1 }),
      (entities, couple) => {
        const ids = [...threeTiers().componentsOf.values()].flat().map(({ id }) => id);
        const of = new Map(ids.map((id, place) => [id, entities[place] ?? 'e1']));
        const known = coupledAs({ 'ONE-2026': couple }, (id) =>
          id.endsWith('/0') || id.endsWith('/1') ? {} : component(id, of.get(id) ?? 'e1'),
        );
        const proposal = rolled(known, { additions: noAdditions(rolled(known)) });
        const all = proposal.entries.flatMap((entry) => (entry.kind === 'audit' ? entry.couple : []));
        expect(new Set(all).size).toBe(all.length);
        const steps = rollForwardSteps(proposal);
        expect(steps).not.toEqual([]);
        expect(planFaults({ steps })).toEqual([]);
        for (const [place, needed] of dependencies(steps).entries())
          for (const one of needed) expect(one).toBeLessThan(place);
      },
    ),
    { numRuns: 60 },
  );
});
