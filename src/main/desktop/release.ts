import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { type Fetch, isSuccess, sendingOf } from '../api/exchange.ts';

/** A version that the publisher has given out: what they have signed by a key of their own, besides what the platforms want. */
const Release = z.strictObject({
  /** A signature of something else is none of a release. */
  format: z.literal('audit-desk-release-1'),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  /** SHA-512 of each package, in base64. */
  files: z
    .array(z.strictObject({ name: z.string().max(200), sha512: z.string().regex(/^[\w+/]{86}==$/) }))
    .min(1)
    .max(50),
});
export type Release = z.output<typeof Release>;

/** The file in the folder of updates: the very text that was signed, and its Ed25519 signature in base64. */
const Signed = z.strictObject({ release: z.string(), signature: z.string().regex(/^[\w+/]{86}==$/) });

export const releaseFile = 'release.json';
const largest = 256 * 1024; // bytes; a release has some ten packages

/** What is offered was not given out by the publisher of this copy, or not as it is. */
export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
}

/** Reads a release after checking its signature. `key` is the public key (SPKI, base64), null where none was built in. */
export function readRelease(text: string, key: string | null): Release {
  if (key === null) throw new NotAuthentic('This copy has no key to know a release by.');
  const signed = Signed.safeParse(jsonOf(text));
  if (!signed.success) throw new NotAuthentic('That is no signed release.');
  const { release, signature } = signed.data;
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new NotAuthentic('The key is of another kind.');
  if (!verify(null, Buffer.from(release), publicKey, Buffer.from(signature, 'base64')))
    throw new NotAuthentic('The signature is not that of the publisher.');
  const read = Release.safeParse(jsonOf(release));
  if (!read.success) throw new NotAuthentic('What is signed is no release.');
  return read.data;
}

/** Gets the release that a folder of updates offers, and reads it. Throws where it cannot be had; follows no redirect. */
export async function fetchRelease(fetch: Fetch, feed: string, key: string | null): Promise<Release> {
  const address = new URL(releaseFile, feed.endsWith('/') ? feed : `${feed}/`);
  const answer = await fetch(
    address.href,
    sendingOf({ method: 'GET', headers: {} }, AbortSignal.timeout(30_000)),
  );
  if (!isSuccess(answer.status) || answer.body === null)
    throw new Error(`The release was answered with ${answer.status}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > largest) throw new NotAuthentic('That is too large for a release.');
    chunks.push(chunk);
  }
  return readRelease(Buffer.concat(chunks).toString('utf8'), key);
}

/** Whether a version is newer: an older release may be authentic, but is no update. */
export function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
