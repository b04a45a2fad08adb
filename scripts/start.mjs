import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { hasDisplay, virtualDisplay } from './display.mjs';
import { obtainElectron, standIn } from './electron.mjs';
import { root, say } from './place.mjs';
import { ensureSystem } from './system.mjs';

// What `npm start` runs once everything is built; arguments after `--` are the app's.
const retry = '--retry-electron';
const args = process.argv.slice(2);
const electron = obtainElectron(args.includes(retry));
const executable = electron ?? join(standIn, 'electron');
if (electron === null) {
  ensureSystem(['chromium']);
  say(
    `Electron could not be had here: this is its development stand-in (npm start -- ${retry} tries again).`,
  );
}

const env = { ...process.env, STANDIN_ANNOUNCED: '1' };
let endDisplay = () => undefined;
if (!hasDisplay(env)) {
  ensureSystem(['display']);
  const display = await virtualDisplay();
  say(`There is no display: Audit Desk opens on a virtual one, ${display.name}.`);
  env.DISPLAY = display.name;
  endDisplay = display.end;
}

// Chromium refuses to sandbox for root; the stand-in sees to that itself.
const asRoot =
  electron !== null && process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : [];
const app = spawn(executable, [...asRoot, root, ...args.filter((each) => each !== retry)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
// The terminal sends an interrupt to the app as well; what is sent to this process alone is passed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => app.kill('SIGTERM'));
process.on('SIGHUP', () => app.kill('SIGHUP'));
// npm does not pass on what ends it: the app ends when nobody waits for it any more.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) app.kill('SIGTERM');
}, 500).unref();
app.on('error', (error) => {
  say(`The app could not be started: ${error.message}`);
  endDisplay();
  process.exitCode = 1;
});
app.on('exit', (code) => {
  endDisplay();
  process.exitCode = code ?? 1;
});
