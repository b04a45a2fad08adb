import { auditStatuses } from '../../shared/model/terms.ts';
import type { StatusMarkProps } from '../ui/status-mark.tsx';

/** How a status looks; one that nobody knows looks like it. */
export function statusLook(spelled: string): StatusMarkProps['look'] {
  const known = auditStatuses.find((status) => status === spelled);
  switch (known) {
    case 'initializing':
      return 'progress';
    case 'open':
      return 'good';
    case 'archived':
      return 'closed';
    case 'deleting':
      return 'ending';
    case undefined:
      return 'unknown';
  }
}
