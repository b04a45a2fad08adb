import { z } from 'zod';
import { type Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import type { ManagedPreferences, PolicyFault, PolicyView } from '../../shared/model/policy.ts';
import { settingSchemas } from '../../shared/model/preferences.ts';
import { isSameName } from '../../shared/rules/texts/connection-names.ts';
import { type Manageable, manageable } from '../../shared/settings.ts';
import { readAddress } from '../connections/address.ts';
import type { PreferenceRule } from '../storage/preferences.ts';

/** What the organisation has decided for this machine, in a file that its users cannot write. */
export interface Policy extends PreferenceRule {
  readonly path: string;
  readonly state: PolicyView['state'];
  readonly fault: PolicyFault | null;
  /** The keys that the fault is about. */
  readonly names: readonly string[];
  /** Null where the policy does not decide; `feed` is where updates are looked for, null for the usual place. */
  readonly updates: { readonly mode: 'off' | 'on'; readonly feed: string | null } | null;
  /** Base URLs, as `readBaseUrl` spells them; null where any is allowed. */
  readonly allowedAddresses: readonly string[] | null;
  /** Base URLs that are production, whatever a connection says of itself. */
  readonly productionAddresses: readonly string[];
  /** Whether nothing may be written; the demonstration is the app's own. */
  readonly readOnly: boolean;
  /** `session`: the keychain's secrets are not used either. `no-new`: they are, and none is added. */
  readonly secrets: 'keychain' | 'no-new' | 'session';
  readonly mayImport: boolean;
  /** Service accounts for everyone, without their secrets. */
  readonly connections: readonly OfferedConnection[];
}

/** A connection of the policy; nobody but the policy changes or removes a `fixed` one. */
export interface OfferedConnection
  extends Pick<Connection, 'name' | 'baseUrl' | 'clientId' | 'kind' | 'access'> {
  readonly isFixed: boolean;
}

/** Where a policy is read from; only an administrator can have written what it answers. */
export interface PolicySource {
  readonly path: string;
  /** Null where there is no policy. */
  readonly read: () => string | null | { readonly fault: 'unreadable' | 'not-protected' };
}

const Address = z.string().transform((text, context) => {
  const reading = readAddress(text);
  if (reading.ok) return reading.value;
  context.addIssue({ code: 'custom', message: reading.error.code });
  return z.NEVER;
});
const feed = z
  .string()
  .max(2_000)
  .regex(/^https:\/\/[^\s@?#]+$/);
const Offered = z
  .strictObject({
    ...ConnectionDraft.pick({ name: true, clientId: true, kind: true, access: true }).shape,
    address: Address,
    fixed: z.boolean().optional(),
  })
  .transform(
    ({ address, fixed = false, ...rest }): OfferedConnection => ({
      ...rest,
      baseUrl: address,
      isFixed: fixed,
    }),
  );
type ManagedSchemas = Pick<typeof settingSchemas, Manageable>;
const managed = Object.fromEntries(manageable.map((name) => [name, settingSchemas[name]])) as ManagedSchemas; // exactly these

/** The keys of a policy. None has a default: a wrong value is a fault. */
const keys = {
  ...managed,
  updates: z.union([z.enum(['off', 'on']), z.strictObject({ feed })]),
  allowedAddresses: z.array(Address).max(100).readonly(),
  readOnly: z.boolean(),
  productionAddresses: z.array(Address).max(100).readonly(),
  secrets: z.enum(['keychain', 'session']),
  settingsImport: z.enum(['on', 'off']),
  connections: z.array(Offered).max(100).readonly(),
} as const satisfies Record<string, z.ZodType>;
export const policyKeys = Object.keys(keys);
const policyFile = (languages: readonly string[]) =>
  z.object({ ...keys, language: z.enum(languages).nullable() }).partial();

/**
 * Reads the policy of this machine, once a start. A policy that is broken, unprotected or not understood is as strict as can be: data
 * can be looked at, and nothing that a policy may decide is written or changed.
 */
export function readPolicy({ path, read }: PolicySource, languages: readonly string[]): Policy {
  const text = read();
  if (text === null) return { ...nothing, path, state: 'none', locked: [], updates: null };
  if (typeof text !== 'string') return broken(path, text.fault);
  const content = jsonOf(text);
  if (content === undefined) return broken(path, 'not-json');
  const parsed = policyFile(languages).safeParse(content);
  const unknown = [...unknownIn(content), ...(parsed.error?.issues ?? []).flatMap(unknownNames)];
  const secrets = unknown.filter(isForSecret);
  if (secrets.length > 0) return broken(path, 'secret', secrets);
  const again = keysAgain(text);
  if (again.length > 0) return broken(path, 'twice', again);
  const invalid = (parsed.error?.issues ?? []).filter(({ code }) => code !== 'unrecognized_keys');
  if (invalid.length > 0) return broken(path, 'invalid', invalid.map(nameOf));
  if (!parsed.success || unknown.length > 0) return broken(path, 'unknown', unknown);
  const { connections = [], allowedAddresses = null } = parsed.data;
  const namesOf = (is: (one: OfferedConnection, place: number) => boolean): readonly string[] =>
    connections.flatMap((one, place) => (is(one, place) ? [`connections.${place}`] : []));
  const twice = namesOf((one, place) => connections.slice(0, place).some((other) => isTwice(one, other)));
  if (twice.length > 0) return broken(path, 'twice', twice);
  const outside = namesOf(({ baseUrl }) => !isWithin(allowedAddresses, baseUrl));
  if (outside.length > 0) return broken(path, 'invalid', outside);
  return inForce(path, parsed.data);
}

function inForce(path: string, content: z.output<ReturnType<typeof policyFile>>): Policy {
  const {
    updates,
    allowedAddresses = null,
    productionAddresses = [],
    readOnly = false,
    secrets = 'keychain',
    settingsImport = 'on',
    connections = [],
    ...preferences
  } = content;
  return {
    ...nothing,
    path,
    state: 'in-force',
    preferences: preferences as ManagedPreferences, // JSON has no `undefined`
    locked: manageable.filter((name) => preferences[name] !== undefined),
    updates: updates === undefined ? null : updatesOf(updates),
    allowedAddresses,
    productionAddresses,
    readOnly,
    secrets,
    mayImport: settingsImport === 'on',
    connections,
  };
}

/** What the policy says of the account that a connection is for. */
export function offerFor({ connections }: Policy, account: Account): OfferedConnection | undefined {
  return connections.find((one) => isSameAccount(one, account));
}

/** Whether an existing connection may be used. A broken policy leaves those alone. */
export function mayUse({ state, allowedAddresses }: Policy, baseUrl: string): boolean {
  return state === 'broken' || isWithin(allowedAddresses, baseUrl);
}

export function mayEnter({ state, allowedAddresses }: Policy, baseUrl: string): boolean {
  return state !== 'broken' && isWithin(allowedAddresses, baseUrl);
}

/** Whether the policy calls an address production. */
export function isProduction({ productionAddresses }: Policy, baseUrl: string): boolean {
  return productionAddresses.length > 0 && isWithin(productionAddresses, baseUrl);
}

export function viewOf(policy: Policy): PolicyView {
  const { preferences: _, connections: __, updates, secrets, ...shown } = policy;
  return { ...shown, updates: updates?.mode ?? null, mayKeepSecrets: secrets === 'keychain' };
}

const nothing = {
  fault: null,
  names: [],
  preferences: {},
  allowedAddresses: null,
  productionAddresses: [],
  readOnly: false,
  secrets: 'keychain',
  mayImport: true,
  connections: [],
} as const;

function broken(path: string, fault: PolicyFault, names: readonly string[] = []): Policy {
  return {
    ...nothing,
    path,
    state: 'broken',
    fault,
    names,
    locked: manageable,
    updates: { mode: 'off', feed: null },
    readOnly: true,
    secrets: 'no-new',
    mayImport: false,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown; // as editors on Windows begin a file
  } catch {
    return undefined;
  }
}

/** The keys that an object has had before: a reader takes one of their values and forgets the other. */
function keysAgain(json: string): readonly string[] {
  const open: Set<string>[] = [];
  return [...json.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)].flatMap(([token, quoted]) => {
    if (token === '{') open.push(new Set());
    if (token === '}') open.pop();
    if (quoted === undefined) return [];
    const name = String(JSON.parse(quoted));
    const isAgain = open.at(-1)?.has(name) === true;
    open.at(-1)?.add(name);
    return isAgain ? [name] : [];
  });
}

function nameOf({ path }: z.core.$ZodIssue): string {
  return path.length === 0 ? '{}' : path.join('.');
}

function unknownIn(content: unknown): readonly string[] {
  const isObject = typeof content === 'object' && content !== null && !Array.isArray(content);
  return isObject ? Object.keys(content).filter((name) => !Object.hasOwn(keys, name)) : [];
}

function unknownNames(issue: z.core.$ZodIssue): readonly string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [];
}

/** Whether a key that no policy has is called as one for a secret would be; `Secrets` is a misspelt one of ours. */
function isForSecret(name: string): boolean {
  return /secret|passw|credential|token/i.test(name) && !/^secrets$/i.test(name);
}

type Account = Pick<Connection, 'baseUrl' | 'clientId'>;

function isSameAccount(one: Account, other: Account): boolean {
  return spelt(one.baseUrl) === spelt(other.baseUrl) && one.clientId === other.clientId;
}

/** Whether two are for one account, or people could not tell them apart. */
function isTwice(one: OfferedConnection, other: OfferedConnection): boolean {
  return isSameAccount(one, other) || isSameName(one.name, other.name);
}

function updatesOf(updates: z.output<typeof keys.updates>): NonNullable<Policy['updates']> {
  return typeof updates === 'string' ? { mode: updates, feed: null } : { mode: 'on', feed: updates.feed };
}

function isWithin(allowed: readonly string[] | null, baseUrl: string): boolean {
  const address = spelt(baseUrl);
  return allowed === null || allowed.some((one) => address === one || address.startsWith(`${one}/`));
}

/** An address in the one spelling of those in a policy: a connection of before may have another. */
function spelt(baseUrl: string): string {
  const reading = readAddress(baseUrl);
  return reading.ok ? reading.value : baseUrl;
}
