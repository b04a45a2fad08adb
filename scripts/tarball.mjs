import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { licencesOf } from './licences.mjs';
import { npm } from './packages.mjs';
import { giveUp, root } from './place.mjs';

const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Makes a package that others install, of what `fill` puts into a folder, with the licences of what is `inside` its bundles. It comes into `dist/` or
 * the folder that is named, and its path is printed.
 */
export async function makeTarball({ inside, ...own }, fill) {
  const manifest = { name: own.name, version, license, type: 'module', ...own };
  const target = resolve(process.argv[2] ?? join(root, 'dist'));
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    await fill(folder);
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    const licences = licencesOf(inside).map(
      (one) => `${one.name} ${one.version}: ${one.licence}\n\n${one.text}\n`,
    );
    writeFileSync(join(folder, 'LICENCES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    mkdirSync(target, { recursive: true });
    const { done, words } = npm('pack', folder, '--pack-destination', target);
    if (!done) giveUp(`The package could not be packed: ${words}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  process.stdout.write(`${join(target, `${manifest.name}-${version}.tgz`)}\n`);
}
