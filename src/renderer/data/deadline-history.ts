import { create } from 'zustand';
import type { GroupChange } from '../../shared/rules/tables/deadlines.ts';

/** What a person did at once: one cell, one group in its dialog, or all of a table. */
export type Done = readonly GroupChange[];

/** What Undo and Redo take back of a season's deadlines and people, the last at the end. It stays while the window is open, whatever screen shows. */
export interface DeadlineHistory {
  readonly past: readonly Done[];
  readonly future: readonly Done[];
  /** The one whose banner a person has dismissed. */
  readonly hidden: Done | null;
}

const nothing: DeadlineHistory = { past: [], future: [], hidden: null };
const histories = create<Readonly<Record<string, DeadlineHistory>>>()(() => ({}));

export function useDeadlineHistory(connection: string): DeadlineHistory {
  return histories((all) => all[connection] ?? nothing);
}

export function changeHistory(connection: string, change: Partial<DeadlineHistory>): void {
  histories.setState((all) => ({ [connection]: { ...(all[connection] ?? nothing), ...change } }));
}

/** Remembers what was done; what was undone before cannot be done again. */
export function rememberDone(connection: string, done: Done): void {
  const { past } = histories.getState()[connection] ?? nothing;
  changeHistory(connection, { past: [...past, done], future: [] });
}
