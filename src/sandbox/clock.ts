/** The service's clock: the machine's, moved forward by the control plane. Milliseconds since 1970. */
export interface Clock {
  readonly now: () => number;
  readonly advance: (milliseconds: number) => void;
  readonly offset: () => number;
  /** Back to the machine's time. */
  readonly reset: () => void;
}

export function createClock(machine: () => number, initialOffset: number): Clock {
  let offset = initialOffset;
  return {
    now: () => machine() + offset,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    offset: () => offset,
    reset: () => {
      offset = 0;
    },
  };
}
