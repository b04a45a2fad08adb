import { expect, test, vi } from 'vitest';
import { type Bridge, callChannel, eventChannel } from '../shared/bridge.ts';

const electron = vi.hoisted(() => ({
  contextBridge: { exposeInMainWorld: vi.fn() },
  ipcRenderer: { invoke: vi.fn(), on: vi.fn(), off: vi.fn(() => 'ipcRenderer') },
}));
vi.mock('electron', () => electron);
await import('./index.ts');
const exposed = electron.contextBridge.exposeInMainWorld.mock.calls;
const bridge: Bridge = exposed[0]?.[1];

test('security 5: the page gets one frozen object of two functions', () => {
  expect(exposed.map(([name]) => name)).toEqual(['auditDesk']);
  expect(Object.entries(bridge).map(([name, value]) => [name, typeof value, value.length])).toEqual([
    ['call', 'function', 2],
    ['listen', 'function', 1],
  ]);
  expect(Object.isFrozen(bridge)).toBe(true);
});

test('security 5: a call names an operation on the one channel', () => {
  void bridge.call('preferences.read', {});
  expect(electron.ipcRenderer.invoke).toHaveBeenCalledWith(callChannel, 'preferences.read', {});
});

test('security 6: a listener gets the value, never the event, and can leave', () => {
  const listener = vi.fn();
  const leave = bridge.listen(listener);
  const [channel, pass] = electron.ipcRenderer.on.mock.calls[0] ?? [];
  expect(channel).toBe(eventChannel);
  pass({ sender: 'electron' }, 'the value');
  expect(listener.mock.calls).toEqual([['the value']]);
  expect(leave()).toBeUndefined(); // nothing of Electron's comes back to the page
  expect(electron.ipcRenderer.off).toHaveBeenCalledWith(eventChannel, pass);
});
