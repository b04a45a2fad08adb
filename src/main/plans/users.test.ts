import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import type { Step } from '../../shared/plan.ts';
import type { Fetch } from '../api/exchange.ts';
import { createFakeClock } from '../testing/clock.ts';
import { openPlanDesk, step } from '../testing/plan-desk.ts';

// Users of whom the service shows a number and no address: an assignment that it accepts is whoever is new there.

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const users = '/audits/audit/users/';
const pat = { id: "o'brien+audit@firm.example", role: 'audit_auditor' };
const carla = { id: 'carla@firm.example', role: 'audit_auditor' };
/** As the sandbox numbers them. */
const numbers = { pat: '44731', carla: '29178' };

const assign = (key: string, assignment: typeof pat): Step =>
  step(key, { kind: 'assignUser', audit: 'audit', assignment });

type Instead = (send: () => ReturnType<Fetch>) => ReturnType<Fetch>;

/** An audit with a user, in front of which the first assignment meets something else. */
function open(instead: (others: () => Promise<unknown>) => Instead) {
  const clock = createFakeClock();
  const variants = ['users-user-number', 'users-answer-none'];
  const desk = openDesk(
    (fixture) => ({
      ...fixture,
      firms: fixture.firms.map((firm) => ({
        ...firm,
        users: [...firm.users, { email: carla.id, name: 'Carla' }],
      })),
    }),
    { machineTime: clock.wall, variants },
  );
  const meet = instead(() => desk.post(users, carla));
  let met = 0;
  const changeFetch =
    (send: Fetch): Fetch =>
    (url, init) => {
      if (init.method !== 'POST' || !url.includes('/users/')) return send(url, init);
      met += 1;
      return met === 1 ? meet(() => send(url, init)) : send(url, init);
    };
  return openPlanDesk(desk, { clock, path: join(folder, 'journal.db'), changeFetch });
}

const lost = async (): Promise<never> => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
};

const cases: readonly (readonly [
  says: string,
  instead: (others: () => Promise<unknown>) => Instead,
  ends: string,
  candidates: readonly string[],
  assigned: number,
])[] = [
  ['is accepted', () => (send) => send(), 'done 1', [], 2],
  [
    'is accepted, while others assign somebody',
    (others) => (send) => send().finally(others),
    'unclear 1 accepted-unseen',
    [numbers.carla, numbers.pat],
    3,
  ],
  [
    'is accepted, and not carried out',
    () => async () => new Response(null, { status: 201 }),
    'unclear 1 accepted-unseen',
    [],
    1,
  ],
  ['is lost', () => lost, 'done 2', [], 2],
  [
    'is lost, and carried out',
    () => (send) => send().then(lost),
    'unclear 1 unknown-outcome',
    [numbers.pat],
    2,
  ],
];

test.each(cases)('an assignment that %s', async (_, instead, ends, candidates, assigned) => {
  const { plans, carryOut, steps, states, count } = open(instead);
  await carryOut(assign('pat', pat));
  const [ended] = steps('plan');
  expect([ended?.state, ended?.attempts, ended?.error?.code ?? []].flat().join(' ')).toBe(ends);
  expect(ended?.candidates.toSorted()).toEqual(candidates.toSorted());
  expect(await count(users)).toBe(assigned);
  if (candidates.length === 0) return;
  expect(plans.settle({ id: 'plan', step: 'pat', as: 'done', object: numbers.pat })).toMatchObject({
    ok: true,
  });
  expect(states()).toEqual(['done']);
});

test('those of one plan are told apart: one is assigned after the other', async () => {
  const { carryOut, steps } = open(() => (send) => send());
  await carryOut(assign('pat', pat), assign('carla', carla));
  expect(steps('plan').map(({ state, result }) => [state, result])).toEqual([
    ['done', numbers.pat],
    ['done', numbers.carla],
  ]);
});
