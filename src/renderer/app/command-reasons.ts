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

type Check = (now: Situation) => Reason | null;

const needsConnection: Check = ({ hasConnection }) => (hasConnection ? null : 'noConnection');

const checks: Readonly<Partial<Record<CommandId, Check>>> = {
  filter: ({ hasList }) => (hasList ? null : 'noList'),
  back: ({ canGoBack }) => (canGoBack ? null : 'noBack'),
  forward: ({ canGoForward }) => (canGoForward ? null : 'noForward'),
  'recent-audit': ({ hasOtherAudit }) => (hasOtherAudit ? null : 'noOtherAudit'),
  'zoom-in': ({ zoom }) => (zoom < largestZoom ? null : 'largest'),
  'zoom-out': ({ zoom }) => (zoom > smallestZoom ? null : 'smallest'),
  'new-audit': needsConnection,
  'go-audits': needsConnection,
  'go-clients': needsConnection,
  'go-users': needsConnection,
  'go-work-packages': needsConnection,
  'go-coupling': needsConnection,
};

/** Why a command cannot be carried out now; null where it can. */
export function reasonAgainst(id: CommandId, now: Situation): Reason | null {
  return checks[id]?.(now) ?? null;
}
