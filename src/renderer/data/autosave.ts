/** What has become of what was changed: all of it is kept, some is not yet, or no attempt since a failed one has kept it. */
export type SaveState = 'kept' | 'pending' | 'failed';

export interface Autosave<Value> {
  /** Notes a change; it is saved `delay` milliseconds later, together with all that came meanwhile. */
  readonly change: (value: Value) => void;
  /** Saves at once what is not saved yet; answers whether everything is kept. */
  readonly flush: () => Promise<boolean>;
  /** Saves nothing more: what was noted and is not saved yet is given up. */
  readonly stop: () => void;
}

interface Needs<Value> {
  /** Keeps a value; answers whether it is kept. */
  readonly save: (value: Value) => Promise<boolean>;
  readonly onState: (state: SaveState) => void;
  readonly delay: number;
  readonly setTimer: (run: () => void, milliseconds: number) => () => void;
}

/** Saves changes behind a person's back, one save at a time, the newest value last, also after a failed one. */
export function createAutosave<Value>({ save, onState, delay, setTimer }: Needs<Value>): Autosave<Value> {
  let unsaved: { readonly value: Value } | null = null;
  let running: Promise<boolean> = Promise.resolve(true);
  let stopTimer: (() => void) | null = null;
  let stopped = false;
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

  const drain = async (): Promise<boolean> => {
    if (unsaved === null || stopped) return true;
    return (await attempt()) ? drain() : false;
  };

  const flush = (): Promise<boolean> => {
    stopTimer?.();
    stopTimer = null;
    running = running.then(drain);
    return running;
  };

  return {
    change(value) {
      if (stopped) return;
      unsaved = { value };
      if (!failing) onState('pending');
      stopTimer ??= setTimer(() => void flush(), delay);
    },
    flush,
    stop() {
      stopped = true;
      unsaved = null;
      stopTimer?.();
    },
  };
}
