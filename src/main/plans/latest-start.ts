import type { EstimatedTask } from '../../shared/rules/plans/request-estimate.ts';
import { type Outlook, timetable } from '../api/timetable.ts';

/** What has to be done at a moment. */
export interface DueWork {
  readonly id: string;
  readonly due: number;
  readonly tasks: readonly EstimatedTask[];
}

/**
 * Until when each may begin so that all that are begun by then are done when they are due: the timetable of the same tasks with time
 * and order reversed, in which the last one that is due goes first (decision 0036). -Infinity where no beginning is early enough.
 */
export function latestStarts(works: readonly DueWork[], outlook: Outlook): ReadonlyMap<string, number> {
  const end = works.reduce((latest, { due }) => Math.max(latest, due), 0);
  const all: EstimatedTask[] = [];
  const spans = works
    .toSorted((a, b) => b.due - a.due)
    .map(({ id, due, tasks }) => {
      const first = all.length;
      const last = first + tasks.length - 1;
      const followers: number[][] = tasks.map(() => []);
      for (const [place, { needs }] of tasks.entries())
        for (const need of needs) followers[need]?.push(last - place);
      for (const [place, task] of tasks.toReversed().entries())
        all.push({
          ...task,
          listing: null, // one read, of which there are plenty
          needs: followers[tasks.length - 1 - place] ?? [],
          from: outlook.now + end - due,
        });
      return { id, first, due };
    });
  const doneAt = timetable(all, outlook);
  return new Map(
    spans.map(({ id, first, due }, index) => {
      const own = doneAt.subarray(first, spans[index + 1]?.first ?? all.length);
      const longest = own.reduce((latest, at) => Math.max(latest, at), outlook.now + end - due);
      return [id, end - (longest - outlook.now)];
    }),
  );
}
