import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimiter } from '../../sandbox/http/limits.ts';
import { type Limits, specifiedLimits, type Tier } from '../../shared/model/tiers.ts';
import type { Step, Task } from '../../shared/plan.ts';
import { dependencies, tierOf } from '../../shared/rules/plans/plan.ts';
import { batchesOf, estimatedTasks, tasksOfBatches } from '../../shared/rules/plans/request-estimate.ts';
import { leastTime } from '../testing/least-time.ts';
import { createInitialisingTimes, secondsOf } from './estimate.ts';
import { createSlotLog } from './quota.ts';
import { createHeap, type Outlook } from './timetable.ts';

type TierLimits = Readonly<Partial<Record<Tier, Limits>>>;

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
const audit = (id: string): Task => ({
  kind: 'createAudit',
  creation: {
    id,
    name: id,
    work_package_id: 'w',
    scoping_package_id: 's',
    client_organisation_id: 'c',
    legal_entity_id: 'e',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
  },
});
const user: Task = { kind: 'assignUser', audit: 'a', assignment: { id: 'u', role: 'r' } };

const outlook = (limits: TierLimits = specifiedLimits, initialisingSeconds = 5) => ({
  now: 0,
  forecast: (tier: Tier) => createSlotLog().forecast(limits[tier] ?? {}, 0),
  initialisingSeconds,
});

/** As the interface asks and the engine answers: the steps as batches, and these as tasks again. */
const estimate = (steps: readonly Step[], of: Outlook) =>
  secondsOf(tasksOfBatches(batchesOf(estimatedTasks(steps))), of);

// reliability §3, by hand.
test.each([
  [5, 0],
  [60, 660],
  [61, 3_600],
  [120, 4_260],
  [240, 11_460],
  [300, 15_060],
  [301, 86_400],
  [600, 101_460],
])('%i components take %i s', (count, seconds) => {
  const steps = Array.from({ length: count }, (_, index) => step(index, component()));
  expect(estimate(steps, outlook())).toBe(seconds);
});

test('an audit that has to open first delays what depends on it, and nothing else', () => {
  const steps = [
    step(0, audit('a')),
    step(1, { kind: 'awaitOpen', audit: { fromStep: '0' } }),
    step(2, { ...user, audit: { fromStep: '1' } }),
  ];
  expect(estimate(steps, outlook(specifiedLimits, 40))).toBe(40);
  expect(estimate(steps.slice(2), outlook())).toBe(0);
});

test('a tier that admits nothing: no time is long enough', () => {
  const steps = [step(0, component()), step(1, user)];
  expect(estimate(steps, outlook({ lifecycle: { daily: 0 } }))).toBeNull();
});

/** Carries steps out second by second against a service that counts exactly; answers when the last was done. */
function bruteForce(steps: readonly Step[], limits: TierLimits, initialisingSeconds: number): number {
  const server = createLimiter({ windows: 'sliding', rejectedRequestsCount: false });
  const needs = dependencies(steps);
  const doneAt = new Map<number, number>();
  for (let second = 0; ; second += 1) {
    for (let changed = true; changed; ) {
      changed = false;
      for (const [index, { task }] of steps.entries()) {
        const isFree = (needs[index] ?? []).every((need) => (doneAt.get(need) ?? Infinity) <= second);
        if (doneAt.has(index) || !isFree) continue;
        const tier = tierOf(task.kind);
        if (tier !== null && server.admit(tier, limits[tier] ?? {}, second * 1_000) !== null) continue;
        doneAt.set(index, tier === null ? second + initialisingSeconds : second);
        changed = true;
      }
    }
    if (doneAt.size === steps.length) return Math.max(...doneAt.values());
  }
}

const plans: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('audit', 'component', 'user', 'await'),
      after: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((drawn) =>
    drawn.map(({ kind, after }, index) => {
      const earlier = index === 0 ? [] : [...new Set(after.map((number) => number % index))];
      switch (kind) {
        case 'audit':
          return step(index, audit(`id-${index}`), ...earlier);
        case 'component':
          return step(index, component(), ...earlier);
        case 'user':
          return step(index, user, ...earlier);
        case 'await':
          return step(index, { kind: 'awaitOpen', audit: 'somewhere' }, ...earlier);
      }
    }),
  );

test('an estimate is what carrying the plan out takes', () => {
  const most = fc.integer({ min: 1, max: 4 });
  const limits = fc.record({
    lifecycle: fc.record({ burst: most, sustained: fc.integer({ min: 8, max: 20 }) }),
    write: fc.record({ burst: most }),
  });
  fc.assert(
    fc.property(plans, limits, fc.integer({ min: 0, max: 90 }), (steps, of, initialising) => {
      expect(estimate(steps, outlook(of, initialising))).toBe(bruteForce(steps, of, initialising));
    }),
    { numRuns: 80 },
  );
});

test('what an estimate takes grows with the steps, not with their square', async () => {
  const stepsOf = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      index % 2 === 0 ? step(index, user) : step(index, user, index - 1),
    );
  const [steps, few] = [stepsOf(10_000), stepsOf(1_000)];
  // 5,000 pairs at 120 a minute and 4,000 an hour: two full hours, and 2,000 in 16 full minutes and a part.
  expect(estimate(steps, outlook())).toBe(2 * 3_600 + 16 * 60);
  // Ten times the steps: a hundred times as long where each step looks at all others.
  const time = (some: typeof steps) => leastTime(() => estimate(some, outlook()));
  expect((await time(steps)) / (await time(few))).toBeLessThan(70); // on a busy machine up to 45
});

test('waits that follow each other, however many, are no deep matter', () => {
  const steps = Array.from({ length: 10_000 }, (_, index) =>
    step(index, { kind: 'awaitOpen', audit: 'a' }, ...(index === 0 ? [] : [index - 1])),
  );
  expect(estimate(steps, outlook({}, 1))).toBe(10_000);
});

test('audits open in the median of the last twenty, five seconds before there is any', () => {
  const times = createInitialisingTimes();
  expect(times.expected()).toBe(5);
  for (const seconds of [300, 2, 4]) times.note(seconds);
  expect(times.expected()).toBe(4);
  for (let audits = 0; audits < 20; audits += 1) times.note(9);
  times.note(1);
  expect(times.expected()).toBe(9);
});

test('a heap gives what comes first, first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (numbers) => {
      const heap = createHeap<number>((a, b) => a < b);
      for (const number of numbers) heap.add(number);
      expect(numbers.map(() => heap.take())).toEqual(numbers.toSorted((a, b) => a - b));
      expect(heap.take()).toBeUndefined();
    }),
  );
});
