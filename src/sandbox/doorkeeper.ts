interface Entry {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  /** Whether it sends the form of the documentation page. */
  readonly login: boolean;
}

/**
 * Whether a request may come in at all: addressed to this machine by one of its own names, and not by a page of a
 * browser. A foreign name that points here (DNS rebinding) would let any website speak to the service. The one page that
 * may is this service's own, when it sends its `login` form.
 */
export function mayEnter({ host, origin, login }: Entry, port: number): boolean {
  if (host === undefined) return false;
  if (origin !== undefined && !(login && origin === `http://${host.toLowerCase()}`)) return false;
  const [, name, given] = /^(.*?)(?::(\d+))?$/.exec(host.toLowerCase()) ?? [];
  return ownNames.has(name ?? '') && Number(given ?? 80) === port;
}

const ownNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
