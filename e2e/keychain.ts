import keytar from 'keytar';

interface Entry {
  readonly address: string;
  readonly client: string;
  readonly secret: string;
}

/** What the real keychain holds under a service name: each secret with the place that it is bound to, but for the key of the offline copy. */
export async function storedSecrets(service: string): Promise<readonly Entry[]> {
  const found = await keytar.findCredentials(service);
  // Beside the secrets: the key of the offline copy, and for a moment what tries whether the keychain works.
  const secrets = found.filter(({ account }) => account !== 'offline-copy' && !account.startsWith('canary-'));
  return secrets.map(({ password }) => JSON.parse(password) as Entry); // src/main/connections/bound-secret.ts
}

/** Removes whatever a test has left there. */
export async function emptyKeychain(service: string): Promise<void> {
  for (const { account } of await keytar.findCredentials(service))
    await keytar.deletePassword(service, account);
}
