import { readFileSync } from 'node:fs';
import type { IpcMainInvokeEvent, WebContents, WindowOpenHandlerResponse } from 'electron';
import type { Chromium, Page } from './chromium.ts';
import { makeCodec } from './codec.ts';
import { Emitter, refusable } from './covered.ts';
import type { Session } from './devtools.ts';
import { ipcMain } from './ipc.ts';
import { bindingName, delivery, type FromPage, pageScript, type ToPage } from './page-script.ts';
import { fromChromium, handlers, originOf, toChromium } from './scheme.ts';
import { applyPermissions, defaultSession } from './session.ts';
import { nativeTheme } from './theme.ts';

interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly redirectedRequestId?: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly postData?: string;
  };
}

const codec = makeCodec();
let last = 0;

/** Every page that is there, by its id. */
export const pages = new Map<number, Contents>();
const ignore = (): void => undefined; // the page may be gone by the time that it is spoken to

/** A frame as senders are told it: Electron's WebFrameMain, as far as a check of the sender reads it. */
class Frame extends Emitter {
  url = '';
  readonly parent: Frame | null;
  detached = false;
  constructor(parent: Frame | null) {
    super();
    this.parent = parent;
  }
  get origin(): string {
    return originOf(this.url);
  }
  get top(): Frame {
    return this.parent?.top ?? this;
  }
}

export class Contents
  extends Emitter
  implements
    Pick<
      WebContents,
      'loadURL' | 'reload' | 'send' | 'getURL' | 'getTitle' | 'isDestroyed' | 'setWindowOpenHandler'
    >
{
  readonly id: number;
  readonly session = defaultSession;
  readonly mainFrame: Frame = new Frame(null);
  readonly ready: Promise<void>;
  targetId = '';
  #root: Session;
  #page: Session | undefined;
  #title = '';
  #destroyed = false;
  #loading = false;
  #zoom = 1;
  #frames = new Map<string, Frame>();
  #contexts = new Map<number, Frame>();
  #mainContext: number | undefined;
  #own: string | undefined;
  #openHandler: (details: never) => WindowOpenHandlerResponse = () => ({ action: 'deny' });

  constructor(opened: Promise<Page>, chromium: Chromium, preload: string | undefined) {
    super();
    last += 1;
    this.id = last;
    pages.set(this.id, this);
    this.#root = chromium.root;
    this.ready = opened.then((page) => this.#take(page, chromium, preload));
  }

  async #take({ session, targetId }: Page, chromium: Chromium, preload: string | undefined): Promise<void> {
    this.#page = session;
    this.targetId = targetId;
    this.#frames.set(targetId, this.mainFrame); // a page's main frame has its target's id
    this.#listen(session);
    const source = preload === undefined ? '' : readFileSync(preload, 'utf8');
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: bindingName }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(source) }),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.send('Emulation.setEmulatedMedia', { features: nativeTheme.features() }),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: !chromium.visible }),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
    nativeTheme.on('updated', () => {
      session.send('Emulation.setEmulatedMedia', { features: nativeTheme.features() }).catch(ignore);
    });
  }

  #listen(page: Session): void {
    page.on('Fetch.requestPaused', (paused) => {
      this.#answer(page, paused).catch(ignore);
    });
    page.on('Runtime.executionContextCreated', ({ context }) => {
      // Chromium's own description of a page's context; `auxData` is untyped in the protocol.
      const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: string; isDefault?: boolean };
      if (frameId === undefined || isDefault !== true) return;
      if (frameId === this.targetId) this.#mainContext = context.id;
      this.#contexts.set(context.id, this.#frame(frameId));
    });
    page.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#contexts.delete(executionContextId);
    });
    page.on('Runtime.executionContextsCleared', () => this.#contexts.clear());
    page.on('Page.frameNavigated', ({ frame }) => {
      this.#frame(frame.id, frame.parentId).url = fromChromium(frame.url + (frame.urlFragment ?? ''));
    });
    page.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      this.#frame(frameId).url = fromChromium(url);
    });
    page.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'remove') this.#frame(frameId).detached = true;
    });
    page.on('Page.windowOpen', ({ url }) => this.#refuseWindow(url));
    page.on('Page.frameRequestedNavigation', ({ url, disposition }) => {
      if (disposition !== 'currentTab') this.#refuseWindow(url);
    });
    page.on('Page.loadEventFired', () => {
      this.#loading = false;
      if (this.getURL() !== '' && !this.getURL().startsWith('data:')) this.emit('did-finish-load');
    });
    page.on('Page.javascriptDialogOpening', ({ type }) => {
      if (type !== 'beforeunload') return;
      const event = refusable({});
      this.emit('will-prevent-unload', event);
      page.send('Page.handleJavaScriptDialog', { accept: event.defaultPrevented }).catch(ignore);
    });
    page.on('Inspector.targetCrashed', () => {
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    page.on('Runtime.bindingCalled', ({ payload, executionContextId, name }) => {
      const frame = this.#contexts.get(executionContextId);
      if (name === bindingName && frame !== undefined)
        this.#receive(JSON.parse(payload), frame, executionContextId);
    });
  }

  #frame(id: string, parentId?: string): Frame {
    const known = this.#frames.get(id);
    if (known !== undefined) return known;
    const frame = new Frame(parentId === undefined ? this.mainFrame : this.#frame(parentId));
    this.#frames.set(id, frame);
    return frame;
  }

  async #answer(page: Session, paused: Paused): Promise<void> {
    const { requestId, request, resourceType, frameId } = paused;
    const url = fromChromium(request.url);
    if (resourceType === 'Document' && !this.#mayNavigate(url, paused)) {
      await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    const handler = handlers.get(url.split(':', 1)[0] ?? '');
    if (handler === undefined) {
      await page.send('Fetch.continueRequest', { requestId });
      return;
    }
    if (resourceType === 'Document' && frameId === this.targetId) await applyPermissions(url, this.#root);
    const body = request.postData === undefined ? {} : { body: request.postData };
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      fromChromium(value),
    ]);
    try {
      const response = await handler(new Request(url, { method: request.method, headers, ...body }));
      const content = Buffer.from(await response.arrayBuffer());
      await page.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({
          name,
          value: value.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s;,'"]+/gi, toChromium),
        })),
        body: content.toString('base64'),
      });
    } catch (error) {
      process.stderr.write(`The handler of ${url} failed: ${String(error)}\n`);
      await page.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    }
  }

  // Chromium cannot be asked who began a navigation: the app's own is remembered, the same address again is a reload.
  #mayNavigate(url: string, { frameId, redirectedRequestId }: Paused): boolean {
    const isMainFrame = frameId === this.targetId;
    const withoutFragment = (address: string): string => address.split('#', 1)[0] ?? '';
    if (isMainFrame && this.#own !== undefined && withoutFragment(this.#own) === url) {
      this.#own = undefined;
      return true;
    }
    if (isMainFrame && withoutFragment(this.getURL()) === url) return true;
    const about = { url, isMainFrame, isSameDocument: false, frame: this.#frame(frameId), initiator: null };
    const names = ['will-frame-navigate', ...(isMainFrame ? ['will-navigate'] : [])];
    return (redirectedRequestId === undefined ? names : ['will-redirect']).every((name) => {
      const event = refusable(about);
      this.emit(name, event, url, false, isMainFrame);
      return !event.defaultPrevented;
    });
  }

  #receive(message: FromPage, frame: Frame, context: number): void {
    if (message.type === 'open') return this.#refuseWindow(message.url);
    if (message.type === 'title') return this.#titled(message.title);
    if (message.type === 'preload-error') {
      process.stderr.write(`Unable to load preload script: ${message.message}\n`);
      this.emit('preload-error', {}, '', new Error(message.message));
      return;
    }
    const args = codec.decode(message.args) as unknown[]; // the page encodes a list
    const event = { sender: this, senderFrame: frame, type: 'frame', ports: [], frameId: 1, processId: 1 };
    if (message.type === 'send') {
      ipcMain.emit(message.channel, event, ...args);
      return;
    }
    const reply = (ok: boolean, value: string): void => {
      this.#tell({ type: 'reply', id: message.id, ok, value }, context);
    };
    // Made here as Electron makes it, as far as this stand-in goes.
    ipcMain
      .invoked(message.channel, event as unknown as IpcMainInvokeEvent, args)
      .then((value) => reply(true, codec.encode(value)))
      .catch((error: unknown) => reply(false, String(error)));
  }

  #titled(title: string): void {
    if (title === this.#title) return;
    this.#title = title;
    this.emit('page-title-updated', {}, title, true);
  }

  #tell(message: ToPage, contextId: number): void {
    this.#page?.send('Runtime.evaluate', { expression: delivery(message), contextId }).catch(ignore);
  }

  // Asks the app whether the page may open a window: only a refusal can be shown here.
  #refuseWindow(url: string): void {
    const about = { url: fromChromium(url), frameName: '', features: '', disposition: 'new-window' };
    const { action } = this.#openHandler(about as never); // the handler takes more than is known of it here
    if (action === 'allow') process.stderr.write('The stand-in for Electron does not open popups.\n');
  }

  setWindowOpenHandler(handler: (details: never) => WindowOpenHandlerResponse): void {
    this.#openHandler = handler;
  }

  async loadURL(url: string): Promise<void> {
    this.#own = url;
    this.#loading = true;
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
    const message: ToPage = { type: 'event', channel, args: codec.encode(args) };
    if (this.#mainContext !== undefined) this.#tell(message, this.#mainContext);
  }

  reload(): void {
    this.#page?.send('Page.reload').catch(ignore);
  }

  async executeJavaScript(expression: string): Promise<unknown> {
    await this.ready;
    const answer = await this.#page?.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (answer?.exceptionDetails !== undefined) throw new Error(answer.exceptionDetails.text);
    return answer?.result.value;
  }

  /** Zooms as a browser does: the page has less room, and every pixel of it is larger. */
  setZoomFactor(factor: number): void {
    const before = this.#zoom;
    this.#zoom = factor;
    const apply = async (): Promise<void> => {
      const metrics = await this.#page?.send('Page.getLayoutMetrics');
      const { clientWidth = 0, clientHeight = 0 } = metrics?.cssLayoutViewport ?? {};
      const width = Math.round((clientWidth * before) / factor);
      const height = Math.round((clientHeight * before) / factor);
      await this.#page?.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: factor,
        mobile: false,
      });
    };
    this.ready.then(apply).catch(ignore);
  }

  getZoomFactor(): number {
    return this.#zoom;
  }

  forcefullyCrashRenderer(): void {
    this.#page?.send('Page.crash').catch(ignore);
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
    return this.mainFrame.url;
  }

  getTitle(): string {
    return this.#title;
  }

  isLoading(): boolean {
    return this.#loading;
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
