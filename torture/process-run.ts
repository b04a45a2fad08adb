import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { unlimited } from '../e2e/fixtures/fixture-file.ts';
import { type Service, startService } from '../e2e/service.ts';
import type { Plan } from '../src/shared/plan.ts';
import { tierOf as tierOfTask } from '../src/shared/rules/plans/plan.ts';
import type { EngineOrder } from './engine-process.ts';
import { firm } from './firm.ts';
import type { PlanWithEnd } from './random-plan.ts';
import { differences } from './seeded-run.ts';
import { askOver, stateOf } from './service-state.ts';
import { tierOf } from './traffic.ts';

/** When an engine's process is killed: some milliseconds after its start, or at a write to the journal; or where and how long it is stopped. */
export type Death =
  | { readonly after: number }
  | Required<Pick<EngineOrder, 'dieAt'>>
  | (Required<Pick<EngineOrder, 'stopAt'>> & { readonly stoppedFor: number });

export interface ProcessReport {
  readonly faults: readonly string[];
  readonly killed: boolean;
  /** Milliseconds from the death to the next start, or null if it did not die. */
  readonly standsAfter: number | null;
  /** Milliseconds from standing to the end, of the last process. */
  readonly lasted: number;
  /** Writes to the journal of the last process. */
  readonly writes: number;
}

/** A service in its own process, without limits. Its audits open almost at once. */
export function startOpenService(): Promise<Service> {
  return startService(firm({ limits: unlimited }), ['--initialisation-seconds', '0.05']);
}

const longestRun = 60_000; // milliseconds

/** A real process carries a plan out, is killed once and started again. Compares the service's state with the plan's end. */
export async function processRun(
  service: Service,
  { plan, end }: PlanWithEnd,
  death: Death | null,
): Promise<ProcessReport> {
  const folder = await mkdtemp(join(tmpdir(), 'audit-desk-kills-'));
  await service.control('POST', 'reset/');
  const file = join(folder, 'plan.json');
  await writeFile(file, JSON.stringify(plan));
  const order = { baseUrl: service.baseUrl, path: join(folder, 'journal.db'), plan: file, since: Date.now() };
  try {
    const first = death === null ? null : await live(order, death);
    const killed = first !== null && first.ended === null;
    const last = killed || first === null ? await live(order, null) : first;
    const faults = [
      ...(last.ended === null ? ['it did not end'] : last.ended),
      ...differences(end, await stateOf(await askOver(service.baseUrl))),
      ...(await extraCalls(service, plan)),
    ];
    return {
      faults,
      killed,
      standsAfter: killed ? last.standsAfter : null,
      lasted: last.lasted,
      writes: last.writes,
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Life {
  /** What was wrong at its end, or null if it was killed. */
  readonly ended: readonly string[] | null;
  readonly standsAfter: number;
  readonly lasted: number;
  readonly writes: number;
}

async function live(order: EngineOrder, death: Death | null): Promise<Life> {
  const program = join(import.meta.dirname, 'engine-process.ts');
  const words = ['--disable-warning=ExperimentalWarning', program, JSON.stringify({ ...order, ...death })];
  const started = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'close');
  const lines = createInterface(child.stdout);
  let [stands, lasted] = [0, 0];
  let ended: readonly string[] | null = null;
  let writes = 0;
  lines.on('line', (line) => {
    // As the program above says it.
    const said = JSON.parse(line) as {
      readonly submitted?: { readonly ok: boolean };
      readonly ended?: { readonly value?: { readonly counts: Readonly<Record<string, number>> } };
      readonly complaints?: readonly string[];
      readonly writes?: number;
      readonly lasted?: number;
      readonly stops?: true;
    };
    if (said.submitted !== undefined) {
      stands = performance.now();
      if (death !== null && 'after' in death) void signalAfter(child, 'SIGKILL', death.after);
    }
    if (said.stops && death !== null && 'stoppedFor' in death)
      void signalAfter(child, 'SIGCONT', death.stoppedFor);
    if (said.ended !== undefined) {
      lasted = said.lasted ?? 0;
      writes = said.writes ?? 0;
      const { done = 0, ...others } = said.ended.value?.counts ?? {};
      const left = Object.entries(others).filter(([, count]) => count > 0);
      ended = [
        ...(done === 0 ? ['nothing was done'] : []),
        ...left.map(([state, count]) => `${String(count)} steps are ${state}`),
        ...(said.complaints ?? []),
      ];
    }
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), longestRun);
  await gone;
  clearTimeout(limit);
  return { ended, standsAfter: stands - started, lasted, writes };
}

async function signalAfter(child: ChildProcess, signal: NodeJS.Signals, milliseconds: number): Promise<void> {
  await pause(milliseconds);
  child.kill(signal);
}

/** Requests that create or delete, beyond one for each step. */
async function extraCalls(service: Service, { steps }: Plan): Promise<readonly string[]> {
  const needed = steps.filter(({ task }) => tierOfTask(task.kind) === 'lifecycle').length;
  // The control plane's log of requests (docs/sandbox.md).
  const { results } = (await service.control('GET', 'requests/')) as {
    readonly results: readonly { readonly method: string; readonly path: string; readonly status: number }[];
  };
  const calls = results.filter(({ method, path }) => tierOf(method, path) === 'lifecycle').length;
  return calls === needed ? [] : [`${String(calls)} lifecycle calls in place of ${String(needed)}`];
}
