const domain = 'standin.invalid';

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

/** Chromium does not know the app's own schemes. So each of their hosts has an https origin that is intercepted. */
export const handlers = new Map<string, SchemeHandler>();

/** `app://host/path` as an address for Chromium. Other addresses stay as they are. */
export function toChromium(address: string): string {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(address) ?? [];
  if (scheme === undefined || !handlers.has(scheme)) return address;
  return `https://${host}.${scheme}.${domain}${rest}`;
}

const mapped = new RegExp(`https://([a-z0-9.-]+)\\.([a-z][a-z0-9+-]*)\\.${domain.replace('.', '\\.')}`, 'gi');

/** Puts the app's own addresses back into a text of Chromium. */
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
