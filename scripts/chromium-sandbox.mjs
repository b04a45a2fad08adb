import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './place.mjs';

// Whether Chromium's sandbox can work, found out before Electron is opened: where it cannot, Electron ends with a line of Chromium's.
const off = '--no-sandbox';

/**
 * What Electron is to be given, and what to say about it. The sandbox needs a helper that is root's, mode 4755, or user namespaces.
 * Where AppArmor restricts these, `unshare` may have leave of its own; so that is looked at first.
 */
export function sandboxDecision({ platform, isRoot, args, helper, helperPath, unshares, kernel }) {
  if (platform !== 'linux' || args.includes(off)) return { args: [], words: null };
  if (isRoot) return { args: [off], words: null }; // Chromium never has one for root
  const hasHelper = helper !== null && helper.uid === 0 && (helper.mode & 0o7777) === 0o4755;
  const isForbidden = kernel.cloned === '0' || kernel.most === '0';
  const hasNamespaces = kernel.restricted !== '1' && (unshares ?? !isForbidden);
  if (hasHelper || hasNamespaces) return { args: [], words: null };
  return {
    args: [off],
    words: `This system gives Chromium's sandbox no user namespaces: Audit Desk opens without that sandbox (${off}).
To open it with the sandbox, run this once:
  sudo chown root: ${helperPath} && sudo chmod 4755 ${helperPath}`,
  };
}

function attempt(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Whether a program of this person's can have a user namespace; null where nothing is there to try it with. */
function tryNamespace() {
  const { error, status } = spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore' });
  return error === undefined ? status === 0 : null;
}

/** The decision for this system and this Electron, which is opened with these arguments. */
export function decideSandbox(electron, args) {
  const { platform } = process;
  if (platform !== 'linux') return sandboxDecision({ platform, args });
  const setting = (path) => attempt(() => readFileSync(join('/proc/sys', path), 'utf8').trim());
  const helper = join(dirname(electron), 'chrome-sandbox');
  return sandboxDecision({
    platform,
    isRoot: process.getuid() === 0,
    args,
    helper: attempt(() => statSync(helper)),
    helperPath: relative(root, helper),
    unshares: tryNamespace(),
    kernel: {
      restricted: setting('kernel/apparmor_restrict_unprivileged_userns'),
      cloned: setting('kernel/unprivileged_userns_clone'),
      most: setting('user/max_user_namespaces'),
    },
  });
}
