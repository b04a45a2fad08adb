import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'electron-vite';
import { transformWithOxc } from 'vite';
import { installBeside } from '../../tools/beside/install.ts';
import { explanations, faultsOf, type Scan } from './findings.ts';

// `npm run electronegativity`: looks at what is bundled, under its own names, in a syntax that the tool's parsers know.
const root = join(import.meta.dirname, '..', '..');

async function bundleInto(folder: string): Promise<void> {
  await build({ root, logLevel: 'error', build: { minify: false, outDir: folder, emptyOutDir: true } });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ name }) =>
    /\.c?js$/.test(name),
  );
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const { code } = await transformWithOxc(readFileSync(file, 'utf8'), `${name}.js`, {
      target: 'es2019',
      lang: 'js',
    });
    rmSync(file);
    writeFileSync(file.replace(/\.cjs$/, '.js'), code); // it passes over a `.cjs`
  }
}

function electronVersion(): string {
  const text = readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // a package has one
}

const installed = await installBeside(root, {
  name: '@doyensec/electronegativity',
  version: '1.10.3',
  entry: 'dist/index.js',
});
if (!installed.ok) {
  console.error(`Electronegativity could not be installed: ${installed.reason}.`);
  process.exit(2);
}
mkdirSync(join(root, 'out'), { recursive: true });
const folder = mkdtempSync(join(root, 'out', 'electronegativity-')); // it passes over what lies in node_modules
try {
  await bundleInto(folder);
  const scan = join(import.meta.dirname, 'scan.cjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [scan, installed.command, folder, electronVersion()],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (status !== 0) throw new Error(stderr);
  const found = JSON.parse(stdout) as Scan; // what scan.cjs prints
  const faults = faultsOf(found);
  for (const { id, because } of explanations) console.log(`${id}: ${because}`);
  for (const fault of faults) console.error(fault);
  console.log(
    `${String(found.checks)} checks, ${String(found.errors.length)} files unread, ${String(found.findings.length)} findings, ${String(faults.length)} unexplained`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
