import { defaultPreferences, Preferences } from '../shared/model/preferences.ts';
import type { LocalStore } from './store.ts';

type Changes = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

export interface PreferenceBook {
  readonly read: () => Preferences;
  /** Changes what is given and leaves the rest; answers all. */
  readonly change: (changes: Changes) => Preferences;
}

const theirId = 'person'; // one person a data folder

/** The preferences as kept on this machine; `onChange` hears of every change. */
export function openPreferences(
  store: LocalStore,
  onChange: (preferences: Preferences) => void,
): PreferenceBook {
  const shelf = store.shelf('preferences', Preferences);
  const read = (): Preferences => shelf.read(theirId) ?? defaultPreferences;
  return {
    read,
    change: (changes) => {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      const changed = Preferences.parse({ ...read(), ...Object.fromEntries(given) });
      shelf.put(theirId, changed);
      onChange(changed);
      return changed;
    },
  };
}
