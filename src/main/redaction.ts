import { createHash } from 'node:crypto';
import { isRecord } from '../shared/model/tolerant.ts';

const secretKey = /secret|token|authorization|password|cookie/i;
const shortest = 6; // anything shorter would also be found in words that are no secret
const replacement = '[redacted]';
const deepest = 8;
const mostTraces = 2_000; // some hundred tokens: the older ones have long expired

/** Takes what is secret out of what is written down or sent to a window. */
export interface Redactor {
  /** From now on this value is not let through, as it is, URL-encoded, as base64 or as JSON. */
  readonly add: (secret: string) => void;
  readonly redactText: (text: string) => string;
  /** The same plain data, its texts redacted at any depth. */
  readonly redactValues: <Value>(value: Value) => Value;
  /** Likewise, and without anything that stands under a name which speaks of a secret. */
  readonly redactFacts: (facts: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

interface Trace {
  readonly length: number;
  readonly fingerprint: number;
  readonly digest: string;
}

/**
 * A redactor that recognises secrets without keeping them: it holds fingerprints, by which it finds candidates in one
 * pass over a text, and digests, by which it makes sure.
 */
export function createRedactor(): Redactor {
  const traces = new Map<string, Trace>();

  const add = (secret: string): void => {
    for (const spelling of spellings(secret)) {
      if (spelling.length < shortest) continue;
      const digest = digestOf(spelling);
      traces.delete(digest); // what is seen again counts as new
      traces.set(digest, { length: spelling.length, fingerprint: fingerprintOf(spelling), digest });
    }
    for (const digest of traces.keys()) {
      if (traces.size <= mostTraces) break;
      traces.delete(digest);
    }
  };

  const redactText = (text: string): string => {
    let clean = text;
    for (const trace of longestFirst(traces)) clean = withoutTrace(clean, trace);
    return clean;
  };

  const redactValue = (value: unknown, isSecretKey: (key: string) => boolean, depth: number): unknown => {
    if (typeof value === 'string') return redactText(value);
    if (depth > deepest) return replacement;
    if (Array.isArray(value)) return value.map((entry) => redactValue(entry, isSecretKey, depth + 1));
    if (value instanceof Error) return { name: value.name, message: redactText(value.message) };
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        redactText(key),
        isSecretKey(key) ? replacement : redactValue(part, isSecretKey, depth + 1),
      ]),
    );
  };

  return {
    add,
    redactText,
    // A record in gives a record out, and one of texts where it was one: only texts are changed.
    redactValues: (value) => redactValue(value, () => false, 0) as typeof value,
    redactFacts: (facts) => redactValue(facts, (key) => secretKey.test(key), 0) as typeof facts,
  };
}

function longestFirst(traces: ReadonlyMap<string, Trace>): readonly Trace[] {
  return [...traces.values()].toSorted((a, b) => b.length - a.length);
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
  const encoded = new URLSearchParams({ _: secret }).toString().slice(2);
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    encoded,
    JSON.stringify(secret).slice(1, -1),
    ...aligned,
    ...urlSafe,
  ];
}

const base = 0x01000193;

function fingerprintOf(text: string): number {
  let fingerprint = 0;
  for (let index = 0; index < text.length; index += 1)
    fingerprint = (Math.imul(fingerprint, base) + text.charCodeAt(index)) | 0;
  return fingerprint;
}

/** Rolls the fingerprint of a window of the trace's length over the text (Rabin and Karp). */
function withoutTrace(text: string, { length, fingerprint: wanted, digest }: Trace): string {
  if (text.length < length) return text;
  let leaving = 1; // the weight of the character that leaves the window
  for (let step = 1; step < length; step += 1) leaving = Math.imul(leaving, base);
  let clean = '';
  let kept = 0;
  let fingerprint = fingerprintOf(text.slice(0, length));
  for (let start = 0; ; start += 1) {
    if (fingerprint === wanted && start >= kept && digestOf(text.slice(start, start + length)) === digest) {
      clean += text.slice(kept, start) + replacement;
      kept = start + length;
    }
    if (start + length >= text.length) return clean + text.slice(kept);
    const without = (fingerprint - Math.imul(text.charCodeAt(start), leaving)) | 0;
    fingerprint = (Math.imul(without, base) + text.charCodeAt(start + length)) | 0;
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
