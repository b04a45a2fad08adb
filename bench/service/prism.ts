import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Installed, installBeside } from '../../tools/beside/install.ts';
import type { Server } from './load.ts';
import { end, startNode } from './processes.ts';

/** With all that it needs it is too large to be one of the project's packages. */
export function installPrism(root: string): Promise<Installed> {
  return installBeside(root, { name: '@stoplight/prism-cli', version: '5.16.0', entry: 'dist/index.js' });
}

/** The words that start it as a mock of a document, in one process as the service is. */
export async function prismWords(command: string, document: string) {
  const port = await freePort();
  const words = [command, 'mock', '-h', '127.0.0.1', '-p', String(port), '--multiprocess', 'false', document];
  return { port, words };
}

/** Runs Prism on the server's core, without its log, which would cost it time with every request. */
export async function withPrism<Value>(
  command: string,
  document: string,
  measure: (server: Server) => Promise<Value>,
): Promise<Value> {
  const { port, words } = await prismWords(command, document);
  const child = startNode('server', [...words, '-v', 'fatal'], 'text');
  child.stdout?.resume();
  child.stderr?.resume();
  try {
    await answering(port);
    return await measure({ pid: child.pid ?? 0, port });
  } finally {
    await end(child);
  }
}

const patience = 60_000;

async function answering(port: number): Promise<void> {
  const latest = performance.now() + patience;
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${String(port)}/`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    if (performance.now() > latest) throw new Error('Prism does not answer');
    await pause(50);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
