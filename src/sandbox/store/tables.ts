import { after } from '../awaitable.ts';
import { type Driver, insertAllInto, insertInto } from './driver.ts';
import type {
  AccountRow,
  AnsweredAudit,
  AssignmentRow,
  AuditRow,
  ClientRow,
  FirmRow,
  FixtureAuditRow,
  LegalEntityRow,
  TokenRow,
} from './schema.ts';

// The statements of the service, for SQLite and PostgreSQL.

type New<Row> = Omit<Row, 'seq'>;

/** The owner of a token. */
export type Holder = Pick<AccountRow, 'firm' | 'client_id' | 'roles' | 'denied'> &
  Pick<FirmRow, 'limits'> &
  Pick<TokenRow, 'expires_at'>;

export const holderBy = `select account.firm, client_id, roles, denied, limits, expires_at from token
  join account on account.seq = token.account join firm on firm.seq = account.firm where hash = ?`;

function accountsIn(db: Driver) {
  const holder = db.known<[hash: string], Holder>(holderBy);
  return {
    /** Firms are numbered from 1 in their order, without a gap, which the database would not promise. */
    insertFirm: db.run<[id: string, credits: number, limits: string]>(
      'insert into firm (seq, id, credits, limits) values ((select count(*) + 1 from firm), ?, ?, ?)',
    ),
    firm: db.known<[seq: number], FirmRow>('select * from firm where seq = ?'),
    firmById: db.first<[id: string], FirmRow>('select * from firm where id = ?'),
    changeFirm: db.run<[credits: number, limits: string, seq: number]>(
      'update firm set credits = ?, limits = ? where seq = ?',
    ),
    /** Changes no row where the firm has fewer. */
    takeCredits: db.run<[costs: number, seq: number, least: number]>(
      'update firm set credits = credits - ? where seq = ? and credits >= ?',
    ),
    insertAccount: insertInto<New<AccountRow>>(db.run, 'account'),
    account: db.known<[clientId: string], AccountRow>('select * from account where client_id = ?'),
    firstAccount: db.first<[], AccountRow>('select * from account order by firm, seq limit 1'),
    /** In their order. */
    accountsOf: db.all<[firm: number], AccountRow>('select * from account where firm = ? order by seq'),
    changeAccount: db.run<[salt: string, hash: string, roles: string, seq: number]>(
      'update account set salt = ?, secret_hash = ?, roles = ? where seq = ?',
    ),
    insertToken: insertInto<TokenRow>(db.run, 'token'),
    /** Others may remove the same ones now: each leaves those to the other. */
    removeExpiredTokens: db.run<[now: number]>(
      `delete from token where ${db.dialect.unlocked('token', 'hash', 'expires_at <= ?')}`,
    ),
    revokeTokens: db.run<[account: number]>('delete from token where account = ?'),
    holderOf: (hash: string, now: number) =>
      after(holder(hash), (found) => (found !== undefined && found.expires_at > now ? found : undefined)),
  };
}

function clientsIn(db: Driver) {
  return {
    insert: insertInto<New<ClientRow>>(db.run, 'client'),
    insertAll: insertAllInto<New<ClientRow>>(db, 'client'),
    byId: db.known<[firm: number, id: string], ClientRow>('select * from client where firm = ? and id = ?'),
    listed: db.list<[firm: number], ClientRow>('*', 'client where firm = ?'),
    insertEntity: insertInto<New<LegalEntityRow>>(db.run, 'legal_entity'),
    insertEntities: insertAllInto<New<LegalEntityRow>>(db, 'legal_entity'),
    entityById: db.known<[firm: number, client: string, id: string], LegalEntityRow>(
      'select * from legal_entity where firm = ? and client = ? and id = ?',
    ),
    /** Of any client. */
    someEntity: db.first<[firm: number, id: string], LegalEntityRow>(
      'select * from legal_entity where firm = ? and id = ? limit 1',
    ),
    listedEntities: db.list<[firm: number, client: string], LegalEntityRow>(
      '*',
      'legal_entity where firm = ? and client = ?',
    ),
  };
}

/** An audit by itself, and the status of its group if it is a component. */
export interface AnsweredAlone extends AnsweredAudit {
  readonly group_status: AuditRow['status'] | null;
  readonly group_changes_at: AuditRow['changes_at'];
}

/** An audit, and the ids of those next to it in its network: a row for each of its components, or one without. */
export interface LinkedAudit extends Pick<AuditRow, 'id' | 'coupled_components' | 'coupled_audit'> {
  readonly group: string | null;
  readonly component: string | null;
}

const answered = ['group_audit', 'status', 'changes_at', 'lasting', 'coupled_components'] as const;
type Changed = Pick<AuditRow, 'seq' | 'status' | 'changes_at' | 'scope_locked' | 'coupled_components'>;

function auditsIn(db: Driver) {
  const setStatus = db.run<
    [Changed['status'], Changed['changes_at'], locked: number, coupled: string, seq: number]
  >('update audit set status = ?, changes_at = ?, scope_locked = ?, coupled_components = ? where seq = ?');
  const removeUsers = db.run<[audit: number]>('delete from assignment where audit = ?');
  const remove = db.run<[seq: number]>('delete from audit where seq = ?');
  const linked = db.all<[ids: string, firm: number], LinkedAudit>(
    `select audit.id, audit.coupled_components, audit.coupled_audit, parent.id as "group", component.id as component
     from audit left join audit as parent on parent.seq = audit.group_audit
     left join audit as component on component.group_audit = audit.seq
     where audit.id in (${db.dialect.texts}) and audit.firm = ?`,
  );
  return {
    insert: insertInto<New<AuditRow>>(db.add, 'audit'),
    insertAll: insertAllInto<New<AuditRow>>(db, 'audit'),
    byId: db.first<[firm: number, id: string], AuditRow>('select * from audit where firm = ? and id = ?'),
    bySeq: db.first<[seq: number], AuditRow>('select * from audit where seq = ?'),
    answeredById: db.known<[firm: number, id: string], AnsweredAlone>(
      `select ${answered.map((column) => `audit.${column}`).join()},
         parent.status as group_status, parent.changes_at as group_changes_at
       from audit left join audit as parent on parent.seq = audit.group_audit
       where audit.firm = ? and audit.id = ?`,
    ),
    listed: db.list<[firm: number], AnsweredAudit>(
      answered.join(),
      'audit where firm = ? and group_audit is null',
    ),
    components: db.list<[group: number], AuditRow>('*', 'audit where group_audit = ?'),
    /** Those that there are, in any order. */
    linked: (firm: number, ids: readonly string[]) => linked(JSON.stringify(ids), firm),
    setStatus: ({ seq, status, changes_at, scope_locked, coupled_components }: Changed) =>
      setStatus(status, changes_at, scope_locked, coupled_components, seq),
    setCoupledAudit: db.run<[audit: string | null, firm: number, component: string]>(
      'update audit set coupled_audit = ? where firm = ? and id = ?',
    ),
    takeOutOfScope: db.run<[explanation: string, seq: number]>(
      'update audit set in_scope = 0, explanation = ?, content_items = 0 where seq = ?',
    ),
    goneBy: db.all<[now: number], AuditRow>(
      "select * from audit where status = 'deleting' and changes_at <= ? order by seq",
    ),
    remove: ({ seq }: Pick<AuditRow, 'seq'>) => after(removeUsers(seq), () => remove(seq)),
  };
}

function assignmentsIn(db: Driver) {
  const remove = db.run<[seq: number]>('delete from assignment where seq = ?');
  return {
    insert: insertInto<New<AssignmentRow>>(db.run, 'assignment'),
    insertAll: insertAllInto<New<AssignmentRow>>(db, 'assignment'),
    find: db.first<[audit: number, user: string], AssignmentRow>(
      'select * from assignment where audit = ? and "user" = ?',
    ),
    listed: db.list<[audit: number], AssignmentRow>('*', 'assignment where audit = ?'),
    changeRole: db.run<[role: string, seq: number]>('update assignment set role = ? where seq = ?'),
    remove: ({ seq }: Pick<AssignmentRow, 'seq'>) => remove(seq),
  };
}

export const atOnce = 200; // audits of a fixture, so that memory does not grow with it

/** The audits of the fixture in their order, for a reset. */
function fixtureAuditsIn(db: Driver) {
  const next = db.all<[firm: number, last: number], FixtureAuditRow & Pick<AuditRow, 'seq'>>(
    `select * from kept_audit where firm = ? and seq > ? order by seq limit ${String(atOnce)}`,
  );
  return {
    add: insertAllInto<FixtureAuditRow>(db, 'kept_audit'),
    /** As many at once as fit into memory. */
    of: async function* (firm: number) {
      for (let last = 0; ; ) {
        const rows = await next(firm, last);
        yield rows;
        if (rows.length < atOnce) return;
        last = rows.at(-1)?.seq ?? last;
      }
    },
    clear: db.run<[]>('delete from kept_audit'),
  };
}

export type MetaKey = 'fixture' | 'clock-offset' | 'clock-frozen' | 'taken-at';

/** What a state has beside `meta`, and what a snapshot has. */
export const stateTables = [
  'firm',
  'account',
  'token',
  'client',
  'legal_entity',
  'audit',
  'assignment',
] as const;
export const tables = ['meta', ...stateTables, 'kept_audit'] as const;

/** The state of the API in a database or a transaction. */
export type Tables = ReturnType<typeof tablesIn>;

export function tablesIn(db: Driver) {
  const meta = db.first<[key: MetaKey], { readonly value: string }>('select value from meta where key = ?');
  const emptied = stateTables.map((table) => db.run<[]>(`delete from ${table}`));
  return {
    accounts: accountsIn(db),
    clients: clientsIn(db),
    audits: auditsIn(db),
    users: assignmentsIn(db),
    fixtureAudits: fixtureAuditsIn(db),
    meta: (key: MetaKey) => after(meta(key), (row) => row?.value),
    setMeta: db.run<[key: MetaKey, value: string]>(
      'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
    ),
    /** Removes everything except `meta` and the audits of the fixture. */
    erase: async () => {
      for (const empty of emptied) await empty();
    },
  };
}
