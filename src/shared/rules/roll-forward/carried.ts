import type { Audit } from '../../model/audit.ts';
import type { UserAssignment } from '../../model/audit-user.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import { addressKey, isAddress } from '../service/audit-user.ts';
import { settingFault } from '../service/setting.ts';

/** What a person should know of a row; none of it keeps the plan from being made. */
export interface RollForwardRemark {
  readonly code:
    | 'merged'
    | 'replaced'
    | 'setting-gone'
    | 'setting-unfit'
    | 'settings-unknown'
    | 'language'
    | 'role-gone'
    | 'users-unknown'
    | 'no-address'
    | 'not-rolled';
  readonly subject: string;
}

/** The settings that the next package takes as they are; the others get its defaults. */
export function carriedSettings({ settings }: Pick<Audit, 'settings'>, after: WorkPackage | null) {
  const kept: Record<string, unknown> = {};
  const remarks: { readonly code: 'setting-gone' | 'setting-unfit'; readonly subject: string }[] = [];
  for (const [id, value] of Object.entries(settings)) {
    const definition = after?.settings.find((one) => one.id === id);
    if (definition === undefined) remarks.push({ code: 'setting-gone', subject: id });
    else if (settingFault(definition, value) !== null)
      remarks.push({ code: 'setting-unfit', subject: definition.name });
    else kept[id] = value;
  }
  return { kept, remarks };
}

/** The users that can be assigned again: a known address, once, with a role that there still is. */
export function carriedUsers<User extends UserAssignment>(users: readonly User[], roles: readonly string[]) {
  const kept = new Map<string, User>();
  const remarks: { readonly code: 'no-address' | 'role-gone'; readonly subject: string }[] = [];
  for (const user of users) {
    if (!isAddress(user.id)) remarks.push({ code: 'no-address', subject: user.id });
    else if (!roles.includes(user.role)) remarks.push({ code: 'role-gone', subject: user.id });
    else kept.set(addressKey(user.id), user);
  }
  return { kept: [...kept.values()], remarks };
}
