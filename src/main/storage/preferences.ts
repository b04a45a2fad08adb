import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { ManagedPreferences } from '../../shared/model/policy.ts';
import { defaultPreferences, Preferences } from '../../shared/model/preferences.ts';
import { type Manageable, manageable } from '../../shared/settings.ts';
import type { LocalStore } from './store.ts';

type Changes = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

/** What a policy decides about preferences; a locked one without a value stays as it is. */
export interface PreferenceRule {
  readonly preferences: ManagedPreferences;
  readonly locked: readonly Manageable[];
}

const theirId = 'person'; // one person a data folder

export type PreferenceStore = ReturnType<typeof openPreferences>;

export function openPreferences(
  store: LocalStore,
  rule: PreferenceRule,
  onChange: (preferences: Preferences) => void,
) {
  const collection = store.collection('preferences', Preferences);
  const own = (): Preferences => collection.read(theirId) ?? defaultPreferences;
  const read = (): Preferences => ({ ...own(), ...rule.preferences });
  return {
    /** As they hold: the policy's where it decides, else the person's. */
    read,
    /** Changes what is given and leaves the rest; answers all. `managed`, and nothing changes, where the policy decides otherwise. */
    change: (changes: Changes): Reply<Preferences> => {
      const held = read();
      const isLocked = (name: Manageable): boolean =>
        rule.locked.includes(name) && changes[name] !== undefined && changes[name] !== held[name];
      if (manageable.some(isLocked)) return fail('managed');
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      // The person's own choice stays, for when the policy no longer decides.
      const kept = rule.locked.filter((name) => changes[name] !== undefined);
      const changed = {
        ...own(),
        ...Object.fromEntries(given.filter(([name]) => !kept.some((one) => one === name))),
      };
      collection.put(theirId, Preferences.parse(changed));
      const now = read();
      onChange(now);
      return succeed(now);
    },
  };
}
