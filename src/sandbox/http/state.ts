import { type Limits, type Tier, tiers } from '../../shared/model/tiers.ts';
import type {
  AccountState,
  AuditHead,
  AuditPage,
  AuditState,
  FirmState,
  UserState,
  WindowState,
} from '../../shared/workbench.ts';
import { groupOf, statusOf } from '../domain/audit-state.ts';
import type { AuditRow, FirmRow } from '../store/schema.ts';
import type { Limiter, Store } from '../store/store.ts';
import { readLimits, readNames } from './auth.ts';
import { clientKey, firmKey, nextFreeAt } from './limits.ts';

// What the service keeps, as the workbench shows it.

/** The users of a firm by its number, assigned to an audit or not. */
export type UsersOf = (firm: number) => readonly UserState[];

type FirmTier = Exclude<Tier, 'token'>;
const firmTiers = tiers.filter((tier): tier is FirmTier => tier !== 'token'); // tokens count by client: `accountsOf`

/** How windows stand under a key of the limiter. */
type StandOf = (key: string, limits: Limits) => Promise<readonly WindowState[]>;

export async function firmStates(
  store: Store,
  { limiter, usersOf }: { readonly limiter: Limiter; readonly usersOf: UsersOf },
  now: number,
): Promise<readonly FirmState[]> {
  const standOf: StandOf = async (key, limits) =>
    (await limiter.windows(key, limits, now)).map((stand) => {
      const { wait: _wait, ...window } = stand;
      return { ...window, room_at: nextFreeAt(stand, now) };
    });
  const states: FirmState[] = [];
  // Firms are numbered from 1 without a gap.
  for (let seq = 1; ; seq += 1) {
    const firm = await store.accounts.firm(seq);
    if (firm === undefined) return states;
    const { count } = await store.audits.listed(seq);
    states.push({
      id: firm.id,
      credits: firm.credits,
      accounts: await accountsOf(store, firm, standOf),
      users: usersOf(seq).length,
      audits: count,
      tiers: await tiersOf(firm, standOf),
    });
  }
}

async function accountsOf(
  { accounts }: Store,
  firm: FirmRow,
  standOf: StandOf,
): Promise<FirmState['accounts']> {
  const limits = readLimits(firm.limits);
  const states: AccountState[] = [];
  for (const { client_id, roles } of await accounts.accountsOf(firm.seq)) {
    const token = await standOf(clientKey(client_id), limits.token);
    states.push({ client_id, roles: readNames(roles), token });
  }
  return states;
}

async function tiersOf(firm: FirmRow, standOf: StandOf): Promise<FirmState['tiers']> {
  const limits = readLimits(firm.limits);
  const tiersOfFirm: FirmState['tiers'][number][] = [];
  for (const tier of firmTiers)
    tiersOfFirm.push({ tier, windows: await standOf(firmKey(tier, firm.seq), limits[tier]) });
  return tiersOfFirm;
}

const mostAtOnce = 500; // audits

export async function auditPage(store: Store, firm: number, from: number, now: number): Promise<AuditPage> {
  const { count, slice } = await store.audits.listed(firm);
  const rows = await slice(from, from + mostAtOnce);
  return {
    count,
    results: rows.map((row) => {
      const lasting = JSON.parse(`${row.lasting}}`) as Omit<
        AuditHead,
        'status' | 'coupled_component_audit_ids'
      >; // written by us
      const { id, name, audit_type, client_organisation_id } = lasting;
      return {
        id,
        name,
        audit_type,
        client_organisation_id,
        status: statusOf(row, undefined, now),
        coupled_component_audit_ids: readNames(row.coupled_components),
      };
    }),
  };
}

export async function auditState(store: Store, row: AuditRow, now: number): Promise<AuditState> {
  const components = await (await store.audits.components(row.seq)).slice();
  const users = await (await store.users.listed(row.seq)).slice();
  return {
    audit: shown(row, await groupOf(row, store), now),
    components: components.map((component) => shown(component, row, now)),
    users: users.map(({ user, role }) => ({ user, role })),
  };
}

/** Names of columns that have JSON. */
const jsonColumns: ReadonlySet<string> = new Set([
  'legal_entities',
  'settings',
  'coupled_components',
  'component_settings',
]);
const moments: ReadonlySet<string> = new Set(['created_at', 'changes_at']);

/** A row in words: what is JSON as such, moments as text, without what only the database needs. */
function shown(row: AuditRow, group: AuditRow | undefined, now: number): AuditState['audit'] {
  const { seq: _seq, firm: _firm, lasting: _lasting, group_audit: _group, ...own } = row;
  const entries = Object.entries(own).map(([name, value]): readonly [string, unknown] => {
    if (typeof value === 'string' && jsonColumns.has(name)) return [name, JSON.parse(value)];
    if (typeof value === 'number' && moments.has(name)) return [name, new Date(value).toISOString()];
    return [name, value];
  });
  return {
    ...Object.fromEntries(entries),
    status: statusOf(row, group, now),
    scope_locked: row.scope_locked === 1,
    group_audit: group?.id ?? null,
  };
}
