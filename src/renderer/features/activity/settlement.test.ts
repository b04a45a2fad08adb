import { describe, expect, it } from 'vitest';
import type { Task } from '../../../shared/plan.ts';
import { settlementOf } from './settlement.ts';

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
    expect(settlementOf({ key: 's', task }, choice, typed)).toEqual(expected);
  });
});
