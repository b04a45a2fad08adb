import { expect, it } from 'vitest';
import { refusalOf } from './verdict.tsx';

const field = 'coupled_component_audit_ids';

// The sentences of the rules as the specification words them, and as the sandbox does.
it.each([
  [1, 'The id does not refer to a consolidated component audit.'],
  [1, 'Object with id=x does not exist.'],
  [2, 'The list contains a duplicate id.'],
  [2, 'x is given more than once.'],
  [3, 'The components do not belong to the same audit network.'],
  [3, 'Not in the same audit network as the other components: x.'],
  [4, 'A component is archived or already coupled.'],
  [4, 'x is already coupled to y.'],
  [
    5,
    'The components do not share the same work package, scoping package, period and the legal entity conditions.',
  ],
  [5, 'The components do not share the same period_start: x, y.'],
  [6, 'A component or group legal entity context does not contain exactly one legal entity.'],
  [6, 'The group audit of x has 2 legal entities; exactly one is needed.'],
  [7, 'The initialising component is ambiguous among x, y.'],
] as const)('P5: recognises rule %i in “%s”', (rule, message) => {
  expect(refusalOf({ [field]: [message] })).toEqual([{ rule, message }]);
});

it('P5: what is said about a filled field is rule 7, and what nobody recognises stays as it is', () => {
  expect(
    refusalOf({ [field]: ['Not in this phase of the moon.'], work_package_id: ['Must be y.'], name: ['no'] }),
  ).toEqual([
    { rule: null, message: 'Not in this phase of the moon.' },
    { rule: 7, message: 'work_package_id: Must be y.' },
  ]);
});
