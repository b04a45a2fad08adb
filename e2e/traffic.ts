import { existsSync, readFileSync } from 'node:fs';

/** One message between a page and the main process, as it crossed. */
export interface Message {
  readonly kind: 'call' | 'answer' | 'event';
  readonly channel: string;
  /** The operation that was called; null for an event. */
  readonly operation: string | null;
  /** The input, the answer or the event, as JSON. */
  readonly body: string;
}

/** Reads what `traffic-recorder.cjs` wrote down. */
export function readTraffic(file: string): readonly Message[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1); // the last is empty, or cut off by a kill
  return lines.map((line) => JSON.parse(line) as Message); // the recorder's own lines
}
