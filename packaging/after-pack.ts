import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FuseState, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { filesIn, headerHash } from './archive.ts';
import { missingFrom, strangersIn, type Target } from './content.ts';
import { type Flavour, fusesOf } from './fuses.ts';

/** A packed app before it is signed. */
export interface PackedApp extends Target {
  /** The folder that it was packed into. */
  readonly folder: string;
  /** The name of its executable, without an ending. */
  readonly executable: string;
}

/** The executable or bundle with the fuses. */
export function executableOf({ platform, folder, executable }: PackedApp): string {
  const endings = { darwin: '.app', linux: '', win32: '.exe' };
  return join(folder, `${executable}${endings[platform]}`);
}

export function archiveOf(packed: PackedApp): string {
  const resources =
    packed.platform === 'darwin'
      ? join(executableOf(packed), 'Contents', 'Resources')
      : join(packed.folder, 'resources');
  return join(resources, 'app.asar');
}

/** The fuses of an executable that are wrong for the flavour: `index: state`. */
export async function wrongFuses(executable: string, flavour: Flavour): Promise<readonly string[]> {
  const wanted: Readonly<Record<string, unknown>> = fusesOf(flavour);
  const found: Readonly<Record<string, unknown>> = await getCurrentFuseWire(executable);
  const indexes = new Set([...Object.keys(wanted), ...Object.keys(found)].filter((key) => /^\d+$/.test(key)));
  return [...indexes].flatMap((index) => {
    const state = wanted[index] === true ? FuseState.ENABLE : FuseState.DISABLE;
    return found[index] === state && wanted[index] !== undefined ? [] : [`${index}: ${String(found[index])}`];
  });
}

/** What is wrong with a packed app: content, fuses and integrity. */
export async function faultsOf(packed: PackedApp, flavour: Flavour): Promise<readonly string[]> {
  const archive = archiveOf(packed);
  const files = filesIn(archive);
  return [
    ...strangersIn(files, packed).map((file) => `${file} has no business in it`),
    ...missingFrom(files, packed).map((file) => `${file} is missing`),
    ...(await wrongFuses(executableOf(packed), flavour)).map((fuse) => `fuse ${fuse}`),
    ...(holdsHash(packed, headerHash(archive))
      ? []
      : [`${basename(archive)} has not the hash that the app expects`]),
  ];
}

/** Whether the signed part of the app names its archive. Linux has no signed part. */
function holdsHash(packed: PackedApp, hash: string): boolean {
  switch (packed.platform) {
    case 'linux':
      return true;
    case 'darwin':
      return readFileSync(join(executableOf(packed), 'Contents', 'Info.plist')).includes(hash);
    case 'win32':
      return readFileSync(executableOf(packed)).includes(hash);
  }
}

/** Sets the fuses of a packed app and checks the app. Throws if anything is wrong. */
export async function finish(packed: PackedApp, flavour: Flavour): Promise<void> {
  await flipFuses(executableOf(packed), fusesOf(flavour));
  const faults = await faultsOf(packed, flavour);
  if (faults.length > 0) throw new Error(`The packed app is not as it should be:\n${faults.join('\n')}`);
}
