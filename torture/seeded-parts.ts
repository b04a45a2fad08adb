import { dialects, mixtureOf } from '../src/sandbox/http/dialects/dialects.ts';
import type { RunOptions } from './course.ts';
import { seeded } from './random.ts';
import { type RunReport, seededRun } from './seeded-run.ts';

/** A part of the proof. Answers how many faults it found. */
export type Part = (options: {
  readonly seed: number;
  readonly runs: number | undefined;
  readonly say: (line: string) => void;
}) => Promise<number>;

type Count = Exclude<keyof RunReport, 'seed' | 'faults' | 'entries'>;

type Sum = readonly [name: Count, words: (count: number) => string];

interface Kind {
  readonly runs: number;
  readonly options: (random: () => number, seed: number) => Omit<RunOptions, 'seed'>;
  readonly counts: readonly Sum[];
}

function seededPart({ runs: usual, options, counts }: Kind): Part {
  return async ({ seed, runs = usual, say }) => {
    const reports: Omit<RunReport, 'entries'>[] = [];
    let steps = 0;
    for (let run = 0; run < runs; run += 1) {
      const own = seed + run;
      const chosen = { seed: own, ...options(seeded(own), own) };
      const { entries: _, ...report } = await seededRun(chosen);
      steps = chosen.steps;
      reports.push(report);
      for (const fault of report.faults) say(`${JSON.stringify(chosen)}: ${fault}`);
      if ((run + 1) % 50 === 0) say(`${String(run + 1)} plans`);
    }
    const sums = counts.map(([name, words]) => words(reports.reduce((sum, report) => sum + report[name], 0)));
    say([`${String(runs)} plans of ${String(steps)} steps`, ...sums].join(', '));
    return reports.reduce((sum, { faults }) => sum + faults.length, 0);
  };
}

const requests: Sum = ['requests', (count) => `${String(count)} requests`];
const disturbed: Sum = ['disturbed', (count) => `${String(count)} of them disturbed`];
const interventions: Sum = [
  'interventions',
  (count) => `${String(count)} times somebody had to have it go on`,
];

/** 1,000 random plans over random wires: nothing twice, nothing lost, no request more than needed (R1). */
export const tortureRuns = seededPart({
  runs: 1_000,
  options: (random) => ({
    steps: 60,
    faultRate: 0.05 + random() * 0.35,
    deaths: Math.floor(random() * 4),
  }),
  counts: [
    requests,
    disturbed,
    interventions,
    ['simulatedSeconds', (count) => `${(count / 86_400).toFixed(1)} simulated days`],
  ],
});

const mixtures = 50;
const spoken: readonly (readonly string[])[] = [
  ...dialects.map(({ name }) => [name]),
  ...Array.from({ length: mixtures }, (_, mixture) => mixtureOf(mixture)),
];

/** 1,000 random plans against services that each speak a dialect, or a mixture of them: no sentence is untrue, nothing is sent again after a yes. */
export const tortureDialects = seededPart({
  runs: 1_000,
  options: (random, own) => ({
    steps: 60,
    faultRate: random() < 0.3 ? 0 : random() * 0.3,
    deaths: Math.floor(random() * 3),
    dialects: spoken[own % spoken.length] ?? [],
  }),
  counts: [
    requests,
    disturbed,
    ['asked', (count) => `${String(count)} steps that a person was asked about`],
    interventions,
  ],
});

/** Plans whose journal is put back to an earlier time, that meet colleagues at the service, or both. */
export const tortureCourses = seededPart({
  runs: 300,
  options: (random, own) => ({
    steps: 40,
    faultRate: random() < 0.4 ? 0 : random() * 0.25,
    deaths: Math.floor(random() * 2.5),
    colleagues: own % 3 !== 0,
    restores: own % 3 === 1 ? 0 : 1 + Math.floor(random() * 2),
  }),
  counts: [
    requests,
    disturbed,
    ['foreign', (count) => `${String(count)} actions of colleagues`],
    ['asked', (count) => `${String(count)} steps that a person was asked about`],
    [
      'adopted',
      (count) => `${String(count)} components of theirs taken for ours, alike to the letter or after a lie`,
    ],
    interventions,
  ],
});
