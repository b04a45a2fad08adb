import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { Plan, StepState } from '../../shared/plan.ts';
import { type PlanRecord, planOf, type Row, type StepRecord, stepOf } from './journal-rows.ts';

export type StepCounts = Readonly<Partial<Record<StepState, number>>>;

/**
 * What plans are carried out by: written in full before a request goes out and before anybody hears of its outcome, on
 * disk when a call returns. A fault of the disk is a thrown error.
 */
export interface Journal {
  /** Writes a plan down, all of its steps waiting. */
  readonly add: (plan: Plan, at: string) => PlanRecord;
  readonly plan: (id: string) => PlanRecord | null;
  /** Plans, the latest first, from the one before `before` on. */
  readonly plans: (query: {
    readonly connection?: string | undefined;
    readonly before?: number | undefined;
    readonly most: number;
  }) => { readonly count: number; readonly results: readonly PlanRecord[] };
  readonly running: () => readonly PlanRecord[];
  /** All plans of a connection. */
  readonly of: (connection: string) => readonly PlanRecord[];
  /** Forgets a plan with its steps. */
  readonly remove: (plan: number) => void;
  readonly holds: (record: PlanRecord, plan: Plan) => boolean;
  readonly steps: (plan: number) => readonly StepRecord[];
  /** Steps in the order of the plan, from the one behind `behind` on. */
  readonly stepPage: (
    plan: number,
    query: {
      readonly states?: readonly StepState[] | undefined;
      readonly behind?: number | undefined;
      readonly most: number;
    },
  ) => { readonly count: number; readonly results: readonly StepRecord[] };
  readonly counts: (plan: number) => StepCounts;
  readonly keepPlan: (record: PlanRecord) => void;
  /** Writes all of them, or none. */
  readonly keepSteps: (plan: number, records: readonly StepRecord[]) => void;
  /** The components that a group had before the plan created any there; null where nobody has looked. */
  readonly formerComponents: (plan: number, group: string) => readonly string[] | null;
  readonly keepFormerComponents: (plan: number, group: string, ids: readonly string[]) => void;
  /** Whether a step of any plan has created this component. */
  readonly isCreation: (component: string) => boolean;
  readonly close: () => void;
}

/** The tables of plans: one step of the schema of the file that they are in. */
export const planTables = `
  CREATE TABLE plan (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, connection TEXT NOT NULL, title TEXT NOT NULL,
    state TEXT NOT NULL, pause TEXT, cancelled INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, ended_at TEXT
  ) STRICT;
  CREATE INDEX plan_state ON plan (state);
  CREATE TABLE step (
    plan INTEGER NOT NULL, position INTEGER NOT NULL, key TEXT NOT NULL, after TEXT NOT NULL, subject TEXT NOT NULL,
    kind TEXT NOT NULL, task TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, doubted INTEGER NOT NULL,
    result TEXT, error TEXT, candidates TEXT NOT NULL, told INTEGER NOT NULL, changed_at TEXT NOT NULL,
    PRIMARY KEY (plan, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX step_creation ON step (result) WHERE kind = 'createComponent' AND result IS NOT NULL;
  CREATE TABLE former_component (
    plan INTEGER NOT NULL, group_audit TEXT NOT NULL, ids TEXT NOT NULL, PRIMARY KEY (plan, group_audit)
  ) STRICT, WITHOUT ROWID;
`;

/** The journal in a database that has its tables. What was on its way when it was last open counts as doubtful from now on. */
export function openJournal(database: DatabaseSync): Journal {
  database.exec("UPDATE step SET state = 'resolving', doubted = 1 WHERE state = 'sending'");
  const prepare = (text: string) => database.prepare(text);
  const insertPlan = prepare(
    'INSERT INTO plan (id, connection, title, state, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const insertStep = prepare(
    `INSERT INTO step (plan, position, key, after, subject, kind, task, state, attempts, doubted, candidates, told, changed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'waiting', 0, 0, '[]', 1, ?)`,
  );
  const onePlan = prepare('SELECT * FROM plan WHERE id = ?');
  const runningPlans = prepare("SELECT * FROM plan WHERE state = 'running' ORDER BY number");
  const plansOf = prepare('SELECT * FROM plan WHERE connection = ? ORDER BY number');
  const removals = ['DELETE FROM former_component WHERE plan = ?', 'DELETE FROM step WHERE plan = ?'].map(
    prepare,
  );
  const removePlan = prepare('DELETE FROM plan WHERE number = ?');
  const allSteps = prepare('SELECT * FROM step WHERE plan = ? ORDER BY position');
  const stepCounts = prepare('SELECT state, COUNT(*) AS count FROM step WHERE plan = ? GROUP BY state');
  const updatePlan = prepare(
    'UPDATE plan SET state = ?, pause = ?, cancelled = ?, ended_at = ? WHERE number = ?',
  );
  const updateStep = prepare(
    `UPDATE step SET state = ?, attempts = ?, doubted = ?, result = ?, error = ?, candidates = ?, told = ?, changed_at = ?
     WHERE plan = ? AND position = ?`,
  );
  const former = prepare('SELECT ids FROM former_component WHERE plan = ? AND group_audit = ?');
  const keepFormer = prepare(
    `INSERT INTO former_component (plan, group_audit, ids) VALUES (?, ?, ?)
     ON CONFLICT (plan, group_audit) DO UPDATE SET ids = excluded.ids`,
  );
  const creation = prepare("SELECT 1 FROM step WHERE kind = 'createComponent' AND result = ? LIMIT 1");

  const page = (
    table: 'plan' | 'step',
    conditions: readonly (readonly [text: string, values: readonly SQLInputValue[]] | null)[],
    from: readonly [text: string, values: readonly SQLInputValue[]] | null,
    rest: string,
  ): { readonly count: number; readonly rows: readonly Row[] } => {
    const given = conditions.filter((one) => one !== null);
    const where = (parts: typeof given) =>
      parts.length === 0 ? '' : `WHERE ${parts.map(([text]) => text).join(' AND ')}`;
    const values = given.flatMap(([, some]) => some);
    const shown = from === null ? given : [...given, from];
    return {
      count: Number(prepare(`SELECT COUNT(*) AS count FROM ${table} ${where(given)}`).get(...values)?.count),
      rows: prepare(`SELECT * FROM ${table} ${where(shown)} ${rest}`).all(
        ...shown.flatMap(([, some]) => some),
      ),
    };
  };

  const together = (work: () => void): void => {
    database.exec('BEGIN IMMEDIATE');
    try {
      work();
      database.exec('COMMIT');
    } catch (fault) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw fault;
    }
  };

  const keepStep = (plan: number, record: StepRecord): void => {
    updateStep.run(
      record.state,
      record.attempts,
      Number(record.doubted),
      record.result,
      record.error === null ? null : JSON.stringify(record.error),
      JSON.stringify(record.candidates),
      Number(record.told),
      record.changedAt,
      plan,
      record.position,
    );
  };

  const planBy = (id: string): PlanRecord | null => {
    const row = onePlan.get(id);
    return row === undefined ? null : planOf(row);
  };

  return {
    add: (plan, at) => {
      together(() => {
        const { lastInsertRowid: number } = insertPlan.run(
          plan.id,
          plan.connection,
          plan.title,
          'running',
          at,
        );
        for (const [position, { key, after, subject, task }] of plan.steps.entries())
          insertStep.run(
            number,
            position,
            key,
            JSON.stringify(after),
            subject,
            task.kind,
            JSON.stringify(task),
            at,
          );
      });
      const added = planBy(plan.id);
      if (added === null) throw new Error('A plan that was written down is not there.');
      return added;
    },
    plan: planBy,
    plans: ({ connection, before, most }) => {
      const { count, rows } = page(
        'plan',
        [connection === undefined ? null : ['connection = ?', [connection]]],
        before === undefined ? null : ['number < ?', [before]],
        `ORDER BY number DESC LIMIT ${Math.trunc(most)}`,
      );
      return { count, results: rows.map(planOf) };
    },
    running: () => runningPlans.all().map(planOf),
    of: (connection) => plansOf.all(connection).map(planOf),
    remove: (plan) =>
      together(() => {
        for (const removal of [...removals, removePlan]) removal.run(plan);
      }),
    holds: (record, plan) => {
      const steps = allSteps.all(record.number).map(stepOf);
      const kept = steps.map(({ key, after, subject, task }) => ({ key, after, subject, task }));
      const asked: unknown = JSON.parse(JSON.stringify(plan.steps)); // as it would have been written down
      return (
        record.connection === plan.connection && record.title === plan.title && isDeepStrictEqual(kept, asked)
      );
    },
    steps: (plan) => allSteps.all(plan).map(stepOf),
    stepPage: (plan, { states, behind, most }) => {
      const { count, rows } = page(
        'step',
        [
          ['plan = ?', [plan]],
          states === undefined ? null : [`state IN (${states.map(() => '?').join()})`, states],
        ],
        behind === undefined ? null : ['position > ?', [behind]],
        `ORDER BY position LIMIT ${Math.trunc(most)}`,
      );
      return { count, results: rows.map(stepOf) };
    },
    counts: (plan) =>
      Object.fromEntries(stepCounts.all(plan).map(({ state, count }) => [state, Number(count)])),
    keepPlan: ({ number, state, pause, cancelled, endedAt }) => {
      updatePlan.run(
        state,
        pause === null ? null : JSON.stringify(pause),
        Number(cancelled),
        endedAt,
        number,
      );
    },
    keepSteps: (plan, records) => {
      if (records.length === 1) for (const record of records) keepStep(plan, record);
      else if (records.length > 1)
        together(() => {
          for (const record of records) keepStep(plan, record);
        });
    },
    formerComponents: (plan, group) => {
      const row = former.get(plan, group);
      return row === undefined ? null : (JSON.parse(String(row.ids)) as readonly string[]); // written by the line below
    },
    keepFormerComponents: (plan, group, ids) => {
      keepFormer.run(plan, group, JSON.stringify(ids));
    },
    isCreation: (component) => creation.get(component) !== undefined,
    close: () => database.close(),
  };
}
