import { z } from 'zod';

export const connectionKinds = ['demonstration', 'test', 'production'] as const;

/** What a connection may do: a `read-only` one sends nothing that writes. */
export const accesses = ['read-write', 'read-only'] as const;

/** A keychain takes at most this many UTF-8 bytes on Windows, so nowhere more are accepted. */
export const longestSecretBytes = 2_560;

/**
 * Where the secret of a connection is: in the keychain, in memory until the app ends, nowhere any more (the index
 * knows the connection, the keychain does not: removed, or the keychain is locked), or built into the
 * demonstration service.
 */
export const secretPlaces = ['keychain', 'session', 'missing', 'built-in'] as const;

/** A service account as the interface sees it: never its secret (ux C1). */
export const Connection = z.strictObject({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  clientId: z.string(),
  kind: z.enum(connectionKinds),
  access: z.enum(accesses),
  secret: z.enum(secretPlaces),
  /** The machine's policy brings it; `fixed`: it is changed and removed there alone. */
  policy: z.enum(['offered', 'fixed']).optional(),
  /** ISO 8601, UTC. */
  addedAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type Connection = z.output<typeof Connection>;

/** What a person enters. Without `id` it is a new one; without `secret` the stored one stays. */
export const ConnectionDraft = z.strictObject({
  id: z.string().optional(),
  name: z.string().trim().min(1).max(100),
  baseUrl: z.string(),
  clientId: z.string().min(1).max(255),
  kind: z.enum(connectionKinds),
  access: z.enum(accesses),
  secret: z.string().min(1).optional(),
  /** Where to keep a given secret. */
  keep: z.enum(['keychain', 'session']),
});
export type ConnectionDraft = z.output<typeof ConnectionDraft>;

/** The layers that a test goes through, in order; the first that fails ends it. */
export const connectionLayers = [
  'address',
  'network',
  'tls',
  'api',
  'credentials',
  'quota',
  'permission',
] as const;
export type ConnectionLayer = (typeof connectionLayers)[number];

/** The states of the OS keychain. */
export const keychainStates = ['unlocked', 'locked', 'no-provider', 'no-bus', 'not-answering'] as const;
export type KeychainState = (typeof keychainStates)[number];
