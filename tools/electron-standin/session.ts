import type { Agent } from 'node:http';
import type { Session as ElectronSession, Protocol } from 'electron';
import { covered, Emitter } from './covered.ts';
import type { Session } from './devtools.ts';
import { Connections, type Proxy } from './network.ts';
import { handlers, originOf, type SchemeHandler, toChromium } from './scheme.ts';
import { commandLine, readiness } from './start-state.ts';

// Electron's name of a permission, and the names that Chromium gives what it covers.
const permissions = [
  ['clipboard-read', ['clipboard-read']],
  ['clipboard-sanitized-write', ['clipboard-write']],
  ['display-capture', ['display-capture']],
  ['geolocation', ['geolocation']],
  ['idle-detection', ['idle-detection']],
  ['keyboardLock', ['keyboard-lock']],
  ['media', ['camera', 'microphone']],
  ['midi', ['midi']],
  ['notifications', ['notifications']],
  ['pointerLock', ['pointer-lock']],
  ['speaker-selection', ['speaker-selection']],
  ['storage-access', ['storage-access']],
  ['top-level-storage-access', ['top-level-storage-access']],
  ['unknown', ['local-fonts', 'local-network-access', 'nfc', 'payment-handler', 'persistent-storage']],
  ['window-management', ['window-management']],
] as const;

type Ask = (contents: null, permission: string, decide: (granted: boolean) => void, details: object) => void;
type Check = (contents: null, permission: string, origin: string, details: object) => boolean;

export const protocol = covered('protocol', {
  // Every mapped origin is a secure standard one: there is nothing to declare.
  registerSchemesAsPrivileged: () =>
    readiness.mustBeAhead('protocol.registerSchemesAsPrivileged should be called before app is ready'),
  handle: (scheme: string, handler: SchemeHandler) => {
    handlers.set(scheme, handler);
  },
  unhandle: (scheme: string) => {
    handlers.delete(scheme);
  },
  isProtocolHandled: (scheme: string) => handlers.has(scheme),
} satisfies Partial<Protocol>);

// Registering is accepted; nothing is ever held back here.
const webRequest = covered(
  'webRequest',
  Object.fromEntries(
    ['onBeforeRequest', 'onBeforeSendHeaders', 'onHeadersReceived', 'onErrorOccurred'].map((name) => [
      name,
      () => undefined,
    ]),
  ),
);

export class StandInSession
  extends Emitter
  implements Pick<ElectronSession, 'setDevicePermissionHandler' | 'setDisplayMediaRequestHandler'>
{
  readonly protocol = protocol;
  readonly webRequest = webRequest;
  readonly #connections = new Connections(commandLine.getSwitchValue('proxy-server'));
  #ask: Ask | null = null;
  #check: Check | null = null;

  setPermissionRequestHandler(handler: Ask | null): void {
    this.#ask = handler;
  }

  setPermissionCheckHandler(handler: Check | null): void {
    this.#check = handler;
  }

  // Devices and screens have no one to choose them here: they are never granted.
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setSpellCheckerEnabled(): void {}

  agent(scheme: string): Agent {
    return this.#connections.agent(scheme);
  }

  get proxy(): Proxy | null {
    return this.#connections.proxy;
  }

  closeAllConnections(): Promise<void> {
    return this.#connections.closeAllConnections();
  }

  /** What the app answers to a page's wish: both of its handlers must agree, and Electron's own default is yes. */
  async grants(permission: string, url: string): Promise<boolean> {
    const details = { requestingUrl: url, isMainFrame: true };
    if (this.#check?.(null, permission, originOf(url), details) === false) return false;
    const ask = this.#ask;
    return ask === null || new Promise((resolve) => ask(null, permission, resolve, details));
  }
}

export const defaultSession = new StandInSession();
const partitions = new Map<string, StandInSession>();

/** The session of a name, which holds nothing of another's. */
export function partition(name: string): StandInSession {
  const known = partitions.get(name) ?? new StandInSession();
  partitions.set(name, known);
  return known;
}

/** Has Chromium decide every permission of a page as the app's handlers do. */
export async function applyPermissions(url: string, root: Session): Promise<void> {
  const origin = toChromium(originOf(url));
  const set = async (permission: string, names: readonly string[]): Promise<void> => {
    const setting = (await defaultSession.grants(permission, url)) ? 'granted' : 'denied';
    for (const name of names)
      await root.send('Browser.setPermission', { permission: { name }, setting, origin });
  };
  await Promise.all(permissions.map(([permission, names]) => set(permission, names)));
}
