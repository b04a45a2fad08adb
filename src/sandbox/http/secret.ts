import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccountRow } from '../store/schema.ts';

export type SealedSecret = Pick<AccountRow, 'salt' | 'secret_hash'>;

/** Hashes a client secret. A slow hash such as scrypt is not needed, because nobody can guess a random secret. */
export function seal(secret: string, salt: string = randomBytes(16).toString('base64url')): SealedSecret {
  return { salt, secret_hash: createHmac('sha256', salt).update(secret).digest('base64url') };
}

const nobody = seal(randomBytes(16).toString('base64url'));

/** Whether a secret is right, in constant time. An unknown client takes as long, so the time does not tell whether a client exists. */
export function opens(secret: string, sealed: SealedSecret | undefined): boolean {
  const { salt, secret_hash: expected } = sealed ?? nobody;
  const equal = timingSafeEqual(Buffer.from(seal(secret, salt).secret_hash), Buffer.from(expected));
  return equal && sealed !== undefined;
}

const tokenBytes = 32;
let drawn = Buffer.alloc(0); // not used yet: to draw many at once costs as much as to draw one

export function newToken(): string {
  if (drawn.length === 0) drawn = randomBytes(64 * tokenBytes);
  const token = drawn.toString('base64url', 0, tokenBytes);
  drawn = drawn.subarray(tokenBytes);
  return token;
}

/** 256 random bits need no salt. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}
