import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createFakeLog } from './fakes/log.ts';

class FakeProcess extends EventEmitter {
  readonly stderr = new EventEmitter();
  readonly kill = vi.fn();
}
const { fork } = vi.hoisted(() => ({ fork: vi.fn() }));
vi.mock('electron', () => ({ utilityProcess: { fork } }));
const { forkSandbox } = await import('./sandbox.ts');

function start() {
  const child = new FakeProcess();
  fork.mockReset().mockReturnValue(child);
  const log = createFakeLog();
  return { child, log, sandbox: forkSandbox('/out/sandbox.js', '/data/demonstration.db', log) };
}

test('is started with its data, on any free port, and says what it has to say', () => {
  const { child, sandbox } = start();
  expect(fork.mock.calls[0]?.slice(0, 2)).toEqual([
    '/out/sandbox.js',
    ['--data', '/data/demonstration.db', '--port', '0'],
  ]);
  const listener = vi.fn();
  sandbox.onMessage(listener);
  child.emit('message', 'ready');
  expect(listener).toHaveBeenCalledWith('ready');
});

test('its end is heard of, whatever its code', () => {
  const { child, sandbox } = start();
  const listener = vi.fn();
  sandbox.onExit(listener);
  child.emit('exit', 1);
  expect(listener.mock.calls).toEqual([[]]);
});

test('what ends it from within is noted and is no fault of this app', () => {
  const { child, log } = start();
  child.emit('error', 'FatalError', 'v8::Heap', 'a report with the whole environment in it');
  expect(log.events).toEqual([
    { level: 'error', event: 'demonstration-failed', facts: { fault: 'FatalError', at: 'v8::Heap' } },
  ]);
});
