import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashOf, sourcesIn } from './build.mjs';
import { giveUp, root, say } from './place.mjs';

// The workbench of the sandbox: a page of its own, made anew where its sources have changed since. It is in no package.

const folder = join(root, 'node_modules', '.cache', 'workbench');
const unfinished = 'making-';

/** The folder of the built page. */
export function ensureWorkbench() {
  const sources = ['src/workbench', 'src/renderer/ui', 'src/shared', 'src/words/en-us/start'].flatMap(
    sourcesIn,
  );
  const place = join(folder, hashOf([...sources, join(root, 'package-lock.json'), import.meta.filename]));
  if (!existsSync(place)) {
    say('Building the workbench …');
    // In a process of its own, whose memory goes with it: the bundler needs more than the service.
    const { status } = spawnSync(process.execPath, [import.meta.filename, place], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) giveUp('The workbench could not be built: see above.');
  }
  return place;
}

async function makeWorkbench(place) {
  const [{ build }, { default: react }, { default: optimizeLocales }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('@react-aria/optimize-locales-plugin'),
  ]);
  mkdirSync(folder, { recursive: true });
  const older = readdirSync(folder).filter(
    (name) => !name.startsWith(unfinished) && name !== basename(place),
  );
  const made = mkdtempSync(join(folder, unfinished));
  await build({
    root: join(root, 'src', 'workbench'),
    base: './', // the page of a world has another address
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }],
    build: {
      outDir: made,
      emptyOutDir: true,
      target: 'chrome148',
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 1_048_576, // the letters, too: the service answers texts
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        output: {
          codeSplitting: false,
          entryFileNames: 'page/index.js',
          assetFileNames: 'page/index[extname]',
        },
      },
    },
  });
  try {
    renameSync(made, place);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(place)) throw error; // otherwise another start was sooner
  }
  for (const name of older) rmSync(join(folder, name), { recursive: true, force: true });
}

const place = process.argv[2];
if (import.meta.filename === process.argv[1] && place !== undefined) await makeWorkbench(place);
