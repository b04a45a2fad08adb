import type { StepProgress } from '../../../shared/plan.ts';

export interface Settlement {
  readonly step: string;
  readonly as: 'done' | 'again';
  readonly object?: string;
}

/**
 * What a person's choice says about an unclear step: `again`, `done`, or `object:` with the id of a candidate. Null while the
 * choice, or the id of an object whose id the service chose, is missing.
 */
export function settlementOf(
  { key, task }: Pick<StepProgress, 'key' | 'task'>,
  choice: string | null,
  typed: string,
): Settlement | null {
  if (choice === null) return null;
  if (choice === 'again') return { step: key, as: 'again' };
  if (choice.startsWith('object:')) return { step: key, as: 'done', object: choice.slice('object:'.length) };
  if (task.kind !== 'createComponent') return { step: key, as: 'done' };
  const object = typed.trim();
  return object === '' ? null : { step: key, as: 'done', object };
}
