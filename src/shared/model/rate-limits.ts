import { z } from 'zod';
import { type Tier, tiers, type WindowName, windowNames, windowSeconds } from './tiers.ts';
import { asItCame, isRecord } from './tolerant.ts';

/** What the service told of a tier: a number, or null for no limit. A window that is left out was not understood. */
export type ToldLimits = Readonly<Partial<Record<WindowName, number | null>>>;

/** The limits that the service says it has in force, as far as they are understood. */
export interface RateLimits {
  readonly tiers: Readonly<Partial<Record<Tier, ToldLimits>>>;
  /** The answer as it came, cut where it is long, where not all of it was understood; else null. */
  readonly unread: string | null;
}

/**
 * Reads the limits in force (decisions.md §5.7), and other spellings of the same: lists or objects of tiers and of windows,
 * `"5/min"`, other names. A missing window is unlimited only where everything else of its tier was understood, and null says
 * nothing: what is not understood must never admit more than the specification's table (ADR 0010).
 */
export const RateLimits = z.unknown().transform((value): RateLimits => {
  const { entries, isWhole: isList } = tierEntries(value);
  const known = entries.flatMap(({ name, windows }) => {
    const tier = tierOf(name);
    return tier === undefined ? [] : [{ tier, ...windowsOf(windows) }];
  });
  const byTier = Map.groupBy(known, ({ tier }) => tier);
  const isAllRead = known.length > 0 && isList && known.every(({ isRead }) => isRead);
  return {
    tiers: Object.fromEntries(
      [...byTier].map(([tier, ones]) => {
        const told = smallest(ones.flatMap((one) => one.told));
        const isWhole = ones.every((one) => one.isWhole);
        return [tier, isWhole ? { ...unlimited, ...told } : told];
      }),
    ),
    unread: isAllRead ? null : asItCame(value),
  };
});

const unlimited: ToldLimits = Object.fromEntries(windowNames.map((name) => [name, null]));

interface ToldWindow {
  readonly window: WindowName;
  readonly limit: number | null;
}

function smallest(told: readonly ToldWindow[]): ToldLimits {
  const byWindow = Map.groupBy(told, ({ window }) => window);
  return Object.fromEntries(
    [...byWindow].map(([window, ones]) => {
      const numbers = ones.flatMap(({ limit }) => limit ?? []);
      return [window, numbers.length === 0 ? null : Math.min(...numbers)];
    }),
  );
}

const containers = ['tiers', 'rate_limits', 'limits', 'results', 'data'];
const tierNames = ['tier', 'name', 'id', 'key'];
const windowContainers = ['windows', 'limits', 'rates'];
const limitNames = ['limit', 'requests', 'max', 'maximum', 'max_requests', 'rate', 'quota'];
const periodNames = ['period_seconds', 'period', 'window_seconds', 'seconds', 'interval', 'duration', 'per'];
/** What may stand beside and limits nothing. */
const remarks = new Set([...tierNames, 'scope', 'description', 'label', 'covers']);

interface TierEntries {
  readonly entries: readonly { readonly name: unknown; readonly windows: unknown }[];
  /** False where something in the list is no entry. */
  readonly isWhole: boolean;
}

/** What is said of each tier, from a list of tiers or an object by their names. */
function tierEntries(value: unknown): TierEntries {
  let held = value;
  for (let depth = 0; depth < 3 && isRecord(held); depth += 1) {
    const inner = first(held, containers);
    if (!isRecord(inner) && !Array.isArray(inner)) break;
    held = inner;
  }
  if (isRecord(held))
    return {
      entries: Object.entries(held).map(([name, windows]) => ({
        name,
        windows: isRecord(windows) ? heldWindows(windows) : windows,
      })),
      isWhole: true,
    };
  const list: readonly unknown[] = Array.isArray(held) ? held : [];
  const records = list.filter(isRecord);
  return {
    entries: records.map((entry) => ({ name: first(entry, tierNames), windows: heldWindows(entry) })),
    isWhole: records.length === list.length,
  };
}

function heldWindows(entry: Readonly<Record<string, unknown>>): unknown {
  const key = windowContainers.find((name) => Object.hasOwn(entry, name));
  if (key !== undefined) return entry[key];
  const rest = Object.entries(entry).filter(([name]) => !remarks.has(name));
  return rest.length === 0 ? undefined : Object.fromEntries(rest); // nothing said is not "no limits"
}

interface ReadWindows {
  readonly told: readonly ToldWindow[];
  /** Whether nothing was left that is not understood. */
  readonly isRead: boolean;
  /** Whether a window that is missing is known to be none. */
  readonly isWhole: boolean;
}

function windowsOf(value: unknown): ReadWindows {
  const some = (read: readonly (ReadWindow | null)[], saysAll: boolean): ReadWindows => {
    const told = read.filter((one) => one !== null);
    const isRead = told.length === read.length && told.every(({ isPlain }) => isPlain);
    return { told, isRead, isWhole: isRead && saysAll };
  };
  if (typeof value === 'string')
    return some(
      value.split(/;|,\s+/).map((part) => windowOf(null, part)),
      false,
    );
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    if (list.length === 0) return { told: [], isRead: false, isWhole: false };
    return some(
      list.map((entry) => windowOf(null, entry)),
      true,
    );
  }
  if (!isRecord(value)) return { told: [], isRead: false, isWhole: false };
  const isOne = limitNames.some((name) => Object.hasOwn(value, name));
  if (isOne) return some([windowOf(null, value)], false);
  return some(
    Object.entries(value).map(([key, entry]) => {
      const name = windowNamed(key);
      return name === undefined ? null : windowOf(name, entry);
    }),
    true,
  );
}

interface ReadWindow extends ToldWindow {
  /** False where its name and its period name two windows: the one of the period is meant, nothing is known of the other. */
  readonly isPlain: boolean;
}

/** A limit, of the window that its place names where it names no period itself; null where it is not understood. */
function windowOf(name: WindowName | null, value: unknown): ReadWindow | null {
  if (!isRecord(value)) {
    const rate = rateOf(value);
    return rate === null ? null : placed(name, rate);
  }
  const rates = limitNames.filter((key) => Object.hasOwn(value, key)).map((key) => rateOf(value[key]));
  const read = rates.filter((rate) => rate !== null);
  const [one] = read.toSorted((a, b) => (a.limit ?? Infinity) - (b.limit ?? Infinity));
  if (one === undefined || read.length < rates.length) return null;
  const named = nameIn(value) ?? name;
  const key = periodNames.find((period) => Object.hasOwn(value, period));
  if (key === undefined) {
    const { window } = value; // a name, which `nameIn` has read, or a period
    const seconds = window === undefined || nameIn(value) !== null ? null : secondsOf(window);
    return placed(named, { ...one, seconds: one.seconds ?? seconds });
  }
  const seconds = secondsOf(value[key]);
  if (seconds === null || (one.seconds !== null && one.seconds !== seconds)) return null;
  return placed(named, { ...one, seconds });
}

function nameIn(value: Readonly<Record<string, unknown>>): WindowName | null {
  const name = first(value, ['window', 'name', 'id', 'key', 'type']);
  return typeof name === 'string' ? (windowNamed(name) ?? null) : null;
}

function placed(name: WindowName | null, { limit, seconds }: Rate): ReadWindow | null {
  if (seconds === null) return name === null ? null : { window: name, limit, isPlain: true };
  const window = windowLasting(seconds);
  return window === undefined ? null : { window, limit, isPlain: name === null || name === window };
}

interface Rate {
  /** Null is unlimited. */
  readonly limit: number | null;
  /** Null where no period is named. */
  readonly seconds: number | null;
}

/** `5`, `"5"`, `"1,000/hr"`, `"5 requests per minute"`, `"unlimited"`. */
function rateOf(value: unknown): Rate | null {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? { limit: value, seconds: null } : null;
  if (typeof value !== 'string' || value.length > longestText) return null;
  if (/^unlimited$/i.test(value.trim())) return { limit: null, seconds: null };
  const [, digits, period] =
    /^\s*(\d{1,3}(?:,\d{3})+|\d+)\s*(?:(?:requests?\s*|calls?\s*)?(?:\/|\bper\b)\s*(.+))?$/i.exec(value) ??
    [];
  const limit = digits === undefined ? Number.NaN : Number(digits.replaceAll(',', ''));
  const seconds = period === undefined ? null : secondsOf(period);
  if (!Number.isSafeInteger(limit) || (period !== undefined && seconds === null)) return null;
  return { limit, seconds };
}

const longestText = 60; // characters of a rate, a period or a name that are worth reading

const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:s|sec|secs|second|seconds)$/, 1],
  [/^(?:m|min|mins|minute|minutes|minutely)$/, 60],
  [/^(?:h|hr|hrs|hour|hours|hourly)$/, 3_600],
  [/^(?:d|day|days|daily)$/, 86_400],
];

/** Seconds from `60`, `"60"`, `"60s"`, `"1 minute"`, `"hour"`, `"PT1M"`, `"00:01:00"`; null where it is no period. */
function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length > longestText) return null;
  const text = value.trim().toLowerCase();
  if (/^\d+$/.test(text)) return Number(text);
  const [, count, unit] = /^(\d*)\s*([a-z]+)$/.exec(text) ?? [];
  const each = units.find(([spelled]) => spelled.test(unit ?? ''))?.[1];
  if (each !== undefined) return each * Number(count || 1);
  const parts =
    /^p(?:(\d+)d)?(?:t(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?)?$/.exec(text) ??
    /^(?:(\d+)(?: days?,)? )?(\d+):(\d\d):(\d\d)$/.exec(text);
  if (parts === null) return null;
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return (days ?? 0) * 86_400 + (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

function windowLasting(seconds: number): WindowName | undefined {
  return windowNames.find((name) => windowSeconds[name] === seconds);
}

/** `burst`, `per_minute`, `perHour`, `requests_per_day`, `minute`, `60s`. */
function windowNamed(name: string): WindowName | undefined {
  if (name.length > longestText) return undefined;
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const last = words.at(-1) ?? '';
  if (words.slice(0, -1).some((word) => !['requests', 'calls', 'limit', 'max', 'rate', 'per'].includes(word)))
    return undefined;
  const seconds = secondsOf(last);
  return (
    windowNames.find((known) => known === last) ?? (seconds === null ? undefined : windowLasting(seconds))
  );
}

function tierOf(name: unknown): Tier | undefined {
  if (typeof name !== 'string' || name.length > longestText) return undefined;
  const spelled = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return tiers.find((tier) => tier === spelled);
}

function first(value: Readonly<Record<string, unknown>>, keys: readonly string[]): unknown {
  const key = keys.find((name) => Object.hasOwn(value, name));
  return key === undefined ? undefined : value[key];
}
