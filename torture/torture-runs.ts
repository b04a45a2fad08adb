import type { Part } from './part.ts';
import { seeded } from './random.ts';
import { type RunReport, seededRun } from './seeded-run.ts';

const steps = 60;

/** 1,000 random plans over random wires: nothing twice, nothing lost, no request more than needed (R1). */
export const tortureRuns: Part = async ({ seed, runs = 1_000, say }) => {
  const reports: Omit<RunReport, 'entries'>[] = [];
  for (let run = 0; run < runs; run += 1) {
    const random = seeded(seed + run);
    const faultRate = 0.05 + random() * 0.35;
    const deaths = Math.floor(random() * 4);
    const { entries: _, ...report } = await seededRun({ seed: seed + run, steps, faultRate, deaths });
    reports.push(report);
    for (const fault of report.faults) say(`seed ${String(seed + run)}: ${fault}`);
    if ((run + 1) % 100 === 0) say(`${String(run + 1)} runs`);
  }
  const sum = (of: (report: (typeof reports)[number]) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  say(
    [
      `${String(runs)} plans of ${String(steps)} steps`,
      `${String(sum(({ requests }) => requests))} requests`,
      `${String(sum(({ disturbed }) => disturbed))} of them disturbed`,
      `${String(sum(({ interventions }) => interventions))} times somebody had to have it go on`,
      `${(sum(({ simulatedSeconds }) => simulatedSeconds) / 86_400).toFixed(1)} simulated days`,
    ].join(', '),
  );
  return sum(({ faults }) => faults.length);
};
