import { sql } from 'kysely';
import type { LinkedAudit, Store } from '../store.ts';
import { counted, rowsOf } from './rows.ts';
import { type Db, found } from './tables.ts';

const answered = ['group_audit', 'status', 'changes_at', 'lasting', 'coupled_components'] as const;

export function auditTable(db: Db): Store['audits'] {
  const audits = (firm: number) => db.selectFrom('audit').where('firm', '=', firm);
  return {
    insert: async (row) => {
      const { seq } = await db.insertInto('audit').values(row).returning('seq').executeTakeFirstOrThrow();
      return seq;
    },
    byId: (firm, id) => found([id], audits(firm).selectAll().where('id', '=', id)),
    bySeq: (seq) => db.selectFrom('audit').selectAll().where('seq', '=', seq).executeTakeFirst(),
    answeredById: async (firm, id) => {
      const row = await found(
        [id],
        db
          .selectFrom('audit')
          .leftJoin('audit as parent', 'parent.seq', 'audit.group_audit')
          .select(answered.map((column) => `audit.${column}` as const))
          .select(['parent.status as group_status', 'parent.changes_at as group_changes_at'])
          .where('audit.firm', '=', firm)
          .where('audit.id', '=', id),
      );
      if (row?.group_status == null) return row;
      return { ...row, group: { status: row.group_status, changes_at: row.group_changes_at } };
    },
    listed: (firm) => {
      const own = audits(firm).where('group_audit', 'is', null);
      return rowsOf(own.select(counted), (from, size) =>
        own.select(answered).orderBy('seq').offset(from).limit(size),
      );
    },
    components: ({ seq }) => {
      const own = db.selectFrom('audit').where('group_audit', '=', seq);
      return rowsOf(own.select(counted), (from, size) =>
        own.selectAll().orderBy('seq').offset(from).limit(size),
      );
    },
    linked: async (firm, ids) => {
      const { rows } = await sql<LinkedAudit>`
        select audit.id, audit.coupled_components, audit.coupled_audit, parent.id as "group",
          array(select id from audit as component where component.group_audit = audit.seq) as components
        from audit left join audit as parent on parent.seq = audit.group_audit
        where audit.firm = ${firm} and audit.id = any(${ids}::text[])`.execute(db);
      return rows;
    },
    setStatus: async ({ seq, status, changes_at, scope_locked, coupled_components }) => {
      await db
        .updateTable('audit')
        .set({ status, changes_at, scope_locked, coupled_components })
        .where('seq', '=', seq)
        .execute();
    },
    setCoupledAudit: async (audit, firm, component) => {
      await db
        .updateTable('audit')
        .set({ coupled_audit: audit })
        .where('firm', '=', firm)
        .where('id', '=', component)
        .execute();
    },
    takeOutOfScope: async (explanation, seq) => {
      await db
        .updateTable('audit')
        .set({ in_scope: 0, explanation, content_items: 0 })
        .where('seq', '=', seq)
        .execute();
    },
    goneBy: (now) =>
      db
        .selectFrom('audit')
        .selectAll()
        .where('status', '=', 'deleting')
        .where('changes_at', '<=', now)
        .orderBy('seq')
        .execute(),
    remove: async ({ seq }) => {
      await db.deleteFrom('assignment').where('audit', '=', seq).execute();
      await db.deleteFrom('audit').where('seq', '=', seq).execute();
    },
  };
}

export function assignmentTable(db: Db): Store['users'] {
  const users = (audit: number) => db.selectFrom('assignment').where('audit', '=', audit);
  return {
    insert: (row) => db.insertInto('assignment').values(row).execute(),
    find: (audit, user) => found([user], users(audit).selectAll().where('user', '=', user)),
    listed: (audit) =>
      rowsOf(users(audit).select(counted), (from, size) =>
        users(audit).selectAll().orderBy('seq').offset(from).limit(size),
      ),
    changeRole: async (role, seq) => {
      await db.updateTable('assignment').set({ role }).where('seq', '=', seq).execute();
    },
    remove: async ({ seq }) => {
      await db.deleteFrom('assignment').where('seq', '=', seq).execute();
    },
  };
}
