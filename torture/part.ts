/** A part of the proof: says what it finds, and answers how many faults that were. */
export type Part = (options: {
  readonly seed: number;
  readonly runs: number | undefined;
  readonly say: (line: string) => void;
}) => Promise<number>;
