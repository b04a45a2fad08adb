import { type LieName, lieNames } from '../src/main/testing/lies.ts';
import { weighted } from './random.ts';
import type { Entry } from './traffic.ts';
import type { Instead, WireFault } from './wire.ts';

const json = { 'Content-Type': 'application/json' } as const;
const html = { 'Content-Type': 'text/html' } as const;
const page = '<!doctype html><title>Sign in</title>';

/** Statuses that a proxy may answer whether the service has carried the request out or not. */
const noSign: readonly Instead[] = [
  { status: 500, headers: json, body: '{"detail":"Internal server error."}' },
  { status: 502, headers: html, body: page },
  { status: 503, headers: { ...json, 'Retry-After': '7' }, body: '{}' },
  { status: 504, headers: html, body: page },
  { status: 200, headers: html, body: page },
  { status: 200, headers: { 'Content-Type': 'text/plain' }, body: '{"id":"a"}' },
  { status: 200, headers: json, body: '{"id":' },
  { status: 200, headers: json, body: '[[[' },
  { status: 408, headers: json, body: '{}' },
  { status: 200, headers: json, body: '{"a":1}' },
  { status: 201, headers: json, body: 'null' },
];

/** What is said before anything was carried out. */
const sign: readonly Instead[] = [
  ...noSign,
  { status: 425, headers: json, body: '{}' },
  { status: 302, headers: { Location: 'https://portal.example/' }, body: '' },
  { status: 403, headers: html, body: page },
];

/**
 * The false successes that a client can detect. It cannot detect a list with a gap, an audit with wrong fields, or the
 * success of a deletion that was not carried out.
 */
function liesTo({ method, path }: Entry): readonly LieName[] {
  if (method === 'GET')
    return /\/audits\/[^/]+\/$/.test(path)
      ? lieNames.filter((lie) => lie !== 'other fields')
      : ['an empty object', 'a page', 'nothing', 'nothing, with 204'];
  return method === 'DELETE' ? lieNames.filter((lie) => lie !== 'nothing, with 204') : lieNames;
}

/**
 * A fault of the wire, usually none. Faults that no client can detect are left out: the service creates a component twice,
 * or a request arrives so late that a later step changed the same object.
 */
export function randomFault(random: () => number, rate: number, entry: Entry, mayDie: boolean): WireFault {
  if (random() >= rate) return { kind: 'none' };
  const createsComponent = entry.method === 'POST' && entry.path.endsWith('/component-audits/');
  const kind = weighted<Exclude<WireFault['kind'], 'rewritten'>>(random, [
    ['unreachable', 3],
    ['no-name', 1],
    ['bad-certificate', 1],
    ['lost-before', 4],
    ['lost-after', 6],
    ['silent-before', 2],
    ['silent-after', 3],
    ['cut', 3],
    ['stalled', 2],
    ['short', 2],
    ['late-request', 2],
    ['late-answer', 2],
    ['twice', createsComponent ? 0 : 2],
    ['instead', 6],
    ['forged', 8],
  ]);
  switch (kind) {
    case 'cut':
    case 'stalled':
    case 'short':
      return { kind, part: random() * 0.99 };
    case 'late-request':
      // A creation may come through after this client has given up on it, while it still looks for it: for 60 s after the
      // 30 s that it waited, or after the process began that found it in its journal.
      return {
        kind,
        seconds: random() * (createsComponent ? (mayDie ? 59 : 88) : entry.method === 'POST' ? 32 : 25),
      };
    case 'late-answer':
      return { kind, seconds: random() * 70 };
    case 'instead': {
      const carriedOut = random() < 0.5;
      const answers = carriedOut ? noSign : sign;
      const answer = answers[Math.floor(random() * answers.length)];
      return answer === undefined ? { kind: 'none' } : { kind, carriedOut, answer };
    }
    case 'forged': {
      const kinds = liesTo(entry);
      const lie = kinds[Math.floor(random() * kinds.length)];
      return lie === undefined ? { kind: 'none' } : { kind, carriedOut: random() < 0.5, lie };
    }
    case 'none':
    case 'unreachable':
    case 'no-name':
    case 'bad-certificate':
    case 'lost-before':
    case 'lost-after':
    case 'silent-before':
    case 'silent-after':
    case 'twice':
      return { kind };
  }
}
