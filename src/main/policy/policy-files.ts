import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../diagnostics/log.ts';
import { type Policy, type PolicySource, readPolicy, viewOf } from './policy.ts';

/** The policy of this machine, or of the file that development has chosen in its place; the log tells what it is. */
export function policyOfMachine(
  chosen: string | undefined,
  languages: readonly string[],
  log: Pick<Log, 'info'>,
): Policy {
  const policy = readPolicy(sourceOn(process.platform, chosen), languages);
  if (policy.state !== 'none') log.info('policy', { ...viewOf(policy) });
  return policy;
}

/** Where the policy of a machine is: fixed places, since a variable can be set by anybody. */
export function sourceOn(platform: NodeJS.Platform, chosen: string | undefined): PolicySource {
  if (chosen !== undefined) return { path: chosen, read: () => readProtected(chosen, [dirname(chosen)]) };
  if (platform === 'win32') return { path: registryKey, read: () => registryPolicy(queryRegistry) };
  const path =
    platform === 'darwin'
      ? '/Library/Application Support/Audit Desk/policy.json'
      : '/etc/audit-desk/policy.json';
  return { path, read: () => readProtected(path, foldersOf(path)) };
}

const largest = 1024 * 1024; // bytes

/**
 * The text of a file that only an administrator can have written: no link, owned by root like its folders, and not writable for
 * others. What is checked is what is read.
 */
export function readProtected(path: string, folders: readonly string[]): ReturnType<PolicySource['read']> {
  let file: number;
  try {
    if (lstatSync(path).isSymbolicLink()) return notProtected;
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT' || codeOf(fault) === 'ENOTDIR') return null;
    return codeOf(fault) === 'ELOOP' ? notProtected : unreadable;
  }
  try {
    const about = fstatSync(file);
    if (!about.isFile() || about.size > largest) return unreadable;
    if (!isOfSystem(about) || !folders.map((each) => lstatSync(each)).every(isFolderOfSystem))
      return notProtected;
    return readFileSync(file, 'utf8');
  } catch {
    return unreadable;
  } finally {
    closeSync(file);
  }
}

const notProtected = { fault: 'not-protected' } as const;
const unreadable = { fault: 'unreadable' } as const;
const writableByOthers = 0o022;

function isOfSystem({ uid, mode }: Stats): boolean {
  return uid === 0 && (mode & writableByOthers) === 0;
}

function isFolderOfSystem(about: Stats): boolean {
  return about.isDirectory() && isOfSystem(about); // a link is no folder here
}

function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersOf(folder)];
}

function codeOf(fault: unknown): unknown {
  return fault instanceof Error && 'code' in fault ? fault.code : null;
}

/** The system's own program: the second spelling asks the kernel for the system's folder, and no variable. */
const programs = [
  'C:\\Windows\\System32\\reg.exe',
  '\\\\?\\GLOBALROOT\\SystemRoot\\System32\\reg.exe',
] as const;

function queryRegistry(key: string): string {
  const program = programs.find((each) => existsSync(each)) ?? programs[1];
  const options = { encoding: 'utf8', timeout: 10_000, maxBuffer: largest, windowsHide: true } as const;
  return execFileSync(program, ['query', key], { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
}

// The policy on Windows: in a part of the registry that only administrators write to, and group policies do.

const parent = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies';
export const registryKey = `${parent}\\Audit Desk`;

/** The name of the value that holds the policy: the JSON of a policy file, as a text. */
export const valueName = 'policy';

/**
 * The text of the policy; null if there is none. `query` gives what `reg.exe query` prints of a key; it throws alike for a missing key and
 * for one that may not be read, so the list of keys above is asked first.
 */
export function registryPolicy(query: (key: string) => string): ReturnType<PolicySource['read']> {
  try {
    const isThere = linesOf(query(parent)).some((line) => isSame(line.trimEnd(), registryKey));
    return isThere ? valueIn(query(registryKey)) : null;
  } catch {
    return { fault: 'unreadable' };
  }
}

/** A key with another value, with one of another type or without ours is not understood, and so not obeyed in part. */
function valueIn(output: string): ReturnType<PolicySource['read']> {
  const values = linesOf(output).filter((line) => /^\s+\S/.test(line));
  const [only] = values;
  const [, name = '', type = '', data = ''] = /^\s+(.+?)\s{4}(REG_\w+)\s{4}(.*)$/.exec(only ?? '') ?? [];
  const isOurs = values.length === 1 && isSame(name, valueName) && type === 'REG_SZ';
  return isOurs ? data : { fault: 'unreadable' };
}

function linesOf(output: string): readonly string[] {
  return output.split(/\r?\n/);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase(); // names in the registry have no case
}
