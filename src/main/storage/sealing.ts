import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Keychain } from '../connections/keychain.ts';

const cipherName = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Closes what is written into a file by a key that is in no file. */
export type Sealing = ReturnType<typeof createSealing>;

export function createSealing(key: Uint8Array) {
  return {
    /** A name that tells nothing of the text, and is always the same. */
    nameOf: (text: string): string => createHmac('sha256', key).update(text).digest('base64url'),
    /** `about` is what the text belongs to: without the very same it does not open. */
    seal: (text: string, about: string): Uint8Array => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(about));
      const closed = Buffer.concat([cipher.update(deflateRawSync(text, { level: 1 })), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]);
    },
    /** Null for what was not sealed by this key, about this, or was changed since. */
    open: (sealed: Uint8Array, about: string): string | null => {
      if (sealed.length < nonceBytes + tagBytes) return null;
      const opener = createDecipheriv(cipherName, key, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      opener.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      opener.setAAD(Buffer.from(about));
      try {
        const text = opener.update(sealed.subarray(nonceBytes + tagBytes));
        return inflateRawSync(Buffer.concat([text, opener.final()])).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** The key in the keychain, made where there is none; null where the keychain is not open. `onSecret` hears it first. */
export async function keyInKeychain(
  keychain: Pick<Keychain, 'get' | 'set'>,
  account: string,
  onSecret: (secret: string) => void,
): Promise<Uint8Array | null> {
  const found = await keychain.get(account);
  if (!found.ok) return null;
  if (found.value !== null) {
    onSecret(found.value);
    const key = Buffer.from(found.value, 'base64');
    if (key.length === keyBytes) return key; // anything else was not written by this app, or in part
  }
  const made = randomBytes(keyBytes);
  const text = made.toString('base64');
  onSecret(text);
  const written = await keychain.set(account, text);
  return written.ok ? made : null;
}
