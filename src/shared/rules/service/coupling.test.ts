import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CouplingNetwork, couplingVerdict } from './coupling.ts';
import type { CouplingComponent } from './coupling-component.ts';

// A tree of three levels and a component at each: the group of Holding has a component for Leaf, so has the group of
// Sub, which is coupled to a component of Holding's group. All expectations are taken from the specification by hand.

const parents: Readonly<Record<string, string | null>> = {
  holding: null,
  sub: 'holding',
  leaf: 'sub',
  twin: 'holding',
};

const values = {
  client_organisation_id: 'client',
  legal_entity_id: 'leaf',
  work_package_id: 'wp',
  scoping_package_id: 'Large',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
};

function component(id: string, group: string, change: Partial<CouplingComponent> = {}): CouplingComponent {
  const { legal_entity_id: own, ...engagement } = values;
  return {
    id,
    status: 'open',
    groupStatus: 'open',
    coupledAuditId: null,
    legalEntityIds: [own],
    groupLegalEntityIds: [group],
    engagement,
    ...change,
  };
}

function network(
  components: readonly CouplingComponent[],
  change: Partial<CouplingNetwork> = {},
): CouplingNetwork {
  return {
    component: (id) => components.find((one) => one.id === id),
    neighbours: (id) =>
      id === 'network'
        ? components.map((one) => one.id)
        : components.some((one) => one.id === id)
          ? ['network']
          : [],
    ancestors: (_, id) => {
      let count = 0;
      for (let at = parents[id] ?? null; at !== null; at = parents[at] ?? null) count += 1;
      return count;
    },
    ...change,
  };
}

const high = component('high', 'holding');
const low = component('low', 'sub');

function broken(
  ids: readonly string[],
  components: readonly CouplingComponent[],
  given: Partial<typeof values> = values,
  change: Partial<CouplingNetwork> = {},
) {
  return couplingVerdict({ ids, values: given }, network(components, change)).rules.flatMap(
    ({ rule, violations }) =>
      violations.map(({ code, ids: concerned, field, facts }) => ({
        rule,
        code,
        ids: concerned,
        field,
        facts,
      })),
  );
}
const field = 'coupled_component_audit_ids';

describe('Rule 7 is judged by what is given', () => {
  const judged = (given: Partial<typeof values>, components = [low]) => {
    const { rules, notCompared } = couplingVerdict({ ids: ['low'], values: given }, network(components));
    return [rules[6]?.answer, notCompared];
  };
  const { period_start: _, ...without } = values;

  it('holds where all six values are given and equal', () => {
    expect(judged(values)).toEqual(['holds', []]);
  });

  it('is not judged where one is missing, and is broken by one that differs whatever is missing', () => {
    expect(judged({})).toEqual(['unknown', Object.keys(values)]);
    expect(judged(without)).toEqual(['unknown', ['period_start']]);
    expect(judged({ ...without, period_end: '2027-01-01' })).toEqual(['broken', ['period_start']]);
  });

  it('is not judged where there is no component to compare with', () => {
    expect(judged(values, [high])).toEqual(['unknown', []]);
  });
});

describe('decisions §9 a coupling that keeps all rules', () => {
  it.each([
    ['one component', ['low'], [low]],
    ['two of one network', ['high', 'low'], [high, low]],
    ['in any order', ['low', 'high'], [high, low]],
    ['decisions §9.10 out of scope or not is not looked at', ['high'], [high]],
  ])('%s', (_, ids, components) => {
    const verdict = couplingVerdict({ ids, values }, network(components));
    expect(verdict.rules.map(({ answer }) => answer)).toEqual(Array(7).fill('holds'));
  });
  it('decisions §9.7 the initialising component is the highest, whatever the order', () => {
    for (const ids of [
      ['high', 'low'],
      ['low', 'high'],
    ])
      expect(couplingVerdict({ ids, values }, network([high, low])).initialising?.id).toBe('high');
  });
  it('decisions §9.7 with one id that one is initialising', () => {
    expect(couplingVerdict({ ids: ['low'], values: {} }, network([low]))).toMatchObject({
      initialising: low,
      values,
    });
  });
});

describe('decisions §9.1–7 each rule broken', () => {
  it('decisions §9.2 an id that is no component', () => {
    expect(broken(['none', 'low'], [low])).toEqual([
      { rule: 1, code: 'not-a-component', ids: ['none'], field, facts: undefined },
    ]);
  });
  it('decisions §9.3 a duplicate, on the raw list', () => {
    expect(broken(['low', 'low', 'low'], [low])).toEqual([
      { rule: 2, code: 'duplicate', ids: ['low'], field, facts: undefined },
    ]);
    expect(broken(['none', 'none'], []).map(({ rule, ids }) => [rule, ids])).toEqual([
      [1, ['none']],
      [2, ['none']],
    ]);
  });
  it('two networks', () => {
    expect(broken(['high', 'low'], [high, low], values, { neighbours: () => [] })).toEqual([
      { rule: 3, code: 'separate-network', ids: ['high'], field, facts: undefined },
      { rule: 3, code: 'separate-network', ids: ['low'], field, facts: undefined },
    ]);
  });
  it.each([
    ['the component archived', { status: 'archived' }],
    ['the component deleting', { status: 'deleting' }],
    ['its group archived', { groupStatus: 'archived' }],
    ['its group deleting', { groupStatus: 'deleting' }],
  ] as const)('decisions §9.4 %s', (_, change: Partial<CouplingComponent>) => {
    expect(broken(['low'], [component('low', 'sub', change)])).toEqual([
      { rule: 4, code: 'archived', ids: ['low'], field, facts: { status: change.status ?? 'open' } },
    ]);
  });
  it('decisions §9.4 already coupled', () => {
    expect(broken(['low'], [component('low', 'sub', { coupledAuditId: 'other' })])).toEqual([
      { rule: 4, code: 'already-coupled', ids: ['low'], field, facts: { audit: 'other' } },
    ]);
  });
  it('decisions §9.4 archived and coupled are told both', () => {
    const change = { status: 'archived', coupledAuditId: 'other' };
    expect(broken(['low'], [component('low', 'sub', change)]).map(({ code }) => code)).toEqual([
      'archived',
      'already-coupled',
    ]);
  });
  it.each(['work_package_id', 'scoping_package_id', 'period_start', 'period_end'] as const)(
    'decisions §9.5 another %s',
    (name) => {
      const other = component('low', 'sub', { engagement: { ...low.engagement, [name]: 'other' } });
      expect(broken(['high', 'low'], [high, other])).toEqual([
        { rule: 5, code: 'differing-values', ids: ['high', 'low'], field, facts: { field: name } },
      ]);
    },
  );
  it('decisions §9.5 another own legal entity', () => {
    expect(broken(['high', 'low'], [high, component('low', 'sub', { legalEntityIds: ['twin'] })])).toEqual([
      { rule: 5, code: 'differing-values', ids: ['high', 'low'], field, facts: { field: 'legal_entity_id' } },
    ]);
  });
  it('decisions §9.5 the entity is compared only among components that keep rule 6', () => {
    expect(
      broken(['high', 'low'], [high, component('low', 'sub', { legalEntityIds: ['twin', 'leaf'] })]),
    ).toEqual([{ rule: 6, code: 'not-one-own-entity', ids: ['low'], field, facts: { count: 2 } }]);
  });
  it.each([
    [{ legalEntityIds: [] }, 'not-one-own-entity', 0],
    [{ legalEntityIds: ['leaf', 'sub'] }, 'not-one-own-entity', 2],
    [{ groupLegalEntityIds: [] }, 'not-one-group-entity', 0],
    [{ groupLegalEntityIds: ['holding', 'sub', 'twin'] }, 'not-one-group-entity', 3],
  ])('decisions §9.6 also for a single id: %j', (change, code, count) => {
    expect(
      broken(['low'], [component('low', 'sub', change)], { ...values, legal_entity_id: 'other' }),
    ).toEqual([{ rule: 6, code, ids: ['low'], field, facts: { count } }]);
  });
  it('decisions §9.7 each request field that differs from the initialising component, under its name', () => {
    const given = { ...values, legal_entity_id: 'holding', period_end: '2026-11-30' };
    expect(broken(['low', 'high'], [high, low], given)).toEqual([
      {
        rule: 7,
        code: 'differs-from-initialising',
        ids: ['high'],
        field: 'legal_entity_id',
        facts: { expected: 'leaf', among: 1 },
      },
      {
        rule: 7,
        code: 'differs-from-initialising',
        ids: ['high'],
        field: 'period_end',
        facts: { expected: '2026-12-31', among: 1 },
      },
    ]);
  });
  it('decisions §9.1 a request field that is not there is not compared', () => {
    expect(broken(['low'], [low], { period_start: values.period_start })).toEqual([]);
  });
  it('decisions §9.7 among equals it is ambiguous', () => {
    const equal = component('equal', 'twin', { engagement: { ...low.engagement, period_end: '2026-06-30' } });
    expect(broken(['low', 'equal'], [low, equal], {})).toEqual([
      { rule: 5, code: 'differing-values', ids: ['low', 'equal'], field, facts: { field: 'period_end' } },
      { rule: 7, code: 'ambiguous-initialising', ids: ['low', 'equal'], field, facts: undefined },
    ]);
  });
  it('decisions §9.7 unless the equals give the same six values, which are then compared', () => {
    const equal = component('equal', 'twin');
    expect(broken(['low', 'equal'], [low, equal])).toEqual([]);
    expect(broken(['low', 'equal'], [low, equal], { ...values, work_package_id: 'x' })).toEqual([
      expect.objectContaining({ rule: 7, code: 'differs-from-initialising', field: 'work_package_id' }),
    ]);
  });
  it('decisions §9.7 a component that breaks rule 6 does not initialise', () => {
    const wide = component('wide', 'holding', { legalEntityIds: ['leaf', 'sub'] });
    const verdict = couplingVerdict({ ids: ['wide', 'low'], values }, network([wide, low]));
    expect(verdict.initialising?.id).toBe('low');
  });
  it('decisions §9.1 all violations at once, in the order of the rules', () => {
    const wide = component('wide', 'sub', { legalEntityIds: [], coupledAuditId: 'x' });
    const other = component('other', 'twin', { engagement: { ...low.engagement, work_package_id: 'old' } });
    const codes = broken(['none', 'low', 'low', 'wide', 'other'], [low, wide, other], values, {
      neighbours: () => [],
    }).map(({ rule, code }) => `${String(rule)} ${code}`);
    expect(codes).toEqual([
      '1 not-a-component',
      '2 duplicate',
      '3 separate-network',
      '3 separate-network',
      '3 separate-network',
      '4 already-coupled',
      '5 differing-values',
      '6 not-one-own-entity',
      '7 ambiguous-initialising',
    ]);
  });
});

describe('decisions §9.11 what cannot be known here', () => {
  const answers = (verdict: ReturnType<typeof couplingVerdict>) => verdict.rules.map(({ answer }) => answer);
  it('a component that cannot be read', () => {
    const verdict = couplingVerdict(
      { ids: ['low', 'unread'], values },
      network([low], {
        component: (id) => (id === 'low' ? low : null),
      }),
    );
    expect(answers(verdict)).toEqual([
      'unknown',
      'holds',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ]);
    expect(verdict.initialising).toBeNull();
  });
  it('a tree without parents: rule 7, unless the values agree', () => {
    const unknown = { ancestors: () => null };
    const other = component('low', 'sub', {
      engagement: { ...low.engagement, client_organisation_id: 'other' },
    });
    expect(
      answers(couplingVerdict({ ids: ['high', 'low'], values }, network([high, other], unknown))),
    ).toEqual(['holds', 'holds', 'holds', 'holds', 'holds', 'holds', 'unknown']);
    const agreeing = couplingVerdict({ ids: ['high', 'low'], values }, network([high, low], unknown));
    expect([answers(agreeing)[6], agreeing.initialising, agreeing.values]).toEqual(['holds', null, values]);
    expect(broken(['high', 'low'], [high, low], { ...values, period_end: 'x' }, unknown)).toHaveLength(1);
  });
  it('links: rule 3, unless one network is known completely', () => {
    const verdict = (neighbours: CouplingNetwork['neighbours']) =>
      answers(couplingVerdict({ ids: ['high', 'low'], values }, network([high, low], { neighbours })))[2];
    expect(verdict(() => null)).toBe('unknown');
    expect(verdict((id) => (id === 'low' ? [] : null))).toBe('doubtful');
    expect(verdict((id) => (id === 'low' ? ['high'] : null))).toBe('holds');
  });
});

describe('decisions §9.7 order', () => {
  it('the verdict does not depend on the order of the ids', () => {
    const all = [high, low, component('equal', 'twin'), component('wide', 'sub', { legalEntityIds: [] })];
    fc.assert(
      fc.property(fc.shuffledSubarray(['high', 'low', 'equal', 'wide', 'none']), (ids) => {
        const codes = (order: readonly string[]) =>
          broken(order, all).map(({ rule, code, ids: concerned }) =>
            [rule, code, concerned.toSorted((a, b) => a.localeCompare(b))].join(' '),
          );
        const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => a.localeCompare(b));
        expect(sorted(codes(ids))).toEqual(sorted(codes(ids.toReversed())));
      }),
    );
  });
});
