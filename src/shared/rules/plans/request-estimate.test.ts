import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Step, Task } from '../../plan.ts';
import {
  batchesOf,
  countCalls,
  type EstimatedTask,
  estimatedTasks,
  tasksOfBatches,
} from './request-estimate.ts';

const step = (key: number, task: Task, ...after: readonly number[]): Step => ({
  key: `${key}`,
  after: after.map(String),
  subject: '',
  task,
});
const component = (group = 'g'): Task => ({
  kind: 'createComponent',
  group,
  creation: { legal_entity_ids: ['e'], auditor_relation: 'self' },
});
const user = (audit = 'a'): Task => ({ kind: 'assignUser', audit, assignment: { id: 'u', role: 'r' } });

test('calls are counted by tier, a list for each group', () => {
  const steps = [step(0, component('g')), step(1, component('h')), step(2, component('g')), step(3, user())];
  expect(countCalls(steps)).toEqual({ lifecycle: 3, read: 2, write: 1 });
});

test('what is deleted is looked at first, unless the plan has created it', () => {
  const deletions = (own: boolean) => {
    const of = (key: string) => (own ? { fromStep: key } : key);
    return [
      step(1, { kind: 'deleteComponent', group: 'g', component: of('c') }),
      step(2, { kind: 'deleteComponent', group: 'g', component: of('d') }),
      step(3, { kind: 'deleteAudit', audit: of('a') }),
    ];
  };
  expect(countCalls(deletions(false))).toEqual({ lifecycle: 3, read: 2 });
  expect(countCalls(deletions(true))).toEqual({ lifecycle: 3 });
});

test('10,000 steps of one kind are one batch, and a group with its components three', () => {
  const users = Array.from({ length: 10_000 }, (_, index) => step(index, user(`a-${index}`)));
  expect(batchesOf(estimatedTasks(users))).toEqual([
    { count: 10_000, needs: [], tier: 'write', listing: null, waits: false },
  ]);
  const group = [
    step(0, { kind: 'awaitOpen', audit: 'g' }),
    ...Array.from({ length: 30 }, (_, index) => step(index + 1, component(), 0)),
    step(31, user()),
  ];
  expect(batchesOf(estimatedTasks(group))).toEqual([
    { count: 1, needs: [], tier: null, listing: null, waits: true },
    { count: 30, needs: [0], tier: 'lifecycle', listing: 0, waits: false },
    { count: 1, needs: [], tier: 'write', listing: null, waits: false },
  ]);
});

const tasks: fc.Arbitrary<readonly EstimatedTask[]> = fc
  .array(
    fc.record({
      tier: fc.constantFrom('lifecycle', 'write', null),
      listing: fc.constantFrom('g', 'h', null),
      needs: fc.array(fc.nat(), { maxLength: 2 }),
    }),
    { maxLength: 30 },
  )
  .map((drawn) =>
    drawn.map(({ tier, listing, needs }, index) => ({
      tier,
      listing: tier === 'lifecycle' ? listing : null,
      waits: tier === null,
      needs: index === 0 ? [] : [...new Set(needs.map((need) => need % index))],
    })),
  );

test('batches are the same tasks, but for what their lists are called', () => {
  fc.assert(
    fc.property(tasks, (before) => {
      const after = tasksOfBatches(batchesOf(before));
      const names = [...new Set(before.flatMap(({ listing }) => listing ?? []))];
      const named = ({ listing, ...rest }: EstimatedTask) => ({
        ...rest,
        listing: listing === null ? null : String(names.indexOf(listing)),
      });
      expect(after).toEqual(before.map(named));
    }),
  );
});
