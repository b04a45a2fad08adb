export type BaseUrlFault = 'required' | 'not-an-address' | 'needs-https' | 'has-more';

export type BaseUrlReading =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly fault: BaseUrlFault };

/**
 * Reads the address of a service as a person enters it: https, or http on this machine itself; without user information,
 * query and fragment. Answers it without a trailing slash and without a pasted `/api/v1/`.
 */
export function readBaseUrl(entered: string): BaseUrlReading {
  const text = entered.trim();
  if (text === '') return { ok: false, fault: 'required' };
  // Taken apart here, since this room knows no `URL`: scheme, authority, path, query, fragment (RFC 3986, appendix B).
  const match = /^([a-z][a-z\d+.-]*):\/\/([^/?#\\]*)([^?#\\]*)(\?[^#]*)?(#.*)?$/i.exec(text);
  if (match === null || hasUnwritable(text)) return { ok: false, fault: 'not-an-address' };
  const [, scheme = '', authority = '', path = '', query, fragment] = match;
  if (authority.includes('@')) return { ok: false, fault: 'has-more' };
  const host = hostOf(authority);
  if (host === null || hasDotSegment(path)) return { ok: false, fault: 'not-an-address' };
  if (query !== undefined || fragment !== undefined) return { ok: false, fault: 'has-more' };
  const secure = scheme.toLowerCase() === 'https';
  if (!secure && !(scheme.toLowerCase() === 'http' && isLoopback(host))) {
    return { ok: false, fault: scheme.toLowerCase() === 'http' ? 'needs-https' : 'not-an-address' };
  }
  const root = path
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')
    .replace(/\/+$/, '');
  return { ok: true, baseUrl: `${scheme.toLowerCase()}://${authority.toLowerCase()}${root}` };
}

function hasUnwritable(text: string): boolean {
  return /[\s\p{Cc}<>"`{}|^]/u.test(text);
}

function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

/** The host of an authority, in lower case; null where host or port are none. */
function hostOf(authority: string): string | null {
  const match = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(authority);
  const [, host = '', port] = match ?? [];
  const named = /^(\[.+\]|[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?)$/u.test(host);
  return named && (port === undefined || (Number(port) >= 1 && Number(port) <= 65_535))
    ? host.toLowerCase()
    : null;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host);
}
