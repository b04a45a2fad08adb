import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type ServerMode, serverModes } from '../../torture/day.ts';
import type { Figure, Measurement } from '../measurement.ts';
import type { LimiterCase, LimiterResult } from './limiter-program.ts';
import { installLimiters, type LimiterName, limiters } from './limiters.ts';
import { optimum } from './optimum.ts';
import { audits, mixed } from './plans.ts';
import { carryOut } from './simulated-plan.ts';

const cases = [
  { name: '60 creations', steps: audits(60), calls: { lifecycle: 60 }, goal: 0.99 },
  { name: '300 creations', steps: audits(300), calls: { lifecycle: 300 }, goal: 0.99 },
  { name: '301 mixed', steps: mixed(), calls: { lifecycle: 181, write: 120 }, goal: 0.97 },
] as const;

/**
 * How close to the least possible time plans come, by the simulated clock and in each way a service may count; beside it the
 * well-known limiters, wired as their documentation has it and with retries after `Retry-After`, for the same calls.
 */
export const makespan: Figure = async (root) => {
  const folder = await installLimiters(root);
  const rows: Measurement[] = [];
  for (const { name, steps, calls, goal } of cases)
    for (const mode of Object.keys(serverModes) as ServerMode[]) {
      // The keys of the table are its modes.
      const { done, seconds, refusals } = await carryOut({ steps, mode });
      if (done < steps.length) throw new Error(`${name}: ${String(done)} of ${String(steps.length)} steps`);
      const least = optimum(calls);
      const others =
        folder === null
          ? ['the others are not installed']
          : await Promise.all(
              (Object.keys(limiters) as LimiterName[]).map(async (limiter) => {
                const result = await limited({ folder, name: limiter, mode, calls });
                return `${limiter} ${told(least, result)}`;
              }),
            );
      rows.push({
        figure: `${name}, ${mode}: optimum/actual`,
        value: told(least, { seconds, refusals }),
        beside: `goal ≥ ${String(goal)} (0 × 429); ${others.join(', ')}`,
      });
    }
  return rows;
};

function told(least: number, { seconds, refusals }: LimiterResult): string {
  const ratio = seconds === null ? '< 0.1' : (least / seconds).toFixed(3);
  return `${ratio} (${String(refusals)})`;
}

async function limited(given: LimiterCase): Promise<LimiterResult> {
  const program = join(import.meta.dirname, 'limiter-program.ts');
  const words = ['--disable-warning=ExperimentalWarning', program, JSON.stringify(given)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return JSON.parse(Buffer.concat(chunks).toString()) as LimiterResult; // as the program prints it
}
