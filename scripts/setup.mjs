import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { ensurePackages } from './packages.mjs';
import { giveUp, projectNode, root } from './place.mjs';
import { ensureSystem, trySystem } from './system.mjs';

// Begins `npm start`, with `--test` `npm test` and with `--sandbox` `npm run sandbox`, which needs packages alone; silent where
// nothing is to do. What is named behind it runs then.
const words = process.argv.slice(2);
const forTests = words[0] === '--test';
const forSandbox = words[0] === '--sandbox';
const then = forTests || forSandbox ? words.slice(1) : words;

if (Number(process.versions.node.split('.', 1)[0]) < 20)
  giveUp(`Audit Desk needs Node 20.19 or newer; this is ${process.versions.node}.`);
ensurePackages();
if (!forSandbox) ensureSystem(['libsecret', ...(forTests ? ['chromium', 'keyring', 'bus', 'display'] : [])]);
if (forTests) {
  trySystem(['postgresql', 'nginx', 'haproxy']);
  const hasOwnNode = existsSync(join(root, 'node_modules', '.bin', 'node'));
  if (!hasOwnNode && Number(process.versions.node.split('.', 1)[0]) < 24)
    giveUp(`On this platform the tests need Node 24 of your own; this is ${process.versions.node}.`);
} else if (!forSandbox && !ensureBuild()) giveUp('The app could not be built: see above.');

if (then.length > 0) run(projectNode(), then);

/** In the place of this process, so that signals and the end of npm reach it; where that cannot be, as its child. */
function run(node, args) {
  if (process.platform !== 'win32' && process.execve !== undefined)
    process.execve(node, [node, ...args], process.env);
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill();
  }, 500).unref();
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
