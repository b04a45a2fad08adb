/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { codecFunctions, decode, encode } from './codec.ts';

/** The preload calls the main process through it. It is gone before the page's own scripts run. */
export const bindingName = `standin_call_${randomUUID().slice(0, 8)}`;

const receiverName = `standin_receive_${randomUUID().slice(0, 8)}`;

export type FromPage =
  | { readonly type: 'invoke'; readonly id: number; readonly channel: string; readonly args: string }
  | { readonly type: 'send'; readonly channel: string; readonly args: string }
  | { readonly type: 'open'; readonly url: string }
  | { readonly type: 'close' }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'preload-error'; readonly message: string };

export type ToPage =
  | { readonly type: 'reply'; readonly id: number; readonly ok: boolean; readonly value: string }
  | { readonly type: 'event'; readonly channel: string; readonly args: string };

/** What to evaluate in a page so that its preload receives a message. */
export function delivery(message: ToPage): string {
  return `globalThis.${receiverName}?.(${JSON.stringify(message)})`;
}

// What follows runs in the page, before anything else. Only the text of these functions is sent there, so they name
// nothing but each other and the codec.

type Listener = (event: object, ...args: unknown[]) => void;
type Tell = (message: FromPage) => void;

/** Electron's `ipcRenderer`, and what takes the messages for it. */
function createIpc(tell: Tell) {
  const waiting = new Map<number, (message: Extract<ToPage, { type: 'reply' }>) => void>();
  const listeners = new Map<string, Listener[]>();
  let last = 0;
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const text = encode(args);
        last += 1;
        waiting.set(last, ({ ok, value }) => {
          if (ok) resolve(decode(value));
          else reject(new Error(`Error invoking remote method '${channel}': ${value}`));
        });
        tell({ type: 'invoke', id: last, channel, args: text });
      }),
    send: (channel: string, ...args: unknown[]) => tell({ type: 'send', channel, args: encode(args) }),
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    off: (channel: string, listener: Listener) => {
      const all = listeners.get(channel) ?? [];
      const place = all.lastIndexOf(listener);
      if (place >= 0) listeners.set(channel, all.toSpliced(place, 1));
      return ipcRenderer;
    },
  };
  const receive = (message: ToPage) => {
    if (message.type === 'event') {
      const args = decode(message.args) as unknown[]; // `webContents.send` encodes a list
      for (const listener of listeners.get(message.channel) ?? [])
        listener({ sender: ipcRenderer, ports: [] }, ...args);
      return;
    }
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  };
  return { ipcRenderer, receive };
}

/** As over Electron's bridge: what crosses is a copy, and functions cross as stand-ins of their own. */
function cross(value: unknown): unknown {
  if (typeof value === 'function')
    return (...args: unknown[]) => cross(Reflect.apply(value, undefined, args.map(cross)));
  if (value instanceof Promise) return value.then(cross);
  if (Array.isArray(value)) return value.map(cross);
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cross(item)]));
  return value;
}

function freeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

function exposeInMainWorld(key: string, api: unknown): void {
  if (key in globalThis) throw new Error('Cannot bind an API on top of an existing property.');
  Object.defineProperty(globalThis, key, { value: freeze(cross(api)), enumerable: true });
}

/** Has the main process open and close windows, and tells it the title. */
function connectWindow(tell: Tell): void {
  Object.defineProperty(globalThis, 'open', {
    value: (url: unknown = 'about:blank') => {
      tell({ type: 'open', url: new URL(String(url), document.baseURI).href });
      return null;
    },
  });
  // In Electron a page may always close its window. In a browser, not after a navigation.
  Object.defineProperty(globalThis, 'close', { value: () => tell({ type: 'close' }) });
  // Watches only the head: the body changes too often.
  const watchTitle = new MutationObserver(() => tell({ type: 'title', title: document.title }));
  const watchHead = new MutationObserver(() => {
    if (document.head === null) return;
    watchHead.disconnect();
    tell({ type: 'title', title: document.title });
    watchTitle.observe(document.head, { subtree: true, childList: true, characterData: true });
  });
  watchHead.observe(document, { subtree: true, childList: true });
}

function prepare(
  binding: string,
  receiver: string,
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void {
  // Chromium's binding is a global with a random name.
  const page = globalThis as unknown as Record<string, (text: string) => void> & {
    top: unknown;
  };
  const post = page[binding];
  delete page[binding];
  if (post === undefined || page.top !== globalThis) return;
  const tell: Tell = (message) => post(JSON.stringify(message));
  const { ipcRenderer, receive } = createIpc(tell);
  Object.defineProperty(globalThis, receiver, { value: receive });
  connectWindow(tell);
  const require = (name: string): unknown => {
    if (name === 'electron') return { ipcRenderer, contextBridge: { exposeInMainWorld } };
    throw new Error(`module not found: ${name}`);
  };
  try {
    const module = { exports: {} };
    preload(require, module, module.exports);
  } catch (error) {
    tell({ type: 'preload-error', message: String(error) });
  }
}

const pageFunctions = [
  ...codecFunctions,
  createIpc,
  cross,
  freeze,
  exposeInMainWorld,
  connectWindow,
  prepare,
];

/** The script that gives a new document its preload, from the preload's CommonJS text. */
export function pageScript(preload: string): string {
  const wrapped = `(require, module, exports) => {${preload}\n}`;
  const call = `prepare('${bindingName}', '${receiverName}', ${wrapped});`;
  return `(() => {\n${[...pageFunctions.map(String), call].join('\n')}\n})()`;
}
