import { z } from 'zod';
import { type Manageable, manageable } from '../settings.ts';
import type { Preferences } from './preferences.ts';

export type ManagedPreferences = Partial<Pick<Preferences, Manageable>>;

/**
 * `unreadable`: it is there and cannot be read. `not-protected`: it is a link, or not an administrator's alone. `invalid`: a value
 * that is none. `unknown`: a key that this version does not know; it may have been meant to forbid something. `twice`: a connection.
 * `secret`: a key for one.
 */
export const policyFaults = [
  'unreadable',
  'not-protected',
  'not-json',
  'invalid',
  'unknown',
  'twice',
  'secret',
] as const;
export type PolicyFault = (typeof policyFaults)[number];

/** The machine's policy, as the interface shows it: what is decided elsewhere, and what is wrong with the file. */
export const PolicyView = z.strictObject({
  path: z.string(),
  state: z.enum(['none', 'in-force', 'broken']),
  fault: z.enum(policyFaults).nullable(),
  /** The keys that the fault is about, never their values. */
  names: z.array(z.string()).readonly(),
  locked: z.array(z.enum(manageable)).readonly(),
  /** Whether the policy decides about updates, and how. */
  updates: z.enum(['off', 'on']).nullable(),
  /** The base URLs that connections may have; null where any may. */
  allowedAddresses: z.array(z.string()).readonly().nullable(),
  /** The base URLs that are production, whatever a connection calls itself. */
  productionAddresses: z.array(z.string()).readonly(),
  /** Whether nothing may be written at any service but the demonstration. */
  readOnly: z.boolean(),
  /** Whether secrets may be kept in the keychain; where not, for the session only. */
  mayKeepSecrets: z.boolean(),
  mayImport: z.boolean(),
});
export type PolicyView = z.output<typeof PolicyView>;
