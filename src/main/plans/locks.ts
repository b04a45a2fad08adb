/** Keeps tasks apart that must not be under way at the same time, of whichever plans they are. */
export type Locks = ReturnType<typeof createLocks>;

/** `onFree` is called when a lock that was asked for in vain is free. */
export function createLocks(onFree: () => void) {
  const taken = new Set<string>();
  const wanted = new Set<string>();
  return {
    /** Whether it is free; if not, `onFree` will tell. */
    isFree: (key: string): boolean => {
      if (taken.has(key)) wanted.add(key);
      return !taken.has(key);
    },
    take: (key: string): void => {
      taken.add(key);
    },
    free: (key: string): void => {
      taken.delete(key);
      if (wanted.delete(key)) onFree();
    },
  };
}
