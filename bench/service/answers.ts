import type { Prepared } from './bare.ts';
import type { Running } from './sandbox.ts';

/** What the service answers, to be answered by others: all that is its own, nothing that belongs to the connection. */
export async function answerTo(
  target: string,
  { port, token }: Running,
  init: {
    readonly method?: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Prepared> {
  const answer = await fetch(`http://127.0.0.1:${String(port)}${target}`, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...init.headers },
  });
  const ofConnection = new Set(['connection', 'keep-alive', 'date']);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofConnection.has(name)));
  return { target, status: answer.status, headers, body: await answer.text() };
}
