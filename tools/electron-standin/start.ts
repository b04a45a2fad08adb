import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = import.meta.dirname;
const own = createRequire(import.meta.url);
const { version }: { version: string } = own('electron/package.json');

const given = process.argv.slice(2);
if (given.includes('--version')) {
  process.stdout.write(`v${version}\n`);
  process.exit();
}

registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(\/main|\/common)?$/.test(specifier)
      ? { url: pathToFileURL(join(folder, 'electron.ts')).href, shortCircuit: true }
      : next(specifier, context),
});

const preloads: string[] = [];
let appPath: string | undefined;
for (let index = 0; index < given.length && appPath === undefined; index += 1) {
  const argument = given[index] ?? '';
  if (argument === '-r' || argument === '--require') {
    index += 1;
    preloads.push(given[index] ?? '');
  } else if (!argument.startsWith('-')) appPath = resolve(argument);
}
if (appPath === undefined || !existsSync(appPath)) {
  process.stderr.write('The stand-in for Electron needs the folder or the main file of an app.\n');
  process.exit(1);
}

if (process.env['STANDIN_ANNOUNCED'] === undefined)
  process.stderr.write(
    `This is the development stand-in for Electron ${version}, on Node ${process.version}.\n`,
  );
// `process.versions.electron` stays absent: by it a program knows that this is not Electron.
Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: folder });
process.argv.splice(0, process.argv.length, join(folder, 'electron'), ...given);

const { app } = await import('./app.ts');
const { chromiumSwitches } = await import('./start-state.ts');
const isFolder = statSync(appPath).isDirectory();
if (isFolder) app.describe(appPath);
for (const path of preloads) own(resolve(path));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());

const { launch } = await import('./chromium.ts');
const chromium = launch(chromiumSwitches(), process.env);
chromium.catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

const main = isFolder
  ? join(appPath, JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')).main ?? 'index.js')
  : appPath;
const loaded = import(pathToFileURL(main).href);
// A main module that waits for the app at its top level is not loaded before the app is ready.
await Promise.race([loaded, app.asked]);
app.begin(await chromium);
await loaded;
