import { z } from 'zod';
import { tableEncodings, tableSeparators } from '../../shared/model/table.ts';
import { readTableBytes, readTableFile } from './read-table.ts';

// The process that reads tables: what a file does to it, the app survives. It reads the one file that it is told or given, and answers.

const choice = z.strictObject({
  encoding: z.enum(tableEncodings).optional(),
  separator: z.enum(tableSeparators).optional(),
  sheet: z.number().optional(),
});
const Request = z.union([
  z.strictObject({ path: z.string(), choice }),
  z.strictObject({ bytes: z.instanceof(Uint8Array), choice }),
]);

interface ParentPort {
  readonly on: (event: 'message', listener: (message: { readonly data: unknown }) => void) => void;
  readonly postMessage: (message: unknown) => void;
}

function parentPort(): ParentPort | undefined {
  // Electron gives it to a utility process; Node's types do not know it.
  return (process as { readonly parentPort?: ParentPort }).parentPort;
}

parentPort()?.on('message', ({ data }) => {
  const request = Request.parse(data);
  const { choice: chosen } = request;
  const answer =
    'path' in request ? readTableFile(request.path, chosen) : readTableBytes(request.bytes, chosen);
  void answer.then((table) => parentPort()?.postMessage(table));
});
