import { expect, test } from 'vitest';
import { mixtureOf } from '../src/sandbox/http/dialects/dialects.ts';
import { differences, seededRun } from './seeded-run.ts';

// A few of the runs that `npm run torture` makes by the thousand; each is the same every time.

const runs: readonly (readonly [seed: number, faultRate: number, deaths: number])[] = [
  [1, 0, 0],
  ...Array.from({ length: 4 }, (_, index) => [100 + index, 0.15, 0] as const),
  ...Array.from({ length: 4 }, (_, index) => [200 + index, 0.15, 2] as const),
  ...Array.from({ length: 3 }, (_, index) => [300 + index, 0.4, 1] as const),
];

test.each(runs)('seed %i, faults %f, deaths %i', async (seed, faultRate, deaths) => {
  const { faults, disturbed } = await seededRun({ seed, steps: 60, faultRate, deaths });
  expect(faults).toEqual([]);
  expect(disturbed > 0).toBe(faultRate > 0);
});

const courses: readonly (readonly [
  seed: number,
  faultRate: number,
  restores: number,
  colleagues: boolean,
])[] = [
  [400, 0, 2, false],
  [401, 0.15, 1, false],
  [402, 0, 0, true],
  [403, 0.15, 0, true],
  [404, 0.15, 2, true],
];

test.each(courses)(
  'seed %i, faults %f, the journal put back %i times, colleagues %s',
  async (seed, faultRate, restores, colleagues) => {
    const course = { seed, steps: 40, faultRate, deaths: 1, restores, colleagues };
    const { faults, foreign } = await seededRun(course);
    expect(faults).toEqual([]);
    expect(foreign > 0).toBe(colleagues);
  },
);

const spoken: readonly (readonly [
  seed: number,
  faultRate: number,
  deaths: number,
  dialects: readonly string[],
])[] = [
  [136, 0.22, 1, ['lists-text-entry']],
  [152, 0.04, 1, ['errors-text']],
  [153, 0, 2, ['errors-html']],
  [160, 0.2, 1, ['components-explanation-absent']],
  [161, 0.2, 1, ['users-user-number']],
  [162, 0.2, 1, ['components-entity-single']],
  [163, 0.2, 1, ['audits-status-creating']],
  ...[6, 7, 17, 26, 38, 48].map((mixture) => [158 + mixture, 0.15, 1, mixtureOf(mixture)] as const),
];

test.each(spoken)(
  'seed %i, faults %f, deaths %i, in front of %j',
  async (seed, faultRate, deaths, dialects) => {
    const { faults } = await seededRun({ seed, steps: 60, faultRate, deaths, dialects });
    expect(faults).toEqual([]);
  },
);

test('a loss and a duplicate are told apart', () => {
  expect(differences(['a', 'b', 'b'], ['b', 'b', 'b'])).toEqual(['lost: a', 'too much: b']);
});
