import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

interface Entry {
  readonly address: string;
  readonly client: string;
  readonly secret: string;
}

interface Credential {
  readonly account: string;
  readonly password: string;
}

/** What the real keychain holds under a service name: each secret with the place that it is bound to, but for the key of the offline copy. */
export async function storedSecrets(service: string): Promise<readonly Entry[]> {
  // Beside the secrets: the key of the offline copy, and for a moment what tries whether the keychain works.
  const secrets = (await credentials(service)).filter(
    ({ account }) => account !== 'offline-copy' && !account.startsWith('canary-'),
  );
  return secrets.map(({ password }) => JSON.parse(password) as Entry); // src/main/connections/bound-secret.ts
}

/** Removes whatever a test has left there. */
export async function emptyKeychain(service: string): Promise<void> {
  await inProcess(
    `for (const { account } of await keytar.findCredentials(service)) await keytar.deletePassword(service, account);
    return null`,
    service,
  );
}

/** Every entry of a service name, as it is. */
export const credentials = (service: string) =>
  inProcess('return keytar.findCredentials(service)', service) as Promise<readonly Credential[]>; // as keytar gives them

/**
 * Asks in a process of its own, and again where the app removed an entry that was just being read: keytar ends its process
 * then, or says that the entry is none any more.
 */
async function inProcess(work: string, service: string): Promise<unknown> {
  const library = JSON.stringify(createRequire(import.meta.url).resolve('keytar'));
  const program = `const keytar = require(${library});
    (async (service) => { ${work} })(process.argv[1]).then((found) => process.stdout.write(JSON.stringify(found)))`;
  try {
    return JSON.parse((await promisify(execFile)(process.execPath, ['-e', program, service])).stdout);
  } catch (fault) {
    const { signal, stderr } = fault as { readonly signal?: string; readonly stderr?: string }; // of `execFile`, or JSON's, which has none
    if (signal !== 'SIGSEGV' && !stderr?.includes('No such secret item')) throw fault;
    return inProcess(work, service);
  }
}
