import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './place.mjs';

const licenceFile = /^(licen[cs]e|copying|notice)(\.|-|$)/i;

/** The folder of a package as another one sees it: in its own `node_modules`, or in one above. */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === dirname(folder)) return null;
  }
}

function describe(folder) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => licenceFile.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  const stated = license ?? licenses?.map(({ type }) => type).join(' OR ');
  return {
    name,
    version,
    licence: typeof stated === 'string' ? stated : (stated?.type ?? ''),
    text: texts.join('\n\n'),
  };
}

/**
 * Every package that is inside the app, and Electron, with its licence, by name: what the dependencies of package.json need,
 * and what those need. Types are in no package, so what has only types of its own is named all the same.
 */
export function licences() {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const electron = folderOf('electron', root);
  const runsOn = electron === null ? [] : [describe(electron)]; // and none of its needs
  return [...licencesOf(Object.keys(dependencies)), ...runsOn].toSorted(byName);
}

const byName = (one, other) => (one.name < other.name ? -1 : 1);

/** These packages and what they need, with their licences, by name. */
export function licencesOf(names) {
  const found = new Map();
  const visit = (name, from) => {
    const folder = folderOf(name, from);
    if (folder === null || found.has(folder)) return; // an optional one that is not for this system
    found.set(folder, describe(folder));
    const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const needed of Object.keys({ ...own.dependencies, ...own.optionalDependencies }))
      visit(needed, folder);
  };
  for (const name of names) visit(name, root);
  return [...found.values()].toSorted(byName);
}
