import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demonstrationFixture } from '../../src/sandbox/fixture/demonstration/firm.ts';
import { type Installed, installBeside } from '../../tools/beside/install.ts';
import type { Figure } from '../measurement.ts';
import { type Server, speedOf, withLoad } from './load.ts';
import { end, lineOf, startNode } from './processes.ts';
import { inTurn, perSecond, ratio } from './ratio.ts';
import { countedAudits, type Running, requestText, sandboxWords, withSandbox } from './sandbox.ts';

/** The service's own description of itself, in a file for Prism. */
async function writeDocument(folder: string, { port, token }: Running): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${String(port)}/api/v1/schema/`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const file = join(folder, 'openapi.json');
  await writeFile(file, await answer.text());
  return file;
}

function speeds(prism: string, sandbox: Running, document: string) {
  return withPrism(prism, document, (mock) =>
    withLoad((load) => {
      const target = '/api/v1/audits/audit-5000/';
      const ofMock = requestText(target, { ...sandbox, port: mock.port });
      return inTurn(
        () => speedOf(load, sandbox, requestText(target, sandbox)),
        () => speedOf(load, mock, ofMock),
      );
    }),
  );
}

/** Milliseconds until a process says that it is ready. */
async function startTime(words: readonly string[], ready: RegExp): Promise<number> {
  const begin = performance.now();
  const child = startNode('server', words, 'text');
  try {
    await lineOf(child, ready);
    return performance.now() - begin;
  } finally {
    await end(child);
  }
}

function starts(prism: string, document: string, fixture: string) {
  return inTurn(
    () => startTime([...sandboxWords, '--fixture', fixture], /base_url/),
    async () => startTime((await prismWords(prism, document)).words, /Prism is listening/),
  );
}

/** The service against Prism, the usual mock, made from the service's own document: its speed and its start. */
export const againstPrism: Figure = async (root) => {
  const prism = await installPrism(root);
  if (!prism.ok) return [{ figure: 'against Prism', value: 'not measured', beside: prism.reason }];
  const folder = await mkdtemp(join(tmpdir(), 'audit-desk-prism-'));
  try {
    const fixture = join(folder, 'fixture.json');
    await writeFile(fixture, JSON.stringify(demonstrationFixture()));
    return await withSandbox(countedAudits(), async (sandbox) => {
      const document = await writeDocument(folder, sandbox);
      const speed = await speeds(prism.command, sandbox, document);
      const start = await starts(prism.command, document, fixture);
      return [
        ratio('one audit, speed against Prism', speed, { at: 'least', ratio: 3 }, perSecond),
        ratio(
          'start to ready, against Prism',
          start,
          { at: 'most', ratio: 0.3 },
          (value) => `${value.toFixed(0)} ms`,
        ),
      ];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** With all that it needs it is too large to be one of the project's packages. */
function installPrism(root: string): Promise<Installed> {
  return installBeside(root, { name: '@stoplight/prism-cli', version: '5.16.0', entry: 'dist/index.js' });
}

/** The words that start it as a mock of a document, in one process as the service is. */
async function prismWords(command: string, document: string) {
  const port = await freePort();
  const words = [command, 'mock', '-h', '127.0.0.1', '-p', String(port), '--multiprocess', 'false', document];
  return { port, words };
}

/** Runs Prism on the server's core, without its log, which would cost it time with every request. */
async function withPrism<Value>(
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
