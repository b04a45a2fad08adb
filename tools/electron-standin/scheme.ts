const domain = 'standin.invalid';

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

/** The app's own schemes: Chromium does not know them, so that each of their hosts gets an https origin that is intercepted. */
export const handlers = new Map<string, SchemeHandler>();

/** `app://host/path` as Chromium is told it; every other address as it is. */
export function toChromium(address: string): string {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(address) ?? [];
  if (scheme === undefined || !handlers.has(scheme)) return address;
  return `https://${host}.${scheme}.${domain}${rest}`;
}

const mapped = new RegExp(`https://([a-z0-9.-]+)\\.([a-z][a-z0-9+-]*)\\.${domain.replace('.', '\\.')}`, 'gi');

/** Text of Chromium's with the app's own addresses put back. */
export function fromChromium(text: string): string {
  return text.replace(mapped, '$2://$1');
}

/** The origin of an address as Electron states it for a standard scheme. */
export function originOf(address: string): string {
  const [, scheme, host] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(address) ?? [];
  return scheme !== undefined && handlers.has(scheme)
    ? `${scheme}://${host}`
    : URL.canParse(address)
      ? new URL(address).origin
      : 'null';
}
