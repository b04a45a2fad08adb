import { randomUUID } from 'node:crypto';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { type KeychainState, longestSecretBytes } from '../../shared/model/connection.ts';
import type { OrphanedSecret } from '../../shared/record.ts';
import type { Clock } from '../clock.ts';
import { placeOf } from './bound-secret.ts';

export interface Keytar {
  readonly getPassword: (service: string, account: string) => Promise<string | null>;
  readonly setPassword: (service: string, account: string, password: string) => Promise<void>;
  readonly deletePassword: (service: string, account: string) => Promise<boolean>;
  readonly findCredentials: (
    service: string,
  ) => Promise<readonly { readonly account: string; readonly password: string }[]>;
}

interface KeychainDeps {
  readonly load: () => Promise<Keytar>;
  /** The name under which the keychain shows this app's entries. */
  readonly service: string;
  readonly clock: Clock;
  /** Told when it has given after all what nobody waited for any more, as where a person answers its prompt late. */
  readonly onLate?: () => void;
}

/** How a call ended. */
type Ending<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'hanging' };

const canaries = 'canary-';
const ofThisApp = ['offline-copy']; // the key of the answers that are kept
export const proxyAccounts = 'proxy '; // who asks a proxy, by its name

const longestCall = 10_000; // milliseconds; a prompt that nobody answers never ends (security 37)

export async function loadKeytar(): Promise<Keytar> {
  const module: object = await import('keytar');
  // A CommonJS package: Node gives its exports as `default`, a bundler may give them as they are.
  return ('default' in module ? module.default : module) as Keytar;
}

/** The OS keychain. No call takes longer than its limit, none throws, and none says "empty" where it means "locked". */
export type Keychain = ReturnType<typeof createKeychain>;

export function createKeychain({ service, ...deps }: KeychainDeps) {
  const call = createCalls(deps);
  const read = (account: string) => call((keytar) => keytar.getPassword(service, account));
  const write = (account: string, secret: string) =>
    call((keytar) => keytar.setPassword(service, account, secret));
  const erase = (account: string) => call((keytar) => keytar.deletePassword(service, account));

  const stateBehind = async (ending: Exclude<Ending<unknown>, { kind: 'value' }>): Promise<KeychainState> => {
    switch (ending.kind) {
      case 'hanging':
        return 'not-answering';
      case 'absent':
        return 'no-provider';
      case 'refused': {
        // A locked keychain refuses to write and reads as empty; where nobody answers, reading is refused too. This tells
        // them apart in every language that the refusal may be worded in.
        const reading = await read(randomUUID());
        if (reading.kind === 'value') return 'locked';
        if (reading.kind === 'hanging') return 'not-answering';
        return isAboutBus(ending.words) ? 'no-bus' : 'no-provider';
      }
    }
  };

  const state = async (): Promise<KeychainState> => {
    const canary = `${canaries}${randomUUID()}`;
    const written = await write(canary, 'canary');
    if (written.kind !== 'value') return stateBehind(written);
    await erase(canary);
    return 'unlocked';
  };

  const failed = async (ending: Exclude<Ending<unknown>, { kind: 'value' }>): Promise<Reply<never>> =>
    failureOf(await stateBehind(ending)) ?? fail('keychain-unavailable');

  return {
    /** Writes, reads back and compares. */
    set: async (account: string, secret: string): Promise<Reply<null>> => {
      if (Buffer.byteLength(secret) > longestSecretBytes) return fail('secret-too-long');
      const written = await write(account, secret);
      if (written.kind !== 'value') return failed(written);
      const back = await read(account);
      if (back.kind !== 'value') return failed(back);
      if (back.value === secret) return succeed(null);
      await erase(account);
      return fail('keychain-unavailable');
    },
    /** The secret; null only where the keychain is open and holds none. */
    get: async (account: string): Promise<Reply<string | null>> => {
      const found = await read(account);
      if (found.kind !== 'value') return failed(found);
      return found.value === null ? (failureOf(await state()) ?? succeed(null)) : succeed(found.value);
    },
    /** Removes it; succeeds where there was none, but not where that cannot be told. */
    remove: async (account: string): Promise<Reply<null>> => {
      const erased = await erase(account);
      if (erased.kind !== 'value') return failed(erased);
      return erased.value ? succeed(null) : (failureOf(await state()) ?? succeed(null));
    },
    /**
     * The accounts of its secrets and where each belongs, as far as that is known; never the secrets. Only an open keychain is
     * asked: where one finds an entry that it does not open, keytar ends the whole process.
     */
    entries: async (): Promise<Reply<readonly OrphanedSecret[]>> => {
      const closed = failureOf(await state());
      if (closed !== null) return closed;
      const found = await call(async (keytar) => {
        const all = await keytar.findCredentials(service);
        return all.flatMap(({ account, password }): readonly OrphanedSecret[] => {
          if (ofThisApp.includes(account) || [canaries, proxyAccounts].some((own) => account.startsWith(own)))
            return [];
          return [{ account, ...(placeOf(password) ?? { baseUrl: null, clientId: null }) }];
        });
      });
      return found.kind === 'value' ? succeed(found.value) : failed(found);
    },
    state,
  };
}

/** One call at a time: each takes one of few threads, and a hanging one keeps it. */
function createCalls({ load, clock, onLate }: Omit<KeychainDeps, 'service'>) {
  let library: Promise<Keytar> | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let hanging = false;

  const limited = async <Value>(work: (keytar: Keytar) => Promise<Value>): Promise<Ending<Value>> => {
    if (hanging) return { kind: 'hanging' };
    library ??= load();
    const keytar = await library.catch(() => null);
    if (keytar === null) {
      library = null;
      return { kind: 'absent' };
    }
    const ending = work(keytar).then(
      (value): Ending<Value> => ({ kind: 'value', value }),
      (thrown: unknown): Ending<Value> => ({ kind: 'refused', words: String(thrown) }),
    );
    return new Promise((resolve) => {
      const stop = clock.schedule(longestCall, () => {
        hanging = true;
        resolve({ kind: 'hanging' });
      });
      const settle = async (): Promise<void> => {
        const settled = await ending;
        stop();
        const isLate = hanging;
        hanging = false;
        resolve(settled);
        // A prompt that was closed gives nothing: whoever asked again would open the next one.
        if (isLate && settled.kind === 'value' && settled.value !== null) onLate?.();
      };
      void settle();
    });
  };

  return <Value>(work: (keytar: Keytar) => Promise<Value>): Promise<Ending<Value>> => {
    const turn = queue.then(() => limited(work));
    queue = turn.then(() => null); // a queue that held the last ending would hold the last secret
    return turn;
  };
}

/** The failure that a state means; null for `unlocked`. */
function failureOf(state: KeychainState): Reply<never> | null {
  switch (state) {
    case 'unlocked':
      return null;
    case 'locked':
      return fail('keychain-locked');
    case 'no-provider':
    case 'no-bus':
      return fail('keychain-unavailable');
    case 'not-answering':
      return fail('keychain-timeout');
  }
}

function isAboutBus(words: string): boolean {
  if (/org\.freedesktop\.secrets|ServiceUnknown/i.test(words)) return false;
  return /dbus-launch|autolaunch|transport|could not connect|connection refused|no such file|\$DISPLAY|session bus/i.test(
    words,
  );
}
