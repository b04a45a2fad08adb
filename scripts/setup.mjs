import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { ensurePackages } from './packages.mjs';
import { giveUp, root } from './place.mjs';
import { ensureSystem, trySystem } from './system.mjs';

// Runs before `npm start`, with `--test` before `npm test` and with `--sandbox` before `npm run sandbox`, which needs packages
// alone; silent where nothing is to do.
const forTests = process.argv.includes('--test');
const forSandbox = process.argv.includes('--sandbox');

if (Number(process.versions.node.split('.', 1)[0]) < 20)
  giveUp(`Audit Desk needs Node 20.19 or newer; this is ${process.versions.node}.`);
ensurePackages();
if (!forSandbox) ensureSystem(['libsecret', ...(forTests ? ['chromium', 'keyring', 'bus', 'display'] : [])]);
if (forTests) {
  trySystem(['postgresql']);
  const hasOwnNode = existsSync(join(root, 'node_modules', '.bin', 'node'));
  if (!hasOwnNode && Number(process.versions.node.split('.', 1)[0]) < 24)
    giveUp(`On this platform the tests need Node 24 of your own; this is ${process.versions.node}.`);
} else if (!forSandbox && !ensureBuild()) giveUp('The app could not be built: see above.');
