import type { DatabaseSync } from 'node:sqlite';
import type { BridgeInput } from '../../shared/bridge.ts';
import type { Differing, Task } from '../../shared/plan.ts';
import { auditOfTask } from '../../shared/rules/plans/plan.ts';
import { type Row, stepOf } from './journal-rows.ts';
import { stepProgressOf } from './progress.ts';

/** Whether a person has seen in what a step that is done differs; and the steps that tell so, and those that make audits, by an index. */
export const dismissedColumn = `
  ALTER TABLE step ADD COLUMN dismissed INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX step_differs ON step (plan) WHERE differences <> '[]';
  CREATE INDEX step_audit ON step (result) WHERE kind = 'createAudit' AND result IS NOT NULL;
`;

const mostTold = 100;

/** What the service has otherwise than it was sent: told at its object until a person dismisses it. */
export function openDifferences(database: DatabaseSync) {
  // What was there before an audit was made anew under its id is not of that audit. What names neither the id nor another step is not read.
  const told = database.prepare(
    `SELECT step.plan, step.position, step.result, step.task, plan.id AS plan_id
     FROM plan JOIN step ON step.plan = plan.number
     WHERE plan.connection = :connection AND step.differences <> '[]' AND step.dismissed <= :dismissed
       AND step.state IN ('done', 'failed')
       AND (step.result = :about OR instr(step.task, :text) > 0 OR instr(step.task, '"fromStep"') > 0)
       AND plan.number >= COALESCE((
         SELECT MAX(made.plan) FROM step AS made JOIN plan AS other ON other.number = made.plan
         WHERE made.kind = 'createAudit' AND made.result = :about AND other.connection = :connection
       ), 0)
     ORDER BY step.plan DESC, step.position`,
  );
  const one = database.prepare('SELECT * FROM step WHERE plan = ? AND position = ?');
  const made = database.prepare('SELECT result FROM step WHERE plan = ? AND key = ?');
  const put = database.prepare(
    'UPDATE step SET dismissed = 1 WHERE key = ? AND plan = (SELECT number FROM plan WHERE id = ?)',
  );
  const isAbout = ({ plan, result, task }: Row, about: string, earlier: Map<string, unknown>): boolean => {
    // Only the journal writes it.
    const audit = auditOfTask(JSON.parse(String(task)) as Task);
    if (result === about || audit === about) return true;
    if (audit === null || typeof audit === 'string') return false;
    const place = `${Number(plan)} ${audit.fromStep}`;
    if (!earlier.has(place)) earlier.set(place, made.get(Number(plan), audit.fromStep)?.result);
    return earlier.get(place) === about;
  };
  return {
    /** The steps that have made, or have worked in, what has this id, and what they tell; the newest plan first. */
    differing: ({ connection, about, all }: BridgeInput<'plans.differing'>): readonly Differing[] => {
      const earlier = new Map<string, unknown>();
      const found: Differing[] = [];
      const asked = { connection, about, text: JSON.stringify(about), dismissed: Number(all === true) };
      for (const row of told.iterate(asked)) {
        const step = isAbout(row, about, earlier)
          ? one.get(Number(row.plan), Number(row.position))
          : undefined;
        if (step !== undefined) found.push({ plan: String(row.plan_id), step: stepProgressOf(stepOf(step)) });
        if (all !== true && found.length === mostTold) break;
      }
      return found;
    },
    dismiss: (plan: string, step: string): void => {
      put.run(step, plan);
    },
  };
}
