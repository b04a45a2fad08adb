import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { Plan, PlanAbout, PlanState, Scheduling, SentComponent, StepState } from '../../shared/plan.ts';
import { othersTable, quotaSchema } from '../api/quota-store.ts';
import { dismissedColumn, openDifferences } from './differences.ts';
import { ageTable, type JournalAge } from './journal-age.ts';
import {
  type PlanRecord,
  planOf,
  type Row,
  type StepCounts,
  type StepRecord,
  stepOf,
} from './journal-rows.ts';

/** The tables of plans, as they were first. */
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

/** What a plan is about, and the id that it was submitted under; both could be read from the ids of plans before. */
const aboutColumns = `
  ALTER TABLE plan ADD COLUMN about TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE plan ADD COLUMN submitted_as TEXT NOT NULL DEFAULT '';
  CREATE INDEX plan_submitted_as ON plan (submitted_as);
  UPDATE plan SET submitted_as = id;
  UPDATE plan SET submitted_as = substr(id, 1, 36), about = json_object('draft', substr(id, 1, 36))
    WHERE id GLOB '????????-????-????-????-????????????-*';
  UPDATE plan SET about = '{"kind":"deletions"}' WHERE id GLOB 'delete-audits-*';
  UPDATE plan SET about = json_object('kind', 'components', 'audit', (
      SELECT json_extract(task, '$.group') FROM step
      WHERE step.plan = plan.number AND json_type(task, '$.group') = 'text' ORDER BY position LIMIT 1
    )) WHERE id GLOB 'components-*' AND EXISTS (
      SELECT 1 FROM step WHERE step.plan = plan.number AND json_type(task, '$.group') = 'text'
    );
`;

/** Where a plan stands beside others (decision 0036). */
const turnColumns = `
  ALTER TABLE plan ADD COLUMN deadline TEXT;
  ALTER TABLE plan ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
`;

/** Which plans have anything that is not done, without looking at all their steps. */
const undoneIndex = "CREATE INDEX step_undone ON step (plan) WHERE state <> 'done';";

/** What the service has accepted, and what it has otherwise than it was sent. */
const acceptedColumns = `
  ALTER TABLE step ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE step ADD COLUMN differences TEXT NOT NULL DEFAULT '[]';
`;

/** The schema of the journal's file: its versions, each a step from the one before. */
export const journalSchema = [
  quotaSchema,
  planTables,
  ageTable,
  aboutColumns,
  turnColumns,
  undoneIndex,
  acceptedColumns,
  dismissedColumn,
  othersTable,
] as const;

/** A journal that nobody compares with a second place. */
const onlyOne: JournalAge = {
  isOlder: () => false,
  isBehind: () => false,
  isAhead: false,
  count: () => {},
  confirm: () => {},
  accept: () => {},
};

/**
 * What plans are carried out by: written in full before a request goes out and before anybody hears of its outcome, on
 * disk when a call returns. A fault of the disk is a thrown error.
 */
export type Journal = ReturnType<typeof openJournal>;

/** What was being sent when the journal was last open counts as doubtful from now on. */
export function openJournal(database: DatabaseSync, age: JournalAge = onlyOne) {
  database.exec("UPDATE step SET state = 'resolving', doubted = 1 WHERE state = 'sending'");
  return {
    ...openPlanTable(database),
    ...openPlanWrites(database, age),
    ...openStepTable(database, age),
    ...openComponents(database),
    ...openDifferences(database),
    /** Whether the file is from an earlier time than the app remembers: what it holds does not go on by itself. */
    isOlder: age.isOlder,
    /** From here on what it holds counts as the present. */
    accept: age.accept,
    close: () => database.close(),
  };
}

/** Reads a plan with what its steps do. */
function planReader(database: DatabaseSync): (row: Row) => PlanRecord {
  const deeds = database.prepare(
    `SELECT kind, COUNT(*) AS count, MIN(position), subject FROM step
     WHERE plan = ? AND kind NOT IN ('awaitOpen', 'awaitGone') GROUP BY kind ORDER BY MIN(position)`,
  ); // the subject is that of the smallest position
  return (row) => planOf(row, deeds.all(Number(row.number)));
}

function openPlanTable(database: DatabaseSync) {
  const read = planReader(database);
  const one = database.prepare('SELECT * FROM plan WHERE id = ?');
  const submitted = database.prepare(
    'SELECT * FROM plan WHERE submitted_as = ? OR id = ? ORDER BY number DESC',
  );
  const inState = database.prepare('SELECT * FROM plan WHERE state = ? ORDER BY number');
  const ofConnection = database.prepare('SELECT * FROM plan WHERE connection = ? ORDER BY number');
  return {
    plan: (id: string): PlanRecord | null => {
      const row = one.get(id);
      return row === undefined ? null : read(row);
    },
    /** The plans that were submitted under an id, the latest first. */
    submittedAs: (id: string): readonly PlanRecord[] => submitted.all(id, id).map(read),
    /** Plans, the latest first, from the one before `before` on. */
    plans: ({ connection, about = {}, only, before, most }: PlanQuery) => {
      const conditions: readonly Condition[] = [
        ...(connection === undefined ? [] : [['connection = ?', connection] as const]),
        ...(only === undefined ? [] : [[fulfilled[only]] as const]),
        ...Object.entries(about).map(([name, value = '']) => ['about ->> ? = ?', name, value] as const),
      ];
      const from = before === undefined ? [] : [['number < ?', before] as const];
      const { count, rows } = pageOf(database, 'plan', conditions, from, 'number DESC', most);
      return { count, results: rows.map(read) };
    },
    in: (state: PlanState): readonly PlanRecord[] => inState.all(state).map(read),
    of: (connection: string): readonly PlanRecord[] => ofConnection.all(connection).map(read),
  };
}

function openPlanWrites(database: DatabaseSync, age: JournalAge) {
  const read = planReader(database);
  const insertPlan = database.prepare(
    `INSERT INTO plan (id, connection, title, about, deadline, priority, submitted_as, state, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertStep = database.prepare(
    `INSERT INTO step (plan, position, key, after, subject, kind, task, state, attempts, doubted, candidates, told, changed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'waiting', 0, 0, '[]', 1, ?)`,
  );
  const one = database.prepare('SELECT * FROM plan WHERE id = ?');
  const update = database.prepare(
    'UPDATE plan SET state = ?, pause = ?, cancelled = ?, ended_at = ? WHERE number = ?',
  );
  const updateScheduling = database.prepare('UPDATE plan SET deadline = ?, priority = ? WHERE number = ?');
  const removals = [
    'DELETE FROM former_component WHERE plan = ?',
    'DELETE FROM step WHERE plan = ?',
    'DELETE FROM plan WHERE number = ?',
  ].map((text) => database.prepare(text));

  return {
    /** Writes a plan down with all steps waiting; `submittedAs` is the id that was asked for. */
    add: (plan: Plan, at: string, submittedAs = plan.id): PlanRecord => {
      const { id, connection, title, about = {}, scheduling, steps } = plan;
      together(database, () => {
        const { lastInsertRowid: number } = insertPlan.run(
          id,
          connection,
          title,
          JSON.stringify(about),
          scheduling?.deadline ?? null,
          scheduling?.priority ?? 0,
          submittedAs,
          'running',
          at,
        );
        for (const [position, { key, after, subject, task }] of steps.entries())
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
        age.count();
      });
      try {
        age.confirm();
      } catch {
        // Nothing has left by it; what leaves is confirmed before.
      }
      const added = one.get(id);
      if (added === undefined) throw new Error('A plan that was written down is not there.');
      return read(added);
    },
    keepPlan: ({ number, state, pause, cancelled, endedAt }: PlanRecord): void => {
      update.run(state, pause === null ? null : JSON.stringify(pause), Number(cancelled), endedAt, number);
    },
    keepScheduling: (plan: number, { deadline, priority }: Scheduling): void => {
      updateScheduling.run(deadline, priority, plan);
    },
    remove: (plan: number): void =>
      together(database, () => {
        for (const removal of removals) removal.run(plan);
      }),
  };
}

/** What only some plans fulfil. A plan is done again by a newer one of the same submission, draft or roll-forward. */
const fulfilled = {
  unended: "state <> 'ended'",
  undone: `(state <> 'ended' OR (
    EXISTS (SELECT 1 FROM step WHERE step.plan = plan.number AND step.state <> 'done')
    AND NOT EXISTS (
      SELECT 1 FROM plan AS newer
      WHERE newer.number > plan.number AND newer.connection = plan.connection AND (
        newer.submitted_as = plan.submitted_as OR (
          newer.about = plan.about AND (plan.about ->> 'kind' = 'roll-forward' OR plan.about ->> 'draft' IS NOT NULL)
        )
      )
    )
  ))`,
} as const;

export interface PlanQuery {
  readonly connection?: string | undefined;
  readonly about?: PlanAbout | undefined;
  readonly only?: keyof typeof fulfilled | undefined;
  readonly before?: number | undefined;
  readonly most: number;
}

export interface StepQuery {
  readonly states?: readonly StepState[] | undefined;
  /** Only those that are done, and not as they were sent. */
  readonly differ?: true | undefined;
  readonly behind?: number | undefined;
  readonly most: number;
}

function openStepTable(database: DatabaseSync, age: JournalAge) {
  const all = database.prepare('SELECT * FROM step WHERE plan = ? ORDER BY position');
  const one = database.prepare('SELECT * FROM step WHERE plan = ? AND key = ?');
  const statesInOrder = database.prepare('SELECT state FROM step WHERE plan = ? ORDER BY position');
  const counts = database.prepare('SELECT state, COUNT(*) AS count FROM step WHERE plan = ? GROUP BY state');
  const update = database.prepare(
    `UPDATE step SET state = ?, attempts = ?, doubted = ?, accepted = ?, result = ?, error = ?, candidates = ?, differences = ?,
       told = ?, changed_at = ?
     WHERE plan = ? AND position = ?`,
  );
  const steps = (plan: number): readonly StepRecord[] => all.all(plan).map(stepOf);
  const keepStep = (plan: number, record: StepRecord): void => {
    update.run(
      record.state,
      record.attempts,
      Number(record.doubted),
      Number(record.accepted),
      record.result,
      record.error === null ? null : JSON.stringify(record.error),
      JSON.stringify(record.candidates),
      JSON.stringify(record.differences),
      Number(record.told),
      record.changedAt,
      plan,
      record.position,
    );
  };

  return {
    steps,
    step: (plan: number, key: string): StepRecord | null => {
      const row = one.get(plan, key);
      return row === undefined ? null : stepOf(row);
    },
    /** Whether a written plan is this one. */
    holds: (record: PlanRecord, plan: Plan): boolean => {
      const kept = steps(record.number).map(({ key, after, subject, task }) => ({
        key,
        after,
        subject,
        task,
      }));
      const asked: unknown = JSON.parse(JSON.stringify(plan.steps)); // as it would have been written down
      return (
        record.connection === plan.connection && record.title === plan.title && isDeepStrictEqual(kept, asked)
      );
    },
    /** Steps in the order of the plan, from the one behind `behind` on. */
    stepPage: (plan: number, { states, differ, behind, most }: StepQuery) => {
      const conditions = [
        ['plan = ?', plan] as const,
        ...(differ === undefined ? [] : [["state = 'done' AND differences <> '[]'"] as const]),
        ...(states === undefined ? [] : [[`state IN (${states.map(() => '?').join()})`, ...states] as const]),
      ];
      const from = behind === undefined ? [] : [['position > ?', behind] as const];
      const { count, rows } = pageOf(database, 'step', conditions, from, 'position', most);
      return { count, results: rows.map(stepOf) };
    },
    /** In the order of the plan, without anything else of the steps. */
    states: (plan: number): readonly StepState[] =>
      statesInOrder.all(plan).map(({ state }) => state as StepState), // as only the journal writes it
    counts: (plan: number): StepCounts =>
      Object.fromEntries(counts.all(plan).map(({ state, count }) => [state, Number(count)])),
    /** Writes all of them, or none. */
    keepSteps: (plan: number, records: readonly StepRecord[]): void => {
      const leaves = records.some(({ state }) => state === 'sending');
      const keepAll = (): void => {
        for (const record of records) keepStep(plan, record);
        if (leaves) age.count();
      };
      if (records.length > 1 || leaves) together(database, keepAll);
      else keepAll();
      if (leaves) age.confirm();
    },
  };
}

/** Which components plans have created, and which groups had before. */
function openComponents(database: DatabaseSync) {
  const former = database.prepare('SELECT ids FROM former_component WHERE plan = ? AND group_audit = ?');
  const keepFormer = database.prepare(
    `INSERT INTO former_component (plan, group_audit, ids) VALUES (?, ?, ?)
     ON CONFLICT (plan, group_audit) DO UPDATE SET ids = excluded.ids`,
  );
  const creation = database.prepare(
    "SELECT 1 FROM step WHERE kind = 'createComponent' AND result IN (?1, lower(?1), upper(?1)) LIMIT 1",
  );
  const sent = database.prepare(
    `SELECT step.* FROM step JOIN plan ON plan.number = step.plan
     WHERE step.kind = 'createComponent' AND step.result = ? AND plan.connection = ? ORDER BY step.plan DESC LIMIT 1`,
  );
  return {
    /** The components that a group had before the plan created any there; null where nobody has looked. */
    formerComponents: (plan: number, group: string): readonly string[] | null => {
      const row = former.get(plan, group);
      return row === undefined ? null : (JSON.parse(String(row.ids)) as readonly string[]); // written by the line below
    },
    keepFormerComponents: (plan: number, group: string, ids: readonly string[]): void => {
      keepFormer.run(plan, group, JSON.stringify(ids));
    },
    /** Whether a step of any plan has created this component: by its id as it is, in small letters or in capitals. */
    isCreation: (component: string): boolean => creation.get(component) !== undefined,
    /** What plans of this connection have created components with; nothing of those that none has. */
    sentComponents: (connection: string, components: readonly string[]): readonly SentComponent[] =>
      components.flatMap((component) => {
        const row = sent.get(component, connection);
        const step = row === undefined ? null : stepOf(row);
        return step?.task.kind === 'createComponent'
          ? [{ component, creation: step.task.creation, at: step.changedAt }]
          : [];
      }),
  };
}

function together(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (fault) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw fault;
  }
}

type Condition = readonly [text: string, ...values: readonly SQLInputValue[]];

/** How many rows fulfil the conditions, and those that follow `from`. */
function pageOf(
  database: DatabaseSync,
  table: 'plan' | 'step',
  conditions: readonly Condition[],
  from: readonly Condition[],
  order: string,
  most: number,
): { readonly count: number; readonly rows: readonly Row[] } {
  const select = (what: string, where: readonly Condition[], rest = ''): readonly Row[] => {
    const texts = ['true', ...where.map(([text]) => text)].join(' AND ');
    const values = where.flatMap(([, ...some]) => some);
    return database.prepare(`SELECT ${what} FROM ${table} WHERE ${texts} ${rest}`).all(...values);
  };
  return {
    count: Number(select('COUNT(*) AS count', conditions)[0]?.count),
    rows: select('*', [...conditions, ...from], `ORDER BY ${order} LIMIT ${Math.trunc(most)}`),
  };
}
