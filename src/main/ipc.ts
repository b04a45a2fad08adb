import { BrowserWindow, ipcMain } from 'electron';
import { type BridgeEvent, callChannel, eventChannel } from '../shared/bridge.ts';
import type { Dispatch } from './dispatch.ts';
import type { Log } from './log.ts';
import { isTrustedSender, originOf } from './sender.ts';

/** Opens the one channel of the interface; who is not a page of this app is refused before anything is looked at. */
export function answerCalls(dispatch: Dispatch, trustedOrigins: readonly string[], log: Log): void {
  ipcMain.handle(callChannel, (event, operation: unknown, input: unknown) => {
    if (!isTrustedSender(event.senderFrame, trustedOrigins)) {
      log.warn('sender-refused', { origin: originOf(event.senderFrame?.url ?? '') });
      throw new Error('Refused.');
    }
    return dispatch(operation, input, event.sender.id);
  });
}

/** Tells every window; one that is being closed hears nothing, and to tell it would throw. */
export function broadcast(event: BridgeEvent): void {
  for (const window of BrowserWindow.getAllWindows()) tell(window, event);
}

/** Tells the window that a person is in, or the only one; false where there is none. */
export function tellFocused(event: BridgeEvent): boolean {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (window !== undefined) tell(window, event);
  return window !== undefined;
}

/** Tells one window. */
export function tell(window: BrowserWindow, event: BridgeEvent): void {
  if (!window.isDestroyed() && !window.webContents.isDestroyed())
    window.webContents.send(eventChannel, event);
}
