import { randomInt } from 'node:crypto';
import { type Tier, tiers } from '../../shared/model/tiers.ts';
import type { WaitingFault } from '../../shared/workbench.ts';
import { type Answer, because, type Outcome, whole } from './exchange.ts';
import {
  choice,
  dictionary,
  type FieldFaults,
  missingField,
  optional,
  type Reader,
  type Reading,
  readExactly,
  required,
  text,
  wrong,
} from './fields.ts';

/** What a fault does to an answer (sandbox.md, "Control plane"). */
export type FaultEffect =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body: unknown;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'drop_before' | 'drop_after' | 'truncate' | 'not_json' }
  | { readonly kind: 'delay'; readonly seconds: number };

export interface Fault {
  readonly method: string | null;
  readonly path: string;
  /** Null for ever. */
  readonly times: number | null;
  readonly skip: number;
  readonly tier: Tier | null;
  /** How likely it acts on a request that it meets, above 0 and at most 1. */
  readonly probability: number;
  /** Decides on which; the same seed, the same ones. */
  readonly seed: number;
  readonly effect: FaultEffect;
}

export function isUntouched(effect: FaultEffect | null): boolean {
  return effect?.kind === 'status' || effect?.kind === 'drop_before';
}

const loginPage = '<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in to continue</h1></html>';

export function affected(answer: Answer, effect: FaultEffect | null): Outcome {
  switch (effect?.kind) {
    case 'status':
      return whole(because(statusAnswer(effect), 'fault'));
    case 'drop_before':
      return { delivery: 'none', answer: because(nothing, 'fault') };
    case 'drop_after':
      return { delivery: 'none', answer };
    case 'truncate':
      return { delivery: 'half', answer };
    case 'not_json':
      return whole({ status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: loginPage });
    case 'delay':
    case undefined:
      return whole(answer);
  }
}

/** Of a request that was not carried out there is no answer that could be lost. */
const nothing: Answer = { status: 0, headers: {}, body: '' };

function statusAnswer({ status, body, headers: own }: FaultEffect & { readonly kind: 'status' }): Answer {
  const typed = Object.keys(own).some((name) => name.toLowerCase() === 'content-type');
  const sent =
    typeof body === 'string' ? body : JSON.stringify(body ?? { detail: `Status ${String(status)}.` });
  return {
    status,
    headers: typed ? own : { 'Content-Type': 'application/json', ...own },
    body: [204, 205, 304].includes(status) ? '' : sent,
  };
}

interface Kept {
  readonly added: number;
  readonly waiting: readonly (Fault & { id: string; skipped: number; drawn: number; taken: number })[];
}

/** Faults in memory. `kept` is what `written` gave. */
export function createFaults(kept?: string) {
  let { added, waiting }: Kept = kept === undefined ? { added: 0, waiting: [] } : (JSON.parse(kept) as Kept); // written below
  return {
    add: (fault: Fault): string => {
      added += 1;
      waiting = [...waiting, { ...fault, id: String(added), skipped: 0, drawn: 0, taken: 0 }];
      return String(added);
    },
    take: (method: string, path: string, tierOf: () => Tier | null): FaultEffect | null => {
      for (const fault of waiting) {
        if (fault.method !== null && fault.method !== method) continue;
        if (!path.startsWith(fault.path)) continue;
        if (fault.tier !== null && fault.tier !== tierOf()) continue;
        if (fault.skipped < fault.skip) {
          fault.skipped += 1;
          continue;
        }
        fault.drawn += 1;
        if (!acts(fault, fault.drawn)) continue;
        fault.taken += 1;
        if (fault.times !== null && fault.taken >= fault.times)
          waiting = waiting.filter((one) => one !== fault);
        return fault.effect;
      }
      return null;
    },
    entries: (): readonly WaitingFault[] =>
      waiting.map(({ effect, skipped, drawn, taken, times, skip, ...fault }) => ({
        ...fault,
        kind: effect.kind,
        ...(effect.kind === 'status' ? { status: effect.status } : {}),
        ...(effect.kind === 'delay' ? { seconds: effect.seconds } : {}),
        skip: skip - skipped,
        times: times === null ? null : times - taken,
        met: drawn,
        taken,
      })),
    isEmpty: () => waiting.length === 0,
    remove: (id: string): boolean => {
      const before = waiting.length;
      waiting = waiting.filter((fault) => fault.id !== id);
      return waiting.length < before;
    },
    written: () => JSON.stringify({ added, waiting } satisfies Kept),
    clear: (): void => {
      waiting = [];
    },
  };
}

/** Whether a fault acts on the n-th request that it meets: of its seed and n alone, so that no other request changes it. */
function acts({ probability, seed }: Fault, n: number): boolean {
  return probability >= 1 || drawOf(seed, n) < probability;
}

/** A number from 0 to 1 that looks like chance: each bit of the sum reaches each bit of the result. */
export function drawOf(seed: number, n: number): number {
  let bits = (Math.imul(seed, 0x85eb_ca6b) + Math.imul(n, 0x9e37_79b9)) | 0;
  for (const factor of [0x21f0_aaad, 0x735a_2d97]) bits = Math.imul(bits ^ (bits >>> 15), factor);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

const kinds = ['status', 'drop_before', 'drop_after', 'truncate', 'delay', 'not_json'] as const;

const largestSeed = 2 ** 32 - 1;

const shape = {
  method: optional(text({ blank: 'empty' })),
  path: optional(text({ blank: 'empty' })),
  times: optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  skip: optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  tier: optional(choice(tiers)),
  probability: optional(likelihood),
  seed: optional(wholeNumber(0, largestSeed)),
  kind: required(choice(kinds)),
  status: optional(wholeNumber(200, 599)),
  body: optional(((value) => ({ ok: true, value })) satisfies Reader<unknown>),
  headers: optional(headers),
  seconds: optional(seconds),
};

/** Reads a fault from the body of a control request; `times` null is for ever. */
export function readFault(
  body: Readonly<Record<string, unknown>>,
): { readonly ok: true; readonly value: Fault } | { readonly ok: false; readonly faults: FieldFaults } {
  const form = readExactly(body, shape, ({ kind, status, seconds: wait }) => ({
    ...(kind === 'status' && status === undefined ? { status: [missingField] } : {}),
    ...(kind === 'delay' && wait === undefined ? { seconds: [missingField] } : {}),
  }));
  if (!form.ok) return form;
  const {
    kind,
    method,
    path,
    times,
    skip,
    tier,
    probability,
    seed,
    status,
    headers: extra,
    seconds: wait,
  } = form.value;
  return {
    ok: true,
    value: {
      method: method?.toUpperCase() ?? null,
      path: path ?? '',
      times: body.times === null ? null : (times ?? 1),
      skip: skip ?? 0,
      tier: tier ?? null,
      probability: probability ?? 1,
      seed: seed ?? randomInt(largestSeed),
      effect:
        kind === 'status'
          ? { kind, status: status ?? 500, body: body.body, headers: extra ?? {} }
          : kind === 'delay'
            ? { kind, seconds: wait ?? 0 }
            : { kind },
    },
  };
}

function wholeNumber(least: number, most: number): Reader<number> {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? { ok: true, value }
      : wrong('out-of-range', `A whole number from ${String(least)} to ${String(most)} is required.`);
}

function likelihood(value: unknown): Reading<number> {
  return typeof value === 'number' && value > 0 && value <= 1
    ? { ok: true, value }
    : wrong('out-of-range', 'A number above 0, and at most 1, is required.');
}

const longestDelay = 86_400;

function seconds(value: unknown): Reading<number> {
  return typeof value === 'number' && value >= 0 && value <= longestDelay
    ? { ok: true, value }
    : wrong('out-of-range', `A number from 0 to ${String(longestDelay)} is required.`);
}

/** Headers that say where an answer ends. A wrong one would be another fault. */
const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection']);

function headers(value: unknown): Reading<Readonly<Record<string, string>>> {
  const read = dictionary(value);
  if (!read.ok) return read;
  const entries = Object.entries(read.value).map(([name, one]) => [name, one] as const);
  const sendable = (name: string, one: unknown): one is string =>
    !framing.has(name.toLowerCase()) &&
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
    typeof one === 'string' &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(one);
  const kept = entries.flatMap(([name, one]) => (sendable(name, one) ? [[name, one] as const] : []));
  return kept.length === entries.length
    ? { ok: true, value: Object.fromEntries(kept) }
    : wrong('wrong-type', 'Each header needs a name and a text that HTTP can carry.');
}
