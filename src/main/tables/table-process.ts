import { isMainThread, parentPort as thread, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';
import {
  type TableReading,
  type TableRefusal,
  tableEncodings,
  tableLimits,
  tableSeparators,
} from '../../shared/model/table.ts';
import { createTableSession, type SessionRequest } from '../imports/table-session.ts';
import { OwnFile, ownFileIn } from '../storage/own-file.ts';

// The process that reads files: what a file does to it, the app survives. It reads the one file that it is told or given, and answers; in a session it
// has the table then and judges it, until it is ended.

const choice = z.strictObject({
  encoding: z.enum(tableEncodings).optional(),
  separator: z.enum(tableSeparators).optional(),
  sheet: z.number().optional(),
});
const TableRequest = z.union([
  z.strictObject({ path: z.string(), choice }),
  z.strictObject({ bytes: z.instanceof(Uint8Array), choice }),
]);
const OwnRequest = z.strictObject({ path: z.string(), own: OwnFile });

interface ParentPort {
  readonly on: (event: 'message', listener: (message: { readonly data: unknown }) => void) => void;
  readonly postMessage: (message: unknown) => void;
}

function parentPort(): ParentPort | undefined {
  // Electron gives it to a utility process; Node's types do not know it.
  return (process as { readonly parentPort?: ParentPort }).parentPort;
}

async function readTable(request: unknown): Promise<TableReading | TableRefusal> {
  const table = TableRequest.parse(request);
  const { readTableBytes, readTableFile } = await import('./read-table.ts');
  return 'path' in table
    ? readTableFile(table.path, table.choice)
    : readTableBytes(table.bytes, table.choice);
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

const isOfSession = (data: unknown): data is SessionRequest =>
  typeof data === 'object' && data !== null && 'ask' in data;

let session: Worker | null = null;

if (isMainThread)
  parentPort()?.on('message', ({ data }) => {
    const own = OwnRequest.safeParse(data).data; // at most 8 MB, which need no limit
    if (own !== undefined) parentPort()?.postMessage(ownFileIn(own.path, own.own));
    else if (session !== null) session.postMessage(data, []);
    else {
      const worker = workInThread(data);
      if (isOfSession(data)) session = worker;
    }
  });
else if (isOfSession(workerData)) {
  const answer = createTableSession((source, as) => readTable({ ...source, choice: as }));
  const post = async (request: SessionRequest): Promise<void> =>
    thread?.postMessage(await answer(request), []);
  let before = post(workerData);
  thread?.on('message', (request: SessionRequest) => {
    before = before.then(() => post(request)); // in their order; what throws ends the process
  });
} else void readTable(workerData).then((answer) => thread?.postMessage(answer, []));
