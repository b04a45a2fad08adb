import { readFileSync } from 'node:fs';
import type {
  IpcMainInvokeEvent,
  PrintToPDFOptions,
  WebContents,
  WebContentsPrintOptions,
  WindowOpenHandlerResponse,
} from 'electron';
import type { Chromium, Page } from './chromium.ts';
import { decode, encode } from './codec.ts';
import { Emitter, refusable } from './covered.ts';
import type { Session } from './devtools.ts';
import { Ipc, ipcMain } from './ipc.ts';
import { bindingName, delivery, type FromPage, pageScript, type ToPage } from './page-script.ts';
import { fromChromium, handlers, originOf, toChromium } from './scheme.ts';
import { applyPermissions, defaultSession } from './session.ts';
import { nativeTheme } from './theme.ts';

const ignore = (): void => undefined; // the page may be gone
let last = 0;

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
  readonly ipc = new Ipc();
  readonly mainFrame: Frame = new Frame(null);
  readonly ready: Promise<void>;
  targetId = '';
  #root: Session;
  #page: Session | undefined;
  #frames: ReturnType<typeof trackFrames> | undefined;
  #title = '';
  #isLoading = true;
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
      this.#isLoading = false;
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

  // Chromium does not say who started a navigation. So remember the app's own; the same address again is a reload.
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
    const { action } = this.#openHandler(about as never); // Electron passes more than the stand-in knows
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
        const args = decode(message.args) as unknown[]; // the page encodes a list
        // Electron's event, as far as this stand-in goes.
        const event = { sender: this, senderFrame: frame } as unknown as IpcMainInvokeEvent;
        if (message.type === 'send') {
          ipcMain.emit(message.channel, event, ...args);
          return;
        }
        const reply = (ok: boolean, value: string): void =>
          this.#tell({ type: 'reply', id: message.id, ok, value }, context);
        const called = this.ipc.has(message.channel) ? this.ipc : ipcMain; // in Electron's order
        called
          .invoked(message.channel, event, args)
          .then((value) => reply(true, encode(value)))
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
    const encoded = encode(args); // throws for what cannot be cloned, page or no page
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

  /** There is no dialog to choose a printer: answers as cancelled. */
  print(
    _options?: WebContentsPrintOptions,
    callback?: (success: boolean, failureReason: string) => void,
  ): void {
    setImmediate(() => callback?.(false, 'Print job canceled'));
  }

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

  isLoading(): boolean {
    return this.#isLoading;
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

// Inches, as the DevTools protocol wants them.
const paper = {
  A4: { paperWidth: 8.27, paperHeight: 11.69 },
  Letter: { paperWidth: 8.5, paperHeight: 11 },
} as const;

/** Electron's options for a PDF as the DevTools protocol names them. An unknown option throws by name. */
function printedWith(options: PrintToPDFOptions) {
  const {
    pageSize = 'Letter',
    landscape = false,
    printBackground = false,
    preferCSSPageSize = false,
    generateTaggedPDF = false,
    generateDocumentOutline = false,
    ...others
  } = options;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new Error(`The stand-in for Electron does not cover printToPDF's ${other}`);
  if (pageSize !== 'A4' && pageSize !== 'Letter')
    throw new Error('The stand-in for Electron covers the paper sizes A4 and Letter');
  return {
    ...paper[pageSize],
    landscape,
    printBackground,
    preferCSSPageSize,
    generateTaggedPDF,
    generateDocumentOutline,
  };
}

/** A request for a document that the app has not allowed yet. */
interface Navigation {
  readonly url: string;
  readonly frameId: string;
  readonly isRedirect: boolean;
}

/** Intercepts every request of a page: the app must allow documents, and its handler answers its own scheme. */
function interceptRequests(page: Session, mayGo: (to: Navigation) => boolean | Promise<boolean>): void {
  page.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, resourceType, frameId, redirectedRequestId } = paused;
    const url = fromChromium(request.url);
    const answer = async (): Promise<void> => {
      const to: Navigation = { url, frameId, isRedirect: redirectedRequestId !== undefined };
      if (resourceType === 'Document' && !(await mayGo(to))) {
        await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
        return;
      }
      const handler = handlers.get(url.split(':', 1)[0] ?? '');
      if (handler === undefined) {
        await page.send('Fetch.continueRequest', { requestId });
        return;
      }
      const body = request.postData === undefined ? {} : { body: request.postData };
      const headers = new Headers(request.headers);
      for (const [name, value] of headers) headers.set(name, fromChromium(value));
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
    };
    answer().catch(async (error: unknown) => {
      process.stderr.write(`${url}: ${String(error)}\n`);
      await page.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => undefined);
    });
  });
}

/** Electron's WebFrameMain, with what a check of the sender reads. */
class Frame extends Emitter {
  url = '';
  detached = false;
  readonly parent: Frame | null;

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

/** Follows a page's frames and script contexts. `mainId` is the main frame's id. */
function trackFrames(page: Session, main: Frame, mainId: string) {
  const frames = new Map([[mainId, main]]);
  const contexts = new Map<number, string>();

  const frame = (id: string, parentId = mainId): Frame => {
    const known = frames.get(id);
    if (known !== undefined) return known;
    const made = new Frame(frame(parentId));
    frames.set(id, made);
    return made;
  };
  page.on('Page.frameNavigated', ({ frame: { id, parentId, url, urlFragment = '' } }) => {
    frame(id, parentId).url = fromChromium(url + urlFragment);
  });
  page.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    frame(frameId).url = fromChromium(url);
    if (frameId === mainId) main.emit('navigated-within', fromChromium(url));
  });
  page.on('Page.frameDetached', ({ frameId, reason }) => {
    if (reason === 'remove') frame(frameId).detached = true;
  });
  page.on('Runtime.executionContextCreated', ({ context }) => {
    // Chromium's own description of a page's context, which the protocol leaves untyped.
    const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: string; isDefault?: boolean };
    if (frameId !== undefined && isDefault === true) contexts.set(context.id, frameId);
  });
  page.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    contexts.delete(executionContextId);
  });
  page.on('Runtime.executionContextsCleared', () => contexts.clear());

  return {
    frame,
    ofContext: (context: number): Frame | undefined => {
      const id = contexts.get(context);
      return id === undefined ? undefined : frame(id);
    },
    mainContext: (): number | undefined => [...contexts].findLast(([, id]) => id === mainId)?.[0],
  };
}
