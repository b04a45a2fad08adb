import { Pair } from '../../shared/sign-in.ts';
import { type Keychain, proxyAccounts } from '../connections/keychain.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Policy } from '../policy/policy.ts';
import { onOneLine, type ProxyQuestion } from './question-words.ts';

/** A proxy that wants to know who asks, by its own words. */
export interface AskingProxy {
  readonly host: string;
  readonly port: number;
  readonly realm: string;
}

interface Deps {
  readonly keychain: Pick<Keychain, 'get' | 'set' | 'remove'>;
  /** Whether the policy of the machine lets the keychain be read, and written to. */
  readonly keeps: Policy['secrets'];
  readonly ask: (question: ProxyQuestion) => Promise<Pair | null>;
  readonly onSecret: (secret: string) => void;
  readonly log: Pick<Log, 'warn'>;
}

/** What a request says to a proxy. */
export interface ProxyAnswer {
  readonly pair: Pair;
  /** Called once, when the request has its answer or none comes; `isTaken` where the proxy let it through. */
  readonly over: (isTaken: boolean) => void;
}

/** What is known of one proxy until the app ends. */
interface Known {
  pair: Pair | null;
  /** The proxy has taken it. */
  isTaken: boolean;
  /** Until the one request is over that tries it: six wrong answers at once may lock an account. */
  trial: Promise<unknown> | null;
  /** What it has not taken. */
  refused: Pair | null;
  /** Not after a no, nor once a person was asked anew for what was refused, until a person acts. */
  mayAsk: boolean;
  underWay: Promise<Pair | null> | null;
}

const unknown: Known = {
  pair: null,
  isTaken: false,
  trial: null,
  refused: null,
  mayAsk: true,
  underWay: null,
};

export type ProxyLogin = ReturnType<typeof createProxyLogin>;

/**
 * Says to a proxy who asks. Many requests are one question, and one proxy is asked about at a time. The keychain keeps the answer until the
 * proxy refuses it.
 */
export function createProxyLogin({ keychain, keeps, ask, onSecret, log }: Deps) {
  const known = new Map<string, Known>();
  let last: Promise<unknown> = Promise.resolve();

  /** What the keychain has; `isOpen` where it can keep an answer. */
  const read = async (account: string): Promise<{ readonly isOpen: boolean; readonly pair: Pair | null }> => {
    if (keeps === 'session') return { isOpen: false, pair: null };
    const found = await keychain.get(account);
    return { isOpen: found.ok && keeps === 'keychain', pair: found.ok ? pairIn(found.value) : null };
  };

  const write = async (account: string, pair: Pair): Promise<void> => {
    const written = await keychain.set(account, JSON.stringify(pair));
    if (!written.ok) log.warn('proxy-password-not-kept', { code: written.error.code });
  };

  const find = async (one: Known, proxy: string, realm: string): Promise<Pair | null> => {
    const account = accountOf(proxy, realm);
    const { isOpen, pair } = await read(account);
    const isRefused = one.refused !== null;
    if (pair !== null && !isSame(pair, one.refused)) return pair;
    if (pair !== null && isOpen) await keychain.remove(account);
    if (!one.mayAsk) return null;
    const asked = last.then(() => ask({ proxy, realm, isRefused, isKept: isOpen }));
    last = asked.catch(() => null);
    const given = await asked;
    one.mayAsk = given !== null && !isRefused;
    if (given !== null && isOpen) await write(account, given);
    return given;
  };

  /** What is known, or a person says. */
  const pairOf = (one: Known, proxy: string, realm: string): Promise<Pair | null> => {
    if (one.pair !== null) return Promise.resolve(one.pair);
    const settle = async (): Promise<Pair | null> => {
      try {
        one.pair = await find(one, proxy, realm);
        one.isTaken = false;
        if (one.pair !== null) onSecret(one.pair.password);
        return one.pair;
      } catch (fault) {
        log.warn('proxy-question-failed', { fault });
        one.mayAsk = false;
        return null;
      } finally {
        one.underWay = null;
      }
    };
    one.underWay ??= settle();
    return one.underWay;
  };

  return {
    /** Who asks this proxy; null where nobody says. `refused` is what it did not take from the same request, which is over then. */
    answer: async (by: AskingProxy, refused: Pair | null): Promise<ProxyAnswer | null> => {
      const [proxy, realm] = [`${by.host}:${by.port}`, onOneLine(by.realm)];
      const account = accountOf(proxy, realm);
      const one = known.get(account) ?? { ...unknown };
      known.set(account, one);
      if (refused !== null && isSame(refused, one.pair)) Object.assign(one, { pair: null, refused });
      for (;;) {
        const pair = await pairOf(one, proxy, realm);
        if (pair === null) return null;
        if (one.isTaken) return { pair, over: () => undefined };
        if (one.trial === null) return tried(one, pair);
        await one.trial;
      }
    },
    /** A person tries again: they may be asked once more. */
    acted: (): void => {
      for (const one of known.values()) Object.assign(one, { mayAsk: true, refused: null });
    },
  };
}

/** The pair for the one request that tries it. */
function tried(one: Known, pair: Pair): ProxyAnswer {
  const { promise, resolve } = Promise.withResolvers<void>();
  one.trial = promise;
  const over = (isTaken: boolean): void => {
    if (isTaken && one.pair === pair) one.isTaken = true;
    if (one.trial === promise) one.trial = null;
    resolve();
  };
  return { pair, over };
}

/** Acts by which a person has something sent. */
const acts: readonly unknown[] = [
  'connections.test',
  'connections.save',
  'connections.rotate',
  'plans.submit',
  'reconnect',
  'newToken',
  'tryNow',
  'resume',
  'retry',
];

export function isActOfPerson(operation: unknown, input: unknown): boolean {
  const act = typeof input === 'object' && input !== null && 'act' in input ? input.act : null;
  return acts.includes(operation) || acts.includes(act);
}

function accountOf(proxy: string, realm: string): string {
  return `${proxyAccounts}${proxy} ${realm}`.trimEnd();
}

function isSame(one: Pair, other: Pair | null): boolean {
  return one.user === other?.user && one.password === other.password;
}

function pairIn(text: string | null): Pair | null {
  try {
    return Pair.parse(JSON.parse(text ?? ''));
  } catch {
    return null; // none, or somebody else's
  }
}
