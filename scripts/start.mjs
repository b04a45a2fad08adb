import { join } from 'node:path';
import { decideSandbox } from './chromium-sandbox.mjs';
import { hasDisplay, virtualDisplay } from './display.mjs';
import { obtainElectron, retryOption, standIn, withoutStandIn } from './electron.mjs';
import { launch } from './launch.mjs';
import { giveUp, root, say } from './place.mjs';
import { ensureSystem } from './system.mjs';

// What `npm start` runs once everything is built; arguments after `--` are the app's.
const args = process.argv.slice(2).filter((each) => each !== retryOption);
const electron = obtainElectron(process.argv.includes(retryOption));
let sandbox = { args: [], words: null }; // the stand-in sees to that itself
if (electron !== null) {
  sandbox = decideSandbox(electron, args);
  if (sandbox.words !== null) say(sandbox.words);
} else if (process.platform === 'win32') giveUp(withoutStandIn);
else {
  ensureSystem(['chromium']);
  say(`Audit Desk opens in the development stand-in for Electron (npm start -- ${retryOption} tries again).`);
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
process.exitCode = await launch(electron ?? join(standIn, 'electron'), [...sandbox.args, root, ...args], env);
endDisplay();
