import type { Keytar } from '../connections/keychain.ts';

/** A keychain library for tests: in memory, and in whatever state a test puts it. */
export interface FakeKeytar extends Keytar {
  readonly entries: Map<string, string>;
  /** The secrets in its entries, each without the place that it is bound to. */
  readonly secrets: () => readonly string[];
  /** `locked` and `broken` as Linux has them; `hanging` answers nothing until it is let. */
  readonly put: (state: 'unlocked' | 'locked' | 'broken' | 'hanging') => void;
  readonly calls: string[];
}

export function createFakeKeytar(): FakeKeytar {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  let state: 'unlocked' | 'locked' | 'broken' | 'hanging' = 'unlocked';
  let release: (() => void)[] = [];

  const answer = async <Value>(name: string, open: () => Value, locked: () => Value): Promise<Value> => {
    calls.push(name);
    if (state === 'hanging')
      await new Promise<void>((resolve) => {
        release.push(resolve);
      });
    if (state === 'broken') throw new Error('The name org.freedesktop.secrets was not provided');
    return state === 'locked' ? locked() : open();
  };

  return {
    entries,
    secrets: () => [...entries.values()].map((text) => (JSON.parse(text) as { secret: string }).secret), // bound-secret.ts
    calls,
    put: (next) => {
      state = next;
      for (const resolve of release) resolve();
      release = [];
    },
    getPassword: (_, account) =>
      answer(
        'get',
        () => entries.get(account) ?? null,
        () => null,
      ),
    setPassword: (_, account, password) =>
      answer(
        'set',
        () => {
          entries.set(account, password);
        },
        () => {
          throw new Error('Cannot create an item in a locked collection');
        },
      ),
    findCredentials: () =>
      answer(
        'find',
        () => [...entries].map(([account, password]) => ({ account, password })),
        () => [],
      ),
    deletePassword: (_, account) =>
      answer(
        'delete',
        () => entries.delete(account),
        () => false,
      ),
  };
}
