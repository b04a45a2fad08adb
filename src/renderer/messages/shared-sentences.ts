import type { saidOf } from '../../shared/failures.ts';

type SaidOf = typeof saidOf;
let loaded: SaidOf | null = null;

/** Loads which sentences failures share. It comes with the words of all screens, as no failure is told before those are there. */
export async function loadSharedSentences(): Promise<void> {
  loaded = (await import('../../shared/failures.ts')).saidOf;
}

/** What a failure means and what to do, by their names in `errors.json`; before those are there, what holds of any. */
export function sharedSentences(...failure: Parameters<SaidOf>): ReturnType<SaidOf> {
  return loaded?.(...failure) ?? ['perhaps', 'later'];
}
