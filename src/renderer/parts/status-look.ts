import { auditStatuses } from '../../shared/model/terms.ts';
import type { StepState } from '../../shared/plan.ts';
import type { StatusMarkProps } from '../ui/status-mark.tsx';

type Look = StatusMarkProps['look'];

const looks: Readonly<Record<(typeof auditStatuses)[number], Look>> = {
  initializing: 'progress',
  open: 'good',
  archived: 'closed',
  deleting: 'ending',
};

export function statusLook(spelled: string): Look {
  const known = auditStatuses.find((status) => status === spelled);
  return known === undefined ? 'unknown' : looks[known];
}

/** How the state of a step of a plan looks. */
export const stepLooks = {
  waiting: 'idle',
  sending: 'progress',
  resolving: 'progress',
  done: 'good',
  failed: 'ending',
  unclear: 'unknown',
  blocked: 'closed',
  cancelled: 'closed',
} as const satisfies Readonly<Record<StepState, Look>>;
