export const linkKinds = ['audit', 'client', 'plan'] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface Link {
  readonly kind: LinkKind;
  readonly id: string;
}

export const linkScheme = 'auditdesk';

const shape = new RegExp(`^${linkScheme}://(${linkKinds.join('|')})/([^/?#\\\\\\s"<>]+)/?$`, 'i');

/**
 * What a link `auditdesk://audit/{id}` leads to; null for everything else. The id is percent-encoded UTF-8 of 1 to 255
 * characters without control characters. A link opens a screen, and can do nothing more.
 */
export function readLink(text: string): Link | null {
  const [, written = '', encoded = ''] = shape.exec(text) ?? [];
  const kind = linkKinds.find((one) => one === written.toLowerCase());
  const id = decoded(encoded);
  if (kind === undefined || id === null || id.length > 255 || /[\p{C}]/u.test(id)) return null;
  return id.trim() === '' || id === '.' || id === '..' ? null : { kind, id };
}

export function linkTo({ kind, id }: Link): string {
  return `${linkScheme}://${kind}/${encodeURIComponent(id)}`;
}

/** Whether a text can be the id of something: one word that a link can name. */
export function canBeId(text: string): boolean {
  return text.length > 1 && !/\s/.test(text) && readLink(linkTo({ kind: 'audit', id: text })) !== null;
}

/** Whether it is more likely an id than a word of a name: it has a digit, or no small letter. */
export function isLikelyId(text: string): boolean {
  return text.length > 2 && canBeId(text) && (/\d/.test(text) || text === text.toUpperCase());
}

/** The first argument of a command line that is a link of this app, whatever it leads to; null where none is. */
export function linkAmong(commandLine: readonly string[]): string | null {
  const isOurs = (argument: string): boolean => argument.toLowerCase().startsWith(`${linkScheme}:`);
  return commandLine.find(isOurs)?.slice(0, 2_500) ?? null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
