import { z } from 'zod';
import { Preferences } from './preferences.ts';

/**
 * What an organisation may decide for its people. How the app looks, moves and magnifies stays a person's own: whether they
 * can work with it at all depends on that.
 */
const ManagedPreferences = Preferences.pick({
  language: true,
  density: true,
  bulkHeadroom: true,
  logMebibytes: true,
});
export const manageable = ManagedPreferences.keyof().options;
export type Manageable = (typeof manageable)[number];
export type ManagedPreferences = Partial<z.output<typeof ManagedPreferences>>;

/** `unreadable`: it is there and cannot be read. `not-protected`: its user could write it. `invalid`: a value that is none. */
export const policyFaults = ['unreadable', 'not-protected', 'not-json', 'invalid'] as const;
export type PolicyFault = (typeof policyFaults)[number];

/** The machine's policy, as the interface shows it: what is decided elsewhere, and what is wrong with the file. */
export const PolicyView = z.strictObject({
  path: z.string(),
  state: z.enum(['none', 'in-force', 'broken']),
  fault: z.enum(policyFaults).nullable(),
  /** Keys whose value is none, where the fault is `invalid`. */
  invalid: z.array(z.string()).readonly(),
  /** Keys that this version does not know; the rest holds all the same. */
  unknown: z.array(z.string()).readonly(),
  /** Preferences that a person cannot change here. */
  locked: z.array(z.enum(manageable)).readonly(),
  /** Whether the policy decides about updates, and how. */
  updates: z.enum(['off', 'on']).nullable(),
  /** The base URLs that connections may have; null where any may. */
  allowedAddresses: z.array(z.string()).readonly().nullable(),
});
export type PolicyView = z.output<typeof PolicyView>;
