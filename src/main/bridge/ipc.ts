import { AsyncLocalStorage } from 'node:async_hooks';
import { BrowserWindow, ipcMain, type WebContents, webContents } from 'electron';
import { type BridgeEvent, callChannel, eventChannel } from '../../shared/bridge.ts';
import { bringToFront } from '../desktop/window.ts';
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

const asking = new AsyncLocalStorage<number>();

/** The window of the page on whose call this runs; null where there is none, or none any more. */
export function askingWindow(): BrowserWindow | null {
  const id = asking.getStore();
  const page = id === undefined ? undefined : webContents.fromId(id);
  return page === undefined ? null : BrowserWindow.fromWebContents(page);
}

/** Opens the one channel of the interface. A caller that is no page of this app is refused first of all. */
export function answerCalls(dispatch: Dispatch, trustedOrigins: readonly string[], log: Log): void {
  ipcMain.handle(callChannel, (event, operation: unknown, input: unknown) => {
    if (!isTrustedSender(event.senderFrame, trustedOrigins)) {
      log.warn('sender-refused', { origin: originOf(event.senderFrame?.url ?? '') });
      throw new Error('Refused.');
    }
    const { id } = event.sender;
    return asking.run(id, () => dispatch(operation, input, id, goneOf(event.sender)));
  });
}

/** Tells every window but those that are closing: to tell one of them would throw. */
export function broadcast(event: BridgeEvent): void {
  for (const window of BrowserWindow.getAllWindows()) tell(window, event);
}

/** Tells the focused window, or brings another to front and tells that; false where there is none. */
export function tellFocused(event: BridgeEvent): boolean {
  const focused = BrowserWindow.getFocusedWindow();
  const window = focused ?? BrowserWindow.getAllWindows()[0];
  if (window === undefined) return false;
  if (focused === null) bringToFront(window);
  tell(window, event);
  return true;
}

export function tell(window: BrowserWindow, event: BridgeEvent): void {
  if (!window.isDestroyed() && !window.webContents.isDestroyed())
    window.webContents.send(eventChannel, event);
}
