import type { Instead, WireFault } from './wire.ts';

const json = { 'Content-Type': 'application/json' } as const;
const html = { 'Content-Type': 'text/html' } as const;
const page = '<!doctype html><title>Sign in</title>';

const instead = (status: number, headers: Instead['headers'], body: string): WireFault => ({
  kind: 'instead',
  carriedOut: false,
  answer: { status, headers, body },
});
const after = (status: number, headers: Instead['headers'], body: string): WireFault => ({
  kind: 'instead',
  carriedOut: true,
  answer: { status, headers, body },
});
const throttled = (wait: string | null): WireFault =>
  instead(
    429,
    wait === null ? json : { ...json, 'Retry-After': wait },
    '{"detail":"Request was throttled."}',
  );

/** A fault, and what its calls end as. */
export interface FaultRow {
  readonly name: string;
  readonly fault: WireFault;
  /** How a read ends if the fault happens once, and if it always happens: `ok` or a code. */
  readonly read: { readonly once: string; readonly always: string | null };
  /** The state of a write and why its plan is paused if the fault always happens. Null: it waits for ever. */
  readonly write: string | null;
}

const row = (
  name: string,
  fault: WireFault,
  once: string,
  always: string | null,
  write: string | null,
): FaultRow => ({ name, fault, read: { once, always }, write });

/** The faults of reliability §5 that a wire or a service can have, with their numbers. */
export const faultRows: readonly FaultRow[] = [
  row('F1 no connection', { kind: 'unreachable' }, 'ok', 'unreachable', 'waiting, faults'),
  row('F2 no such name', { kind: 'no-name' }, 'ok', 'unreachable', 'waiting, faults'),
  row('F3 certificate expired', { kind: 'bad-certificate' }, 'tls', 'tls', 'failed'),
  row('F4 reset before it was carried out', { kind: 'lost-before' }, 'ok', 'interrupted', 'failed'),
  row('F5 ended without a byte', { kind: 'lost-after' }, 'ok', 'interrupted', 'done'),
  row('F6 cut in the body', { kind: 'cut', part: 0.5 }, 'ok', 'interrupted', 'done'),
  row('F7 headers only, then nothing', { kind: 'stalled', part: 0 }, 'ok', 'timeout', 'done'),
  row('F8 a body that stops coming', { kind: 'stalled', part: 0.9 }, 'ok', 'timeout', 'done'),
  row('F9 nothing accepts it', { kind: 'silent-before' }, 'ok', 'timeout', 'failed'),
  row('F10 slow', { kind: 'late-answer', seconds: 20 }, 'ok', 'ok', 'done'),
  row(
    'F11 shorter than it should be, without a length',
    { kind: 'short', part: 0.5 },
    'ok',
    'interrupted',
    'done',
  ),
  row('F12 no last chunk', { kind: 'cut', part: 0.99 }, 'ok', 'interrupted', 'done'),
  row('F13 a page in place of an answer', instead(200, html, page), 'not-json', 'not-json', 'unclear'),
  row(
    'F14 another type',
    instead(200, { 'Content-Type': 'text/plain' }, '{"id":"a"}'),
    'not-json',
    'not-json',
    'unclear',
  ),
  row('F15 a part of JSON', instead(200, json, '{"id":'), 'ok', 'interrupted', 'unclear'),
  row('F15 no JSON', instead(200, json, 'id: 7'), 'not-json', 'not-json', 'unclear'),
  row(
    'F15 a byte order mark and nothing',
    instead(200, json, '\uFEFF'),
    'unexpected-answer',
    'unexpected-answer',
    'unclear',
  ),
  row('F16 another shape', instead(200, json, '[1]'), 'unexpected-answer', 'unexpected-answer', 'unclear'),
  row('F17 500', instead(500, json, '{"detail":"Internal server error."}'), 'ok', 'fault', 'failed'),
  row(
    'F17 500 after it was carried out',
    after(500, json, '{"detail":"Internal server error."}'),
    'ok',
    'fault',
    'done',
  ),
  row('F17 502 as a page, after it was carried out', after(502, html, page), 'ok', 'fault', 'done'),
  row('F17 503 with a time', instead(503, { ...json, 'Retry-After': '5' }, '{}'), 'ok', 'fault', 'failed'),
  row('F18 408', instead(408, json, '{}'), 'ok', 'refused', 'failed'),
  row('F18 425', instead(425, json, '{}'), 'ok', 'refused', 'failed'),
  row('F19 301', instead(301, { Location: '/elsewhere/' }, ''), 'redirected', 'redirected', 'failed'),
  row(
    'F19 307 to another host',
    instead(307, { Location: 'https://evil.example/' }, ''),
    'redirected',
    'redirected',
    'failed',
  ),
  row(
    'F20 401',
    instead(401, { ...json, 'WWW-Authenticate': 'Bearer' }, '{"detail":"Invalid token."}'),
    'ok',
    'credentials-rejected',
    'waiting, credentials',
  ),
  row('F22 429, wait 0', throttled('0'), 'ok', null, null),
  row('F22 429, wait 60', throttled('60'), 'ok', null, null),
  row('F22 429, wait a day', throttled('86400'), 'ok', null, null),
  row('F22 429, wait until a date', throttled('Fri, 15 Jan 2027 09:00:30 GMT'), 'ok', null, null),
  row('F22 429, wait less than nothing', throttled('-5'), 'ok', null, null),
  row('F22 429, no word about it', throttled(null), 'ok', null, null),
  row('F22 429, two words about it', throttled('5, 60'), 'ok', null, null),
  row('F25 carried out, answer lost', { kind: 'lost-after' }, 'ok', 'interrupted', 'done'),
  row(
    'F26 answered when nobody waits any more',
    { kind: 'late-answer', seconds: 70 },
    'ok',
    'timeout',
    'done',
  ),
  row('F26 comes through late', { kind: 'late-request', seconds: 32 }, 'ok', 'timeout', 'done'),
  row('F26 comes through a minute late', { kind: 'late-request', seconds: 88 }, 'ok', 'timeout', 'done'),
  row('F27 carried out twice', { kind: 'twice' }, 'ok', 'ok', 'done'),
  row(
    'F40 a captive portal',
    instead(302, { Location: 'https://portal.example/' }, ''),
    'redirected',
    'redirected',
    'failed',
  ),
  row('F40 a proxy that wants to know who', instead(407, html, page), 'ok', 'unreachable', 'waiting, faults'),
];
