import type { DatabaseSync } from 'node:sqlite';
import type { AnsweredAudit, AssignmentRow, AuditRow } from '../schema.ts';
import type { AnsweredAlone, LinkedAudit, Rows } from '../store.ts';
import { insertInto, Query } from './database.ts';
import { type Numbered, type Order, rowsOf } from './order.ts';

const answered = 'group_audit, status, changes_at, lasting, coupled_components';
/** In the order of `answered`. */
type AnsweredValues = readonly [null, AuditRow['status'], AuditRow['changes_at'], string, string];
type ListKey = Pick<AuditRow, 'firm' | 'group_audit'>;

const listOf = ({ firm, group_audit: group }: ListKey) =>
  group === null ? `audits of ${String(firm)}` : `components of ${String(group)}`;
const usersOf = (audit: number) => `users of ${String(audit)}`;

export function auditTable(db: DatabaseSync, order: Order) {
  const insert = insertInto<AuditRow>(db, 'audit');
  const all = 'select * from audit where';
  const bySeq = new Query<[seq: number], AuditRow>(db, `${all} seq = ?`).first;
  const topLevel = 'select seq from audit where firm = ? and group_audit is null order by seq';
  const audits = new Query<[firm: number], Numbered>(db, topLevel);
  const components = new Query<[group: number], Numbered>(
    db,
    'select seq from audit where group_audit = ? order by seq',
  );
  const setStatus = new Query<
    [status: string, changesAt: number | null, locked: number, coupled: string, seq: number]
  >(
    db,
    'update audit set status = ?, changes_at = ?, scope_locked = ?, coupled_components = ? where seq = ?',
  );
  const removeUsers = new Query<[audit: number]>(db, 'delete from assignment where audit = ?');
  const remove = new Query<[seq: number]>(db, 'delete from audit where seq = ?');
  const [answers, deletions] = [answersOf(db), deletionsOf(db)];
  const byId = new Query<[firm: number, id: string], AuditRow>(db, `${all} firm = ? and id = ?`).first;
  return {
    insert: (row: Omit<AuditRow, 'seq'>): number => {
      const seq = insert(row);
      order.appended(listOf(row), seq);
      return seq;
    },
    byId,
    bySeq,
    answeredById: answeredAlone(db),
    listed: (firm: number): Rows<AnsweredAudit> => {
      const rows = order.of(listOf({ firm, group_audit: null }), () => audits.all(firm));
      return { count: rows.length, slice: (from, to) => answers.of(firm, rows.slice(from, to)) };
    },
    components: ({ firm, seq }: Pick<AuditRow, 'firm' | 'seq'>): Rows<AuditRow> => {
      const rows = order.of(listOf({ firm, group_audit: seq }), () => components.all(seq));
      return rowsOf(rows, bySeq);
    },
    linked: (firm: number, ids: readonly string[]): readonly LinkedAudit[] =>
      ids.flatMap((id) => {
        const row = byId(firm, id);
        if (row === undefined) return [];
        const own = order.of(listOf({ firm, group_audit: row.seq }), () => components.all(row.seq));
        return [linksOf(row, own, bySeq)];
      }),
    setStatus: (
      row: Pick<AuditRow, 'seq' | 'status' | 'changes_at' | 'scope_locked' | 'coupled_components'>,
    ) => {
      deletions.forget();
      answers.forget(row.seq);
      setStatus.run(row.status, row.changes_at, row.scope_locked, row.coupled_components, row.seq);
    },
    setCoupledAudit: new Query<[audit: string | null, firm: number, component: string]>(
      db,
      'update audit set coupled_audit = ? where firm = ? and id = ?',
    ).run,
    takeOutOfScope: new Query<[explanation: string, seq: number]>(
      db,
      'update audit set in_scope = 0, explanation = ?, content_items = 0 where seq = ?',
    ).run,
    goneBy: deletions.goneBy,
    remove: (row: ListKey & Numbered) => {
      deletions.forget();
      answers.forget(row.seq);
      removeUsers.run(row.seq);
      remove.run(row.seq);
      order.removed(listOf(row), row.seq);
    },
    /** Clears the caches after the tables were changed in another way. */
    forget: () => {
      deletions.forget();
      answers.clear();
    },
  };
}

function answeredAlone(db: DatabaseSync) {
  const byId = new Query<[firm: number, id: string], AnsweredAudit>(
    db,
    `select ${answered} from audit where firm = ? and id = ?`,
  ).first;
  const groupOf = new Query<[seq: number], NonNullable<AnsweredAlone['group']>>(
    db,
    'select status, changes_at from audit where seq = ?',
  ).first;
  return (firm: number, id: string): AnsweredAlone | undefined => {
    const row = byId(firm, id);
    if (row === undefined || row.group_audit === null) return row;
    return { ...row, group: groupOf(row.group_audit) };
  };
}

function linksOf(
  { id, coupled_components, coupled_audit, group_audit: group }: AuditRow,
  components: readonly number[],
  bySeq: (seq: number) => AuditRow | undefined,
): LinkedAudit {
  return {
    id,
    coupled_components,
    coupled_audit,
    group: group === null ? null : (bySeq(group)?.id ?? null),
    components: components.flatMap((component) => bySeq(component)?.id ?? []),
  };
}

function deletionsOf(db: DatabaseSync) {
  const gone = new Query<[now: number], AuditRow>(
    db,
    "select * from audit where status = 'deleting' and changes_at <= ?",
  );
  const next = new Query<[], Pick<AuditRow, 'changes_at'>>(
    db,
    "select changes_at from audit where status = 'deleting' and changes_at is not null order by changes_at limit 1",
  );
  // When the next deletion is due, so that a request does not need the table. Undefined: unknown.
  let nextDue: number | null | undefined;
  return {
    goneBy: (now: number): readonly AuditRow[] => {
      if (nextDue === undefined) nextDue = next.first()?.changes_at ?? null;
      return nextDue === null || nextDue > now ? [] : gone.all(now);
    },
    forget: () => {
      nextDue = undefined;
    },
  };
}

const mostAnswers = 2_000; // some two megabytes

/** A cache of listed audits: reading twenty costs more than the rest of a page. */
function answersOf(db: DatabaseSync) {
  const read = new Query<[firm: number, seq: number, count: number], AnsweredValues>(
    db,
    `select ${answered} from audit where firm = ? and group_audit is null and seq >= ? order by seq limit ?`,
  ).asValues();
  const bySeq = new Map<number, AnsweredAudit>();
  return {
    of: (firm: number, rows: readonly number[]): readonly AnsweredAudit[] => {
      const known = rows.flatMap((seq) => bySeq.get(seq) ?? []);
      if (known.length === rows.length) return known;
      if (bySeq.size + rows.length > mostAnswers) bySeq.clear();
      return read.all(firm, rows[0] ?? 0, rows.length).map((values, index) => {
        const [group_audit, status, changes_at, lasting, coupled_components] = values;
        const answer = { group_audit, status, changes_at, lasting, coupled_components };
        bySeq.set(rows[index] ?? 0, answer);
        return answer;
      });
    },
    forget: (seq: number) => bySeq.delete(seq),
    clear: () => {
      bySeq.clear();
    },
  };
}

export function assignmentTable(db: DatabaseSync, order: Order) {
  const insert = insertInto<AssignmentRow>(db, 'assignment');
  const bySeq = new Query<[seq: number], AssignmentRow>(db, 'select * from assignment where seq = ?').first;
  const ofAudit = new Query<[audit: number], Numbered>(
    db,
    'select seq from assignment where audit = ? order by seq',
  );
  const remove = new Query<[seq: number]>(db, 'delete from assignment where seq = ?');
  return {
    insert: (row: Omit<AssignmentRow, 'seq'>) => {
      order.appended(usersOf(row.audit), insert(row));
    },
    find: new Query<[audit: number, user: string], AssignmentRow>(
      db,
      'select * from assignment where audit = ? and "user" = ?',
    ).first,
    listed: (audit: number): Rows<AssignmentRow> => {
      const rows = order.of(usersOf(audit), () => ofAudit.all(audit));
      return rowsOf(rows, bySeq);
    },
    changeRole: new Query<[role: string, seq: number]>(db, 'update assignment set role = ? where seq = ?')
      .run,
    remove: ({ seq, audit }: Pick<AssignmentRow, 'seq' | 'audit'>) => {
      remove.run(seq);
      order.removed(usersOf(audit), seq);
    },
  };
}
