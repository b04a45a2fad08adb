import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { ManagedPreferences } from '../../shared/model/policy.ts';
import { defaultPreferences, Preferences } from '../../shared/model/preferences.ts';
import {
  type Manageable,
  manageable,
  type SettingName,
  settingNames,
  settingRow,
} from '../../shared/settings.ts';
import type { Ask } from '../connections/consent.ts';
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
  const isMore = (name: SettingName, changes: Changes): boolean =>
    settingRow(name).loosensWhenMore === true && Number(changes[name] ?? 0) > Number(read()[name]);
  const preferences = {
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
    /** The same for a page or a file, which take no safeguard away: a person is asked first, and a no fails as `declined`. */
    changeAsking: async (changes: Changes, ask: Ask): Promise<Reply<Preferences>> => {
      for (const name of settingNames.filter((one) => isMore(one, changes))) {
        if (rule.locked.some((one) => one === name)) return fail('managed');
        const [from, to] = [Number(read()[name]), Number(changes[name])];
        if (!(await ask({ kind: 'background-share', from, to }))) return fail('declined');
      }
      return preferences.change(changes);
    },
  };
  return preferences;
}
