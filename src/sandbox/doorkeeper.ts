/**
 * Whether a request may come in at all: addressed to this machine by one of its own names, and not by a page of a
 * browser. A foreign name that points here (DNS rebinding) would let any website speak to the service.
 */
export function mayEnter(
  { host, origin }: { readonly host?: string | undefined; readonly origin?: string | undefined },
  port: number,
): boolean {
  if (origin !== undefined || host === undefined) return false;
  const [, name, given] = /^(.*?)(?::(\d+))?$/.exec(host.toLowerCase()) ?? [];
  return ownNames.has(name ?? '') && Number(given ?? 80) === port;
}

const ownNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
