import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { CommandId } from '../../shared/commands.ts';
import { nextZoom } from '../../shared/zoom.ts';
import { askFor, onAsked } from '../data/asked-command.ts';
import { useChangePreferences, usePreferences, usePreferencesNow } from '../data/preferences.ts';
import { isMac } from '../data/shortcuts.ts';
import { useOpenWindow } from '../parts/open-window.ts';
import { pathTo, routeOf } from '../routes.ts';
import { announce } from '../ui/live-region.tsx';
import { actions, addressOf, type CommandTarget, commandOf } from './commands.ts';
import { focusFilter, moveRegion } from './regions.ts';

/** Carries out the commands that keys, the menu and the palette ask for; answers whether the sheet of shortcuts is. */
export function useCommands() {
  const { t } = useTranslation('commands');
  const navigate = useNavigate();
  const at = useLocation();
  const openWindow = useOpenWindow();
  const { shortcuts } = usePreferences();
  const now = usePreferencesNow();
  const change = useChangePreferences();
  const wantedZoom = useRef<number | null>(null); // a wheel turns faster than a preference is kept
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [helpTopic, setHelpTopic] = useState<string | null>(null);
  useEffect(() => {
    const target: CommandTarget = {
      open: (route) => void navigate(addressOf(route)),
      travel: (by) => void navigate(by),
      openWindow: () => {
        // A draft is worked on in one window: two would each keep theirs over the other's.
        const isDraft = at.pathname === pathTo('newAudit');
        openWindow(isDraft ? pathTo('audits') : `${at.pathname}${at.search}`);
      },
      focusFilter: () => focusFilter() || announce(t('reason.noList')),
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
      showShortcuts: () => setShowsShortcuts(true),
    };
    return onAsked((id) => {
      // A dialog is one task: nothing leads out of it but itself. How large it is shown is no way out.
      if (hasDialog() && !zoomCommands.has(id)) announce(t('reason.dialog'));
      else actions[id](target);
    });
  }, [navigate, change, now, openWindow, at, t]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const id = commandOf(event, shortcuts, isMac);
      if (id === null || (hasDialog() && !zoomCommands.has(id))) return;
      event.preventDefault();
      askFor(id);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [shortcuts]);
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || event.deltaY === 0) return; // pinching on a touchpad comes as this, too
      event.preventDefault();
      if (hasTurned(event)) askFor(event.deltaY < 0 ? 'zoom-in' : 'zoom-out');
    };
    addEventListener('wheel', onWheel, { passive: false });
    return () => removeEventListener('wheel', onWheel);
  }, []);
  useEffect(() => {
    const onMouseUp = (event: MouseEvent) => {
      const id = mouseCommands[event.button];
      if (id === undefined) return;
      event.preventDefault();
      askFor(id);
    };
    addEventListener('mouseup', onMouseUp);
    return () => removeEventListener('mouseup', onMouseUp);
  }, []);
  return {
    showsShortcuts,
    hideShortcuts: () => setShowsShortcuts(false),
    helpTopic,
    hideHelp: () => setHelpTopic(null),
  };
}

const zoomCommands: ReadonlySet<CommandId> = new Set(['zoom-in', 'zoom-out', 'zoom-reset']);

const notch = 100; // what one notch of a wheel turns, in pixels; a touchpad comes to it in many small ones
let turned = 0;

/** Whether the wheel has turned by a notch since the last time. */
function hasTurned({ deltaY, deltaMode }: WheelEvent): boolean {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : Math.sign(deltaY) * notch;
  turned = Math.sign(turned) === Math.sign(pixels) ? turned + pixels : pixels;
  if (Math.abs(turned) < notch) return false;
  turned = 0;
  return true;
}

const mouseCommands: Readonly<Record<number, CommandId>> = { 3: 'back', 4: 'forward' }; // its buttons at the side

function hasDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
