import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

const [, , modulePath = '', ...args] = process.argv;
const parentPort = new EventEmitter();
const early: unknown[] = [];

process.on('message', (data) => {
  if (!parentPort.emit('message', { data, ports: [] })) early.push(data);
});
parentPort.on('newListener', (event) => {
  if (event !== 'message') return;
  queueMicrotask(() => {
    for (const data of early.splice(0)) parentPort.emit('message', { data, ports: [] });
  });
});
process.on('disconnect', () => process.exit()); // the app is gone, however it ended

Object.assign(parentPort, {
  postMessage: (message: unknown) => process.send?.(message),
  start: () => undefined,
});
Object.assign(process, { parentPort, type: 'utility' });
process.argv.splice(1, process.argv.length, modulePath, ...args);
await import(pathToFileURL(modulePath).href);
