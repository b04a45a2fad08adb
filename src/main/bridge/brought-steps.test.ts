import { expect, test } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import type { Plan, Step } from '../../shared/plan.ts';
import { createBroughtSteps } from './plan-handlers.ts';

const steps = Array.from(
  { length: 10_001 },
  (_, number): Step => ({
    key: String(number),
    after: [],
    subject: '',
    task: { kind: 'awaitOpen', audit: 'a' },
  }),
);
const plan: Plan = { id: 'p', connection: 'c', title: '', steps: steps.slice(4, 6) };
const [page, other] = [1, 2];

/** Four steps of the plan are brought by the page. */
function begun(gone?: AbortSignal) {
  const brought = createBroughtSteps();
  expect(brought.bring({ id: 'p', at: 0, steps: steps.slice(0, 3) }, page, gone)).toEqual(succeed(null));
  expect(brought.bring({ id: 'p', at: 3, steps: steps.slice(3, 4) }, page, gone)).toEqual(succeed(null));
  return brought;
}

test('what was brought stands before what a plan has, and is taken once', () => {
  const { whole } = begun();
  expect(whole({ ...plan, before: 4 }, page)).toEqual(succeed({ ...plan, steps: steps.slice(0, 6) }));
  expect(whole({ ...plan, before: 4 }, page)).toEqual(fail('invalid-input'));
  expect(whole(plan, page)).toEqual(succeed(plan));
});

test.each([
  ['another page', { before: 4 }, other],
  ['another plan', { id: 'q', before: 4 }, page],
  ['fewer steps than were brought', { before: 3 }, page],
  ['more steps than a plan may have', { before: 4, steps: steps.slice(4) }, page],
])('%s gets none of it', (_, change, from) => {
  expect(begun().whole({ ...plan, ...change }, from)).toEqual(fail('invalid-input'));
});

test('a part that does not follow the one before ends it; the first part begins anew', () => {
  const { bring, whole } = begun();
  expect(bring({ id: 'p', at: 3, steps: steps.slice(3, 4) }, page)).toEqual(fail('invalid-input'));
  expect(whole({ ...plan, before: 4 }, page)).toEqual(fail('invalid-input'));
  expect(bring({ id: 'p', at: 0, steps: steps.slice(0, 4) }, page)).toEqual(succeed(null));
  expect(bring({ id: 'p', at: 4, steps: steps.slice(4) }, page)).toEqual(fail('invalid-input')); // 10,001 in all
});

test('what a page brought goes with the page', () => {
  const gone = new AbortController();
  const { whole } = begun(gone.signal);
  gone.abort();
  expect(whole({ ...plan, before: 4 }, page)).toEqual(fail('invalid-input'));
});
