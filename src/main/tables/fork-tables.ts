import { fork } from 'node:child_process';
import { extname, join } from 'node:path';
import type { ReadingProcess } from './reading-process.ts';

// What Electron gives a utility process, in a process of Node's.
const parentPort =
  "process.parentPort={on:(_,hear)=>process.on('message',(data)=>hear({data})),postMessage:(m)=>process.send(m)};process.on('disconnect',()=>process.exit())";

/** The process that reads tables, without Electron. */
export function forkTables(): ReadingProcess {
  const entry = `table-process${extname(import.meta.filename)}`; // built, in a package
  const child = fork(join(import.meta.dirname, entry), {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--import',
      `data:text/javascript,${encodeURIComponent(parentPort)}`,
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    post: (request) => void child.send(request),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', listener),
    kill: () => void child.kill(),
  };
}
