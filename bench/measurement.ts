/** One line of the table. */
export interface Measurement {
  readonly figure: string;
  readonly value: string;
  /** What it is to be held against: a ratio, a goal, the spread of its rounds; empty where there is nothing. */
  readonly beside: string;
}

/** Measures something of the project, which it finds under `root`. */
export type Figure = (root: string) => Promise<readonly Measurement[]>;

/** The middle of some numbers, the mean of the two middle ones where their count is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const around = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return around.reduce((sum, value) => sum + value, 0) / around.length;
}

/** A duration as the table shows it: its median, with the spread and the number of rounds beside it. */
export function duration(figure: string, milliseconds: readonly number[], goal = ''): Measurement {
  const seconds = (value: number) => (value / 1_000).toFixed(2);
  const spread = `${seconds(Math.min(...milliseconds))}–${seconds(Math.max(...milliseconds))} s in ${String(milliseconds.length)} rounds`;
  return {
    figure,
    value: `${seconds(median(milliseconds))} s`,
    beside: goal === '' ? spread : `${goal}; ${spread}`,
  };
}
