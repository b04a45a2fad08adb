export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
  readonly detached: boolean;
}

/**
 * Whether a message comes from a page of this app itself, in the main frame of a window. Fails closed: a frame that is
 * gone or detached, inside another, or of any other origin (`about:blank` and `data:` too) is not trusted.
 */
export function isTrustedSender(frame: SenderFrame | null, trustedOrigins: readonly string[]): boolean {
  if (frame === null || frame.detached || frame.parent !== null) return false;
  const origin = originOf(frame.url);
  return origin !== null && trustedOrigins.includes(origin);
}

/** Scheme and host of an address, also of a scheme for which `URL` gives the origin `null`; null where it has none. */
export function originOf(address: string): string | null {
  const url = URL.parse(address);
  return url === null || url.host === '' ? null : `${url.protocol}//${url.host}`;
}
