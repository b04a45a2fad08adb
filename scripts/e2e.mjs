import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { decideSandbox } from './chromium-sandbox.mjs';
import { virtualDisplay } from './display.mjs';
import { doesNotRun, findElectron, standIn, withoutStandIn } from './electron.mjs';
import { giveUp, projectNode, root, say } from './place.mjs';
import { ensureSystem } from './system.mjs';

// Runs the end-to-end tests; arguments are Playwright's (files, --grep …). On Linux they have a session of their own: a
// bus, an unlocked Secret Service and folders that are thrown away, so that no keychain of a person's is touched.
const keyring =
  'printf pw | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1; exec "$@"';
const pictures = '--pictures'; // the pictures of the tests go into pictures/
const playwright = [
  projectNode(),
  join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
  'test',
  '--config',
  join(root, 'e2e', 'playwright.config.ts'),
  ...process.argv.slice(2).filter((each) => each !== pictures),
];

if (!ensureBuild()) giveUp('The app could not be built: see above.');
const { executable: electron, fault } = findElectron();
if (fault !== null) say(doesNotRun(fault));
if (electron === null && process.platform === 'win32') giveUp(withoutStandIn);
if (electron !== null) ensureSystem(['display']);
const home = mkdtempSync(join(tmpdir(), 'audit-desk-e2e-'));
const env = { ...process.env, ...(process.argv.includes(pictures) ? { AUDIT_DESK_PICTURES: '1' } : {}) };
// Playwright keeps translated files in the folder for temporary files, which is another one in each run.
env.PWTEST_CACHE_DIR = join(root, 'node_modules', '.cache', 'playwright');
let endDisplay = () => undefined;
let command = playwright;
if (process.platform === 'linux') {
  const folders = {
    HOME: '',
    XDG_CONFIG_HOME: 'config',
    XDG_DATA_HOME: 'data',
    XDG_CACHE_HOME: 'cache',
    XDG_STATE_HOME: 'state',
    XDG_RUNTIME_DIR: 'runtime',
    TMPDIR: 'tmp',
  };
  for (const [name, folder] of Object.entries(folders)) {
    env[name] = join(home, folder);
    mkdirSync(env[name], { recursive: true, mode: 0o700 });
  }
  delete env.GNOME_KEYRING_CONTROL;
  // The stand-in's windows are headless then. Electron's are on a virtual display: that of a person is found by files in the
  // folders that are others here.
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'XDG_SESSION_TYPE']) delete env[name];
  command = ['dbus-run-session', '--', 'sh', '-c', keyring, 'sh', ...playwright];
}
if (electron === null) {
  env.ELECTRON_OVERRIDE_DIST_PATH = standIn;
  say('The end-to-end tests run on the stand-in for Electron.');
} else {
  // Playwright turns Chromium's sandbox off unless it is told not to.
  const sandbox = decideSandbox(electron, []);
  if (sandbox.words !== null) say(sandbox.words);
  if (sandbox.args.length === 0) env.E2E_CHROMIUM_SANDBOX = '1';
  if (process.platform === 'linux') {
    const display = await virtualDisplay();
    env.DISPLAY = display.name;
    endDisplay = display.end;
  }
}

const [program, ...args] = command;
const run = spawn(program, args, { cwd: root, env, stdio: 'inherit' });
const end = (code) => {
  endDisplay();
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.exitCode = code;
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => run.kill(signal));
run.on('error', (error) => {
  say(`The end-to-end tests could not be started: ${error.message}`);
  end(1);
});
run.on('exit', (code) => end(code ?? 1));
