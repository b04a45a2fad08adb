import fc from 'fast-check';
import { expect } from 'vitest';
import type { Answer } from '../http/exchange.ts';
import { type Desk, manager, openDesk } from './desk.ts';

// Requests that no client would send, and the shape of every answer to them.

export function openWatched(): { readonly desk: Desk; readonly bugs: readonly unknown[] } {
  const bugs: unknown[] = [];
  return {
    bugs,
    desk: openDesk(undefined, { report: (error) => bugs.push(error), initialisationSeconds: 0 }),
  };
}

const statuses = [200, 201, 204, 400, 401, 402, 403, 404, 405, 409, 413, 415];

/** Asks the service directly, as the port does: a `Request` could not carry this. */
export async function ask(
  desk: Desk,
  request: {
    readonly method: string;
    readonly path: string;
    readonly query?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Uint8Array | 'too-large';
  },
): Promise<Answer> {
  const { method, path, query = '', headers = {}, body = new Uint8Array() } = request;
  const own = new Map(Object.entries({ 'content-type': 'application/json', ...headers }));
  if (!own.has('authorization')) own.set('authorization', `Bearer ${await token(desk)}`);
  const { answer } = await desk.sandbox.answer({
    method,
    path,
    query,
    origin: 'http://127.0.0.1:1',
    header: (name) => own.get(name),
    body,
  });
  return answer;
}

const tokens = new WeakMap<Desk, string>();
async function token(desk: Desk): Promise<string> {
  const known = tokens.get(desk) ?? (await desk.token(manager));
  tokens.set(desk, known);
  return known;
}

/** Expects a status of the specification, and the shape of decisions §2. */
export function expectShape({ status, headers, body }: Answer): void {
  expect(statuses).toContain(status);
  if (status === 204) {
    expect([body, headers]).toEqual(['', {}]);
    return;
  }
  expect(headers['Content-Type']).toBe('application/json');
  const value = JSON.parse(body) as object; // any JSON is
  if ([402, 403, 404, 405, 409, 413, 415].includes(status))
    expect(value).toEqual({ detail: expect.any(String) });
  if (status === 401) expect(headers['WWW-Authenticate']).toBe('Bearer');
  if (status === 405) expect(headers.Allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
}

export const Encoded = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: 'binary-ascii' }),
  fc.constantFrom(
    '..',
    '.',
    '%',
    '%2',
    '%zz',
    '%00',
    '%2F',
    '%2e%2e',
    '%ff',
    '%c0%80',
    '%ed%a0%80',
    '%25',
    '+',
    ';a=b',
    '',
    '%E2%80%AE',
    'audit',
    'consolidated',
    'x'.repeat(5_000),
  ),
);
