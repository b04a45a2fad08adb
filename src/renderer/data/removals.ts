import { create } from 'zustand';
import type { AppError, Reply } from '../../shared/error.ts';

/** Something on this computer that a person has deleted, and that is still there until `at` (milliseconds since 1970). */
export interface Removal {
  readonly title: string;
  readonly at: number;
}

interface Removals {
  /** By the key of what is deleted. */
  readonly pending: Readonly<Record<string, Removal>>;
  /** Why the last one that failed did. */
  readonly failure: AppError | null;
}

export const removalDelay = 10_000; // as long as a plan that only deletes waits

/** What waits to be deleted from this computer, in this window. A window that closes meanwhile deletes nothing. */
export const useRemovals = create<Removals>()(() => ({ pending: {}, failure: null }));

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Deletes something in ten seconds, unless that is undone or the window closes before; once, however often it is asked. */
export function removeLater(key: string, title: string, remove: () => Promise<Reply<unknown>>): void {
  if (timers.has(key)) return;
  const at = Date.now() + removalDelay;
  timers.set(
    key,
    setTimeout(() => void carryOut(key, remove), removalDelay),
  );
  useRemovals.setState(({ pending }) => ({ pending: { ...pending, [key]: { title, at } }, failure: null }));
}

/** Keeps what would have been deleted. */
export function undoRemoval(key: string): void {
  clearTimeout(timers.get(key));
  settle(key, null);
}

async function carryOut(key: string, remove: () => Promise<Reply<unknown>>): Promise<void> {
  const reply = await remove();
  settle(key, reply.ok ? null : reply.error);
}

function settle(key: string, failure: AppError | null): void {
  timers.delete(key);
  useRemovals.setState(({ pending }) => {
    const { [key]: _, ...others } = pending;
    return { pending: others, failure };
  });
}
