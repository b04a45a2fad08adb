import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Session, speak } from './devtools.ts';

export interface Page {
  readonly session: Session;
  readonly targetId: string;
}

export interface Chromium {
  readonly root: Session;
  readonly visible: boolean;
  /** Opens a window and answers its empty page. */
  readonly open: (title: string, background: string, width: number, height: number) => Promise<Page>;
  onExit: () => void;
  readonly close: () => Promise<void>;
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const bundles = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const folderPrefix = 'electron-standin-';

/** The Chromium of this computer: what `STANDIN_CHROMIUM` names, or one on the PATH, by a preferred name first. Throws where there is none. */
export function findChromium(env: NodeJS.ProcessEnv, ...preferred: readonly string[]): string {
  const [path, own] = [env['PATH'] ?? '', env['STANDIN_CHROMIUM']];
  const folders = path.split(delimiter);
  const inPath = (name: string) => folders.map((folder) => join(folder, name));
  const places = [...preferred, ...names].flatMap(inPath);
  for (const place of [...(own === undefined ? [] : [own]), ...places, ...bundles]) {
    try {
      accessSync(place, constants.X_OK);
      return place;
    } catch {
      // not here: the next place
    }
  }
  throw new Error('The stand-in for Electron needs Chromium, and there is none on the PATH.');
}

// Pages of the address bar: another process for a bar that no window shows.
const unused = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Chromium obeys only the last list of features, so this makes one list. */
function withoutUnused(switches: readonly string[]): string[] {
  const name = '--disable-features=';
  const given = switches.filter((each) => each.startsWith(name)).map((each) => each.slice(name.length));
  return [...switches.filter((each) => !each.startsWith(name)), name + [...given, ...unused].join(',')];
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// Chromium has no sandbox for root. The second switch hides its warning.
const rootSwitches = ['--no-sandbox', '--test-type'];

// Also removes folders of killed runs.
function freshFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(folderPrefix) ? Number(name.split('-')[2]) : Number.NaN;
    try {
      if (pid > 0 && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // another user's folder
    }
  }
  return mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
}

const ownSwitches = [
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-quic',
  '--disable-sync',
  '--disable-gpu',
  '--password-store=basic', // else Chromium asks the keychain for a key of its own
  '--use-mock-keychain',
  '--proxy-server=http://127.0.0.1:1', // nowhere: a page has no business beyond this computer
];

/** Starts the system's Chromium. It ends when this process ends, even if it is killed. */
export async function launch(switches: readonly string[], env: NodeJS.ProcessEnv): Promise<Chromium> {
  const executable = findChromium(env);
  const visible = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || process.platform !== 'linux');
  const folder = freshFolder();
  const common = [`--user-data-dir=${folder}`, ...(process.getuid?.() === 0 ? rootSwitches : [])];
  const child: ChildProcess = spawn(
    executable,
    [...common, ...ownSwitches, ...(visible ? [] : ['--headless']), ...withoutUnused(switches)],
    { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  );
  child.stderr?.on('data', (text: Buffer) => {
    const line = /^DevTools listening on ws:.*$/m.exec(text.toString());
    if (line !== null) process.stderr.write(`${line[0]}\n`);
  });
  // Made as pipes by the `stdio` above.
  const { session, forget } = speak(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const root = session(undefined);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const awaited = new Map<string, (page: Page) => void>();

  root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const page: Page = { session: session(sessionId), targetId: targetInfo.targetId };
    const take = awaited.get(targetInfo.url);
    if (take !== undefined) {
      awaited.delete(targetInfo.url);
      return take(page);
    }
    // The app did not ask for this page: a popup, or a window by a shortcut of Chromium.
    if (targetInfo.type === 'page' && !targetInfo.url.startsWith('devtools:')) {
      root.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined);
      return;
    }
    page.session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
  });
  root.on('Target.detachedFromTarget', ({ sessionId }) => forget(sessionId));

  let windows = 0;
  const chromium: Chromium = {
    root,
    visible,
    open: async (title, background, width, height) => {
      windows += 1;
      // Starts with a page of its own: a window at the app's address would show an address bar.
      const text = `<title>${title}</title><body style="background:${background}"><!--${windows}-->`;
      const url = `data:text/html,${encodeURIComponent(text)}`;
      const page = new Promise<Page>((resolve) => awaited.set(url, resolve));
      if (visible)
        spawn(executable, [...common, `--app=${url}`, `--window-size=${width},${height}`], {
          env,
          stdio: 'ignore',
        });
      else await root.send('Target.createTarget', { url, width, height, newWindow: true });
      return page;
    },
    onExit: () => undefined,
    close: async () => {
      chromium.onExit = () => undefined;
      root.send('Browser.close').catch(() => undefined);
      const late = setTimeout(() => child.kill('SIGKILL'), 2_000);
      await ended;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  void ended.then(() => chromium.onExit());
  await root.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  await root.send('Target.setDiscoverTargets', { discover: true });
  return chromium;
}
