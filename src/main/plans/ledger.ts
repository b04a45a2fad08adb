import type { Clock } from '../clock.ts';
import type { Journal, StepCounts } from './journal.ts';
import type { PlanRecord, StepRecord } from './journal-rows.ts';
import { objectOf } from './steps.ts';

/** What became of a write; `object` is the id that it is about, as far as that is known. */
export interface Written {
  readonly step: StepRecord;
  readonly object: string | null;
}

/** Enters what became of writes in the trail, of all of them or of none. */
export type Tell = (plan: PlanRecord, all: readonly Written[]) => void;

export type StepChange = Partial<
  Pick<StepRecord, 'state' | 'attempts' | 'doubted' | 'result' | 'error' | 'candidates'>
>;

/** A plan and its steps as they are in the journal; what is changed here is on disk before anything else hears of it. */
export interface Ledger {
  readonly plan: () => PlanRecord;
  readonly steps: readonly StepRecord[];
  readonly counts: () => StepCounts;
  readonly keepPlan: (change: Partial<Pick<PlanRecord, 'state' | 'pause' | 'cancelled' | 'endedAt'>>) => void;
  readonly keep: (positions: readonly number[], change: (step: StepRecord) => StepChange) => void;
  /** The same for what became of writes, which the trail hears of before the screen does. */
  readonly settle: (positions: readonly number[], change: (step: StepRecord) => StepChange) => void;
  /** Tells the trail what it may not have heard, since the app ended or it could not be written. */
  readonly catchUp: () => void;
}

interface LedgerSurroundings {
  readonly journal: Journal;
  readonly clock: Pick<Clock, 'wall'>;
  readonly tell: Tell;
  readonly onChange: () => void;
}

/** Opens the ledger of a plan. */
export function openLedger(
  opened: PlanRecord,
  { journal, clock, tell, onChange }: LedgerSurroundings,
): Ledger {
  let plan = opened;
  const steps = [...journal.steps(plan.number)];
  const counts = new Map<StepRecord['state'], number>();
  const count = (state: StepRecord['state'], by: number): void => {
    counts.set(state, (counts.get(state) ?? 0) + by);
  };
  for (const { state } of steps) count(state, 1);

  const write = (changed: readonly StepRecord[]): void => {
    journal.keepSteps(plan.number, changed);
    for (const step of changed) {
      const before = steps[step.position];
      if (before !== undefined) count(before.state, -1);
      count(step.state, 1);
      steps[step.position] = step;
    }
  };
  const changedBy = (
    positions: readonly number[],
    change: (step: StepRecord) => StepChange & { readonly told?: boolean },
  ): readonly StepRecord[] => {
    const changedAt = new Date(clock.wall()).toISOString();
    return positions.flatMap((position) => {
      const step = steps[position];
      return step === undefined ? [] : [{ ...step, changedAt, ...change(step) }];
    });
  };
  const tellAll = (untold: readonly StepRecord[]): void => {
    if (untold.length === 0) return;
    const all = untold.map((step) => ({ step, object: step.result ?? objectOf(step.task, steps) }));
    tell(plan, all);
    write(untold.map((step) => ({ ...step, told: true })));
  };
  return {
    plan: () => plan,
    steps,
    counts: () => Object.fromEntries(counts),
    keepPlan: (change) => {
      const changed = { ...plan, ...change };
      journal.keepPlan(changed);
      plan = changed;
      onChange();
    },
    keep: (positions, change) => {
      if (positions.length === 0) return;
      write(changedBy(positions, change));
      onChange();
    },
    catchUp: () => tellAll(steps.filter(({ told }) => !told)),
    settle: (positions, change) => {
      if (positions.length === 0) return;
      const settled = changedBy(positions, (step) => ({ ...change(step), told: false }));
      write(settled);
      tellAll(settled);
      onChange();
    },
  };
}
