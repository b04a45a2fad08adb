import { createPublicKey } from 'node:crypto';

/** Who publishes the packages, and where a packaged app looks for updates. */
export interface Publisher {
  readonly name: string;
  readonly email: string;
  /** The page that a Linux package names. */
  readonly homepage: string;
  /** The https folder with the newest packages, or null for no updates. */
  readonly feed: string | null;
  /** The public key of releases (Ed25519, SPKI in base64), or null for no updates. */
  readonly updateKey: string | null;
}

/** The publisher from the environment. Without one: test packages that look for no updates. */
export function publisherOf(environment: Readonly<Record<string, string | undefined>>): Publisher {
  const feed = environment['AUDIT_DESK_UPDATE_FEED'] ?? '';
  if (feed !== '' && URL.parse(feed)?.protocol !== 'https:')
    throw new Error('AUDIT_DESK_UPDATE_FEED is no https address.');
  const updateKey = environment['AUDIT_DESK_UPDATE_KEY'] ?? '';
  if (feed !== '' && !isKey(updateKey))
    throw new Error(
      'AUDIT_DESK_UPDATE_KEY is no Ed25519 public key (SPKI, base64): nobody could tell an update.',
    );
  return {
    name: environment['AUDIT_DESK_PUBLISHER'] ?? 'Audit Desk',
    email: environment['AUDIT_DESK_PUBLISHER_EMAIL'] ?? 'packages@audit-desk.invalid',
    homepage: environment['AUDIT_DESK_HOMEPAGE'] ?? 'https://audit-desk.invalid/',
    feed: feed === '' ? null : feed,
    updateKey: feed === '' ? null : updateKey,
  };
}

function isKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
