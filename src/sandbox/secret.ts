import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What is kept of a client secret. */
export interface SealedSecret {
  readonly salt: string;
  readonly hash: string;
}

/**
 * Seals a client secret. One keyed hash and not a slow one such as scrypt: client secrets are random text that nobody
 * can guess by trying, and every token request has to check one.
 */
export function seal(secret: string, salt: string = randomBytes(16).toString('base64url')): SealedSecret {
  return { salt, hash: createHmac('sha256', salt).update(secret).digest('base64url') };
}

const nobody = seal(randomBytes(16).toString('base64url'));

/**
 * Whether a secret is the sealed one, in constant time. Without a sealed one (no such client) the same work is done,
 * so that the time does not tell whether a client exists.
 */
export function opens(secret: string, sealed: SealedSecret | undefined): boolean {
  const { salt, hash: expected } = sealed ?? nobody;
  const equal = timingSafeEqual(Buffer.from(seal(secret, salt).hash), Buffer.from(expected));
  return equal && sealed !== undefined;
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token; without salt, since 256 random bits need none. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}
