import { startTransition, useEffect, useMemo, useState } from 'react';
import type { UserAssignment } from '../../../shared/model/audit-user.ts';
import type { Step } from '../../../shared/plan.ts';
import { importJudge, type Judgement } from '../../../shared/rules/import-judge.ts';
import { importSteps } from '../../../shared/rules/import-plan.ts';
import type { Replaced } from '../../../shared/rules/import-replace.ts';
import type { ImportKnown, ImportRow, ImportSetup } from '../../../shared/rules/import-rows.ts';
import { importCost } from '../../../shared/rules/import-summary.ts';
import { mostSteps } from '../../../shared/rules/works.ts';
import { needsOf, type PlanNeeds } from '../../data/plan-steps.ts';
import { inSlices, slice } from './slices.ts';

export interface Judged extends Judgement {
  readonly steps: readonly Step[];
  /** What the estimate of its plan needs; nothing where the steps are too many for a plan. */
  readonly needs: PlanNeeds;
  readonly cost: ReturnType<typeof importCost>;
  /** Another for every judging: the id of the plan that is made from it. */
  readonly id: string;
  /** What was judged, to tell whether it still is what stands in the table. */
  readonly of: Omit<Judging, 'left'>;
}

interface Judging {
  readonly setup: ImportSetup;
  readonly known: ImportKnown;
  readonly rows: readonly ImportRow[];
  /** The rows that a person leaves out: the file has them. */
  readonly left: readonly ImportRow[];
  /** Those who are assigned to each audit that is made. */
  readonly team: readonly UserAssignment[];
  readonly replaced: Replaced;
}

const atOnce = 300; // so many rows and no more are judged in one go: a correction shows at once

interface Judge extends Pick<Judging, 'setup' | 'known' | 'team' | 'replaced'> {
  /** Made with the first row: that takes a while, too. */
  run: ReturnType<typeof importJudge> | null;
  /** The rows that it has judged. */
  readonly seen: WeakSet<ImportRow>;
}

/** Judges a table and makes its steps, and yields wherever others may work. */
function* inParts(
  judge: Judge,
  rows: readonly ImportRow[],
  left: readonly ImportRow[],
): Generator<undefined, Judged> {
  const { setup, known, team, replaced, seen } = judge;
  judge.run ??= importJudge(setup, known, replaced);
  yield;
  const whole = yield* judge.run.inParts(rows, slice, left);
  for (const row of [...rows, ...left]) seen.add(row);
  yield;
  const steps = importSteps(whole.rows, known, team);
  yield;
  const needs = needsOf(steps.length > mostSteps ? [] : steps);
  yield;
  return {
    ...whole,
    steps,
    needs,
    cost: importCost(whole.rows, known),
    id: crypto.randomUUID(),
    of: { rows, setup, known, team, replaced },
  };
}

/**
 * Judges a table slice by slice, so that the window answers meanwhile; null until it is judged for the first time. A failure, which is a fault of this
 * app, is told until it is judged again.
 */
export function useJudged({ setup, known, rows, left, team, replaced }: Judging): {
  readonly judged: Judged | null;
  readonly hasFailed: boolean;
} {
  const judge = useMemo(
    (): Judge => ({ setup, known, team, replaced, run: null, seen: new WeakSet() }),
    [setup, known, team, replaced],
  );
  const [judged, setJudged] = useState<Judged | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isWanted = true;
    const work = async () => {
      const isShort = rows.filter((row) => !judge.seen.has(row)).length <= atOnce;
      const value = await inSlices(inParts(judge, rows, left), { isWanted: () => isWanted, isShort });
      if (value === null) return;
      setFailed(false);
      if (isShort) setJudged(value);
      else startTransition(() => setJudged(value)); // drawn in slices, too
    };
    work().catch((fault: unknown) => {
      reportError(fault);
      if (isWanted) setFailed(true);
    });
    return () => {
      isWanted = false;
    };
  }, [judge, rows, left]);
  return { judged, hasFailed };
}
