import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createFakeLog } from '../testing/log.ts';

class FakeProcess extends EventEmitter {
  readonly postMessage = vi.fn();
  readonly stderr = new EventEmitter();
  readonly kill = vi.fn();
}
const { fork } = vi.hoisted(() => ({ fork: vi.fn() }));
vi.mock('electron', () => ({ utilityProcess: { fork } }));
const { forkSandbox, forkTableReader, setDemonstrationAside } = await import('./processes.ts');

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

test('its end is heard of, with its status', () => {
  const { child, sandbox } = start();
  const listener = vi.fn();
  sandbox.onExit(listener);
  child.emit('exit', 1);
  expect(listener.mock.calls).toEqual([[1]]);
});

test('what ends it from within is noted and is no fault of this app', () => {
  const { child, log } = start();
  child.emit('error', 'FatalError', 'v8::Heap', 'a report with the whole environment in it');
  expect(log.events).toEqual([
    { level: 'error', event: 'demonstration-failed', facts: { fault: 'FatalError', place: 'v8::Heap' } },
  ]);
});

test('a data file is set aside with its companions, nothing of it deleted, and noted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demonstration-'));
  const file = join(folder, 'demonstration.db');
  for (const suffix of ['', '-wal']) writeFileSync(file + suffix, `content${suffix}`);
  const log = createFakeLog();
  expect(setDemonstrationAside(file, log, 7)).toBe(true);
  const aside = `${file}.damaged-7`;
  expect(log.events).toEqual([
    { level: 'warn', event: 'demonstration-set-aside', facts: { aside: 'demonstration.db.damaged-7' } },
  ]);
  expect(readdirSync(folder)).toHaveLength(2);
  expect([readFileSync(aside, 'utf8'), readFileSync(`${aside}-wal`, 'utf8')]).toEqual([
    'content',
    'content-wal',
  ]);
  rmSync(folder, { recursive: true });
});

test('a data file that cannot be renamed stays, which is noted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demonstration-'));
  const file = join(folder, 'demonstration.db');
  writeFileSync(file, 'content');
  mkdirSync(`${file}.damaged-7`);
  const log = createFakeLog();
  expect(setDemonstrationAside(file, log, 7)).toBe(false);
  expect(log.events.map(({ level, event }) => [level, event])).toEqual([
    ['error', 'demonstration-not-set-aside'],
  ]);
  expect(readFileSync(file, 'utf8')).toBe('content');
  rmSync(folder, { recursive: true });
});

test('the process that reads a table is told its file, answers, ends and is ended; what it says of the content is not heard', () => {
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
