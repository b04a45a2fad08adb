import { z } from 'zod';
import {
  type Manageable,
  type ManagedPreferences,
  manageable,
  type PolicyFault,
  type PolicyView,
} from '../shared/model/policy.ts';
import { Preferences } from '../shared/model/preferences.ts';
import { readBaseUrl } from '../shared/rules/base-url.ts';
import type { PreferenceRule } from './preferences.ts';

/** What the organisation has decided for this machine, in a file that its users cannot write. */
export interface Policy extends PreferenceRule {
  readonly path: string;
  readonly state: PolicyView['state'];
  readonly fault: PolicyFault | null;
  readonly invalid: readonly string[];
  readonly unknown: readonly string[];
  /** Null where the policy does not decide; `feed` is where updates are looked for, null for the usual place. */
  readonly updates: { readonly mode: 'off' | 'on'; readonly feed: string | null } | null;
  /** Base URLs, as `readBaseUrl` spells them; null where any is allowed. */
  readonly allowedAddresses: readonly string[] | null;
}

/** The machine, as far as reading a policy needs it. */
export interface PolicyFiles {
  /** Null where there is no such file; throws where it is there and cannot be read. */
  readonly read: (path: string) => string | null;
  /** Whether neither the person nor any other user could write the file. */
  readonly isProtected: (path: string) => boolean;
}

const Address = z.string().transform((text, context) => {
  const reading = readBaseUrl(text);
  if (reading.ok) return reading.baseUrl;
  context.addIssue({ code: 'custom', message: reading.fault });
  return z.NEVER;
});
const feed = z
  .string()
  .max(2_000)
  .regex(/^https:\/\/[^\s@?#]+$/);
const chosen = Preferences.shape;

/** The keys of a policy. None has a value to fall back on: a wrong one is a fault and never a silent default. */
const keys = {
  updates: z.union([z.enum(['off', 'on']), z.strictObject({ feed })]),
  allowedAddresses: z.array(Address).max(100).readonly(),
  language: chosen.language.unwrap(),
  density: chosen.density.unwrap(),
  bulkHeadroom: chosen.bulkHeadroom.unwrap(),
  logMebibytes: chosen.logMebibytes.unwrap(),
} as const satisfies Record<Manageable, z.ZodType> & Record<string, z.ZodType>;
const PolicyFile = z.object(keys).partial();

/** Where the policy of this machine is: in a folder that only its administrators write to. */
export function policyPath(platform: NodeJS.Platform, programData: string | undefined): string {
  if (platform === 'win32') return `${programData ?? 'C:\\ProgramData'}\\Audit Desk\\policy.json`;
  if (platform === 'darwin') return '/Library/Application Support/Audit Desk/policy.json';
  return '/etc/audit-desk/policy.json';
}

/**
 * Reads the policy of this machine, once a start. Without a file there is none. One that is broken, or that its user could
 * write, is as strict as can be: no update, no new address, and nothing that a policy may decide can be changed.
 */
export function readPolicy(path: string, files: PolicyFiles): Policy {
  const text = textOf(path, files);
  if (text === null) return { ...nothing, path, state: 'none', locked: [], updates: null };
  if (text === undefined) return broken(path, 'unreadable');
  if (!files.isProtected(path)) return broken(path, 'not-protected');
  const content = jsonOf(text);
  if (content === undefined) return broken(path, 'not-json');
  const parsed = PolicyFile.safeParse(content);
  if (!parsed.success) return broken(path, 'invalid', parsed.error.issues.map(nameOf));
  const { updates, allowedAddresses = null, ...preferences } = parsed.data;
  return {
    ...nothing,
    path,
    state: 'in-force',
    // An object it is: the schema takes nothing else.
    unknown: Object.keys(Object(content)).filter((name) => !Object.hasOwn(keys, name)),
    preferences: preferences as ManagedPreferences, // JSON has no `undefined`
    locked: manageable.filter((name) => preferences[name] !== undefined),
    updates: updates === undefined ? null : updatesOf(updates),
    allowedAddresses,
  };
}

/** Whether a connection that there is may be used at its address. A broken policy leaves those alone: their addresses were allowed when they were entered. */
export function mayUse({ state, allowedAddresses }: Policy, baseUrl: string): boolean {
  return state === 'broken' || isWithin(allowedAddresses, baseUrl);
}

/** Whether a connection may be given this address. */
export function mayEnter({ state, allowedAddresses }: Policy, baseUrl: string): boolean {
  return state !== 'broken' && isWithin(allowedAddresses, baseUrl);
}

/** The policy as the interface shows it. */
export function viewOf(policy: Policy): PolicyView {
  const { path, state, fault, invalid, unknown, locked, updates, allowedAddresses } = policy;
  return { path, state, fault, invalid, unknown, locked, updates: updates?.mode ?? null, allowedAddresses };
}

const nothing = { fault: null, invalid: [], unknown: [], preferences: {}, allowedAddresses: null } as const;

function broken(path: string, fault: PolicyFault, invalid: readonly string[] = []): Policy {
  const updates = { mode: 'off', feed: null } as const;
  return { ...nothing, path, state: 'broken', fault, invalid, locked: manageable, updates };
}

/** Null where there is no file, undefined where it cannot be read. */
function textOf(path: string, files: PolicyFiles): string | null | undefined {
  try {
    return files.read(path);
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown; // as editors on Windows begin a file
  } catch {
    return undefined;
  }
}

function nameOf({ path }: z.core.$ZodIssue): string {
  return path.length === 0 ? '{}' : path.join('.');
}

function updatesOf(updates: z.output<typeof keys.updates>): NonNullable<Policy['updates']> {
  return typeof updates === 'string' ? { mode: updates, feed: null } : { mode: 'on', feed: updates.feed };
}

function isWithin(allowed: readonly string[] | null, baseUrl: string): boolean {
  return allowed === null || allowed.some((one) => baseUrl === one || baseUrl.startsWith(`${one}/`));
}
