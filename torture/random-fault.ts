import type { Entry } from './ledger.ts';
import { weighted } from './random.ts';
import type { Instead, WireFault } from './wire.ts';

const json = { 'Content-Type': 'application/json' } as const;
const html = { 'Content-Type': 'text/html' } as const;
const page = '<!doctype html><title>Sign in</title>';

/** What somebody on the way may say whether or not the service has carried the request out. */
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
 * A fault of the wire, most often none. Those that no client could tell from another course of events are left out: a component
 * that the service itself creates twice, and what comes through so late that something else has been done to the same thing.
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
