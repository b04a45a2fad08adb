import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

// `node:http` and nothing else, in a process of its own: answers everything with the answers that it is sent, by address.

export interface Prepared {
  readonly target: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const prepared = new Map<string, Prepared>();
const server = createServer((request, response) => {
  const answer = prepared.get(request.url ?? '');
  const send = () => {
    response.writeHead(answer?.status ?? 404, answer?.headers);
    response.end(answer?.body);
  };
  if (request.method === 'GET') send();
  else take(request, send);
});
/** What any server does with a body before it looks at it. */
function take(request: IncomingMessage, then: () => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => {
    Buffer.concat(chunks);
    then();
  });
}

process.on('message', (answers: readonly Prepared[]) => {
  for (const answer of answers) prepared.set(answer.target, answer);
  process.send?.('prepared');
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port); // it listens on a port, not on a pipe
});
