/** Who gives the packages out, and where a packaged app looks for newer ones. */
export interface Publisher {
  readonly name: string;
  readonly email: string;
  /** The page that a Linux package names. */
  readonly homepage: string;
  /** The folder with the newest packages, https; null where updates are not looked for. */
  readonly feed: string | null;
}

/** The publisher as the environment has it; without one, packages for trying out that look for no updates. */
export function publisherOf(environment: Readonly<Record<string, string | undefined>>): Publisher {
  const feed = environment['AUDIT_DESK_UPDATE_FEED'] ?? '';
  if (feed !== '' && URL.parse(feed)?.protocol !== 'https:')
    throw new Error('AUDIT_DESK_UPDATE_FEED is no https address.');
  return {
    name: environment['AUDIT_DESK_PUBLISHER'] ?? 'Audit Desk',
    email: environment['AUDIT_DESK_PUBLISHER_EMAIL'] ?? 'packages@audit-desk.invalid',
    homepage: environment['AUDIT_DESK_HOMEPAGE'] ?? 'https://audit-desk.invalid/',
    feed: feed === '' ? null : feed,
  };
}
