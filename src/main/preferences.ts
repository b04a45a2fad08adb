import { fail, type Reply, succeed } from '../shared/error.ts';
import { type Manageable, type ManagedPreferences, manageable } from '../shared/model/policy.ts';
import { defaultPreferences, Preferences } from '../shared/model/preferences.ts';
import type { LocalStore } from './store.ts';

type Changes = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

export interface PreferenceBook {
  /** As they hold: the policy's where it decides, else the person's. */
  readonly read: () => Preferences;
  /** Changes what is given and leaves the rest; answers all. `managed`, and nothing changes, where the policy decides otherwise. */
  readonly change: (changes: Changes) => Reply<Preferences>;
}

/** What a policy decides about preferences; a locked one without a value stays as it is. */
export interface PreferenceRule {
  readonly preferences: ManagedPreferences;
  readonly locked: readonly Manageable[];
}

const theirId = 'person'; // one person a data folder

/** The preferences as kept on this machine; `onChange` hears of every change. */
export function openPreferences(
  store: LocalStore,
  rule: PreferenceRule,
  onChange: (preferences: Preferences) => void,
): PreferenceBook {
  const shelf = store.shelf('preferences', Preferences);
  const own = (): Preferences => shelf.read(theirId) ?? defaultPreferences;
  const read = (): Preferences => ({ ...own(), ...rule.preferences });
  return {
    read,
    change: (changes) => {
      const held = read();
      const isLocked = (name: Manageable): boolean =>
        rule.locked.includes(name) && changes[name] !== undefined && changes[name] !== held[name];
      if (manageable.some(isLocked)) return fail('managed');
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      // Kept is what the person chose: it holds again when the policy no longer decides.
      const kept = rule.locked.filter((name) => changes[name] !== undefined);
      const changed = {
        ...own(),
        ...Object.fromEntries(given.filter(([name]) => !kept.some((one) => one === name))),
      };
      shelf.put(theirId, Preferences.parse(changed));
      const now = read();
      onChange(now);
      return succeed(now);
    },
  };
}
