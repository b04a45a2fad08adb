import fc from 'fast-check';
import { type Death, type ProcessReport, processRun, startOpenService } from './process-run.ts';
import { seeded } from './random.ts';
import { planWithEnd } from './random-plan.ts';
import type { Part } from './seeded-parts.ts';

const connection = 'c';

/** Kills a real engine process while it carries a plan out: at random moments (R2), and before and after each write to the journal. */
export const tortureKills: Part = async ({ seed, runs = 100, say }) => {
  const service = await startOpenService();
  const reports: ProcessReport[] = [];
  const planOf = (steps: number, which: number) => {
    const [made] = fc.sample(planWithEnd(connection, steps), { seed: which, numRuns: 1 });
    if (made === undefined) throw new Error('There is no plan.');
    return made;
  };
  const run = async (steps: number, which: number, death: Death | null): Promise<ProcessReport> => {
    const report = await processRun(service, planOf(steps, which), death);
    for (const fault of report.faults)
      say(`seed ${String(which)}, ${String(steps)} steps, ${JSON.stringify(death)}: ${fault}`);
    reports.push(report);
    return report;
  };
  try {
    const random = seeded(seed);
    const { lasted } = await run(60, seed, null);
    for (let kill = 0; kill < runs; kill += 1) await run(60, seed + kill, { after: random() * lasted });
    const killed = reports.filter((report) => report.killed);
    const stands = killed.map(({ standsAfter }) => standsAfter ?? 0).toSorted((a, b) => a - b);
    say(
      `${String(killed.length)} of ${String(runs)} processes killed before they had ended; the next one stood after ` +
        `${(stands[stands.length >> 1] ?? 0).toFixed(0)} ms, at most ${(stands.at(-1) ?? 0).toFixed(0)} ms, start of Node included`,
    );
    const { writes } = await run(10, seed, null);
    const most = Math.min(writes, runs);
    for (let write = 1; write <= most; write += 1)
      for (const moment of ['before', 'after'] as const) await run(10, seed, { dieAt: { write, moment } });
    say(`killed at ${String(most)} of ${String(writes)} writes to the journal, before each and after`);
  } finally {
    await service.end();
  }
  return reports.reduce((sum, { faults }) => sum + faults.length, 0);
};
