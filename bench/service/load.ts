import type { Tally, Task } from './caller.ts';
import { answerOf, besides, end, processorTime, startNode } from './processes.ts';

export type Load = (
  task: Omit<Task, 'connections' | 'pace' | 'status' | 'seconds' | 'most'> & Partial<Task>,
) => Promise<Tally>;

/** Runs the process that loads servers, on a core of its own, while `measure` uses it. */
export async function withLoad<Value>(measure: (load: Load) => Promise<Value>): Promise<Value> {
  const caller = startNode('load', [besides('caller.ts')], 'ipc');
  try {
    return await measure(
      // The caller answers every task with a tally.
      async (task) =>
        (await answerOf(caller, {
          connections: 20,
          pace: null,
          status: 200,
          seconds: 60,
          most: 1e9,
          ...task,
        })) as Tally,
    );
  } finally {
    await end(caller);
  }
}

export interface Server {
  readonly pid: number;
  readonly port: number;
}

// As many of each, however busy the machine is: code that ran for the first time just now is slower.
const requests = 4_000;

/**
 * Answers of a server under full load per second of its own processor time, so that neither the speed of the load nor
 * whatever else the machine does counts; per second where the platform does not tell that time.
 */
export async function speedOf(
  load: Load,
  { pid, port }: Server,
  request: string,
  status = 200,
): Promise<number> {
  const before = processorTime(pid);
  const { count, rate } = await load({ port, request, status, most: requests });
  const after = processorTime(pid);
  return before === undefined || after === undefined ? rate : (count / (after - before)) * 1_000;
}
