import type { DatabaseSync } from 'node:sqlite';
import { type NoArguments, prepare, prepareValues, type Slots, sql } from './database.ts';
import type { Order } from './order.ts';
import type { AnsweredAudit, AssignmentRow, AuditRow } from './schema.ts';

export interface AuditKey {
  readonly firm: number;
  readonly id: string;
}
export interface UserKey {
  readonly audit: number;
  readonly user: string;
}

/** The columns of `answeredFrom`, in their order. */
type ListedValues = readonly [AuditRow['status'], AuditRow['changes_at'], string, string];

const mostAnswers = 2_000; // some two megabytes

/** Audits of all three types, and the users assigned to them. */
export function auditTables(db: DatabaseSync, order: Order) {
  const insert = prepare(db, (slot: Slots<Omit<AuditRow, 'seq'>>) =>
    sql.insertInto('audit').values({
      firm: slot('firm'),
      id: slot('id'),
      audit_type: slot('audit_type'),
      name: slot('name'),
      work_package: slot('work_package'),
      scoping_package: slot('scoping_package'),
      client: slot('client'),
      legal_entities: slot('legal_entities'),
      period_start: slot('period_start'),
      period_end: slot('period_end'),
      language: slot('language'),
      unit: slot('unit'),
      settings: slot('settings'),
      status: slot('status'),
      changes_at: slot('changes_at'),
      scope_locked: slot('scope_locked'),
      created_at: slot('created_at'),
      lasting: slot('lasting'),
      coupled_components: slot('coupled_components'),
      group_audit: slot('group_audit'),
      country: slot('country'),
      auditor_relation: slot('auditor_relation'),
      component_settings: slot('component_settings'),
      in_scope: slot('in_scope'),
      explanation: slot('explanation'),
      content_items: slot('content_items'),
      coupled_audit: slot('coupled_audit'),
    }),
  );
  const bySeq = prepare(db, (slot: Slots<{ seq: number }>) =>
    sql.selectFrom('audit').selectAll().where('seq', '=', slot('seq')),
  );
  const byId = prepare(db, (slot: Slots<AuditKey>) =>
    sql.selectFrom('audit').selectAll().where('firm', '=', slot('firm')).where('id', '=', slot('id')),
  );
  const answered = ['group_audit', 'status', 'changes_at', 'lasting', 'coupled_components'] as const;
  const answeredBySeq = prepare(db, (slot: Slots<{ seq: number }>) =>
    sql.selectFrom('audit').select(answered).where('seq', '=', slot('seq')),
  );
  const answeredById = prepare(db, (slot: Slots<AuditKey>) =>
    sql.selectFrom('audit').select(answered).where('firm', '=', slot('firm')).where('id', '=', slot('id')),
  );
  const answeredFrom = prepareValues(db, (slot: Slots<{ firm: number; seq: number; count: number }>) =>
    sql
      .selectFrom('audit')
      .select(['status', 'changes_at', 'lasting', 'coupled_components'])
      .where('firm', '=', slot('firm'))
      .where('group_audit', 'is', null)
      .where('seq', '>=', slot('seq'))
      .orderBy('seq')
      .limit(slot('count')),
  );
  const topLevel = prepare(db, (slot: Slots<{ firm: number }>) =>
    sql
      .selectFrom('audit')
      .select('seq')
      .where('firm', '=', slot('firm'))
      .where('group_audit', 'is', null)
      .orderBy('seq'),
  );
  const components = prepare(db, (slot: Slots<{ group: number }>) =>
    sql.selectFrom('audit').select('seq').where('group_audit', '=', slot('group')).orderBy('seq'),
  );
  const setStatus = prepare(
    db,
    (slot: Slots<Pick<AuditRow, 'seq' | 'status' | 'changes_at' | 'scope_locked' | 'coupled_components'>>) =>
      sql
        .updateTable('audit')
        .set({
          status: slot('status'),
          changes_at: slot('changes_at'),
          scope_locked: slot('scope_locked'),
          coupled_components: slot('coupled_components'),
        })
        .where('seq', '=', slot('seq')),
  );
  const setCoupledAudit = prepare(db, (slot: Slots<{ seq: number; audit: string | null }>) =>
    sql
      .updateTable('audit')
      .set({ coupled_audit: slot('audit') })
      .where('seq', '=', slot('seq')),
  );
  const takeOutOfScope = prepare(db, (slot: Slots<{ seq: number; explanation: string }>) =>
    sql
      .updateTable('audit')
      .set({ in_scope: 0, explanation: slot('explanation'), content_items: 0 })
      .where('seq', '=', slot('seq')),
  );
  const goneBy = prepare(db, (slot: Slots<{ now: number }>) =>
    sql
      .selectFrom('audit')
      .selectAll()
      .where('status', '=', 'deleting')
      .where('changes_at', '<=', slot('now')),
  );
  const nextGone = prepare(db, (_slot: Slots<NoArguments>) =>
    sql
      .selectFrom('audit')
      .select('changes_at')
      .where('status', '=', 'deleting')
      .where('changes_at', 'is not', null)
      .orderBy('changes_at')
      .limit(1),
  );
  const remove = prepare(db, (slot: Slots<{ seq: number }>) =>
    sql.deleteFrom('audit').where('seq', '=', slot('seq')),
  );
  const insertUser = prepare(db, (slot: Slots<Omit<AssignmentRow, 'seq'>>) =>
    sql.insertInto('assignment').values({ audit: slot('audit'), user: slot('user'), role: slot('role') }),
  );
  const user = prepare(db, (slot: Slots<UserKey>) =>
    sql
      .selectFrom('assignment')
      .selectAll()
      .where('audit', '=', slot('audit'))
      .where('user', '=', slot('user')),
  );
  const userBySeq = prepare(db, (slot: Slots<{ seq: number }>) =>
    sql.selectFrom('assignment').selectAll().where('seq', '=', slot('seq')),
  );
  const usersOf = prepare(db, (slot: Slots<{ audit: number }>) =>
    sql.selectFrom('assignment').select('seq').where('audit', '=', slot('audit')).orderBy('seq'),
  );
  const changeRole = prepare(db, (slot: Slots<{ seq: number; role: string }>) =>
    sql
      .updateTable('assignment')
      .set({ role: slot('role') })
      .where('seq', '=', slot('seq')),
  );
  const removeUser = prepare(db, (slot: Slots<{ seq: number }>) =>
    sql.deleteFrom('assignment').where('seq', '=', slot('seq')),
  );
  const removeUsers = prepare(db, (slot: Slots<{ audit: number }>) =>
    sql.deleteFrom('assignment').where('audit', '=', slot('audit')),
  );
  const listOf = ({ firm, group_audit: group }: Pick<AuditRow, 'firm' | 'group_audit'>) =>
    group === null ? `audits of ${String(firm)}` : `components of ${String(group)}`;
  const userList = (audit: number) => `users of ${String(audit)}`;
  const readAnswers = (firm: number, rows: readonly number[]): readonly AnsweredAudit[] =>
    answeredFrom({ firm, seq: rows[0] ?? 0, count: rows.length }).map((values) => {
      const [status, changes_at, lasting, coupled_components] = values as ListedValues;
      return { group_audit: null, status, changes_at, lasting, coupled_components };
    });
  // Listed audits by their rows, until something about them changes: reading twenty costs more than all else of a page.
  const answers = new Map<number, AnsweredAudit>();
  // When the next `deleting` audit is gone, so that a request need not ask the table; undefined: not known.
  let nextDue: number | null | undefined;
  return {
    insert: (row: Omit<AuditRow, 'seq'>): number => {
      const seq = insert.run(row);
      order.appended(listOf(row), seq);
      return seq;
    },
    byId: byId.get,
    bySeq: (seq: number) => bySeq.get({ seq }),
    answeredById: answeredById.get,
    answeredBySeq: (seq: number) => answeredBySeq.get({ seq }),
    /** Some neighbours of the list of a firm, by their rows. */
    answered: (firm: number, rows: readonly number[]): readonly AnsweredAudit[] => {
      const known = rows.flatMap((seq) => answers.get(seq) ?? []);
      if (known.length === rows.length) return known;
      const read = readAnswers(firm, rows);
      if (answers.size + rows.length > mostAnswers) answers.clear();
      for (const [index, answer] of read.entries()) answers.set(rows[index] ?? 0, answer);
      return read;
    },
    /** Single and consolidated audits of a firm. */
    listed: (firm: number) =>
      order.of(listOf({ firm, group_audit: null }), () => topLevel.all({ firm }).map(({ seq }) => seq)),
    listedComponents: ({ firm, seq }: Pick<AuditRow, 'firm' | 'seq'>) =>
      order.of(listOf({ firm, group_audit: seq }), () =>
        components.all({ group: seq }).map((row) => row.seq),
      ),
    setStatus: (given: Parameters<typeof setStatus.run>[0]) => {
      nextDue = undefined;
      answers.delete(given.seq);
      setStatus.run(given);
    },
    setCoupledAudit: setCoupledAudit.run,
    takeOutOfScope: takeOutOfScope.run,
    /** Deleted audits whose time has come by `now`. */
    goneBy: (now: number): readonly AuditRow[] => {
      if (nextDue === undefined) nextDue = nextGone.get({})?.changes_at ?? null;
      return nextDue === null || nextDue > now ? [] : goneBy.all({ now });
    },
    /** The tables changed otherwise: what was noted beside them no longer counts. */
    forget: () => {
      nextDue = undefined;
      answers.clear();
    },
    /** Removes one audit and its users, not its components. */
    remove: (row: Pick<AuditRow, 'firm' | 'seq' | 'group_audit'>) => {
      nextDue = undefined;
      answers.delete(row.seq);
      removeUsers.run({ audit: row.seq });
      remove.run({ seq: row.seq });
      order.removed(listOf(row), row.seq);
    },
    insertUser: (row: Omit<AssignmentRow, 'seq'>) => {
      order.appended(userList(row.audit), insertUser.run(row));
    },
    user: user.get,
    userBySeq: (seq: number) => userBySeq.get({ seq }),
    listedUsers: (audit: number) =>
      order.of(userList(audit), () => usersOf.all({ audit }).map(({ seq }) => seq)),
    changeRole: changeRole.run,
    removeUser: ({ seq, audit }: Pick<AssignmentRow, 'seq' | 'audit'>) => {
      removeUser.run({ seq });
      order.removed(userList(audit), seq);
    },
  };
}
