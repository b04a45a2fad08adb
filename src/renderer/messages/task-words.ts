import type { TaskKind } from '../../shared/plan.ts';
import { useTranslation } from './language.ts';

/** The words of what a step does: those of its operation, and of what sends nothing its own. */
export const taskWords = {
  createClient: 'operation.clients-create',
  createAudit: 'operation.audits-create',
  awaitOpen: 'task.awaitOpen',
  createComponent: 'operation.components-create',
  setOutOfScope: 'operation.components-setOutOfScope',
  deleteComponent: 'operation.components-delete',
  assignUser: 'operation.users-assign',
  changeUser: 'operation.users-change',
  removeUser: 'operation.users-remove',
  deleteAudit: 'operation.audits-delete',
  awaitGone: 'task.awaitGone',
} as const satisfies Readonly<Record<TaskKind, string>>;

/** The words of a task by its kind; one that a newer version wrote down is shown as it is spelled. */
export function useTaskWord(): (kind: string) => string {
  const { t } = useTranslation('activity');
  return (kind) => (isTask(kind) ? t(taskWords[kind]) : kind);
}

function isTask(kind: string): kind is TaskKind {
  return Object.hasOwn(taskWords, kind);
}
