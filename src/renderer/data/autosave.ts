import { useEffect, useState } from 'react';

const underWay = new Set<Promise<void>>(); // from a change until an attempt to save it has ended

/** Settles once nothing waits to be saved any more, by whatever screen: a draft that is read then is as it was left. */
export async function allSaved(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/** Whether all has been saved that was still to be saved when the screen opened. */
export function useIsAllSaved(): boolean {
  const [isSaved, setSaved] = useState(underWay.size === 0);
  useEffect(() => {
    void allSaved().then(() => setSaved(true));
  }, []);
  return isSaved;
}

/** Whether every change is saved, some are still to be saved, or the last attempt to save failed. */
export type SaveState = 'kept' | 'pending' | 'failed';

export interface Autosave<Value> {
  /** Notes a change; it is saved a second later, together with all that came meanwhile. */
  readonly change: (value: Value) => void;
  /** Saves at once what is not saved yet; answers whether everything is kept. */
  readonly flush: () => Promise<boolean>;
  /** Saves nothing more; unsaved changes are dropped. */
  readonly stop: () => void;
}

const saveDelay = 1_000; // milliseconds after the first change that is not saved

/**
 * Saves changes in the background, one save at a time, the newest value last, also after a failed one. `save` answers whether
 * the value is kept.
 */
export function createAutosave<Value>(
  save: (value: Value) => Promise<boolean>,
  onState: (state: SaveState) => void,
): Autosave<Value> {
  let unsaved: { readonly value: Value } | null = null;
  let running: Promise<boolean> = Promise.resolve(true);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let attempted: PromiseWithResolvers<void> | undefined;
  let failing = false; // what changes after a failure is as little kept as what failed: leaving must ask until a save succeeds

  const attempt = async (): Promise<boolean> => {
    const current = unsaved;
    if (current === null) return true;
    unsaved = null;
    const kept = await save(current.value);
    if (!kept) unsaved ??= current;
    failing = !kept;
    onState(kept ? (unsaved === null ? 'kept' : 'pending') : 'failed');
    return kept;
  };

  const settle = () => {
    if (attempted === undefined) return;
    underWay.delete(attempted.promise);
    attempted.resolve();
    attempted = undefined;
  };

  const drain = async (): Promise<boolean> => {
    if (unsaved === null || stopped) return true;
    return (await attempt()) ? drain() : false;
  };

  const flush = (): Promise<boolean> => {
    clearTimeout(timer);
    timer = undefined;
    const flushing = running.then(drain);
    running = flushing;
    void flushing.finally(() => {
      if (unsaved === null || failing) settle();
    });
    return flushing;
  };

  return {
    change(value) {
      if (stopped) return;
      unsaved = { value };
      attempted ??= Promise.withResolvers();
      underWay.add(attempted.promise);
      if (!failing) onState('pending');
      timer ??= setTimeout(() => void flush(), saveDelay);
    },
    flush,
    stop() {
      stopped = true;
      unsaved = null;
      clearTimeout(timer);
      settle();
    },
  };
}
