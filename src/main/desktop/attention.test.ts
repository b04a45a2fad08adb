import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventChannel } from '../../shared/bridge.ts';
import { succeed } from '../../shared/error.ts';
import { planProgress } from '../testing/plan-progress.ts';

const desktop = vi.hoisted(() => ({ focused: null as unknown, windows: [] as unknown[] }));

class FakeNotice extends EventEmitter {
  static shown: FakeNotice[] = [];
  static isSupported = () => true;
  show(): void {
    FakeNotice.shown.push(this);
  }
}
vi.mock('electron', () => ({
  BrowserWindow: { getFocusedWindow: () => desktop.focused, getAllWindows: () => desktop.windows },
  Notification: FakeNotice,
}));
vi.resetModules(); // another test of this worker may have loaded it with its own Electron
const { createAttention } = await import('./attention.ts');

const windowOf = (isLoading = false) => ({
  isDestroyed: () => false,
  isMinimized: () => true,
  restore: vi.fn(),
  focus: vi.fn(),
  setProgressBar: vi.fn(),
  webContents: { isDestroyed: () => false, isLoading: () => isLoading, send: vi.fn() },
});

beforeEach(() => {
  FakeNotice.shown = [];
  Object.assign(desktop, { focused: null, windows: [] });
});

function endPlan() {
  const ended = planProgress({ state: 'ended', endedAt: '2026-01-05T09:10:00.000Z' }, { done: 8 });
  const openAt = vi.fn();
  const attention = createAttention({
    read: () => succeed(ended),
    language: () => 'en-us',
    mayNotify: () => true,
    writesProduction: () => false,
    openAt,
  });
  attention.seen(planProgress({}, { done: 4, waiting: 4 }));
  attention.seen(ended);
  return openAt;
}

test.each([
  ['in a window of the app sees it there', true, 0],
  ['in no window of the app is told by a notice', false, 1],
])('a person who is %s', (_, isInFront, notices) => {
  const window = windowOf();
  Object.assign(desktop, { focused: isInFront ? window : null, windows: [window] });
  endPlan();
  expect(FakeNotice.shown).toHaveLength(notices);
});

const address = '/activity/plans/one/plan';

test('a click on a notice brings a window to front where a person is in none, and shows the plan there', () => {
  const window = windowOf();
  desktop.windows = [window];
  const openAt = endPlan();
  FakeNotice.shown[0]?.emit('click');
  expect([window.restore, window.focus].map((each) => each.mock.calls.length)).toEqual([1, 1]);
  expect(window.webContents.send).toHaveBeenCalledWith(eventChannel, { type: 'show-address', address });
  expect(openAt).not.toHaveBeenCalled();
});

test.each([
  ['there is no window', []],
  ['its page is not there yet', [windowOf(true)]],
])('a click on a notice opens a window where %s', (_, windows) => {
  desktop.windows = windows;
  const openAt = endPlan();
  FakeNotice.shown[0]?.emit('click');
  expect(openAt).toHaveBeenCalledWith(address);
});
