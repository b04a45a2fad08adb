import { BrowserWindow, ipcMain, type WebContents } from 'electron';
import { type BridgeEvent, callChannel, eventChannel } from '../../shared/bridge.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Dispatch } from './dispatch.ts';
import { isTrustedSender, originOf } from './sender.ts';

const pages = new WeakMap<WebContents, AbortSignal>();

/** Aborted when a page is gone: closed, loaded anew, or crashed. */
function goneOf(page: WebContents): AbortSignal {
  const known = pages.get(page);
  if (known !== undefined) return known;
  const gone = new AbortController();
  const end = (): void => {
    pages.delete(page);
    page.off('destroyed', end).off('render-process-gone', end).off('did-navigate', end);
    gone.abort();
  };
  // `did-navigate` is a page that is loaded anew; moving within it is `did-navigate-in-page`.
  page.on('destroyed', end).on('render-process-gone', end).on('did-navigate', end);
  pages.set(page, gone.signal);
  return gone.signal;
}

/** Opens the one channel of the interface. A caller that is no page of this app is refused first of all. */
export function answerCalls(dispatch: Dispatch, trustedOrigins: readonly string[], log: Log): void {
  ipcMain.handle(callChannel, (event, operation: unknown, input: unknown) => {
    if (!isTrustedSender(event.senderFrame, trustedOrigins)) {
      log.warn('sender-refused', { origin: originOf(event.senderFrame?.url ?? '') });
      throw new Error('Refused.');
    }
    return dispatch(operation, input, event.sender.id, goneOf(event.sender));
  });
}

/** Tells every window but those that are closing: to tell one of them would throw. */
export function broadcast(event: BridgeEvent): void {
  for (const window of BrowserWindow.getAllWindows()) tell(window, event);
}

/** Tells the focused window, or any; false where there is none. */
export function tellFocused(event: BridgeEvent): boolean {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (window !== undefined) tell(window, event);
  return window !== undefined;
}

export function tell(window: BrowserWindow, event: BridgeEvent): void {
  if (!window.isDestroyed() && !window.webContents.isDestroyed())
    window.webContents.send(eventChannel, event);
}
