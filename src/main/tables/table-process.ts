import { isMainThread, parentPort as thread, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { tableLimits } from '../../shared/model/table.ts';
import { createTableSession, type SessionRequest } from '../imports/table-session.ts';
import { OwnFile, ownFileIn } from '../storage/own-file.ts';
import { ready } from './reading-process.ts';

// The process that reads files: what a file does to it, the app survives. It reads the table that it is told or given, has it then and checks it, until
// it is ended; or it reads a file of our own.

const OwnRequest = z.strictObject({ path: z.string(), own: OwnFile });

interface ParentPort {
  readonly on: (event: 'message', listener: (message: { readonly data: unknown }) => void) => void;
  readonly postMessage: (message: unknown) => void;
}

function parentPort(): ParentPort | undefined {
  // Electron gives it to a utility process; Node's types do not know it.
  return (process as { readonly parentPort?: ParentPort }).parentPort;
}

/** In a thread, which is the only thing in a process of Electron that can have a limit of memory; beyond it, the process ends. */
function workInThread(data: unknown): Worker {
  const limits = { maxOldGenerationSizeMb: tableLimits.mebibytes };
  const worker = new Worker(new URL(import.meta.url), {
    workerData: data,
    execArgv: [],
    resourceLimits: limits,
  });
  worker.on('message', (answer) => parentPort()?.postMessage(answer));
  worker.on('error', () => process.exit(1));
  return worker;
}

let session: Worker | null = null;

if (isMainThread)
  parentPort()?.on('message', ({ data }) => {
    const own = OwnRequest.safeParse(data).data; // at most 8 MB, which need no limit
    if (own !== undefined) {
      parentPort()?.postMessage(ready);
      parentPort()?.postMessage(ownFileIn(own.path, own.own));
    } else if (session !== null) session.postMessage(data, []);
    else session = workInThread(data);
  });
else {
  const answer = createTableSession(async (source, choice) => {
    const { readTableBytes, readTableFile } = await import('./read-table.ts');
    return 'path' in source ? readTableFile(source.path, choice) : readTableBytes(source.bytes, choice);
  });
  const post = async (request: SessionRequest): Promise<void> =>
    thread?.postMessage(await answer(request), []);
  thread?.postMessage(ready, []);
  const first: SessionRequest = workerData; // as the thread before has it from main
  let before = post(first);
  thread?.on('message', (request: SessionRequest) => {
    before = before.then(() => post(request)); // in their order; what throws ends the process
  });
}
