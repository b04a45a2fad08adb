import { readFileSync } from 'node:fs';
import type {
  IpcMainInvokeEvent,
  PrintToPDFOptions,
  WebContents,
  WebContentsPrintOptions,
  WindowOpenHandlerResponse,
} from 'electron';
import type { Chromium, Page } from './chromium.ts';
import { makeCodec } from './codec.ts';
import { Emitter, refusable } from './covered.ts';
import type { Session } from './devtools.ts';
import { Frame, trackFrames } from './frames.ts';
import { ipcMain } from './ipc.ts';
import { bindingName, delivery, type FromPage, pageScript, type ToPage } from './page-script.ts';
import { printedWith } from './printing.ts';
import { interceptRequests, type Navigation } from './requests.ts';
import { fromChromium, toChromium } from './scheme.ts';
import { applyPermissions, defaultSession } from './session.ts';
import { nativeTheme } from './theme.ts';

const codec = makeCodec();
const ignore = (): void => undefined; // the page may be gone by the time that it is spoken to
let last = 0;

/** Every page that is there, by its id. */
export const pages = new Map<number, Contents>();

type Covered =
  | 'loadURL'
  | 'print'
  | 'printToPDF'
  | 'reload'
  | 'send'
  | 'setWindowOpenHandler'
  | 'setZoomFactor';

/** A page of Chromium's, as Electron's WebContents. */
export class Contents extends Emitter implements Pick<WebContents, Covered> {
  readonly id: number;
  readonly session = defaultSession;
  readonly mainFrame: Frame = new Frame(null);
  readonly ready: Promise<void>;
  targetId = '';
  #root: Session;
  #page: Session | undefined;
  #frames: ReturnType<typeof trackFrames> | undefined;
  #title = '';
  #destroyed = false;
  #zoom = 1;
  #ownNavigation: string | undefined;
  #openHandler: (details: never) => WindowOpenHandlerResponse = () => ({ action: 'deny' });

  constructor(opened: Promise<Page>, chromium: Chromium, preload: string | undefined) {
    super();
    last += 1;
    this.id = last;
    pages.set(this.id, this);
    this.#root = chromium.root;
    this.ready = opened.then((page) => this.#take(page, chromium.visible, preload));
  }

  async #take({ session, targetId }: Page, visible: boolean, preload: string | undefined): Promise<void> {
    this.#page = session;
    this.targetId = targetId;
    const frames = trackFrames(session, this.mainFrame, targetId); // a main frame has its target's id
    this.#frames = frames;
    this.mainFrame.on('navigated-within', (url: string) => this.emit('did-navigate-in-page', {}, url, true));
    interceptRequests(session, async (to) => {
      const goes = this.#mayNavigate(to, frames.frame(to.frameId));
      if (goes && to.frameId === targetId) await applyPermissions(to.url, this.#root);
      return goes;
    });
    session.on('Page.windowOpen', ({ url }) => this.#refuseWindow(url));
    session.on('Page.frameRequestedNavigation', ({ url, disposition }) => {
      if (disposition !== 'currentTab') this.#refuseWindow(url);
    });
    session.on('Page.loadEventFired', () => {
      if (this.#ownNavigation === undefined) this.emit('did-finish-load');
    });
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      if (type !== 'beforeunload') return;
      const event = refusable({});
      this.emit('will-prevent-unload', event);
      session.send('Page.handleJavaScriptDialog', { accept: event.defaultPrevented }).catch(ignore);
    });
    session.on('Inspector.targetCrashed', () => {
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    session.on('Runtime.bindingCalled', ({ payload, executionContextId, name }) => {
      const frame = frames.ofContext(executionContextId);
      if (name === bindingName && frame !== undefined)
        this.#receive(JSON.parse(payload), frame, executionContextId);
    });
    const source = pageScript(preload === undefined ? '' : readFileSync(preload, 'utf8'));
    const setTheme = (): Promise<unknown> =>
      session.send('Emulation.setEmulatedMedia', { features: nativeTheme.features() }).catch(ignore);
    nativeTheme.on('updated', setTheme);
    this.once('destroyed', () => nativeTheme.off('updated', setTheme));
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: bindingName }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source }),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      setTheme(),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: !visible }),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  // Chromium does not tell who began a navigation: the app's own is remembered, the same address again is a reload.
  #mayNavigate({ url, isRedirect }: Navigation, frame: Frame): boolean {
    const isMainFrame = frame === this.mainFrame;
    const same = (address = ''): boolean => isMainFrame && address.split('#', 1)[0] === url;
    if (same(this.#ownNavigation)) {
      this.#ownNavigation = undefined;
      return true;
    }
    if (same(this.getURL())) return true;
    const about = { url, isMainFrame, isSameDocument: false, frame, initiator: null };
    const names = isMainFrame ? ['will-frame-navigate', 'will-navigate'] : ['will-frame-navigate'];
    return (isRedirect ? ['will-redirect'] : names).every((name) => {
      const event = refusable(about);
      this.emit(name, event, url, false, isMainFrame);
      return !event.defaultPrevented;
    });
  }

  // Asks the app whether the page may open a window: only a refusal can be shown here.
  #refuseWindow(url: string): void {
    const about = { url: fromChromium(url), frameName: '', features: '', disposition: 'new-window' };
    const { action } = this.#openHandler(about as never); // the handler takes more than is known of it here
    if (action === 'allow') process.stderr.write('The stand-in for Electron does not open popups.\n');
  }

  #receive(message: FromPage, frame: Frame, context: number): void {
    switch (message.type) {
      case 'open':
        return this.#refuseWindow(message.url);
      case 'close':
        return this.close({ waitForBeforeUnload: true });
      case 'title':
        if (message.title !== this.#title) this.emit('page-title-updated', {}, message.title, true);
        this.#title = message.title;
        return;
      case 'preload-error':
        process.stderr.write(`Unable to load preload script: ${message.message}\n`);
        this.emit('preload-error', {}, '', new Error(message.message));
        return;
      case 'send':
      case 'invoke': {
        const args = codec.decode(message.args) as unknown[]; // the page encodes a list
        // Electron's event, as far as this stand-in goes.
        const event = { sender: this, senderFrame: frame } as unknown as IpcMainInvokeEvent;
        if (message.type === 'send') {
          ipcMain.emit(message.channel, event, ...args);
          return;
        }
        const reply = (ok: boolean, value: string): void =>
          this.#tell({ type: 'reply', id: message.id, ok, value }, context);
        ipcMain
          .invoked(message.channel, event, args)
          .then((value) => reply(true, codec.encode(value)))
          .catch((error: unknown) => reply(false, String(error)));
      }
    }
  }

  #tell(message: ToPage, contextId: number): void {
    this.#page?.send('Runtime.evaluate', { expression: delivery(message), contextId }).catch(ignore);
  }

  setWindowOpenHandler(handler: (details: never) => WindowOpenHandlerResponse): void {
    this.#openHandler = handler;
  }

  async loadURL(url: string): Promise<void> {
    this.#ownNavigation = url;
    await this.ready;
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', resolve));
    const answer = await this.#page?.send('Page.navigate', { url: toChromium(url) });
    if (answer?.errorText !== undefined) {
      this.emit('did-fail-load', {}, -2, answer.errorText, url, true);
      throw new Error(`${answer.errorText} loading '${url}'`);
    }
    await loaded;
  }

  send(channel: string, ...args: unknown[]): void {
    const encoded = codec.encode(args); // throws for what cannot be cloned, page or no page
    const context = this.#frames?.mainContext();
    if (context !== undefined) this.#tell({ type: 'event', channel, args: encoded }, context);
  }

  reload(): void {
    this.#page?.send('Page.reload').catch(ignore);
  }

  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    await this.ready;
    const printed = await this.#page?.send('Page.printToPDF', printedWith(options));
    if (printed === undefined) throw new Error('Failed to generate PDF: the page is gone');
    return Buffer.from(printed.data, 'base64');
  }

  /** Nobody is there to choose a printer in the system's dialog: it is answered as cancelled. */
  print(
    _options?: WebContentsPrintOptions,
    callback?: (success: boolean, failureReason: string) => void,
  ): void {
    setImmediate(() => callback?.(false, 'Print job canceled'));
  }

  /** Zooms as a browser does: the page has less room, and every pixel of it is larger. */
  setZoomFactor(factor: number): void {
    const before = this.#zoom;
    this.#zoom = factor;
    const apply = async (): Promise<void> => {
      const metrics = await this.#page?.send('Page.getLayoutMetrics');
      const { clientWidth = 0, clientHeight = 0 } = metrics?.cssLayoutViewport ?? {};
      await this.#page?.send('Emulation.setDeviceMetricsOverride', {
        width: Math.round((clientWidth * before) / factor),
        height: Math.round((clientHeight * before) / factor),
        deviceScaleFactor: factor,
        mobile: false,
      });
    };
    this.ready.then(apply).catch(ignore);
  }

  /** Closes the page; with `waitForBeforeUnload` it may refuse. */
  close(options?: { readonly waitForBeforeUnload?: boolean }): void {
    const close = (): unknown =>
      options?.waitForBeforeUnload === true
        ? this.#page?.send('Page.close').catch(ignore)
        : this.#root.send('Target.closeTarget', { targetId: this.targetId }).catch(ignore);
    this.ready.then(close).catch(ignore);
  }

  getURL(): string {
    return this.mainFrame.url.startsWith('data:') ? '' : this.mainFrame.url;
  }

  getTitle(): string {
    return this.#title;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Chromium's word that the page is gone. */
  gone(): void {
    this.#destroyed = true;
    this.mainFrame.detached = true;
    pages.delete(this.id);
    this.emit('destroyed');
  }
}
