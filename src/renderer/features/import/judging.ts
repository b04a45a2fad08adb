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
      const unread = rows.filter((row) => !judge.seen.has(row)); // one, after a correction: that shows at once
      for (let from = 0; unread.length > slice && from < unread.length; from += slice) {
        const part = unread.slice(from, from + slice);
        judge.run(part); // it keeps what it has judged
        for (const row of part) judge.seen.add(row);
        await new Promise((resolve) => setTimeout(resolve));
        if (!isWanted) return;
      }
      const whole = judge.run(rows);
      for (const row of unread) judge.seen.add(row);
      setJudged({
        ...whole,
        steps: importSteps(whole.rows, judge.known),
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
