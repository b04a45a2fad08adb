import { z } from 'zod';
import { tableEncodings, tableSeparators } from '../../shared/model/table.ts';
import { readTableFile } from './read-table.ts';

// The process that reads tables: what a file does to it, the app survives. It reads the one file that it is told, and answers.

const Request = z.strictObject({
  path: z.string(),
  choice: z.strictObject({
    encoding: z.enum(tableEncodings).optional(),
    separator: z.enum(tableSeparators).optional(),
    sheet: z.number().optional(),
  }),
});

interface ParentPort {
  readonly on: (event: 'message', listener: (message: { readonly data: unknown }) => void) => void;
  readonly postMessage: (message: unknown) => void;
}

function parentPort(): ParentPort | undefined {
  // Electron gives it to a utility process; Node's types do not know it.
  return (process as { readonly parentPort?: ParentPort }).parentPort;
}

parentPort()?.on('message', ({ data }) => {
  const { path, choice } = Request.parse(data);
  void readTableFile(path, choice).then((answer) => parentPort()?.postMessage(answer));
});
