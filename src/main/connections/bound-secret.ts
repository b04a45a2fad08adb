import { z } from 'zod';
import type { Place } from '../api/session.ts';

// A secret is stored with the place that it was entered for: the database that says where a connection leads can be edited by
// any program of the same person, and must not be able to send a secret elsewhere.

const Sealed = z.strictObject({
  v: z.literal(1),
  address: z.string(),
  client: z.string(),
  secret: z.string().min(1),
});

/** The text of a keychain's entry: the secret, and the base URL and client id that it belongs to. */
export function seal(secret: string, { baseUrl, clientId }: Place): string {
  return JSON.stringify({ v: 1, address: baseUrl, client: clientId, secret } satisfies z.input<
    typeof Sealed
  >);
}

/** The secret of an entry for a place; `elsewhere` if it belongs to another place or cannot be read, `unbound` if it names none. */
export function unseal(text: string, place: Place): { readonly secret: string } | 'elsewhere' | 'unbound' {
  const content = jsonOf(text);
  if (typeof content !== 'object' || content === null || !('v' in content)) return 'unbound';
  const { data } = Sealed.safeParse(content);
  if (data === undefined) return 'elsewhere';
  const isHere = data.address === place.baseUrl && data.client === place.clientId;
  return isHere ? { secret: data.secret } : 'elsewhere';
}

export function placeOf(text: string): Place | null {
  const { data } = Sealed.safeParse(jsonOf(text));
  return data === undefined ? null : { baseUrl: data.address, clientId: data.client };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
