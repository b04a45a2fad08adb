import type { Dialog, MessageBoxOptions, Shell } from 'electron';
import { pages } from './contents.ts';
import { covered, Emitter } from './covered.ts';
import { ClientRequest, fetchAsElectron, type RequestGiven } from './network.ts';
import { defaultSession, partition } from './session.ts';

export { app } from './app.ts';
export { ipcMain } from './ipc.ts';
export { Menu } from './menu.ts';
export { Notification } from './notification.ts';
export { protocol } from './session.ts';
export { nativeTheme } from './theme.ts';
export { nativeImage, Tray } from './tray.ts';
export { utilityProcess } from './utility-process.ts';
export { BrowserWindow } from './window.ts';

export const session = covered('session', { defaultSession, fromPartition: partition });

export const webContents = covered('webContents', {
  getAllWebContents: () => [...pages.values()],
  fromId: (id: number) => pages.get(id),
  fromDevToolsTargetId: (targetId: string) => [...pages.values()].find((page) => page.targetId === targetId),
});

export const net = covered('net', {
  request: (given: RequestGiven) => new ClientRequest({ session: defaultSession, ...given }),
  fetch: fetchAsElectron,
  isOnline: () => true,
});

export const shell = covered('shell', {
  openExternal: async (url) => {
    process.stderr.write(`The stand-in for Electron does not open ${new URL(url).origin}.\n`);
  },
} satisfies Partial<Shell>);

export const dialog = covered('dialog', {
  showErrorBox: (title, content) => {
    process.stderr.write(`${title}: ${content}\n`);
  },
  // There is no dialog. A test that chooses a file replaces this function.
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  // Answers cancel, or the first button if there is no cancel.
  showMessageBox: async (...given: readonly unknown[]) => {
    const options = given.at(-1) as MessageBoxOptions; // behind the window, if there is one
    return { response: options.cancelId ?? 0, checkboxChecked: options.checkboxChecked ?? false };
  },
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
} satisfies Partial<Dialog>);

let copied = '';
export const clipboard = covered('clipboard', {
  readText: () => copied,
  writeText: (text: string) => {
    copied = text;
  },
  clear: () => {
    copied = '';
  },
});

class PowerMonitor extends Emitter {
  readonly onBatteryPower = false;
  isOnBatteryPower(): boolean {
    return this.onBatteryPower;
  }
}
export const powerMonitor = new PowerMonitor();

// Nothing sleeps here, so nothing is kept from it.
const kept = new Set<number>();
export const powerSaveBlocker = covered('powerSaveBlocker', {
  start: () => {
    const id = kept.size + 1;
    kept.add(id);
    return id;
  },
  stop: (id: number) => kept.delete(id),
  isStarted: (id: number) => kept.has(id),
});

// Can be imported. Each use throws by name.
export const autoUpdater = covered('autoUpdater', {});
export const crashReporter = covered('crashReporter', {});
export const desktopCapturer = covered('desktopCapturer', {});
export const globalShortcut = covered('globalShortcut', {});
export const safeStorage = covered('safeStorage', {});

// One screen for all windows.
export const screen = Object.assign(new Emitter(), {
  getAllDisplays: () => [{ id: 1, workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }],
});
export const systemPreferences = covered('systemPreferences', {});
