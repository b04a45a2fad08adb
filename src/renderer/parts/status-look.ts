import { auditStatuses } from '../../shared/model/terms.ts';
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
