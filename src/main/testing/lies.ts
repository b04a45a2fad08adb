/** A request as whoever answers in the service's place sees it. */
export interface AskedOfLiar {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
  /** As it was sent; empty where nothing was. */
  readonly body: string;
}

export interface Lie {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** What a service that is in order would answer to a write, as far as the request tells. */
function honest({ method, url, body }: AskedOfLiar): Fields {
  const sent = (body.startsWith('{') ? JSON.parse(body) : {}) as Fields; // this app sends objects
  const { pathname } = new URL(url);
  const id = decodeURIComponent(pathname.split('/').at(-2) ?? '');
  if (method !== 'POST') return { id, ...sent };
  if (pathname.endsWith('/component-audits/')) return { id: 'from-nowhere', name: 'Blad', ...sent };
  return { audit_type: 'single', legal_entity_ids: [sent.legal_entity_id], status: 'initializing', ...sent };
}

/** Another object's id: for a component that of its group, since the service may choose any that nobody has. */
function elsewhere({ method, url }: AskedOfLiar): string {
  const [, group] = /\/audits\/([^/]+)\/component-audits\/$/.exec(new URL(url).pathname) ?? [];
  return method === 'POST' && group !== undefined ? decodeURIComponent(group) : 'somebody-elses';
}

const other = {
  name: 'Other',
  role: 'other',
  auditor_relation: 'other',
  out_of_scope_explanation: 'Other.',
} as const;

function json(value: unknown, { method }: Pick<AskedOfLiar, 'method'>): Lie {
  const status = method === 'POST' ? 201 : 200;
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/** Successes that are none, of ten kinds: none shows that what was asked for was carried out. */
export const lies = {
  'another id': (asked) => json({ ...honest(asked), id: elsewhere(asked) }, asked),
  "another's object": (asked) => json({ ...honest(asked), ...other, id: elsewhere(asked) }, asked),
  'a number for an id': (asked) => json({ id: 7 }, asked),
  'other fields': (asked) => json({ ...honest(asked), ...other }, asked),
  'an empty object': (asked) => json({}, asked),
  'a list': (asked) => json([honest(asked)], asked),
  'our token': (asked) => json({ ...honest(asked), seen: asked.authorization }, asked),
  'a page': () => ({ status: 201, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' }),
  nothing: () => ({ status: 200, headers: {}, body: '' }),
  'nothing, with 204': () => ({ status: 204, headers: {}, body: '' }),
} as const satisfies Readonly<Record<string, (asked: AskedOfLiar) => Lie>>;

export type LieName = keyof typeof lies;
export const lieNames = Object.keys(lies) as readonly LieName[]; // keys of a literal: exactly these
