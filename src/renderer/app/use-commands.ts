import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { CommandId } from '../../shared/commands.ts';
import { nextZoom } from '../../shared/zoom.ts';
import { askFor, onAsked } from '../data/asked-command.ts';
import { useActiveConnection } from '../data/connections.ts';
import { useChangePreferences, usePreferences, usePreferencesNow } from '../data/preferences.ts';
import { auditBefore } from '../data/recent-audits.ts';
import { useOpenWindow } from '../parts/open-window.ts';
import { pathTo, routeOf } from '../routes.ts';
import { announce } from '../ui/live-region.tsx';
import { reasonAgainst } from './command-reasons.ts';
import { actions, addressOf, type CommandTarget } from './commands.ts';
import { focusFilter, moveRegion } from './regions.ts';
import { hasDialog, useCommandInputs, zoomCommands } from './use-command-inputs.ts';
import { openAudit, useSituation } from './use-situation.ts';

/** Carries out the commands that keys, the menu and the palette ask for; answers which of the frame's dialogs are. */
export function useCommands() {
  const { t } = useTranslation('commands');
  const navigate = useNavigate();
  const at = useLocation();
  const openWindow = useOpenWindow();
  const connection = useActiveConnection()?.id ?? null;
  const { shortcuts } = usePreferences();
  const now = usePreferencesNow();
  const change = useChangePreferences();
  const wantedZoom = useRef<number | null>(null); // a wheel turns faster than a preference is kept
  const situation = useSituation();
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [helpTopic, setHelpTopic] = useState<string | null>(null);
  const [isFinding, setFinding] = useState(false);
  const found = useRef<CommandId | null>(null); // what was chosen in the palette
  useCommandInputs(shortcuts);
  useLayoutEffect(() => {
    const target: CommandTarget = {
      open: (route) => void navigate(addressOf(route)),
      travel: (by) => void navigate(by),
      openWindow: () => {
        // A draft is worked on in one window: two would each keep theirs over the other's.
        const isDraft = at.pathname === pathTo('newAudit');
        openWindow(isDraft ? pathTo('audits') : `${at.pathname}${at.search}`);
      },
      focusFilter,
      moveRegion,
      toggleSidebar: () => void change({ sidebarCollapsed: now()?.sidebarCollapsed !== true }),
      zoom: (by) => {
        const before = wantedZoom.current ?? now()?.zoom ?? 1;
        const factor = by === 0 ? 1 : nextZoom(before, by);
        announce(t('zoom', { percent: Math.round(factor * 100) }));
        if (factor === before) return;
        wantedZoom.current = factor;
        void change({ zoom: factor }).finally(() => {
          if (wantedZoom.current === factor) wantedZoom.current = null;
        });
      },
      showHelp: () => setHelpTopic(routeOf(at.pathname) ?? 'help'),
      openAuditBefore: () => {
        const auditId = auditBefore(connection, openAudit(at.pathname));
        if (auditId !== null) void navigate(pathTo('audit', { auditId }));
      },
      showPalette: () => setFinding(true),
      showShortcuts: () => setShowsShortcuts(true),
    };
    return onAsked((id) => {
      if (hasDialog() && !zoomCommands.has(id)) return announce(t('reason.dialog'));
      const reason = reasonAgainst(id, situation());
      if (reason === null) actions[id](target);
      else announce(t(`reason.${reason}`));
    });
  }, [navigate, change, now, openWindow, connection, at, t, situation]);
  useEffect(() => {
    if (isFinding || found.current === null) return;
    const id = found.current;
    found.current = null;
    askFor(id); // now that the palette is gone, which is a dialog too
  }, [isFinding]);
  const reasonNow = useCallback((id: CommandId) => reasonAgainst(id, situation()), [situation]);
  return {
    palette: isFinding ? reasonNow : null,
    closePalette: (chosen: CommandId | null) => {
      found.current = chosen;
      setFinding(false);
    },
    showsShortcuts,
    hideShortcuts: () => setShowsShortcuts(false),
    helpTopic,
    hideHelp: () => setHelpTopic(null),
  };
}
