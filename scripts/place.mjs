import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder. */
export const root = dirname(import.meta.dirname);

/** The Node that the project's tools run on: 24 from its own packages, or this one on platforms that have no such package. */
export function projectNode() {
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(own) ? own : process.execPath;
}

/** What tells one state of the lockfile from another. */
export function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Says something to the person who started the command, apart from the command's own output. */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** Ends the command with a sentence that says why. */
export function giveUp(sentence) {
  say(sentence);
  process.exit(1);
}
