import { expect, it } from 'vitest';
import { planFaults } from '../../shared/rules/plans/plan.ts';
import { auditDeletionPlan } from './audit-deletion.ts';

const audit = (id: string, after: readonly string[] = []) => ({ audit: { id, name: `Audit ${id}` }, after });

it('one plan deletes all, each followed until it is gone, and what is coupled to a group before the group', () => {
  const plan = auditDeletionPlan('c', 'asked', 'Two', [
    audit('group', ['coupled']),
    audit('coupled'),
    audit('x'),
  ]);
  expect(planFaults(plan)).toEqual([]);
  expect(
    plan.steps.map(({ key, after, task }) => [key, task.kind, 'audit' in task ? task.audit : '', after]),
  ).toEqual([
    ['delete-1', 'deleteAudit', 'coupled', []],
    ['gone-1', 'awaitGone', 'coupled', ['delete-1']],
    ['delete-0', 'deleteAudit', 'group', ['delete-1']],
    ['gone-0', 'awaitGone', 'group', ['delete-0']],
    ['delete-2', 'deleteAudit', 'x', []],
    ['gone-2', 'awaitGone', 'x', ['delete-2']],
  ]);
});

it('the same question is the same plan, another one about the same audits is another', () => {
  const idOf = (asking: string) => auditDeletionPlan('c', asking, 'T', [audit('a')]).id;
  expect(idOf('one')).toBe(idOf('one'));
  expect(idOf('one')).not.toBe(idOf('two'));
});
