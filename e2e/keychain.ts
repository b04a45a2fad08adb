import keytar from 'keytar';

/** What the real keychain holds under a service name: the accounts and their secrets. */
export function storedSecrets(
  service: string,
): Promise<readonly { readonly account: string; readonly password: string }[]> {
  return keytar.findCredentials(service);
}

/** Removes whatever a test has left there. */
export async function emptyKeychain(service: string): Promise<void> {
  for (const { account } of await keytar.findCredentials(service))
    await keytar.deletePassword(service, account);
}
