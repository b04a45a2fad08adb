import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createFakeLog } from '../testing/log.ts';

class FakeProcess extends EventEmitter {
  readonly postMessage = vi.fn();
  readonly kill = vi.fn();
}
const { fork } = vi.hoisted(() => ({ fork: vi.fn() }));
vi.mock('electron', () => ({ utilityProcess: { fork } }));
const { forkTableReader } = await import('./table-process.ts');

test('the process is told its file, answers, ends and is ended; what it says of the content is not heard', () => {
  const child = new FakeProcess();
  fork.mockReturnValue(child);
  const log = createFakeLog();
  const reader = forkTableReader('/out/tables.js', log);
  expect(fork).toHaveBeenCalledWith('/out/tables.js', [], expect.objectContaining({ stdio: 'ignore' }));
  const [heard, ended] = [vi.fn(), vi.fn()];
  reader.onMessage(heard);
  reader.onExit(ended);
  const request = { path: '/settings.json', own: { format: 'x', version: 1 } };
  reader.post(request);
  expect(child.postMessage).toHaveBeenCalledWith(request, []);
  child.emit('message', 'answer');
  expect(heard).toHaveBeenCalledWith('answer');
  child.emit('error', 'FatalError', 'v8::Heap', 'a report with cells in it');
  expect(log.events).toEqual([
    { level: 'error', event: 'table-reader-failed', facts: { fault: 'FatalError', place: 'v8::Heap' } },
  ]);
  child.emit('exit', 1);
  expect(ended).toHaveBeenCalled();
  reader.kill();
  expect(child.kill).toHaveBeenCalled();
});
