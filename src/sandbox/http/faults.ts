import { type Answer, type Outcome, whole } from './exchange.ts';
import {
  choice,
  dictionary,
  type FieldFaults,
  optional,
  type Reader,
  type Reading,
  readForm,
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
  readonly times: number;
  readonly skip: number;
  readonly effect: FaultEffect;
}

export function isUntouched(effect: FaultEffect | null): boolean {
  return effect?.kind === 'status' || effect?.kind === 'drop_before';
}

const loginPage = '<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in to continue</h1></html>';

export function affected(answer: Answer, effect: FaultEffect | null): Outcome {
  switch (effect?.kind) {
    case 'status':
      return whole(statusAnswer(effect));
    case 'drop_before':
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

export type Faults = ReturnType<typeof createFaults>;

/** Faults that wait for requests. If several match, the first one added acts. */
export function createFaults() {
  let added = 0;
  let waiting: readonly (Fault & { skipped: number; taken: number })[] = [];
  return {
    add: (fault: Fault): string => {
      added += 1;
      waiting = [...waiting, { ...fault, skipped: 0, taken: 0 }];
      return String(added);
    },
    /** The effect on a request. It counts as one of the fault's `times`. */
    take: (method: string, path: string): FaultEffect | null => {
      for (const fault of waiting) {
        if (fault.method !== null && fault.method !== method) continue;
        if (!path.startsWith(fault.path)) continue;
        if (fault.skipped < fault.skip) {
          fault.skipped += 1;
          continue;
        }
        fault.taken += 1;
        if (fault.taken >= fault.times) waiting = waiting.filter((one) => one !== fault);
        return fault.effect;
      }
      return null;
    },
    clear: (): void => {
      waiting = [];
    },
  };
}

const kinds = ['status', 'drop_before', 'drop_after', 'truncate', 'delay', 'not_json'] as const;

const shape = {
  method: optional(text({ blank: 'empty' })),
  path: optional(text({ blank: 'empty' })),
  times: optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  skip: optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
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
  const form = readForm(body, shape, ({ kind, status, seconds: wait }) => ({
    ...(kind === 'status' && status === undefined ? { status: ['This field is required.'] } : {}),
    ...(kind === 'delay' && wait === undefined ? { seconds: ['This field is required.'] } : {}),
  }));
  if (!form.ok) return form;
  const { kind, method, path, times, skip, status, headers: extra, seconds: wait } = form.value;
  return {
    ok: true,
    value: {
      method: method?.toUpperCase() ?? null,
      path: path ?? '',
      times: body.times === null ? Number.POSITIVE_INFINITY : (times ?? 1),
      skip: skip ?? 0,
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
      : wrong(`A whole number from ${String(least)} to ${String(most)} is required.`);
}

const longestDelay = 86_400;

function seconds(value: unknown): Reading<number> {
  return typeof value === 'number' && value >= 0 && value <= longestDelay
    ? { ok: true, value }
    : wrong(`A number from 0 to ${String(longestDelay)} is required.`);
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
    : wrong('Each header needs a name and a text that HTTP can carry.');
}
