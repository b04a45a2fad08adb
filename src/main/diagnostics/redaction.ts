import { createHash } from 'node:crypto';
import { isRecord } from '../../shared/model/tolerant.ts';

const secretKey = /secret|token|authorization|password|cookie/i;
const shortest = 6; // anything shorter would also be found in words that are no secret
const shortestRepeated = 12; // an answer with a word is no answer with a secret, though somebody chose that word for one
const replacement = '[redacted]';
const deepest = 8;
const mostTraces = 2_000; // some hundred tokens: the older ones have long expired

/** A redactor for each connection, so that none disturbs another. */
export type Redactors = ReturnType<typeof createRedactors>;

export function createRedactors() {
  const all = createRedactor();
  const redactors = new Map<string, Redactor>();
  const apart = (): Redactor => createRedactor(all.add);
  return {
    of: (connection: string): Redactor => {
      const redactor = redactors.get(connection) ?? apart();
      redactors.set(connection, redactor);
      return redactor;
    },
    /** For a connection that is not there yet. */
    apart,
    /** Knows the credentials of all, for the log and for what leaves the app. */
    all,
  };
}

interface Trace {
  readonly length: number;
  readonly beginning: number;
  readonly fingerprint: number;
  readonly digest: string;
  readonly isLong: boolean;
}

/**
 * Finds credentials in texts. Only words for a person pass through it, never a code, a state or an id: the service could change those
 * with its next token.
 */
export type Redactor = ReturnType<typeof createRedactor>;

/** Recognises secrets without keeping them: fingerprints find candidates in one pass, digests make sure. */
export function createRedactor(onAdd: (secret: string) => void = () => {}) {
  const traces = new Map<string, Trace>();
  let byBeginning: ReadonlyMap<number, readonly Trace[]> | null = null; // made when it is asked for

  const add = (secret: string): void => {
    onAdd(secret);
    for (const spelling of spellings(secret)) {
      if (spelling.length < shortest) continue;
      const digest = digestOf(spelling);
      traces.delete(digest); // what is seen again counts as new
      traces.set(digest, {
        length: spelling.length,
        beginning: fingerprintOf(spelling, 0, shortest),
        fingerprint: fingerprintOf(spelling, 0, spelling.length),
        digest,
        isLong: secret.length >= shortestRepeated,
      });
    }
    for (const digest of traces.keys()) {
      if (traces.size <= mostTraces) break;
      traces.delete(digest);
    }
    byBeginning = null;
  };

  const known = (): ReadonlyMap<number, readonly Trace[]> => {
    byBeginning ??= Map.groupBy(traces.values(), ({ beginning }) => beginning);
    return byBeginning;
  };

  const redactText = (text: string): string => {
    let clean = '';
    let kept = 0;
    const all = findTraces(text, known(), ({ start, end }) => {
      // What overlaps the one before is taken out with it.
      if (start >= kept) clean += text.slice(kept, start) + replacement;
      kept = Math.max(kept, end);
      return true;
    });
    return all ? clean + text.slice(kept) : replacement;
  };

  const redactValue = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return redactText(value);
    if (depth > deepest) return replacement;
    if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1));
    if (value instanceof Error) return { name: value.name, message: redactText(value.message) };
    return isRecord(value) ? redactRecord(value, depth) : value;
  };
  const redactRecord = (value: Readonly<Record<string, unknown>>, depth: number) =>
    Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        redactText(key),
        secretKey.test(key) ? replacement : redactValue(part, depth + 1),
      ]),
    );

  return {
    /** Learns a secret in all its spellings. */
    add,
    redactText,
    /** Redacts texts at any depth, and leaves out the values of keys such as `token`. */
    redactFacts: (facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
      redactRecord(facts, 0),
    /** Whether a text has a secret in it that is longer than a word. */
    isRepeatedIn: (text: string): boolean => !findTraces(text, known(), ({ trace }) => !trace.isLong),
  };
}

/** A secret as it may turn up; base64 in the three alignments that it can have inside a longer text. */
function spellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const aligned = [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const end = (offset + bytes.length) % 3 === 0 ? padded.length : padded.length - 1;
    return padded.slice(offset === 0 ? 0 : offset + 1, end); // the characters that no neighbour has a part in
  });
  const urlSafe = aligned.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const encoded = [
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ _: secret }).toString().slice(2),
  ];
  return [
    secret,
    ...encoded,
    ...encoded.map((text) => text.replaceAll(/%../g, (byte) => byte.toLowerCase())),
    JSON.stringify(secret).slice(1, -1),
    ...aligned,
    ...urlSafe,
  ];
}

const base = 0x01000193;

function fingerprintOf(text: string, start: number, end: number): number {
  let fingerprint = 0;
  for (let index = start; index < end; index += 1)
    fingerprint = (Math.imul(fingerprint, base) + text.charCodeAt(index)) | 0;
  return fingerprint;
}

interface FoundTrace {
  readonly trace: Trace;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds traces in order by rolling the fingerprint of their beginning over the text (Rabin and Karp), until `onFound` answers false. False
 * then, or if the text has so many beginnings that it must have been made so.
 */
function findTraces(
  text: string,
  known: ReadonlyMap<number, readonly Trace[]>,
  onFound: (found: FoundTrace) => boolean,
): boolean {
  if (known.size === 0 || text.length < shortest) return true;
  let patience = 100_000 + 4 * text.length; // characters to compare
  const mayBe = new Uint8Array(65_536); // a look at this is many times faster than one at the map
  for (const beginning of known.keys()) mayBe[beginning & 0xffff] = 1;
  let leaving = 1; // the weight of the character that leaves the window
  for (let step = 1; step < shortest; step += 1) leaving = Math.imul(leaving, base);
  let fingerprint = fingerprintOf(text, 0, shortest);
  for (let start = 0; ; start += 1) {
    if (mayBe[fingerprint & 0xffff] === 1)
      for (const trace of known.get(fingerprint) ?? []) {
        const end = start + trace.length;
        if (end > text.length) continue;
        patience -= trace.length;
        if (patience < 0) return false;
        if (fingerprintOf(text, start, end) !== trace.fingerprint) continue;
        patience -= 10 * trace.length + 1_000;
        if (digestOf(text.slice(start, end)) === trace.digest && !onFound({ trace, start, end }))
          return false;
      }
    if (start + shortest >= text.length) return true;
    const without = (fingerprint - Math.imul(text.charCodeAt(start), leaving)) | 0;
    fingerprint = (Math.imul(without, base) + text.charCodeAt(start + shortest)) | 0;
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
