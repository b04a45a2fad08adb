import { useCallback, useEffect, useRef } from 'react';
import { matchPath, NavigationType, useLocation, useNavigationType } from 'react-router';
import { fromSegment } from '../../shared/rules/segment.ts';
import { useActiveConnection } from '../data/connections.ts';
import { usePreferencesNow } from '../data/preferences.ts';
import { auditBefore } from '../data/recent-audits.ts';
import { routes } from '../routes.ts';
import type { Situation } from './command-reasons.ts';
import { hasFilter } from './regions.ts';

/** Answers how the window is when it is called, as far as commands depend on it. */
export function useSituation(): () => Situation {
  const location = useLocation();
  const isNew = useNavigationType() === NavigationType.Push;
  const { pathname } = location;
  const connection = useActiveConnection()?.id ?? null;
  const now = usePreferencesNow();
  const last = useRef(0); // the place of the newest screen that one can go forward to
  const seen = useRef(location);
  useEffect(() => {
    if (seen.current === location) return;
    seen.current = location;
    last.current = isNew ? place() : Math.max(last.current, place());
  }, [location, isNew]);
  return useCallback(
    () => ({
      hasConnection: connection !== null,
      hasList: hasFilter(),
      canGoBack: place() > 0,
      canGoForward: place() < last.current,
      hasOtherAudit: auditBefore(connection, openAudit(pathname)) !== null,
      zoom: now()?.zoom ?? 1,
    }),
    [connection, pathname, now],
  );
}

/** The id of the audit that an address shows; null where it shows none. */
export function openAudit(pathname: string): string | null {
  const id = matchPath(`${routes.audit}/*`, pathname)?.params.auditId;
  return id === undefined ? null : fromSegment(id);
}

/** Where the screen stands among those that were open in this window, from 0; the router counts. */
function place(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}
