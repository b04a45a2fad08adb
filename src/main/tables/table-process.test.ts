import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';

const { threads } = vi.hoisted(() => ({ threads: vi.fn() }));
vi.mock('node:worker_threads', () => ({
  isMainThread: true,
  Worker: class extends EventEmitter {
    constructor(...args: unknown[]) {
      super();
      threads(this, ...args);
    }
  },
}));

it('a file is read in a thread with a limit of memory; what it answers is passed on, and beyond the limit the process ends', async () => {
  const port = { on: vi.fn(), postMessage: vi.fn() };
  vi.stubGlobal('process', Object.assign(process, { parentPort: port }));
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  await import('./table-process.ts');
  const request = { path: '/clients.csv', choice: {} };
  port.on.mock.calls[0]?.[1]({ data: request });
  const [thread, , options] = threads.mock.calls[0] ?? [];
  expect(options).toEqual({
    workerData: request,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  });
  thread.emit('message', 'answer');
  expect(port.postMessage).toHaveBeenCalledWith('answer');
  expect(exit).not.toHaveBeenCalled();
  thread.emit('error', new Error('out of memory'));
  expect(exit).toHaveBeenCalledWith(1);
});
