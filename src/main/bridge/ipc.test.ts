import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { callChannel, eventChannel } from '../../shared/bridge.ts';
import { succeed } from '../../shared/error.ts';
import { createFakeLog } from '../testing/log.ts';

const { handle, focused, windows } = vi.hoisted(() => {
  const window = (isClosed: boolean) => ({
    isDestroyed: () => isClosed,
    webContents: { isDestroyed: () => isClosed, send: vi.fn() },
  });
  return { handle: vi.fn(), focused: vi.fn(), windows: [window(false), window(true), window(false)] };
});
vi.mock('electron', () => ({
  ipcMain: { handle },
  BrowserWindow: { getAllWindows: () => windows, getFocusedWindow: () => focused() },
}));
const { answerCalls, broadcast, tellFocused } = await import('./ipc.ts');

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

test('a command goes to the window that a person is in, and to the first where they are in none', () => {
  const event = { type: 'command', id: 'go-audits' } as const;
  const [first, , third] = windows.map(({ webContents }) => webContents.send.mockReset());
  focused.mockReturnValueOnce(windows[2]).mockReturnValueOnce(null);
  expect(tellFocused(event)).toBe(true);
  expect([first?.mock.calls.length, third?.mock.calls.length]).toEqual([0, 1]);
  expect(tellFocused(event)).toBe(true);
  expect(first?.mock.calls).toEqual([[eventChannel, event]]);
  windows.splice(0);
  focused.mockReturnValueOnce(null);
  expect(tellFocused(event)).toBe(false);
});
