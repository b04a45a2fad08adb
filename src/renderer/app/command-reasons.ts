import type { CommandId } from '../../shared/commands.ts';
import { largestZoom, smallestZoom } from '../../shared/zoom.ts';

/** What of a window decides which commands it can carry out now. */
export interface Situation {
  readonly hasConnection: boolean;
  readonly hasList: boolean;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  readonly hasOtherAudit: boolean;
  readonly zoom: number;
}

export type Reason =
  | 'noConnection'
  | 'noList'
  | 'noBack'
  | 'noForward'
  | 'noOtherAudit'
  | 'largest'
  | 'smallest';

/** Why a command cannot be carried out now; null where it can. */
export function reasonAgainst(id: CommandId, now: Situation): Reason | null {
  switch (id) {
    case 'filter':
      return now.hasList ? null : 'noList';
    case 'back':
      return now.canGoBack ? null : 'noBack';
    case 'forward':
      return now.canGoForward ? null : 'noForward';
    case 'recent-audit':
      return now.hasOtherAudit ? null : 'noOtherAudit';
    case 'zoom-in':
      return now.zoom < largestZoom ? null : 'largest';
    case 'zoom-out':
      return now.zoom > smallestZoom ? null : 'smallest';
    case 'new-audit':
    case 'go-audits':
    case 'go-clients':
    case 'go-users':
    case 'go-work-packages':
    case 'go-coupling':
      return now.hasConnection ? null : 'noConnection';
    default:
      return null;
  }
}
