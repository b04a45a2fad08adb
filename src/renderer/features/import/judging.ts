import { useEffect, useMemo, useState } from 'react';
import type { Step } from '../../../shared/plan.ts';
import { importJudge, type Judgement } from '../../../shared/rules/import-judge.ts';
import { importSteps } from '../../../shared/rules/import-plan.ts';
import type { ImportKnown, ImportRow, ImportSetup } from '../../../shared/rules/import-rows.ts';
import { importCost } from '../../../shared/rules/import-summary.ts';

export interface Judged extends Judgement {
  readonly steps: readonly Step[];
  readonly cost: ReturnType<typeof importCost>;
  /** Another for every judging: the id of the plan that is made from it. */
  readonly id: string;
  /** What was judged, to tell whether it still is what stands in the table. */
  readonly of: { readonly rows: readonly ImportRow[]; readonly known: ImportKnown };
}

const slice = 300; // rows that are judged before the screen is drawn again
const atOnce = 300; // so many rows and no more are judged in one go: a correction shows at once

/** Judges a table slice by slice, so that the window answers meanwhile; null until it is judged for the first time. */
export function useJudged(setup: ImportSetup, known: ImportKnown, rows: readonly ImportRow[]): Judged | null {
  const judge = useMemo(
    () => ({ run: importJudge(setup, known), known, seen: new WeakSet<ImportRow>() }),
    [setup, known],
  );
  const [judged, setJudged] = useState<Judged | null>(null);
  useEffect(() => {
    let isWanted = true;
    const work = async () => {
      const isShort = rows.filter((row) => !judge.seen.has(row)).length <= atOnce;
      const rest = async () => {
        await new Promise((resolve) => setTimeout(resolve));
        return isWanted;
      };
      const parts = judge.run.inParts(rows, slice);
      let part = parts.next();
      while (part.done !== true) {
        if (!isShort && !(await rest())) return;
        part = parts.next();
      }
      for (const row of rows) judge.seen.add(row);
      const whole = part.value;
      if (!isShort && !(await rest())) return;
      const steps = importSteps(whole.rows, judge.known);
      if (!isShort && !(await rest())) return;
      setJudged({
        ...whole,
        steps,
        cost: importCost(whole.rows, judge.known),
        id: crypto.randomUUID(),
        of: { rows, known: judge.known },
      });
    };
    void work();
    return () => {
      isWanted = false;
    };
  }, [judge, rows]);
  return judged;
}
