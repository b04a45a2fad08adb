import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from './log.ts';
import { type Policy, type PolicyFiles, policyPath, readPolicy, viewOf } from './policy.ts';

/** The policy of this machine, or of the file that development has chosen in its place; the log tells what it is. */
export function policyOfMachine(chosen: string | undefined, log: Pick<Log, 'info'>): Policy {
  const policy = readPolicy(chosen ?? policyPath(process.platform, process.env['ProgramData']), policyFiles);
  if (policy.state !== 'none') log.info('policy', { ...viewOf(policy) });
  return policy;
}

/** The machine's own file of the policy. */
export const policyFiles: PolicyFiles = {
  read: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (fault) {
      if (fault instanceof Error && 'code' in fault && (fault.code === 'ENOENT' || fault.code === 'ENOTDIR'))
        return null;
      throw fault;
    }
  },
  isProtected: (path) =>
    process.platform === 'win32' ? !canWrite(path) : [path, dirname(path)].every(isOfSystem),
};

const writableByOthers = 0o022;

function isOfSystem(path: string): boolean {
  const { uid, mode } = statSync(path);
  return uid === 0 && (mode & writableByOthers) === 0;
}

/** Asks for the right to write and makes no use of it: Windows tells of its access lists in no other way. */
function canWrite(path: string): boolean {
  try {
    closeSync(openSync(path, 'r+'));
    return true;
  } catch {
    return false;
  }
}
