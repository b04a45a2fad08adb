import type { Audit } from '../../model/audit.ts';
import type { UserAssignment } from '../../model/audit-user.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import { addressKey, isAddress } from './audit-user.ts';
import { settingFault } from './setting.ts';
import { lineOf, packageName, scopingLabels, supportsAuditType, supportsLanguage } from './work-package.ts';

export const lossCodes = [
  /** Not all work packages were read, so that nobody knows whether there is a newer one. */
  'packages-unread',
  'package-gone',
  /** `subject` is the newest of the line, which the new audit has. */
  'package-newer',
  /** The newest version of the package, which the new audit has, seems not to be for its type. */
  'package-unfit',
  'label-gone',
  'language-gone',
  'setting-gone',
  'setting-unfit',
  /** The package before did not have it. `value` is its default. */
  'setting-new',
  /** The service does not tell the settings of before. */
  'settings-unknown',
  'team-gone',
  'role-gone',
  'no-address',
  /** The service does not tell the users of before. */
  'users-unknown',
  'period-unknown',
  /** `subject` is how many legal entities there are besides the first. */
  'more-entities',
  'other-type',
] as const;
export type LossCode = (typeof lossCodes)[number];

/** Something of before that a new audit does not have as it was: the same for a duplicate, a template, a roll-forward and another package in the wizard. */
export interface Loss {
  readonly code: LossCode;
  /** What it is about, by its name where it has one: a package, label, language, setting, team or address; empty where there is nothing to name. */
  readonly subject: string;
  /** Of a setting. */
  readonly value?: unknown;
}

/**
 * The work package that follows: the newest of the line (specification, "Versioning"). `before` has no id where only a name is known, as in a
 * template, which holds for every version.
 */
export function carryPackage(
  before: Pick<WorkPackage, 'name'> & Partial<Pick<WorkPackage, 'id'>>,
  auditType: string,
  packages: readonly WorkPackage[],
): { readonly after: WorkPackage | null; readonly losses: readonly Loss[] } {
  const after = lineOf(packages, before.name)?.newest ?? null;
  if (after === null) return { after, losses: [{ code: 'package-gone', subject: before.name }] };
  const isSame = before.id === undefined ? after.name === before.name : after.id === before.id;
  const losses: Loss[] = [];
  if (!isSame) losses.push({ code: 'package-newer', subject: packageName(after) });
  if (!supportsAuditType(after, auditType))
    losses.push({ code: 'package-unfit', subject: packageName(after) });
  return { after, losses };
}

/** What depends on the work package. An empty label or language is one that nobody has chosen. */
type PackageValues = Pick<Audit, 'scoping_package_id' | 'language' | 'settings'>;

/**
 * What a work package takes of values of before, and what it does not. A label is judged in its language, or in any where the language is lost.
 * Without a package everything is carried: the rules of the audit judge it once there is one.
 */
export function carryOver(
  { scoping_package_id: label, language, settings }: PackageValues,
  after: WorkPackage | null,
): { readonly values: PackageValues; readonly losses: readonly Loss[] } {
  if (after === null) return { values: { scoping_package_id: label, language, settings }, losses: [] };
  const losses: Loss[] = [];
  const hasLanguage = language === '' || supportsLanguage(after, language);
  if (!hasLanguage) losses.push({ code: 'language-gone', subject: language });
  const hasLabel = label === '' || scopingLabels(after, hasLanguage ? language : '').includes(label);
  if (!hasLabel) losses.push({ code: 'label-gone', subject: label });
  const kept: Record<string, unknown> = {};
  for (const [id, value] of Object.entries(settings)) {
    const definition = after.settings.find((one) => one.id === id);
    if (definition === undefined) losses.push({ code: 'setting-gone', subject: id, value });
    else if (settingFault(definition, value) !== null)
      losses.push({ code: 'setting-unfit', subject: definition.name, value });
    else kept[id] = value;
  }
  return {
    values: {
      scoping_package_id: hasLabel ? label : '',
      language: hasLanguage ? language : '',
      settings: kept,
    },
    losses,
  };
}

/** An audit without any settings, of a package that has some, hides them. */
export function hidesSettings(settings: Audit['settings'], before: WorkPackage | null): boolean {
  return Object.keys(settings).length === 0 && before !== null && before.settings.length > 0;
}

/** The users that can be assigned again: a known address, once, with a role that there still is. */
export function carryUsers<User extends UserAssignment>(
  users: readonly User[],
  roles: readonly string[],
): { readonly users: readonly User[]; readonly losses: readonly Loss[] } {
  const kept = new Map<string, User>();
  const losses: Loss[] = [];
  for (const user of users) {
    if (!isAddress(user.id)) losses.push({ code: 'no-address', subject: user.id });
    else if (!roles.includes(user.role)) losses.push({ code: 'role-gone', subject: user.id });
    else kept.set(addressKey(user.id), user);
  }
  return { users: [...kept.values()], losses };
}
