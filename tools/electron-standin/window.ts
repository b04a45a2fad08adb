import type { BrowserWindowConstructorOptions, ProgressBarOptions, Rectangle } from 'electron';
import type { Chromium } from './chromium.ts';
import { Contents } from './contents.ts';
import { Emitter, refusable } from './covered.ts';

const windows = new Map<number, BrowserWindow>();
const ignore = (): void => undefined; // the window may be gone by the time that it is spoken to

let focused = 0; // no window has this number
let chromium: Chromium | undefined;
let onCreated = (_window: BrowserWindow): void => undefined;
let onLastClosed = (): void => undefined;

/** Gives windows the Chromium that they open in, and says whom to tell of a new one and of the last one's end. */
export function openWindowsIn(
  browser: Chromium,
  created: (window: BrowserWindow) => void,
  lastClosed: () => void,
): void {
  chromium = browser;
  onCreated = created;
  onLastClosed = lastClosed;
  browser.root.on('Target.targetDestroyed', ({ targetId }) => {
    for (const window of windows.values()) if (window.webContents.targetId === targetId) window.gone();
  });
}

/** A window of Chromium's without an address bar. What Electron's can do beyond this is not covered. */
export class BrowserWindow extends Emitter {
  readonly id: number;
  readonly webContents: Contents;
  #title: string;
  #visible: boolean;
  #closing = false;
  #bounds: Rectangle;
  readonly #parent: BrowserWindowConstructorOptions['parent'] | null;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    if (chromium === undefined) throw new Error('Cannot create BrowserWindow before app is ready');
    const { title = 'Electron', width = 800, height = 600, backgroundColor = '#fff', show = true } = options;
    this.#title = title;
    this.#visible = show;
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width, height };
    const opened = chromium.open(title, backgroundColor, width, height);
    this.webContents = new Contents(opened, chromium, options.webPreferences?.preload);
    this.id = this.webContents.id;
    windows.set(this.id, this);
    if (show) focused = this.id;
    this.#parent = options.parent ?? null; // a window goes with the one that it belongs to
    this.#parent?.once('closed', () => this.destroy());
    this.webContents.ready.then(() => this.#resize(width, height)).catch(ignore);
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    this.webContents.on('page-title-updated', (_event: unknown, text: string) => {
      const event = refusable({});
      this.emit('page-title-updated', event, text, true);
      if (!event.defaultPrevented) this.#title = text;
    });
    onCreated(this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()];
  }

  /**
   * The window that was shown, or asked to be in front, last: which one a person is in, Chromium does not tell. None once that one is
   * closed or told to `blur`.
   */
  static getFocusedWindow(): BrowserWindow | null {
    return windows.get(focused) ?? null;
  }

  static fromWebContents(contents: Contents): BrowserWindow | null {
    return windows.get(contents.id) ?? null;
  }

  async #resize(width: number, height: number): Promise<void> {
    const { targetId } = this.webContents;
    const found = await chromium?.root.send('Browser.getWindowForTarget', { targetId });
    if (found !== undefined)
      await chromium?.root.send('Browser.setContentsSize', { windowId: found.windowId, width, height });
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  show(): void {
    focused = this.id;
    if (!this.#visible) this.emit('show');
    this.#visible = true;
  }

  /** As when a person goes to another app. */
  blur(): void {
    if (focused === this.id) focused = 0;
  }

  focus(): void {
    focused = this.id;
    const activate = (): unknown =>
      chromium?.root.send('Target.activateTarget', { targetId: this.webContents.targetId });
    this.webContents.ready.then(activate).catch(ignore);
  }

  /** Minimising is the system's, which does not tell: there is nothing to restore. */
  isMinimized(): boolean {
    return false;
  }

  restore(): void {}

  /** Kept nowhere and not shown: there is no taskbar. A test that looks puts its own function in this place. */
  setProgressBar(progress: number, _options?: ProgressBarOptions): void {
    if (typeof progress !== 'number') throw new TypeError('Error processing argument at index 0');
  }

  isMaximized(): boolean {
    return false;
  }

  isFullScreen(): boolean {
    return false;
  }

  /** Where the app has put it: where it is on a screen, Chromium alone knows. */
  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
  }

  setContentSize(width: number, height: number): void {
    this.webContents.ready.then(() => this.#resize(width, height)).catch(ignore);
  }

  getTitle(): string {
    return this.#title;
  }

  setTitle(title: string): void {
    this.#title = title;
  }

  getParentWindow(): BrowserWindowConstructorOptions['parent'] | null {
    return this.#parent;
  }

  isDestroyed(): boolean {
    return this.webContents.isDestroyed();
  }

  close(): void {
    const event = refusable({});
    this.emit('close', event);
    if (event.defaultPrevented) return;
    this.#closing = true;
    this.webContents.close({ waitForBeforeUnload: true });
  }

  destroy(): void {
    this.#closing = true;
    this.webContents.close();
  }

  /** Chromium's word that the window is closed, by the app or by a person. */
  gone(): void {
    if (!this.#closing) this.emit('close', refusable({}));
    windows.delete(this.id);
    this.webContents.gone();
    this.emit('closed');
    if (windows.size === 0) onLastClosed();
  }
}
