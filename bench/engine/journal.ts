import { fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../../src/main/clock.ts';
import { openJournalFile } from '../../src/main/plans/engine.ts';
import { agesOf } from '../../src/main/testing/plans.ts';
import { connection, startEngine } from '../../torture/engine.ts';
import { startOpenService } from '../../torture/process-run.ts';
import { duration, type Figure, type Measurement, median } from '../measurement.ts';
import { optimum } from './optimum.ts';
import { audits } from './plans.ts';

const jobs = 300;
const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

/** What writing everything down costs: the journal against a bare append, a long plan opened, the event loop while 300 jobs run. */
export const journal: Figure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-bench-'));
  try {
    return [...commits(folder), opening(folder), await busyLoop(folder)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

function open(path: string) {
  const file = openJournalFile(path, log, Date.now, agesOf(path));
  if (file === null) throw new Error('The journal belongs to somebody else.');
  return file.journal;
}

function commits(folder: string): readonly Measurement[] {
  const kept = open(join(folder, 'commits.db'));
  const record = kept.add({ id: 'p', connection, title: '', steps: audits(jobs) }, new Date().toISOString());
  const steps = kept.steps(record.number);
  const file = openSync(join(folder, 'bare.log'), 'a');
  const line = `${JSON.stringify(steps[0])}\n`;
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < 2; round += 1)
    for (const step of steps) {
      let begun = performance.now();
      kept.keepSteps(record.number, [{ ...step, attempts: round, state: 'sending' }]);
      ours.push(performance.now() - begun);
      begun = performance.now();
      writeSync(file, line);
      fsyncSync(file);
      bare.push(performance.now() - begun);
    }
  kept.close();
  const writesOfAJob = 4; // the intent, the outcome, told to the change log, and a slot of the quota
  const share = (100 * median(ours) * writesOfAJob * jobs) / (1_000 * optimum({ lifecycle: jobs }));
  return [
    {
      figure: 'journal, one step written down',
      value: `${(1_000 * median(ours)).toFixed(0)} µs`,
      beside: `an append with fsync: ${(1_000 * median(bare)).toFixed(0)} µs`,
    },
    {
      figure: `journal, part of the makespan of ${String(jobs)} creations`,
      value: `${share.toFixed(4)} %`,
      beside: 'goal ≤ 1 %',
    },
  ];
}

function opening(folder: string): Measurement {
  const path = join(folder, 'long.db');
  const first = open(path);
  first.add({ id: 'long', connection, title: '', steps: audits(10_000) }, new Date().toISOString());
  first.close();
  const rounds = Array.from({ length: 7 }, () => {
    const begun = performance.now();
    const engine = startEngine({
      clock: { ...systemClock, schedule: () => () => {} },
      fetch: () => new Promise(() => {}),
      baseUrl: 'http://127.0.0.1:1',
      path,
      random: Math.random,
    });
    const read = engine.plans.read('long');
    const lasted = performance.now() - begun;
    engine.die();
    if (!read.ok) throw new Error(read.error.code);
    return lasted;
  });
  return duration('plan of 10,000 steps, opened and going on', rounds, 'goal ≤ 0.20 s');
}

async function busyLoop(folder: string): Promise<Measurement> {
  const service = await startOpenService();
  const engine = startEngine({
    clock: systemClock,
    fetch,
    baseUrl: service.baseUrl,
    path: join(folder, 'busy.db'),
    random: Math.random,
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  engine.plans.submit({ id: 'busy', connection, title: '', steps: audits(jobs) });
  const ended = await engine.plans.wait('busy');
  const seconds = (performance.now() - begun) / 1_000;
  delay.disable();
  await engine.close();
  await service.end();
  if (!ended.ok || ended.value.counts.done !== jobs) throw new Error('The plan did not end well.');
  return {
    figure: `event loop while ${String(jobs)} jobs run without limits, p99`,
    value: `${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
    beside: `goal ≤ 20 ms; longest ${(delay.max / 1e6).toFixed(0)} ms, ${seconds.toFixed(1)} s in all`,
  };
}
