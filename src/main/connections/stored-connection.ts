import { z } from 'zod';
import { accesses, type Connection, connectionKinds } from '../../shared/model/connection.ts';
import { keepingPlaces } from './secrets.ts';

/** The index entry of a connection: it says that a secret must be somewhere, and where, but not what it is. */
export const StoredConnection = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  clientId: z.string(),
  kind: z.enum(connectionKinds),
  /** Absent in what was written before there was this choice. */
  access: z.enum(accesses).default('read-write'),
  place: z.enum([...keepingPlaces, 'built-in']),
  /** The account in the keychain; empty where no secret was entered yet; a new one for every secret, so that the old stays usable until the new one is. */
  account: z.string(),
  addedAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type StoredConnection = z.output<typeof StoredConnection>;

export function shown(row: StoredConnection, mayHaveSecret: boolean): Connection {
  const { place, account: _, ...entered } = row;
  return { ...entered, secret: mayHaveSecret ? place : 'missing' };
}
