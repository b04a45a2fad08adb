import { fail, type Reply, succeed } from '../../shared/error.ts';
import { longestSecretBytes } from '../../shared/model/connection.ts';
import type { Keychain } from './keychain.ts';

export const keepingPlaces = ['keychain', 'session'] as const;
export type KeepingPlace = (typeof keepingPlaces)[number];

/** The two places for secrets: the keychain, and this process's memory for those kept for this session only. */
export interface Secrets {
  readonly write: (place: KeepingPlace, account: string, secret: string) => Promise<Reply<null>>;
  /** `no-secret` where the place is in order and holds none. */
  readonly read: (place: KeepingPlace, account: string) => Promise<Reply<string>>;
  readonly erase: (place: KeepingPlace, account: string) => Promise<Reply<null>>;
  /** Whether reading could give something, without asking the keychain. */
  readonly mayHave: (place: KeepingPlace, account: string) => boolean;
}

/** `onSecret` hears every secret before anything else is done with it, so that the log can keep it out. */
export function createSecrets(keychain: Keychain, onSecret: (secret: string) => void): Secrets {
  const session = new Map<string, string>();
  const missing = new Set<string>(); // accounts that the keychain, asked last, did not have

  return {
    write: async (place, account, secret) => {
      onSecret(secret);
      if (place === 'session') {
        if (Buffer.byteLength(secret) > longestSecretBytes) return fail('secret-too-long');
        session.set(account, secret);
        return succeed(null);
      }
      const written = await keychain.set(account, secret);
      if (written.ok) missing.delete(account);
      return written;
    },
    read: async (place, account) => {
      const found = place === 'session' ? succeed(session.get(account) ?? null) : await keychain.get(account);
      if (!found.ok) return found;
      if (found.value === null) {
        missing.add(account);
        return fail('no-secret');
      }
      missing.delete(account);
      onSecret(found.value);
      return succeed(found.value);
    },
    erase: async (place, account) => {
      missing.delete(account);
      if (place === 'keychain') return keychain.remove(account);
      session.delete(account);
      return succeed(null);
    },
    mayHave: (place, account) => (place === 'session' ? session.has(account) : !missing.has(account)),
  };
}
