import { z } from 'zod';
import type { Reply } from '../../shared/error.ts';
import type { LocalStore } from '../store.ts';

/**
 * The keychain's accounts that are to be erased: no longer in use, or written and then not put to use. They are on record from
 * before the write until the keychain has confirmed, so that no crash and no locked keychain leaves a secret behind unknown.
 */
export interface Leftovers {
  /** Records an account that is about to be written; it is safe from `tidy` until `settle`. */
  readonly begin: (account: string) => void;
  /** The write of the account is over, and whether it is in use is decided. */
  readonly settle: (account: string) => void;
  /** Records an account that has gone out of use. */
  readonly add: (account: string) => void;
  /** Erases what is on record and not in use; what cannot be erased now stays on record. */
  readonly tidy: (inUse: readonly string[]) => Promise<void>;
}

export function openLeftovers(
  store: LocalStore,
  erase: (account: string) => Promise<Reply<null>>,
): Leftovers {
  const shelf = store.shelf('leftovers', z.string());
  const underWay = new Set<string>();
  const add = (account: string): void => shelf.put(account, account);

  return {
    begin: (account) => {
      underWay.add(account);
      add(account);
    },
    settle: (account) => {
      underWay.delete(account);
    },
    add,
    tidy: async (inUse) => {
      for (const account of shelf.list()) {
        if (underWay.has(account)) continue;
        if (!inUse.includes(account) && !(await erase(account)).ok) return; // as would the others
        shelf.remove(account);
      }
    },
  };
}
