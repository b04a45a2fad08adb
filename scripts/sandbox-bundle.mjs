import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashOf, sourcesIn } from './build.mjs';
import { giveUp, root } from './place.mjs';

const folder = join(root, 'node_modules', '.cache', 'sandbox');
const unfinished = 'making-';
const bundleName = 'cli.js';

/**
 * The service as one file, made anew where its sources have changed since: read as hundreds of files it takes more
 * than twice as long to start.
 */
export function ensureBundle() {
  const sources = [...sourcesIn('src/sandbox'), ...sourcesIn('src/shared'), join(root, 'package-lock.json')];
  const place = join(folder, hashOf(sources));
  if (!existsSync(join(place, bundleName))) {
    // In a process of its own, whose memory goes with it: the bundler needs more than the service.
    const { status } = spawnSync(process.execPath, [import.meta.filename, place], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) giveUp('The service could not be made ready to run: see above.');
  }
  return join(place, bundleName);
}

/** Bundles what is in `src/sandbox` for Node into a folder. */
export async function bundle({ outDir, target, external = [], rolldownOptions }) {
  const { build } = await import('vite');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external },
    define: { 'process.env.SANDBOX_VERSION': JSON.stringify(version) },
    build: {
      ssr: true,
      outDir,
      target,
      minify: false, // what it reports of a bug is read by people
      rolldownOptions,
    },
  });
}

async function makeBundle(place) {
  mkdirSync(folder, { recursive: true });
  const own = basename(place);
  const older = readdirSync(folder).filter((name) => !name.startsWith(unfinished) && name !== own);
  const made = mkdtempSync(join(folder, unfinished));
  await bundle({
    outDir: made,
    target: 'node24',
    rolldownOptions: {
      input: 'src/sandbox/cli.ts',
      output: { format: 'es', entryFileNames: bundleName, codeSplitting: false },
    },
  });
  if (!existsSync(join(place, bundleName))) rmSync(place, { recursive: true, force: true }); // a service that ended later may leave its cache
  try {
    renameSync(made, place);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(join(place, bundleName))) throw error; // otherwise another start was sooner
  }
  // Services that still run have read all of their file.
  for (const name of older) rmSync(join(folder, name), { recursive: true, force: true });
}

const place = process.argv[2];
if (import.meta.filename === process.argv[1] && place !== undefined) await makeBundle(place);
