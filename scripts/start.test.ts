import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { selfSigned } from '../e2e/fixtures/certificate.ts';

// `npm start` in a project whose Electron is a small program: how it is had, by Electron's own install.js from a mirror on this
// computer, how it is opened, and what is said.

const root = dirname(import.meta.dirname);
const modules = join(root, 'node_modules');
const { version } = JSON.parse(readFileSync(join(modules, 'electron', 'package.json'), 'utf8')) as {
  readonly version: string;
};
const fileName = `electron-v${version}-${process.platform}-${process.arch}.zip`;

let folder: string;
const at = (...path: string[]): string => join(folder, ...path);
const put = (path: string, text: string | Uint8Array, mode?: number): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text, { mode });
};
const did = (): string[] => readFileSync(at('did'), 'utf8').split('\n').slice(0, -1);
const note = () => at('node_modules', '.cache', 'audit-desk', 'electron-refused');

/** A program that notes how it was opened; asked for its version it answers, and otherwise does what `body` says. */
const program = (body = '', name = 'Electron') => `#!/bin/sh
[ "$1" = --version ] && exit 0
echo "${name} $*" >>${at('did')}
${body}
`;
/** Electron as it is after its download. */
function putElectron(text = program()): void {
  put('node_modules/electron/path.txt', 'electron');
  put('node_modules/electron/dist/electron', text, 0o755);
}

/** How it is opened: always without Chromium's sandbox, for which the table below has each kind of system. */
const opened = (name: string, ...args: string[]): string => [name, folder, '--no-sandbox', ...args].join(' ');

interface Ended {
  readonly said: string;
  readonly status: number | null;
}
async function start(env: Readonly<Record<string, string>> = {}, ...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [at('scripts', 'start.mjs'), '--no-sandbox', ...args], {
    cwd: folder,
    env: { PATH: at('bin'), DISPLAY: ':none', electron_config_cache: at('cache'), TMPDIR: at('tmp'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [status] = (await once(child, 'close')) as [number | null];
  return { said, status };
}

let servers: readonly Server[] = [];
async function listen(server: Server): Promise<number> {
  servers = [...servers, server];
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
const mirror = async (answer: RequestListener): Promise<Readonly<Record<string, string>>> => ({
  ELECTRON_MIRROR: `http://127.0.0.1:${await listen(createServer(answer))}/`,
});
let download: Uint8Array;
const give: RequestListener = (request, response) => {
  appendFileSync(at('did'), `asked for ${request.url?.split('/').at(-1)}\n`);
  response.setHeader('content-length', download.byteLength).end(download);
};
/** An address of this computer where nobody listens. */
async function nobody(): Promise<Readonly<Record<string, string>>> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return { ELECTRON_MIRROR: `http://127.0.0.1:${port}/` };
}

describe.skipIf(process.platform === 'win32')('npm start', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'audit-desk-start-'));
    cpSync(import.meta.dirname, at('scripts'), { recursive: true });
    put('package-lock.json', '{}\n');
    for (const name of ['bin', 'node_modules/electron', 'tmp']) mkdirSync(at(name), { recursive: true });
    for (const name of ['cat', 'sh']) symlinkSync(join('/bin', name), at('bin', name));
    put('bin/chromium', '#!/bin/sh\n', 0o755);
    put('tools/electron-standin/electron', program('', 'the stand-in'), 0o755);
    download = zipSync({
      electron: [Buffer.from(program()), { os: 3, attrs: 0o755 << 16 }],
      version: Buffer.from(version),
    });
    // Electron's package, but for the hash of what is downloaded here; what it is made of is beside it.
    for (const name of readdirSync(modules).filter((each) => !/^(\.|electron$)/.test(each)))
      symlinkSync(join(modules, name), at('node_modules', name));
    for (const name of ['install.js', 'package.json'])
      cpSync(join(modules, 'electron', name), at('node_modules', 'electron', name));
    const hash = createHash('sha256').update(download).digest('hex');
    put('node_modules/electron/checksums.json', JSON.stringify({ [fileName]: hash }));
  });

  afterEach(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    servers = [];
    rmSync(folder, { recursive: true, force: true });
  });

  describe('the app', () => {
    test('is opened with the arguments that are its own', async () => {
      putElectron();
      expect(await start({}, '--retry-electron', '--user-data-dir=here')).toEqual({ said: '', status: 0 });
      expect(did()).toEqual([opened('Electron', '--user-data-dir=here')]);
    });

    test('ends with its own code, and nothing is said of that', async () => {
      putElectron(program('exit 7'));
      expect(await start()).toEqual({ said: '', status: 7 });
    });

    test('that ends by a signal while it starts is a sentence with what to do', async () => {
      putElectron(program('kill -TRAP $$'));
      const { said, status } = await start();
      expect(said).toContain('The app was ended by SIGTRAP while it started. Chromium crashed or gave up;');
      expect(status).toBe(1);
    });

    test.runIf(process.platform === 'linux')('that is to start again keeps its virtual display', async () => {
      const fifo = at('never');
      spawnSync('mkfifo', [fifo]);
      // The display ends when it is told to, and not before.
      put(
        'bin/Xvfb',
        `#!/bin/sh
cat ${fifo} &
trap 'kill $!; echo "the display ended" >>${at('did')}; exit' TERM
echo 77 >&3
exec 3>&-
wait
`,
        0o755,
      );
      putElectron(
        program(`echo "on $DISPLAY" >>${at('did')}
[ -e ${at('once')} ] && exit 3
: >${at('once')}
: >"$AUDIT_DESK_LAUNCHER"
exit 1`),
      );
      const { said, status } = await start({ DISPLAY: '' }, '--lang=nl');
      expect({ said, status }).toEqual({
        said: 'There is no display: Audit Desk opens on a virtual one, :77.\n',
        status: 3,
      });
      const time = [opened('Electron', '--lang=nl'), 'on :77'];
      await expect.poll(did).toEqual([...time, ...time, 'the display ended']);
      expect(readdirSync(at('node_modules', '.cache', 'audit-desk'))).toEqual([]);
    });
  });

  describe('Electron', () => {
    test('is downloaded once, with its progress', async () => {
      const place = await mirror(give);
      const first = await start(place);
      expect(first.said).toMatch(/^Downloading Electron …\nElectron: 0 of 0 MB\n/);
      expect(await start(place)).toEqual({ said: '', status: 0 });
      expect(did()).toEqual([`asked for ${fileName}`, opened('Electron'), opened('Electron')]);
    });

    test('that nobody could be asked for is asked for again the next day, by another way, or at once by a switch', async () => {
      const place = await nobody();
      const { said } = await start(place);
      expect(said).toContain('connect ECONNREFUSED');
      expect(said).toContain('Audit Desk opens in the development stand-in for Electron');
      const again = await start(place);
      expect(again.said).toMatch(
        /^Electron could not be had today\.\nAudit Desk opens in the development stand-in/,
      );
      expect(did()).toEqual([opened('the stand-in'), opened('the stand-in')]);

      expect((await start(place, '--retry-electron')).said).toContain('Downloading Electron …');
      writeFileSync(note(), readFileSync(note(), 'utf8').replace(/^\S+/, '2000-01-01'));
      expect((await start(place)).said).toContain('Downloading Electron …');
      expect((await start(place)).said).not.toContain('Downloading Electron …');
      expect((await start(await mirror(give))).said).toContain('Downloading Electron …');
      expect(did().at(-1)).toBe(opened('Electron'));
    });

    test.each<[string, RequestListener, string]>([
      ['is not there', (_, response) => response.writeHead(404).end(), 'Response code 404 (Not Found)'],
      ['is another', (_, response) => response.end('another'), 'did not match'],
      [
        'breaks off',
        (_, response) =>
          response.writeHead(200, { 'content-length': 9 }).write('some', () => response.destroy()),
        'other side closed',
      ],
    ])('whose file %s is a reason, and is asked for again with the next start', async (_, answer, reason) => {
      let isMended = false;
      const place = await mirror((request, response) => (isMended ? give : answer)(request, response));
      const { said } = await start(place);
      expect(said).toMatch(/^Electron could not be downloaded: /m);
      expect(said).toContain(reason);
      expect(existsSync(note())).toBe(false);
      isMended = true;
      expect((await start(place)).said).toContain('Downloading Electron …');
      expect(did().at(-1)).toBe(opened('Electron'));
    });

    test('that a proxy refuses is a reason, and is asked for again with the next start', async () => {
      const proxy = createServer();
      proxy.on('connect', (_, client: Socket) => client.end('HTTP/1.1 407 Who are you\r\n\r\n'));
      const { said } = await start({
        HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}`,
        ELECTRON_MIRROR: 'https://mirror.invalid/',
      });
      expect(said).toMatch(/^Electron could not be downloaded: mirror\.invalid: .*407/m);
      expect(existsSync(note())).toBe(false);
    });

    test('that cannot be had on Windows is a sentence with what to set, and no stand-in', async () => {
      put('windows.cjs', "Object.defineProperty(process, 'platform', { value: 'win32' });");
      const { said, status } = await start({
        ...(await nobody()),
        NODE_OPTIONS: `--require=${at('windows.cjs')}`,
      });
      expect(said).toMatch(/HTTPS_PROXY.* ELECTRON_MIRROR\..*\n {2}npm start -- --retry-electron\n$/s);
      expect(status).toBe(1);
      expect(existsSync(at('did'))).toBe(false);
    });

    test('that lacks libraries is here and does not run; it is opened once they are there, in the same start', async () => {
      putElectron(`#!/bin/sh
[ -e ${at('libraries')} ] && { ${program().slice('#!/bin/sh\n'.length)} exit; }
echo "electron: error while loading shared libraries: libgtk-3.so.0: cannot open shared object file" >&2
exit 127
`);
      // The system that is asked says by a part of the scripts whether it has them; here it has got them meanwhile.
      put(
        'scripts/system.mjs',
        `
import { writeFileSync } from 'node:fs';
export function ensureSystem(names) {
  console.log('asked for ' + names);
  writeFileSync(${JSON.stringify(at('libraries'))}, '');
}
`,
      );
      const { said } = await start();
      expect(said).toContain(
        'Electron is here and does not run: electron: error while loading shared libraries',
      );
      expect(said).toContain('asked for electron\n');
      expect(did()).toEqual([opened('Electron')]);
    });

    test('that does not run is unpacked anew when it is asked for', async () => {
      putElectron('#!/bin/sh\nexit 1\n');
      expect((await start(await mirror(give), '--retry-electron')).status).toBe(0);
      expect(did().at(-1)).toBe(opened('Electron'));
    });

    test.each([
      ['that the environment names', 'HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS'],
      ['that npm has in its settings', 'npm_config_https_proxy', 'npm_config_cafile'],
    ])(
      'comes through a proxy %s, with a certificate of the company',
      async (_, proxyName, certificateName) => {
        const identity = selfSigned('mirror.invalid');
        put('company.pem', identity.cert);
        const secure = await listen(createSecureServer(identity, give));
        const proxy = createServer();
        const tunnels: Socket[] = [];
        proxy.on('connect', (request, client: Socket) => {
          appendFileSync(at('did'), `through the proxy to ${request.url}\n`);
          const far = connect(secure, '127.0.0.1', () => {
            client.write('HTTP/1.1 200 Connection established\r\n\r\n');
            far.pipe(client).pipe(far);
          });
          for (const one of [client, far]) one.on('error', () => undefined);
          tunnels.push(client, far);
        });
        const { status } = await start({
          [proxyName]: `http://127.0.0.1:${await listen(proxy)}`,
          [certificateName]: at('company.pem'),
          ELECTRON_MIRROR: 'https://mirror.invalid/',
        });
        for (const tunnel of tunnels) tunnel.destroy();
        expect(status).toBe(0);
        expect(did()).toEqual([
          'through the proxy to mirror.invalid:443',
          `asked for ${fileName}`,
          opened('Electron'),
        ]);
      },
    );
  });
});

interface Scripts {
  readonly sandboxDecision: (facts: Readonly<Record<string, unknown>>) => {
    readonly args: readonly string[];
    readonly words: string | null;
  };
  readonly wordsOfEnd: (end: Readonly<Record<string, unknown>>) => string | null;
  readonly watched: (
    send: (url: string, options: { readonly signal: AbortSignal }) => Promise<Response>,
    seconds: number | null,
    tell: (progress: string) => void,
    blame: (fault: unknown) => void,
  ) => (url: string) => Promise<Response>;
  readonly downloadEnvironment: (env: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}
// Scripts without types; what they answer is looked at below.
const load = async (name: string): Promise<Scripts> =>
  (await import(join(import.meta.dirname, name))) as Scripts;
const { sandboxDecision } = await load('chromium-sandbox.mjs');
const { wordsOfEnd } = await load('launch.mjs');
const { watched } = await load('download.mjs');
const { downloadEnvironment } = await load('electron.mjs');

describe('Chromium’s sandbox', () => {
  const nothing = { restricted: null, cloned: null, most: null };
  const plain = {
    platform: 'linux',
    isRoot: false,
    args: [],
    helper: { uid: 1000, mode: 0o100755 },
    helperPath: 'node_modules/electron/dist/chrome-sandbox',
    unshares: true,
    kernel: nothing,
  };
  test.each([
    ['has user namespaces', {}, 'on'],
    ['is root', { isRoot: true }, 'off'],
    ['is another one', { platform: 'darwin', unshares: undefined }, 'on'],
    ['is told by hand', { unshares: false, args: ['--no-sandbox'] }, 'on'],
    ['forbids namespaces', { unshares: false }, 'said'],
    ['forbids them but has the helper', { unshares: false, helper: { uid: 0, mode: 0o104755 } }, 'on'],
    ['has a helper that is not root’s', { unshares: false, helper: { uid: 1000, mode: 0o104755 } }, 'said'],
    ['has a helper without its mode', { unshares: false, helper: { uid: 0, mode: 0o100755 } }, 'said'],
    ['has no helper', { unshares: false, helper: null }, 'said'],
    ['is Ubuntu 24.04', { unshares: false, kernel: { ...nothing, restricted: '1' } }, 'said'],
    ['lets unshare alone have them', { unshares: true, kernel: { ...nothing, restricted: '1' } }, 'said'],
    ['cannot be tried', { unshares: null }, 'on'],
    ['cannot be tried, with AppArmor', { unshares: null, kernel: { ...nothing, restricted: '1' } }, 'said'],
    ['cannot be tried, old Debian', { unshares: null, kernel: { ...nothing, cloned: '0' } }, 'said'],
    ['cannot be tried, none allowed', { unshares: null, kernel: { ...nothing, most: '0' } }, 'said'],
  ])('where the system %s', (_, facts, outcome) => {
    const { args, words } = sandboxDecision({ ...plain, ...facts });
    expect(args).toEqual(outcome === 'on' ? [] : ['--no-sandbox']);
    expect(words ?? 'nothing').toMatch(
      outcome === 'said'
        ? /^.*no user namespaces.*\(--no-sandbox\)\.\n.*\n {2}sudo chown root: (\S+) && sudo chmod 4755 \1$/
        : /^nothing$/,
    );
  });
});

test.each([
  ['a code of its own', { code: 1 }, /^nothing$/],
  ['a signal that was asked for', { signal: 'SIGTERM', isAsked: true }, /^nothing$/],
  [
    'a crash at the start',
    { signal: 'SIGSEGV' },
    /by SIGSEGV while it started\. Chromium crashed.*--no-sandbox/s,
  ],
  [
    'a crash at the start, on Windows',
    { code: 0xc0000005 },
    /by 0xC0000005 while it started\. Chromium crashed/,
  ],
  ['a kill at the start', { signal: 'SIGKILL' }, /by SIGKILL while it started\. .*memory/],
  ['a forbidden call', { signal: 'SIGSYS' }, /by SIGSYS while it started\. .*container/],
  ['another signal at the start', { signal: 'SIGUSR2' }, /by SIGUSR2 while it started\. Something else/],
  ['a signal later', { signal: 'SIGKILL', isEarly: false }, /^The app was ended by SIGKILL\. .* carried on/],
])('the app’s end by %s', (_, end, words) => {
  const said = wordsOfEnd({ code: null, signal: null, isEarly: true, isAsked: false, ...end });
  expect(said ?? 'nothing').toMatch(words);
});

describe('a download', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const silent = (_: string, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });

  test('without one byte is given up, and one that gives any is not', async () => {
    vi.useFakeTimers();
    const faults: unknown[] = [];
    const fetch = watched(
      silent,
      20,
      () => undefined,
      (fault) => faults.push(fault),
    );
    const answer = fetch('http://mirror.invalid/a').catch(() => 'given up');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await answer).toBe('given up');
    expect(faults).toEqual([{ words: 'mirror.invalid: nothing came within 20 seconds', isSilence: true }]);

    let isAborted = false;
    const slow = watched(
      async (_, { signal }) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return new Response('slow');
      },
      20,
      () => undefined,
      () => undefined,
    );
    const begun = await slow('http://mirror.invalid/a');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await begun.text()).toBe('slow');
    expect(isAborted).toBe(false);
  });

  test('tells of each tenth', async () => {
    const told: string[] = [];
    const body = new Blob(Array.from({ length: 40 }, () => new Uint8Array(300_000)));
    const fetch = watched(
      async () => new Response(body, { headers: { 'content-length': String(body.size) } }),
      null,
      (progress) => told.push(progress),
      () => undefined,
    );
    await (await fetch('http://mirror.invalid/a')).arrayBuffer();
    expect(told.slice(0, 2)).toEqual(['1 of 12 MB', '2 of 12 MB']);
    expect(told).toHaveLength(10);
  });

  test.each([
    ['nothing', {}, {}],
    [
      'what npm was given',
      { npm_config_proxy: 'a', npm_config_noproxy: 'b' },
      { HTTPS_PROXY: 'a', HTTP_PROXY: 'a', NO_PROXY: 'b' },
    ],
    [
      'what npm was given for each',
      { npm_config_proxy: 'a', npm_config_https_proxy: 'b' },
      { HTTPS_PROXY: 'b', HTTP_PROXY: 'a' },
    ],
    ['the environment first', { HTTPS_PROXY: 'a', npm_config_https_proxy: 'b' }, { HTTPS_PROXY: 'a' }],
    ['no value that is none', { npm_config_proxy: 'null', npm_config_noproxy: '' }, {}],
    ['npm’s certificates', { npm_config_cafile: 'a' }, { NODE_EXTRA_CA_CERTS: 'a' }],
  ])('has of proxies: %s', (_, env, added) => {
    expect(downloadEnvironment(env)).toEqual({
      ...env,
      ...added,
      NODE_USE_ENV_PROXY: '1',
      NODE_USE_SYSTEM_CA: '1',
    });
  });
});
