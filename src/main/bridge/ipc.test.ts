import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { callChannel, eventChannel } from '../../shared/bridge.ts';
import { succeed } from '../../shared/error.ts';
import { createFakeLog } from '../testing/log.ts';

const { handle, focused, windows } = vi.hoisted(() => {
  const window = (id: number, isClosed: boolean) => ({
    isDestroyed: () => isClosed,
    isMinimized: vi.fn(() => false),
    restore: vi.fn(),
    focus: vi.fn(),
    webContents: { id, isDestroyed: () => isClosed, send: vi.fn() },
  });
  return {
    handle: vi.fn(),
    focused: vi.fn(),
    windows: [window(1, false), window(2, true), window(3, false)],
  };
});
vi.mock('electron', () => ({
  ipcMain: { handle },
  BrowserWindow: {
    getAllWindows: () => windows,
    getFocusedWindow: () => focused(),
    fromWebContents: (page: unknown) => windows.find(({ webContents }) => webContents === page) ?? null,
  },
  webContents: {
    fromId: (id: number) => windows.find(({ webContents }) => webContents.id === id)?.webContents,
  },
}));
vi.resetModules(); // another test of this worker may have loaded it with its own Electron
const { answerCalls, askingWindow, broadcast, tellFocused } = await import('./ipc.ts');

beforeEach(() => handle.mockReset());

test('security 7, 8: one channel, and whoever is not a page of the app is refused, logged and goes no further', () => {
  const log = createFakeLog();
  const dispatch = vi.fn();
  answerCalls(dispatch, ['app://audit-desk'], log);
  expect(handle.mock.calls.map(([channel]) => channel)).toEqual([callChannel]);
  const listener: (event: unknown, operation: unknown, input: unknown) => unknown = handle.mock.calls[0]?.[1];
  for (const senderFrame of [null, { url: 'https://evil.example/?a=b', parent: null, detached: false }])
    expect(() => listener({ senderFrame }, 'preferences.read', {})).toThrow('Refused.');
  expect(dispatch).not.toHaveBeenCalled();
  // Where it came from, and not what else its address says.
  expect(log.events.map(({ facts }) => facts)).toEqual([
    { origin: null },
    { origin: 'https://evil.example' },
  ]);
});

test('a page of the app is answered', async () => {
  const dispatch = vi.fn().mockResolvedValue(succeed(null));
  answerCalls(dispatch, ['app://audit-desk'], createFakeLog());
  const listener: (event: unknown, operation: unknown, input: unknown) => unknown = handle.mock.calls[0]?.[1];
  const senderFrame = { url: 'app://audit-desk/index.html', parent: null, detached: false };
  const sender = Object.assign(new EventEmitter(), { id: 7 });
  expect(await listener({ senderFrame, sender }, 'preferences.read', { a: 1 })).toEqual(succeed(null));
  expect(dispatch).toHaveBeenCalledWith('preferences.read', { a: 1 }, 7, expect.any(AbortSignal));
});

test.each(['destroyed', 'render-process-gone', 'did-navigate'])(
  'whoever answers a page hears that it is gone: %s',
  async (event) => {
    const dispatch = vi.fn().mockResolvedValue(succeed(null));
    answerCalls(dispatch, ['app://audit-desk'], createFakeLog());
    const listener: (event: unknown, operation: unknown) => unknown = handle.mock.calls[0]?.[1];
    const senderFrame = { url: 'app://audit-desk/index.html', parent: null, detached: false };
    const sender = Object.assign(new EventEmitter(), { id: 7 });
    await listener({ senderFrame, sender }, 'plans.outcome');
    const gone = () => dispatch.mock.calls.map(([, , , signal]) => signal.aborted);
    expect(gone()).toEqual([false]);
    sender.emit(event);
    await listener({ senderFrame, sender }, 'plans.outcome');
    expect(gone()).toEqual([true, false]);
  },
);

test('every window is told that has not been closed', () => {
  const event = { type: 'connections-changed' } as const;
  broadcast(event);
  const told = windows.map(({ webContents }) => webContents.send.mock.calls);
  expect(told).toEqual([[[eventChannel, event]], [], [[eventChannel, event]]]);
});

test('what a page asks for is known as its window’s, however long it takes and whoever asks meanwhile', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const dispatch = async (_: unknown, wait: unknown) => {
    await wait;
    return succeed(askingWindow());
  };
  answerCalls(dispatch, ['app://audit-desk'], createFakeLog());
  const listener: (event: unknown, operation: unknown, input: unknown) => unknown = handle.mock.calls[0]?.[1];
  const senderFrame = { url: 'app://audit-desk/index.html', parent: null, detached: false };
  const ask = (id: number, wait: unknown) =>
    listener(
      { senderFrame, sender: Object.assign(new EventEmitter(), { id }) },
      'changeLog.saveEvidence',
      wait,
    );
  const asked = [ask(1, first.promise), ask(3, second.promise), ask(9, null)];
  second.resolve();
  first.resolve();
  expect(await Promise.all(asked)).toEqual([succeed(windows[0]), succeed(windows[2]), succeed(null)]);
  expect(askingWindow()).toBeNull();
});

test('a command goes to the window that a person is in; where they are in none, to the first, which comes to front', () => {
  const event = { type: 'command', id: 'go-audits' } as const;
  const [first, , third] = windows.map(({ webContents }) => webContents.send.mockReset());
  focused.mockReturnValueOnce(windows[2]).mockReturnValueOnce(null);
  expect(tellFocused(event)).toBe(true);
  expect([first?.mock.calls.length, third?.mock.calls.length]).toEqual([0, 1]);
  expect(windows.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 0, 0]);
  windows[0]?.isMinimized.mockReturnValueOnce(true);
  expect(tellFocused(event)).toBe(true);
  expect(first?.mock.calls).toEqual([[eventChannel, event]]);
  expect(windows.map(({ focus }) => focus.mock.calls.length)).toEqual([1, 0, 0]);
  expect(windows[0]?.restore).toHaveBeenCalledOnce();
  windows.splice(0);
  focused.mockReturnValueOnce(null);
  expect(tellFocused(event)).toBe(false);
});
