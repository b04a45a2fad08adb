/** What a person's windows are waiting for, by connection, so that it can be given up. */
export interface Readings {
  /** Given when the readings of a connection that are under way now are given up. */
  readonly signal: (connection: string) => AbortSignal;
  /** Gives up on all readings of a connection that are under way. */
  readonly stop: (connection: string) => void;
}

export function createReadings(): Readings {
  const underWay = new Map<string, AbortController>();
  return {
    signal: (connection) => {
      const known = underWay.get(connection) ?? new AbortController();
      underWay.set(connection, known);
      return known.signal;
    },
    stop: (connection) => {
      underWay.get(connection)?.abort();
      underWay.delete(connection);
    },
  };
}
