import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fail } from '../../shared/error.ts';
import type { Plan, StepState } from '../../shared/plan.ts';
import { openOwnDatabase } from '../storage/database.ts';
import { leastTime } from '../testing/least-time.ts';
import { createFakeLog } from '../testing/log.ts';
import { componentStep, planOf } from '../testing/plan-desk.ts';
import { type Journal, journalSchema, openJournal } from './journal.ts';
import { queueOf } from './queue.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(): Journal {
  return openWithFile().journal;
}

function openWithFile() {
  const path = join(folder, 'journal.db');
  const options = { synchronous: 'FULL', log: createFakeLog(), now: Date.now } as const;
  const database = openOwnDatabase(path, journalSchema, options);
  if (database === null) throw new Error('Somebody else owns it.');
  return { database, journal: openJournal(database) };
}

const at = '2026-01-05T09:00:00.000Z';
const plan = planOf(componentStep('one', ['sub']), componentStep('two', ['leaf'], 'Two'));

test('a plan is there after the file was opened again, each step as it was written', () => {
  const first = open();
  const { number } = first.add(plan, at);
  const [one, two] = first.steps(number);
  if (one === undefined || two === undefined) throw new Error('A step is missing.');
  const changed = {
    ...two,
    state: 'unclear' as const,
    attempts: 2,
    doubted: true,
    error: fail('unknown-outcome').error,
    candidates: ['a', 'b'],
    told: false,
    changedAt: '2026-01-05T10:00:00.000Z',
  };
  first.keepSteps(number, [{ ...one, state: 'sending', attempts: 1 }, changed]);
  const record = first.plan('plan');
  if (record === null) throw new Error('The plan is missing.');
  first.keepPlan({ ...record, state: 'paused', pause: { reason: 'faults', error: null }, cancelled: true });
  first.keepFormerComponents(number, 'G', ['x']);
  first.close();

  const second = open();
  expect(second.plan('plan')).toEqual({
    ...record,
    state: 'paused',
    pause: { reason: 'faults', error: null },
    cancelled: true,
  });
  // What was on its way when the process ended may have been carried out.
  expect(second.steps(number)).toEqual([{ ...one, state: 'resolving', attempts: 1, doubted: true }, changed]);
  expect(second.counts(number)).toEqual({ resolving: 1, unclear: 1 });
  expect(second.formerComponents(number, 'G')).toEqual(['x']);
  expect(second.formerComponents(number, 'H')).toBeNull();
  expect(second.in('running')).toEqual([]);
  second.close();
});

test('the same plan is known again, whatever is left out of it; another one is not', () => {
  const journal = open();
  const record = journal.add(plan, at);
  const [one, ...others] = plan.steps;
  if (one?.task.kind !== 'createComponent') throw new Error('A step is missing.');
  const spelled = { ...one, task: { ...one.task, creation: { ...one.task.creation, name: undefined } } };
  // The schema of plans leaves the absent out: here it stands for what a caller may have spelled out.
  expect(journal.holds(record, { ...plan, steps: [spelled, ...others] })).toBe(true);
  expect(journal.holds(record, { ...plan, steps: others })).toBe(false);
  expect(journal.holds(record, { ...plan, connection: 'other' })).toBe(false);
  journal.close();
});

test('all of several steps are written, or none', () => {
  const journal = open();
  const { number } = journal.add(plan, at);
  const [one, two] = journal.steps(number);
  if (one === undefined || two === undefined) throw new Error('A step is missing.');
  const unwritable = { ...two, state: 'done' as const, changedAt: null as unknown as string }; // the table takes no null
  expect(() => journal.keepSteps(number, [{ ...one, state: 'done' }, unwritable])).toThrow(/NOT NULL/);
  expect(journal.counts(number)).toEqual({ waiting: 2 });
  expect(() => journal.add({ ...plan, steps: [one, one] }, at)).toThrow(/UNIQUE/);
  expect(journal.plans({ most: 10 }).count).toBe(1);
  journal.close();
});

test('pages of plans, the latest first, and of steps in order', () => {
  const journal = open();
  for (let number = 1; number <= 5; number += 1)
    journal.add({ ...plan, id: `plan-${number}`, connection: number === 2 ? 'other' : 'c' }, at);
  const page = journal.plans({ connection: 'c', most: 2 });
  expect([page.count, page.results.map(({ id }) => id)]).toEqual([4, ['plan-5', 'plan-4']]);
  const next = journal.plans({ connection: 'c', most: 3, before: page.results[1]?.number });
  expect([next.count, next.results.map(({ id }) => id)]).toEqual([4, ['plan-3', 'plan-1']]);
  expect(journal.stepPage(1, { most: 1, behind: 0 })).toMatchObject({ count: 2, results: [{ key: 'two' }] });
  expect(journal.stepPage(1, { most: 9, states: ['done'] })).toEqual({ count: 0, results: [] });
  journal.close();
});

describe('plans that are not done', () => {
  const ended = (journal: Journal, id: string, state: StepState, more: Partial<Plan> = {}, as = id): void => {
    const record = journal.add({ ...plan, id, ...more }, at, as);
    journal.keepSteps(
      record.number,
      journal.steps(record.number).map((one) => ({ ...one, state })),
    );
    journal.keepPlan({ ...record, state: 'ended', endedAt: at });
  };
  const undone = (journal: Journal) =>
    journal.plans({ only: 'undone', most: 99 }).results.map(({ id }) => id);

  test('have not ended, or ended before all was done', () => {
    const journal = open();
    journal.add({ ...plan, id: 'running' }, at);
    for (const state of ['done', 'failed', 'blocked', 'unclear', 'cancelled'] as const)
      ended(journal, state, state);
    expect(undone(journal)).toEqual(['cancelled', 'unclear', 'blocked', 'failed', 'running']);
    expect(journal.plans({ only: 'unended', most: 99 }).results.map(({ id }) => id)).toEqual(['running']);
    journal.close();
  });

  test.each([
    ['submission', {}, {}, 'first', []],
    ['draft', { about: { draft: 'd' } }, { about: { draft: 'd' } }, 'again', []],
    [
      'roll-forward',
      { about: { kind: 'roll-forward', audit: 'g' } },
      { about: { kind: 'roll-forward', audit: 'g' } },
      'again',
      [],
    ],
    [
      'group, by other changes of its components',
      { about: { kind: 'components', audit: 'g' } },
      { about: { kind: 'components', audit: 'g' } },
      'again',
      ['first'],
    ],
    ['connection alone', {}, {}, 'again', ['first']],
  ] as const)('unless a newer plan does them again: of the same %s', (_, first, again, as, left) => {
    const journal = open();
    ended(journal, 'first', 'cancelled', first);
    ended(journal, 'again', 'done', again, as);
    expect(undone(journal)).toEqual(left);
    journal.close();
  });
});

test('a component that a plan has created is known as such', () => {
  const journal = open();
  const { number } = journal.add(plan, at);
  const [one] = journal.steps(number);
  if (one === undefined) throw new Error('A step is missing.');
  journal.keepSteps(number, [{ ...one, state: 'done', result: 'C1' }]);
  expect(journal.isCreation('C1')).toBe(true);
  expect(journal.isCreation('C2')).toBe(false);
  journal.close();
});

test('opening 10,000 steps takes as long as there are steps, not as their square', async () => {
  const first = open();
  const numberOf = (id: string, count: number): number => {
    const steps = Array.from({ length: count }, (_, index) =>
      componentStep(`step-${index}`, [`entity-${index}`]),
    );
    return first.add({ ...plan, id, steps }, at).number;
  };
  const [many, few] = [numberOf('many', 10_000), numberOf('few', 1_000)];
  first.close();
  const readyOf = (number: number) => {
    const journal = open();
    const queue = queueOf(journal.steps(number));
    journal.close();
    return queue.ready.get('lifecycle')?.length;
  };
  expect([readyOf(many), readyOf(few)]).toEqual([10_000, 1_000]);
  const time = (number: number) => leastTime(() => readyOf(number));
  // Ten times the steps: a hundred times as long where each step looks at all others.
  expect((await time(many)) / (await time(few))).toBeLessThan(40);
});

test.each([
  ['full', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1000000'],
  ['only to be read', 'PRAGMA query_only = 1', 'PRAGMA query_only = 0'],
])(
  'a disk that is %s (F35): an error, and of what was to be written nothing; what is there is read',
  (_, begin, end) => {
    const { database, journal } = openWithFile();
    const { number } = journal.add(plan, at);
    const steps = journal.steps(number);
    const many = Array.from({ length: 2_000 }, (_step, index) => componentStep(`step ${index}`, ['sub']));
    const long = { ...plan, id: 'long', steps: many };
    database.exec(begin);
    expect(() => journal.add(long, at)).toThrow();
    const longer = steps.map((step) => ({ ...step, candidates: many.map(({ key }) => key.repeat(20)) }));
    expect(() => journal.keepSteps(number, longer)).toThrow();
    expect(journal.plan('long')).toBeNull();
    expect(journal.steps(number)).toEqual(steps);
    database.exec(end);
    expect(journal.steps(journal.add(long, at).number)).toHaveLength(2_000);
    journal.close();
  },
);
