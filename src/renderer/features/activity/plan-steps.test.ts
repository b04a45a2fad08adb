import { describe, expect, it } from 'vitest';
import type { Task } from '../../../shared/plan.ts';
import { placeOf, resolutionOf } from './plan-steps.tsx';
import { reasonWords } from './plan-words.ts';

const creation = { legal_entity_ids: ['leaf'], auditor_relation: 'inter_firm' } as const;
const assignment = { id: 'a@firm.example', role: 'manager' };
const madeBy = (key: string) => (key === 'group' ? 'G-1' : null);

describe('where the object of a step is shown', () => {
  it.each<[Task, string, string | null]>([
    [{ kind: 'createClient', creation: { id: 'c', name: 'C', country: 'NL' } }, 'c', '/clients/one/c'],
    [{ kind: 'awaitOpen', audit: 'A 1' }, 'A 1', '/audits/one/A~201'],
    [{ kind: 'createComponent', group: 'G', creation }, 'x', '/audits/one/G/components'],
    [{ kind: 'createComponent', group: { fromStep: 'group' }, creation }, 'x', '/audits/one/G-1/components'],
    [{ kind: 'createComponent', group: { fromStep: 'unread' }, creation }, 'x', null],
    [{ kind: 'assignUser', audit: 'A', assignment }, 'a@firm.example', '/audits/one/A/users'],
    [{ kind: 'deleteAudit', audit: 'A' }, 'A', null],
  ])('%o is at its own screen', (task, object, expected) => {
    expect(placeOf(task, object, madeBy)).toBe(expected);
  });
});

const component: Task = {
  kind: 'createComponent',
  group: 'G',
  creation: { legal_entity_ids: ['leaf'], auditor_relation: 'inter_firm' },
};
const audit: Task = { kind: 'deleteAudit', audit: 'A' };

describe('what a person says of an unclear step', () => {
  it.each([
    [component, null, '', null],
    [component, 'again', '', { step: 's', as: 'again' }],
    [component, 'object:x:1', '', { step: 's', as: 'done', object: 'x:1' }],
    [component, 'done', '  ', null],
    [component, 'done', ' x ', { step: 's', as: 'done', object: 'x' }],
    [audit, 'done', '', { step: 's', as: 'done' }],
  ] as const)('%o, chosen %s, typed "%s"', (task, choice, typed, expected) => {
    expect(resolutionOf({ key: 's', task }, choice, typed)).toEqual(expected);
  });
});

describe('why a step is unclear', () => {
  it.each([
    [component, 0, 'unexpected-answer', 'happened reason.unsent'],
    [component, 1, 'unexpected-answer', 'reason.unclear happened meaning'],
    [component, 1, 'unknown-outcome', 'reason.unclear'],
    [component, 0, 'unknown-outcome', 'reason.unclear'],
    [component, 0, 'already-there', 'reason.same'],
    [{ kind: 'awaitOpen', audit: 'A' }, 0, 'status-unread', 'happened meaning'],
  ] as const)('%o, sent %i times, for %s', (task, attempts, code, expected) => {
    const step = { state: 'unclear', error: { code }, attempts, task, differences: [] } as const;
    const words = reasonWords(
      step,
      ((key: string) => key) as Parameters<typeof reasonWords>[1], // no language is spoken here
      () => ({ happened: 'happened', meaning: 'meaning' }),
      () => '',
    );
    expect(words).toBe(expected);
  });
});
