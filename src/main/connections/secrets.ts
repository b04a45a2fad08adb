import { fail, type Reply, succeed } from '../../shared/error.ts';
import { longestSecretBytes } from '../../shared/model/connection.ts';
import type { Place } from '../api/session.ts';
import { seal, unseal } from './bound-secret.ts';
import type { Keychain } from './keychain.ts';

export const keepingPlaces = ['keychain', 'session'] as const;
export type KeepingPlace = (typeof keepingPlaces)[number];

interface Listeners {
  /** Hears every secret first, so that the log can leave it out. */
  readonly onSecret: (secret: string) => void;
  /** Asks a person whether a secret without a place belongs here. */
  readonly vouch: (place: Place) => Promise<boolean>;
}

/** The two stores of secrets: the keychain, and this process's memory for those kept for this session only. */
export type Secrets = ReturnType<typeof createSecrets>;

export function createSecrets(keychain: Keychain, { onSecret, vouch }: Listeners) {
  const session = new Map<string, string>(); // sealed, as in the keychain
  const missing = new Set<string>(); // accounts that the keychain, asked last, did not have
  const vouching = new Map<string, Promise<Reply<string>>>(); // each is asked about once, and a no stays a no

  /** Binds a secret of an older version to the place that a person says it belongs to. */
  const bind = async (account: string, place: Place): Promise<Reply<string>> => {
    if (!(await vouch(place))) return fail('secret-elsewhere');
    const found = await keychain.get(account); // anew: nobody holds it while a person thinks
    if (!found.ok) return found;
    if (found.value === null) return fail('no-secret');
    const opened = unseal(found.value, place);
    if (opened === 'elsewhere') return fail('secret-elsewhere');
    const secret = opened === 'unbound' ? found.value : opened.secret;
    onSecret(secret);
    const written = await keychain.set(account, seal(secret, place));
    return written.ok ? succeed(secret) : written;
  };

  const boundOnce = async (account: string, place: Place): Promise<Reply<string>> => {
    const underWay = vouching.get(account) ?? bind(account, place);
    vouching.set(account, underWay);
    const reply = await underWay;
    if (reply.ok || reply.error.code !== 'secret-elsewhere') vouching.delete(account); // nor is it held
    return reply;
  };

  return {
    write: async (
      store: KeepingPlace,
      account: string,
      secret: string,
      place: Place,
    ): Promise<Reply<null>> => {
      onSecret(secret);
      if (store === 'session') {
        if (Buffer.byteLength(secret) > longestSecretBytes) return fail('secret-too-long');
        session.set(account, seal(secret, place));
        return succeed(null);
      }
      const written = await keychain.set(account, seal(secret, place));
      if (written.ok) missing.delete(account);
      return written;
    },
    /** `no-secret` where the store is in order and holds none; `secret-elsewhere` where it holds that of another place. */
    read: async (store: KeepingPlace, account: string, place: Place): Promise<Reply<string>> => {
      const found = store === 'session' ? succeed(session.get(account) ?? null) : await keychain.get(account);
      if (!found.ok) return found;
      if (found.value === null) {
        missing.add(account);
        return fail('no-secret');
      }
      missing.delete(account);
      const opened = unseal(found.value, place);
      if (opened === 'unbound') return boundOnce(account, place);
      if (opened === 'elsewhere') return fail('secret-elsewhere');
      onSecret(opened.secret);
      return succeed(opened.secret);
    },
    erase: async (store: KeepingPlace, account: string): Promise<Reply<null>> => {
      missing.delete(account);
      if (store === 'keychain') return keychain.remove(account);
      session.delete(account);
      return succeed(null);
    },
    /** Whether reading may find something, without asking the keychain. */
    mayHave: (store: KeepingPlace, account: string): boolean =>
      store === 'session' ? session.has(account) : !missing.has(account),
  };
}
