/** Keeps tasks apart that must not be under way at the same time, of whichever plans they are. */
export interface Locks {
  /** Whether the caller has it now. */
  readonly take: (key: string) => boolean;
  readonly free: (key: string) => void;
}

/** `onFree` hears whenever something that somebody may have wanted can be had again. */
export function createLocks(onFree: () => void): Locks {
  const taken = new Set<string>();
  const wanted = new Set<string>();
  return {
    take: (key) => {
      if (taken.has(key)) {
        wanted.add(key);
        return false;
      }
      taken.add(key);
      return true;
    },
    free: (key) => {
      taken.delete(key);
      if (wanted.delete(key)) onFree();
    },
  };
}
