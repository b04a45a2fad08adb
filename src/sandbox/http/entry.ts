import { BlockList, isIP, isIPv6 } from 'node:net';
import { type Answer, because, detail, json, methodNotAllowed, type ServiceRequest } from './exchange.ts';

export const docsPath = '/api/v1/docs/';
export const schemaPath = '/api/v1/schema/';

/** What there is to look at, for who comes without a path. */
export function entrance({ method, origin }: ServiceRequest, hasWorkbench: boolean): Answer {
  if (method !== 'GET') return methodNotAllowed(method, ['GET']);
  const workbench = hasWorkbench ? { workbench: `${origin}/__sandbox/` } : {};
  return json(200, { docs: `${origin}${docsPath}`, schema: `${origin}${schemaPath}`, ...workbench });
}

/** A host beside this machine that requests may name. Without a port: at any port. */
export interface AllowedHost {
  readonly name: string;
  readonly port: number | null;
}

/** Reads `NAME` or `NAME:PORT`. Null if it is neither. */
export function readAllowedHost(text: string): AllowedHost | null {
  const [, name = '', port] =
    /^(\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const number = port === undefined ? null : Number(port);
  return name === '' || (number ?? 0) > 65_535 ? null : { name: name.toLowerCase(), port: number };
}

/** Where the service listens, and the hosts that requests may name beside it. */
export interface Place {
  readonly address: string;
  readonly port: number;
  readonly allowedHosts: readonly AllowedHost[];
  /** Where others reach it: scheme, host and port. Pages and links name this, whatever a request says. */
  readonly publicOrigin?: string | undefined;
}

/** Addresses, and networks such as 10.0.0.0/8, as a list. Null if one is neither. */
export function readProxies(texts: readonly string[]): BlockList | null {
  const list = new BlockList();
  for (const text of texts) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    const most = isIPv6(address) ? 128 : 32;
    if (isIP(address) === 0 || Number(bits ?? most) > most) return null;
    list.addSubnet(address, Number(bits ?? most), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}

export function isAmong(proxies: BlockList, address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/, '') ?? '';
  return isIP(plain) !== 0 && proxies.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

type Scheme = 'http' | 'https';
interface SentTo {
  readonly scheme: Scheme;
  readonly host: string | undefined;
}

/** Scheme and host by which a request was sent, as a proxy that is trusted tells them. */
export function sentTo(direct: SentTo, header: (name: string) => string | undefined): SentTo {
  const last = (name: string) => header(name)?.split(',').at(-1)?.trim(); // what the nearest proxy added
  const told = last('x-forwarded-proto')?.toLowerCase();
  return {
    scheme: told === 'https' || told === 'http' ? told : direct.scheme,
    host: last('x-forwarded-host') ?? direct.host,
  };
}

interface Entry {
  readonly scheme?: Scheme;
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  /** `Sec-Fetch-Site`, which only browsers send. */
  readonly site?: string | undefined;
  /** Whether a page of this service sends such requests. */
  readonly isOwnPage: boolean;
}

/**
 * Keeps websites away from the service, by what it answers them: a request must name this machine or a host that its owner allowed (DNS rebinding uses
 * another name), and may not come from a web page but this service's own: the documentation page calls the API, and
 * the workbench the control plane. Null for a request that may come in.
 */
export function entryRefusal(
  { scheme = 'http', host = '', origin, site, isOwnPage }: Entry,
  place: Place,
): Answer | null {
  if (!isOwnHost(scheme, host, place)) return because(refused, 'other-host', { facts: { host } });
  const isOfOwnPage = isOwnPage && origin === (place.publicOrigin ?? `${scheme}://${host.toLowerCase()}`);
  return (site === undefined || ownSites.has(site)) && (origin === undefined || isOfOwnPage)
    ? null
    : because(refused, 'web-page', { facts: { origin: origin ?? null } });
}

const refused = detail(403, 'This service answers only requests of this machine to its own address.');

function isOwnHost(scheme: Scheme, host: string, place: Place): boolean {
  const [, name = '', given] = /^(.*?)(?::(\d+))?$/.exec(host.toLowerCase()) ?? [];
  const port = Number(given ?? (scheme === 'https' ? 443 : 80));
  if (place.publicOrigin !== undefined && isHostOf(place.publicOrigin, host)) return true;
  if (port === place.port && (ownNames.has(name) || name === hostOf(place.address))) return true;
  return place.allowedHosts.some((allowed) => allowed.name === name && (allowed.port ?? port) === port);
}

/** Whether a header names the host of an address, with or without the port that its scheme has anyway. */
function isHostOf(address: string, host: string): boolean {
  const known = URL.parse(address);
  return known !== null && known.host === URL.parse(`${known.protocol}//${host}`)?.host;
}

/** A person entered the address, or this service's own page sends the request. */
const ownSites: ReadonlySet<string> = new Set(['none', 'same-origin']);
const ownNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The address by which a program of this machine reaches a service that listens at `address`. */
export function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return hostOf(address === '::' ? '::1' : address);
}

function hostOf(address: string): string {
  return isIPv6(address) ? `[${address.toLowerCase()}]` : address;
}
