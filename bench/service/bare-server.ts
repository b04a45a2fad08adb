import type { Prepared } from './bare.ts';
import type { Server } from './load.ts';
import { answerOf, besides, end, startNode } from './processes.ts';

/** Runs a bare `node:http` that answers these, on the server's core; `measure` uses it. */
export async function withBareServer<Value>(
  answers: readonly Prepared[],
  measure: (server: Server) => Promise<Value>,
): Promise<Value> {
  const child = startNode('server', [besides('bare.ts')], 'ipc');
  try {
    const port = Number(await answerOf(child));
    await answerOf(child, answers);
    return await measure({ pid: child.pid ?? 0, port });
  } finally {
    await end(child);
  }
}
